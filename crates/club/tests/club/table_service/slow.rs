//! Slow games: clocks over restarts, vacations, the list of games that wait for a member.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::Club;
use heterodox_club::member::Member;
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{TableServiceError, Terms};
use heterodox_kernel::outcome::Share;
use heterodox_kernel::side::Side;
use heterodox_play::record::leaving::Leaving;
use heterodox_play::session::referee::EndCause;
use heterodox_play::session::setup::ClockSetup;

use super::{club_at, game, member, play_on, until};
use crate::folder::Folder;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The time on the clock of a seat.
fn left(club: &Club, who: &Member, key: TableKey, side: usize) -> Duration {
    let table = club.tables.listed(who, key).expect("a table").table.expect("a game");
    table.newest().clock(Side::new(side), Instant::now()).expect("a clock")
}

/// A time is this one, but for what the test itself takes.
fn about(time: Duration, expected: Duration) {
    let off = time.as_secs().abs_diff(expected.as_secs());
    assert!(off < 60, "{time:?}, expected {expected:?}");
}

#[test]
fn a_slow_clock_goes_on_while_the_server_is_down_and_a_live_one_does_not() {
    let folder = Folder::new("slow");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let pass = |by: Duration| *time.lock().expect("no panic") += by;
    let club = club_at(folder.path(), &time);
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let begin = |clock: &str| {
        let clock = ClockSetup::read(clock).expect("a clock");
        let key = club.tables.open_table(&ann, &Terms { clock, ..Terms::new(game(2)) }).expect("a table");
        club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
        play_on(&club.tables.handle(&ann, key, None).expect("a game"));
        key
    };
    let (slow, live) = (begin("3d"), begin("10+5"));
    // The server runs for a minute more, and is killed.
    pass(Duration::from_secs(90));
    club.tables.tick();
    std::mem::forget((here, club));
    pass(DAY);
    let club = club_at(folder.path(), &time);
    let waiting = |who| club.tables.waits_for(who).iter().map(|table| table.key).collect::<Vec<_>>();
    assert_eq!((waiting(&ann), waiting(&bo)), (vec![], vec![slow]));
    about(left(&club, &bo, slow, 1), Duration::from_secs(48 * 3600 - 90));
    about(left(&club, &bo, live, 1), Duration::from_secs(600 - 90));
    // The time without a server counts for the live clock at no later start.
    std::mem::forget(club);
    pass(HOUR);
    let club = club_at(folder.path(), &time);
    about(left(&club, &bo, live, 1), Duration::from_secs(600 - 90));
    about(left(&club, &bo, slow, 1), Duration::from_secs(47 * 3600 - 90));
    // The move in time gives the whole time again; the other member lets it run out.
    play_on(&club.tables.handle(&bo, slow, None).expect("a game"));
    about(left(&club, &ann, slow, 1), 3 * DAY);
    std::mem::forget(club);
    pass(4 * DAY);
    let club = club_at(folder.path(), &time);
    until("the flag falls", || !club.tables.missed(&ann).expect("results").is_empty());
    let missed = club.tables.missed(&ann).expect("results").remove(0);
    assert_eq!((missed.key, missed.cause.clone()), (slow, EndCause::Left(Leaving::Time)));
    assert_eq!(missed.share_of(bo.id).map(Share::sixtieths), Some(60));
    club.tables.seen(&ann, slow).expect("a result");
    assert!(club.tables.missed(&ann).expect("none").is_empty() && club.tables.missed(&bo).expect("one").len() == 1);
}

#[test]
fn the_clock_stops_during_a_vacation() {
    let folder = Folder::new("vacation");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let pass = |by: Duration| *time.lock().expect("no panic") += by;
    let club = club_at(folder.path(), &time);
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let terms = Terms { clock: Some(ClockSetup::days(1)), rated: true, ..Terms::new(game(2)) };
    let key = club.tables.open_table(&ann, &terms).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let held = |club: &Club| {
        club.tables.listed(&bo, key).and_then(|table| table.table).is_some_and(|table| table.newest().status.held)
    };
    club.tables.start_vacation(&bo, 5).expect("days are left");
    let refused = club.tables.start_vacation(&bo, 10).expect_err("too many").to_string();
    assert_eq!(refused, "You have 9 days of vacation left, of 14 in a year.");
    assert!(matches!(club.tables.start_vacation(&Member::guest(1), 1), Err(TableServiceError::Guest { .. })));
    assert!(!held(&club), "the other member is on turn");
    play_on(&club.tables.handle(&ann, key, None).expect("a game"));
    until("the clock stops", || held(&club));
    // Two days of the vacation pass without a server, two with one.
    std::mem::forget(club);
    pass(2 * DAY);
    let club = club_at(folder.path(), &time);
    assert!(held(&club));
    about(left(&club, &bo, key, 1), DAY);
    pass(2 * DAY);
    club.tables.tick();
    assert!(held(&club));
    assert_eq!(club.tables.vacation(&bo).expect("it").days_left, 9);
    // Who comes back early has the other days left.
    club.tables.end_vacation(&bo).expect("it ends");
    let vacation = club.tables.vacation(&bo).expect("it");
    assert_eq!((held(&club), vacation.until, vacation.days_left), (false, None, 10));
    std::mem::forget(club);
    pass(12 * HOUR);
    let club = club_at(folder.path(), &time);
    about(left(&club, &bo, key, 1), 12 * HOUR);
    // A year later all days are there again.
    pass(366 * DAY);
    assert_eq!(club.tables.vacation(&bo).expect("it").days_left, 14);
}

#[test]
fn a_vacation_that_was_made_longer_ends_as_one() {
    let folder = Folder::new("vacation-longer");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let pass = |by: Duration| *time.lock().expect("no panic") += by;
    let club = club_at(folder.path(), &time);
    let bo = member(&club, 1);
    let began = *time.lock().expect("no panic");
    for days in [3, 2, 1] {
        club.tables.start_vacation(&bo, days).expect("days are left");
    }
    let ends = |days: u64| {
        let until = club.tables.away_until(bo.id).expect("they are away");
        about(until.duration_since(began).expect("later"), DAY * days as u32);
    };
    ends(6);
    let vacation = club.tables.vacation(&bo).expect("it");
    assert_eq!((vacation.until, vacation.days_left), (club.tables.away_until(bo.id), 8));
    pass(4 * DAY);
    ends(6);
    club.tables.end_vacation(&bo).expect("it ends");
    assert_eq!(club.tables.away_until(bo.id), None);
    // What was added does not begin later.
    pass(DAY + HOUR);
    assert_eq!(club.tables.away_until(bo.id), None);
    assert_eq!(club.tables.vacation(&bo).expect("it").days_left, 10);
}
