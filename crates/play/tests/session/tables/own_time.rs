//! Computers at a table of people: nobody sees what they think, and nobody hurries them.

use std::time::Duration;

use heterodox_kernel::side::{BySide, Side};
use heterodox_play::players::{Opponents, Resources};
use heterodox_play::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox_play::session::table::command::{HouseRules, Refusal, SeatCommand, Seating};
use heterodox_play::session::table::{Identity, SeatHandle, Tables};

use super::people::{game_for, people, silent, until};

/// Opponents that think for long, and tell their thoughts meanwhile.
fn patient() -> Opponents {
    let resources = Resources { think: Duration::from_secs(600), threads: 1, megabytes: 1, ..Resources::default() };
    Opponents { resources, ..Opponents::default() }
}

/// A table where the strongest computer has the first seat, and the person of each other seat.
fn against(tables: &Tables, seats: usize, rules: HouseRules) -> Vec<SeatHandle> {
    let names = ["ann", "bo", "cy"];
    let mut setup = MatchSetup { clock: ClockSetup::read("30+20").expect("a clock"), ..people(game_for(seats)) };
    setup.seats[0] = SeatKind::Computer(10);
    let owner = |side: Side| Some(Identity::new(names.get(side.index().checked_sub(1)?)?));
    let seating = Seating::of(&Identity::new("ann"), BySide::from_fn(owner)).with(rules);
    let log = Box::new(super::SharedLog::default());
    let table = tables.start_on(setup, seating, log, &patient()).expect("a table");
    names[..seats - 1].iter().map(|name| table.handle(&Identity::new(name))).collect()
}

#[test]
fn people_do_not_see_what_a_computer_thinks_and_do_not_hurry_it() {
    let of_server = |rated| HouseRules { rated, is_final: true, ..HouseRules::default() };
    let tables = Tables::new(silent());
    for (seats, rules) in [(2, of_server(true)), (2, of_server(false)), (4, HouseRules::default())] {
        let seats = against(&tables, seats, rules);
        let mut reader = seats[0].subscribe(silent());
        let table = seats[0].table();
        until("the computer thinks", || table.newest().status.thinking.is_some());
        // A table of one person with the same computer tells its thoughts meanwhile: so this one has some.
        let single = against(&tables, 2, HouseRules::default());
        let _eyes = single[0].subscribe(silent());
        let thought = || single[0].table().newest().status.thinking.clone().and_then(|(_, thought)| thought);
        until("a thought is told", || thought().is_some_and(|thought| thought.depth > 3));
        assert_eq!(reader.read().view.status.thinking, Some((Side::FIRST, None)), "{rules:?}");
        for seat in &seats {
            assert_eq!(seat.command(SeatCommand::Hurry), Err(Refusal::OwnTime), "{rules:?}");
        }
        let alone = Refusal::NotAlone { what: "set the pace of computers" };
        let refused = if seats.len() == 1 { Refusal::OwnTime } else { alone };
        // A pace of an hour would let the computer lose on time.
        let pace = seats[0].command(SeatCommand::Pace(Duration::from_secs(3600)));
        assert_eq!(pace, Err(refused), "{rules:?}");
        assert_eq!(single[0].command(SeatCommand::Hurry), Ok(()), "one person has the table for themselves");
        until("it moves", || single[0].table().newest().lines.len() == 1);
    }
}
