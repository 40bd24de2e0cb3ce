//! The tables that somebody has opened: how many there may be, whom they wait for, and how the operator closes them.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use heterodox_club::member::Member;
use heterodox_club::store::TableKey;
use heterodox_club::table_service::{CLOSED, MostTables, Seat, TableServiceError, Terms, Wanted};
use heterodox_kernel::side::Side;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::command::Refusal;

use super::super::club;
use super::{club_at, game, member, play, play_on, until};
use crate::folder::Folder;

/// Terms with this clock.
fn clocked(seats: usize, clock: Option<ClockSetup>) -> Terms {
    Terms { clock, ..Terms::new(game(seats)) }
}

fn live(seats: usize) -> Terms {
    clocked(seats, ClockSetup::read("3+2").expect("a clock"))
}

fn slow(seats: usize) -> Terms {
    clocked(seats, Some(ClockSetup::days(1)))
}

#[test]
fn a_member_has_three_open_tables_and_a_guest_one() {
    let (_folder, club) = club("hosting-most");
    let (ann, bo, guest) = (member(&club, 0), member(&club, 1), Member::guest(1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let open =
        |who: &Member, terms: &Terms| club.tables.open_table(who, terms).map_err(|refused| refused.to_string());
    let full = "You can have at most 3 open tables where nobody else plays: close one first.";
    let computers = Terms { seats: vec![Wanted::Computer(1); 2], ..live(2) };
    let first = open(&ann, &live(2)).expect("a table");
    open(&ann, &slow(2)).expect("a table");
    // Computers that play each other are nobody else.
    open(&ann, &computers).expect("a table");
    for terms in [live(4), slow(2), computers, Terms { private: true, ..live(2) }] {
        assert_eq!(open(&ann, &terms), Err(full.to_owned()));
    }
    open(&guest, &live(2)).expect("a table");
    let one = "You can have at most 1 open table where nobody else plays: close one first.";
    assert_eq!(open(&guest, &live(2)), Err(one.to_owned()));
    // A game with somebody counts no more, a table of four that waits does.
    club.tables.sit(&bo, first, Side::new(1), None).expect("it is free");
    let four = open(&ann, &live(4)).expect("room for one");
    club.tables.sit(&bo, four, Side::new(1), None).expect("it is free");
    assert_eq!(open(&ann, &live(2)), Err(full.to_owned()));
    club.tables.leave(&ann, four).expect("its host");
    open(&ann, &live(2)).expect("room for one");
    // What is accepted is not opened, and has a limit of its own.
    for _ in 0..4 {
        let id = club.tables.challenge(&ann, None, &slow(2)).expect("a challenge");
        club.tables.accept(&bo, id).expect("a table");
    }
    club.tables.set_most_tables(MostTables { member: 4, guest: 1 });
    open(&ann, &live(2)).expect("the limit is a setting");
}

#[test]
fn a_live_game_does_not_wait_without_its_host() {
    let (_folder, club) = club("hosting-left");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = club.enter(ann.clone());
    let _bo = club.enter(bo.clone());
    let (closed, kept) = (live(4), slow(4));
    let closed = club.tables.open_table(&ann, &closed).expect("a table");
    let kept = club.tables.open_table(&ann, &kept).expect("a table");
    club.tables.sit(&bo, closed, Side::new(1), None).expect("it is free");
    // Their people have found each other: such a table waits for those who are away.
    let id = club.tables.challenge(&ann, None, &live(4)).expect("a challenge");
    let arranged = club.tables.accept(&bo, id).expect("a table");
    let another = club.enter(ann.clone());
    drop(here);
    // The thread of the table service has heard of this after it has heard of all before.
    let told = club.enter(Member::guest(9));
    assert!(club.tables.listed(&bo, closed).is_some(), "another terminal of the host is here");
    drop(another);
    until("the table is closed", || club.tables.listed(&bo, closed).is_none());
    assert!(club.tables.listed(&bo, kept).is_some(), "a slow game waits for its host");
    assert!(club.tables.listed(&bo, arranged).is_some());
    drop(told);
}

#[test]
fn after_a_restart_a_host_has_time_to_come_back() {
    let folder = Folder::new("hosting-restart");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let (present, away) = {
        let club = club_at(folder.path(), &time);
        let (ann, bo) = (member(&club, 0), member(&club, 1));
        let open = |who: &Member| club.tables.open_table(who, &live(2)).expect("a table");
        (open(&ann), open(&bo))
    };
    *time.lock().expect("no panic") += Duration::from_secs(3600);
    let club = club_at(folder.path(), &time);
    let ann = member(&club, 0);
    let _here = club.enter(ann.clone());
    let listed = || [present, away].map(|key| club.tables.listed(&ann, key).is_some());
    club.tables.tick();
    assert_eq!(listed(), [true, true]);
    *time.lock().expect("no panic") += heterodox_club::table_service::GRACE;
    club.tables.tick();
    assert_eq!(listed(), [true, false]);
}

#[test]
fn the_operator_closes_any_table() {
    let (folder, club) = club("hosting-close");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let waiting = club.tables.open_table(&ann, &slow(2)).expect("a table");
    assert_eq!(club.tables.close_table(waiting).expect("a table"), [ann.id]);
    assert!(club.tables.listed(&ann, waiting).is_none() && club.tables.why_gone(waiting) == Some(CLOSED));
    let terms = Terms { rated: true, ..live(2) };
    let key = club.tables.open_table(&ann, &terms).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seats = [&ann, &bo].map(|who| club.tables.handle(who, key, None).expect("a game"));
    (0..4).for_each(|ply| play_on(&seats[ply % 2]));
    assert_eq!(club.tables.close_table(key).expect("a table"), [ann.id, bo.id]);
    assert_eq!(play(&seats[0]), Err(Refusal::Closed));
    assert!(club.tables.own(&ann).is_empty() && club.tables.finished(key).expect("the store").is_none());
    assert!(club.standings(ann.id).expect("the store").is_empty(), "there is no result");
    // What was played is theirs.
    for key in 0..2 {
        let games = folder.path().join("players").join(format!("folder-{key}")).join("games");
        let file = fs::read_dir(games).expect("a folder").flatten().next().expect("a game").path();
        let text = fs::read_to_string(file).expect("a game");
        assert!(text.contains("[Result \"*\"]") && text.contains("2. "), "{text}");
    }
    assert!(matches!(club.tables.close_table(key), Err(TableServiceError::NoTable)));
    assert!(matches!(club.tables.close_table(TableKey(99)), Err(TableServiceError::NoTable)));
}

#[test]
fn of_somebody_who_is_banned_nothing_waits() {
    let (_folder, club) = club("hosting-banned");
    let (ann, bo, cy) = (member(&club, 0), member(&club, 1), member(&club, 2));
    let _here = [&ann, &bo, &cy].map(|who| club.enter(who.clone()));
    let open = |who: &Member, terms: &Terms| club.tables.open_table(who, terms).expect("a table");
    let own = [open(&ann, &slow(2)), open(&ann, &live(4))];
    let seats = vec![Wanted::Host, Wanted::Computer(1)];
    let alone = open(&ann, &Terms { seats, ..live(2) });
    let of_bo = open(&bo, &slow(4));
    club.tables.sit(&ann, of_bo, Side::new(1), None).expect("it is free");
    let game = open(&bo, &slow(2));
    club.tables.sit(&ann, game, Side::new(1), None).expect("it is free");
    club.tables.challenge(&ann, None, &slow(2)).expect("a challenge");
    assert_eq!(club.tables.challenges(&cy).expect("the store").len(), 1);
    assert_eq!(club.tables.clear_out(&ann).expect("done"), 3);
    assert!(own.iter().chain([&alone]).all(|key| club.tables.listed(&cy, *key).is_none()));
    assert_eq!(club.tables.listed(&bo, of_bo).expect("a table").seats[1], Seat::Open);
    assert!(club.tables.listed(&bo, game).is_some_and(|listed| listed.table.is_some()), "the clock decides it");
    assert!(club.tables.challenges(&cy).expect("the store").is_empty());
    assert_eq!(club.tables.clear_out(&ann).expect("done"), 0);
}

#[test]
fn a_deleted_account_leaves_no_table_and_no_challenge_behind() {
    let (_folder, club) = club("deleted-host");
    let ann = member(&club, 1);
    let visit = club.enter(ann.clone());
    let table = club.tables.open_table(&ann, &slow(2)).expect("a table");
    let bo = member(&club, 2);
    club.tables.challenge(&ann, None, &slow(2)).expect("a challenge");
    assert_eq!(club.tables.challenges(&bo).expect("the store").len(), 1);
    visit.delete(SystemTime::now()).expect("deleted");
    assert!(club.tables.all().iter().all(|listed| listed.key != table));
    assert!(club.store.unfinished_tables().expect("the store").is_empty());
    assert!(club.tables.challenges(&bo).expect("the store").is_empty());
}

#[test]
fn a_table_for_a_slow_game_waits_for_two_weeks() {
    let folder = Folder::new("hosting-old");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let club = club_at(folder.path(), &time);
    let ann = member(&club, 0);
    let table = club.tables.open_table(&ann, &slow(2)).expect("a table");
    let pass = |days: u64| {
        *time.lock().expect("no panic") += Duration::from_secs(days * 24 * 60 * 60);
        club.tables.tick();
    };
    pass(13);
    assert!(club.tables.all().iter().any(|listed| listed.key == table));
    pass(1);
    assert!(club.tables.all().is_empty() && club.store.unfinished_tables().expect("the store").is_empty());
}
