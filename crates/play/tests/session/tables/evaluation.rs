//! The computer's evaluation for those who watch: allowed by all who play, never in a rated game, and after the end.

use std::time::Duration;

use heterodox_kernel::side::{BySide, Side};
use heterodox_play::players::Opponents;
use heterodox_play::record::leaving::Leaving;
use heterodox_play::session::referee::{EndCause, Wish};
use heterodox_play::session::setup::MatchSetup;
use heterodox_play::session::table::command::{HouseRules, Refusal, SeatCommand, Seating};
use heterodox_play::session::table::{Identity, Tables};

use super::people::{people, silent, until};
use super::{SharedLog, play_on, settled};

fn seating(rated: bool) -> Seating {
    let rules = HouseRules { rated, is_final: true, ..HouseRules::default() };
    let owners = BySide::from_fn(|side| ["ann", "bo"].get(side.index()).map(|name| Identity::new(name)));
    Seating::of(&Identity::new("ann"), owners).with(rules)
}

#[test]
fn the_evaluation_needs_all_who_play_and_stays_allowed() {
    for rated in [false, true] {
        let setup = MatchSetup { takebacks: false, ..people("sanctuary") };
        let (log, tables) = (SharedLog::default(), Tables::new(silent()));
        let table = tables.start_on(setup, seating(rated), Box::new(log.clone()), &Opponents::default());
        let table = table.expect("a table");
        let seats = ["ann", "bo"].map(|name| table.handle(&Identity::new(name)));
        let subscriptions = seats.each_ref().map(|seat| seat.subscribe(silent()));
        play_on(&seats);
        let ask = |at: usize| {
            let done = seats[at].command(SeatCommand::Ask(Wish::Evaluation));
            settled(&table);
            done
        };
        assert_eq!(
            table.handle(&Identity::new("eve")).command(SeatCommand::Ask(Wish::Evaluation)),
            Err(Refusal::NotSeated)
        );
        if rated {
            assert_eq!(ask(0), Err(Refusal::Rated { what: "show the evaluation" }));
        } else {
            assert_eq!(ask(0), Ok(()));
            assert!(!table.newest().status.evaluation, "one has not agreed");
            assert_eq!(ask(1), Ok(()));
            assert_eq!(ask(1), Err(Refusal::EvaluationAllowed));
        }
        let status = table.newest().status.clone();
        assert_eq!((status.evaluation, status.hints), (!rated, false), "it is for those who watch");
        // Another server knows it.
        drop((subscriptions, seats, table, tables));
        let tables = Tables::new(silent());
        let seated = move |_: &heterodox_play::session::driver::Match| seating(rated);
        let table = tables.resume_with(Box::new(log), seated, &Opponents::default(), |_| Duration::ZERO);
        let table = table.expect("the game");
        assert_eq!(table.newest().status.evaluation, !rated);
        // After the game everybody may see it.
        let bo = table.handle(&Identity::new("bo"));
        bo.command(SeatCommand::Resign(Side::new(1))).expect("their seat");
        until("it is over", || table.newest().status.ending.is_some());
        let cause = table.newest().status.ending.as_ref().map(|ending| ending.cause.clone());
        assert_eq!(cause, Some(EndCause::Left(Leaving::Resigns)));
        assert!(table.newest().status.evaluation);
    }
}
