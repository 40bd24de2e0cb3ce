//! Tournaments that take too much, that nobody starts, or whose people are gone.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use heterodox_club::Club;
use heterodox_club::store::sql::params;
use heterodox_club::table_service::Doing;
use heterodox_club::tournament::{Form, Phase, Plan, TournamentError, TournamentLimits};
use heterodox_play::players::Opponents;

use super::{Fake, at, member, of_seats};
use crate::club;
use crate::database;
use crate::folder::Folder;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A new club whose time a test sets.
fn club_with_a_clock(name: &str) -> (Folder, Arc<Club>, Arc<Mutex<SystemTime>>) {
    let (folder, clock) = (Folder::new(name), Arc::new(Mutex::new(at(0))));
    let time = Arc::clone(&clock);
    let time = Arc::new(move || *time.lock().expect("no panic"));
    let club = database::open_at(folder.path(), &Opponents::default(), time).expect("a club");
    (folder, club, clock)
}

fn rounds() -> Plan {
    Plan::new(Form::RoundRobin, of_seats(2), "3+2", true)
}

#[test]
fn computers_are_counted_by_tournament_member_and_server() {
    let (_folder, club) = club("computers");
    let (ann, bob) = (member(&club, 1), member(&club, 2));
    club.set_tournament_limits(TournamentLimits {
        computers: 3,
        member_computers: 4,
        all_computers: 6,
        ..TournamentLimits::default()
    });
    let made = |who| club.make_tournament(who, rounds(), at(0)).expect("a tournament");
    let (first, second, other) = (made(&ann), made(&ann), made(&bob));
    let fill = |number, who| {
        let refused = std::iter::repeat_with(|| club.add_computer(number, who, 9)).find_map(Result::err);
        refused.map(|error| error.to_string()).expect("a limit")
    };
    assert!(fill(first, &ann).contains("at most 3 can play in a tournament"));
    assert!(fill(second, &ann).contains("at most 4 can play in your tournaments together"));
    assert!(fill(other, &bob).contains("at most 6 can play in all tournaments"));
    let counts = [first, second, other].map(|number| club.tournament(number).expect("it is there").computers());
    assert_eq!(counts, [3, 1, 2]);
}

#[test]
fn an_arena_without_people_ends_and_computers_do_not_play_alone() {
    let (_folder, club) = club("arena-alone");
    let ann = member(&club, 1);
    let plan = Plan::new(Form::Arena { minutes: 120 }, of_seats(2), "3+2", true);
    let number = club.make_tournament(&ann, plan, at(0)).expect("a tournament");
    for level in 1..=8 {
        club.add_computer(number, &ann, level).expect("a computer");
    }
    club.start_tournament(number, &ann, at(0)).expect("started");
    let mut fake = Fake::default();
    for look in 1..20 {
        fake.look(&club, at(look));
    }
    assert!(fake.tables.is_empty(), "she is away, and the computers wait for her");
    let here = club.enter(ann.clone());
    fake.look(&club, at(20));
    assert_eq!(fake.tables.len(), 1);
    drop(here);
    club.withdraw_from_tournament(number, &ann).expect("withdrawn");
    for look in 21..30 {
        fake.look(&club, at(look));
    }
    let over = club.tournament(number).expect("it is there");
    assert_eq!((over.phase, fake.tables.len()), (Phase::Over, 1));
}

#[test]
fn a_deleted_member_leaves_no_tournament_behind() {
    let (_folder, club) = club("tournaments-deleted");
    let (ann, bob, cid) = (member(&club, 1), member(&club, 2), member(&club, 3));
    let made = |who| club.make_tournament(who, rounds(), at(0)).expect("a tournament");
    let (own, joined, runs) = (made(&ann), made(&bob), made(&ann));
    club.join_tournament(joined, &ann).expect("joined");
    for who in [&bob, &cid] {
        club.join_tournament(runs, who).expect("joined");
    }
    club.start_tournament(runs, &ann, at(0)).expect("started");
    club.enter(ann.clone()).delete(at(1)).expect("deleted");
    assert!(club.tournament(own).is_none(), "nobody could start it");
    assert_eq!(club.tournament(joined).expect("of bob").entrants.len(), 1);
    let left = club.tournament(runs).expect("it runs");
    assert_eq!(left.entrants[0].name, "deleted player");
    assert!(left.entrants[0].withdrawn);
}

#[test]
fn a_tournament_that_nobody_starts_is_removed_after_a_day() {
    let (_folder, club, clock) = club_with_a_clock("tournament-old");
    let ann = member(&club, 1);
    let number = club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    let tick = |seconds| {
        *clock.lock().expect("no panic") = at(seconds) + DAY;
        club.tables.tick();
    };
    tick(0);
    assert!(club.tournament(number).is_some());
    tick(2);
    assert!(club.tournament(number).is_none());
    assert!(club.store.tournaments().expect("the store").is_empty());
}

/// A tournament whose row cannot be read any more is the trouble of the table service; the games of others go on.
#[test]
fn old_tournaments_that_cannot_be_looked_for_delay_no_game() {
    let (_folder, club, clock) = club_with_a_clock("tournament-trouble");
    let (ann, bob) = (member(&club, 1), member(&club, 2));
    let open = club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    let runs = club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    club.join_tournament(runs, &bob).expect("joined");
    club.start_tournament(runs, &ann, at(0)).expect("started");
    let sql = "UPDATE tournaments SET data = 'no JSON' WHERE id = ?1";
    club.store.write(move |connection| Ok(connection.execute(sql, params![open])?)).expect("the store");
    let _here = [&ann, &bob].map(|who| club.enter(who.clone()));
    let mut fake = Fake::default();
    fake.look(&club, at(1));
    assert_eq!(fake.tables.len(), 1, "their game has begun");
    *clock.lock().expect("no panic") = at(2) + DAY;
    club.tables.tick();
    let troubles = club.tables.troubles();
    let [(Doing::Tournaments, None, why)] = troubles.as_slice() else { panic!("{troubles:?}") };
    assert!(why.contains("tournament 1 in the database cannot be read"), "{why}");
    assert!(club.tournament(open).is_some());
}

#[test]
fn the_operator_closes_a_tournament() {
    let (_folder, club) = club("tournament-closed");
    let (ann, bob) = (member(&club, 1), member(&club, 2));
    let open = club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    let runs = club.make_tournament(&ann, rounds(), at(0)).expect("a tournament");
    club.join_tournament(runs, &bob).expect("joined");
    club.start_tournament(runs, &ann, at(0)).expect("started");
    Fake::default().look(&club, at(1));
    club.close_tournament(open).expect("closed");
    club.close_tournament(runs).expect("closed");
    assert!(club.tournament(open).is_none());
    let over = club.tournament(runs).expect("it is there");
    assert!(over.phase == Phase::Over && over.running().is_empty(), "{over:?}");
    assert!(matches!(club.close_tournament(runs), Err(TournamentError::Over)));
    assert!(matches!(club.close_tournament(99), Err(TournamentError::Unknown)));
}
