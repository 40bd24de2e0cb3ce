//! Tables of people: open tables, challenges, seats.

mod challenges;
mod evaluation;
mod hosting;
mod not_stored;
mod places;
mod slow;
mod together;
mod troubles;
mod whole_games;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::Club;
use heterodox_club::member::Member;
use heterodox_club::store::StoreLog;
use heterodox_club::table_service::{Seat, TableServiceError, Terms, Wanted};
use heterodox_games::GAMES;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Variant;
use heterodox_play::players::Opponents;
use heterodox_play::record::event_log::EventLog as _;
use heterodox_play::record::journal::JournalEvent;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::SeatHandle;
use heterodox_play::session::table::command::{Refusal, SeatCommand};

use super::club;
use crate::database;
use crate::folder::Folder;

/// A member of the club with a key of their own.
pub(crate) fn member(club: &Club, key: u8) -> Member {
    let (mut member, _) =
        club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now()).expect("a member");
    member.name = Some(["ann", "bo", "cy", "di", "eve"][usize::from(key) % 5].to_owned());
    member
}

/// The club in this folder, with a clock that the test sets.
fn club_at(folder: &Path, time: &Arc<Mutex<SystemTime>>) -> Arc<Club> {
    let time = Arc::clone(time);
    let now = Arc::new(move || *time.lock().expect("no panic"));
    database::open_at(folder, &Opponents::default(), now).expect("a club")
}

/// Waits for something that other threads do.
fn until(what: &str, done: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(300);
    while !done() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The first game with this many seats.
pub(crate) fn game(seats: usize) -> &'static dyn Variant {
    *GAMES.iter().find(|game| game.spec().seats.len() == seats).expect("there is one")
}

/// The first legal move, by the player of this handle, once it is in the game.
pub(crate) fn play_on(seat: &SeatHandle) {
    let lines = seat.table().newest().lines.len();
    play(seat).expect("their turn");
    until("the move enters the game", || seat.table().newest().lines.len() > lines);
}

/// The first legal move, by the player of this handle.
fn play(seat: &SeatHandle) -> Result<(), Refusal> {
    let view = seat.table().newest();
    seat.command(SeatCommand::Play(view.position.legal()[0], view.position.acts().len()))
}

#[test]
fn a_table_is_opened_found_and_played_by_two() {
    let (_folder, club) = club("two");
    let (ann, bo, guest) = (member(&club, 0), member(&club, 1), Member::guest(3));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    let listed = club.lobby().tables.last().cloned().expect("everybody sees it");
    assert_eq!((listed.key, listed.own, listed.is_open(), listed.table.is_some()), (key, None, true, false));
    assert!(
        matches!(club.tables.handle(&guest, key, None), Err(TableServiceError::NoTable)),
        "nothing to watch yet"
    );
    assert!(matches!(club.tables.sit(&ann, key, Side::new(1), None), Err(TableServiceError::Seated)));
    assert!(matches!(club.tables.sit(&bo, key, Side::FIRST, None), Err(TableServiceError::NotFree)));
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let [own, other, watcher] = [&ann, &bo, &guest].map(|who| club.tables.handle(who, key, None).expect("a game"));
    assert_eq!(
        play(&other),
        Err(Refusal::NotYourTurn { turn: other.table().newest().position.spec().seat(Side::FIRST).name })
    );
    assert_eq!(play(&watcher), Err(Refusal::NotSeated));
    play_on(&own);
    play_on(&other);
    assert!(matches!(club.tables.leave(&ann, key), Err(TableServiceError::TooLate)));
}

#[test]
fn the_club_is_where_it_was_after_it_was_killed() {
    let folder = Folder::new("killed");
    let open = || database::open(folder.path(), &Opponents::default()).expect("a club");
    let club = open();
    let (ann, bo, cy) = (member(&club, 0), member(&club, 1), member(&club, 2));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let running = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, running, Side::new(1), None).expect("it is free");
    play_on(&club.tables.handle(&ann, running, None).expect("a game"));
    let waiting = Terms { private: true, ..Terms::new(game(4)) };
    let waiting = club.tables.open_table(&ann, &waiting).expect("a table");
    let code = club.tables.listed(&ann, waiting).and_then(|table| table.code).expect("a code");
    club.tables.sit(&Member::guest(1), waiting, Side::new(1), Some(&code)).expect("it is free");
    club.tables.sit(&bo, waiting, Side::new(2), Some(&code.to_uppercase())).expect("it is free");
    // Nothing of it is closed: the next club finds what was committed.
    std::mem::forget((here, club));
    let club = open();
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let game = club.tables.listed(&bo, running).expect("the game in progress");
    assert_eq!((game.own, game.seats.clone()), (Some(Side::new(1)), vec![Seat::of(&ann), Seat::of(&bo)]));
    play_on(&club.tables.handle(&bo, running, None).expect("a game"));
    let table = club.tables.listed(&bo, waiting).expect("an open table");
    assert_eq!(table.seats, [Seat::of(&ann), Seat::Open, Seat::of(&bo), Seat::Open], "guests do not come back");
    assert!(club.tables.listed(&cy, waiting).is_none() && club.tables.with_code(&cy, &code).is_some());
    club.tables.fill(&ann, waiting, 1).expect("its host");
    assert!(club.tables.handle(&bo, waiting, None).is_ok());
}

#[test]
fn a_table_refuses_in_words() {
    let (_folder, club) = club("refused");
    let (ann, bo, guest) = (member(&club, 0), member(&club, 1), Member::guest(1));
    let terms = Terms::new(game(4));
    let open = |who: &Member, terms: &Terms| club.tables.open_table(who, terms).expect_err("refused").to_string();
    let rated = Terms { rated: true, ..terms.clone() };
    assert_eq!(open(&ann, &rated), "A rated game needs a clock.");
    let rated = Terms { clock: ClockSetup::read("5+3").expect("a clock"), ..rated };
    assert_eq!(open(&guest, &rated), "Only members can play a rated game: log in with a key.");
    assert_eq!(open(&ann, &Terms { seats: vec![Wanted::Host], ..terms.clone() }), "1 seats, expected 4");
    let level = Terms { seats: vec![Wanted::Computer(11); 4], ..terms.clone() };
    assert_eq!(open(&ann, &level), "11 is not a level: expected 1 to 10");
    let key = club.tables.open_table(&ann, &rated).expect("a table");
    let refused = |result: Result<(), TableServiceError>| result.expect_err("refused").to_string();
    assert_eq!(refused(club.tables.fill(&bo, key, 3)), "Only ann can do that.");
    assert_eq!(refused(club.tables.leave(&bo, key)), "You have no seat at this table.");
    club.tables.leave(&ann, key).expect("its host");
    assert_eq!(refused(club.tables.leave(&ann, key)), "This table does not exist any more.");
    assert!(Arc::strong_count(&club) == 1 && club.tables.own(&ann).is_empty());
}

#[test]
fn a_live_game_starts_when_all_its_people_are_here() {
    let (_folder, club) = club("away");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    let here = club.enter(bo.clone());
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let table = |who| club.tables.listed(who, key).expect("a table");
    assert!(!table(&ann).is_open() && table(&ann).table.is_none(), "the host is away");
    let _here = (here, club.enter(ann.clone()));
    until("it starts", || table(&ann).table.is_some());
    // Aborting costs nothing, and leaves nothing.
    club.tables.leave(&bo, key).expect("nobody has moved twice");
    assert!(club.tables.listed(&ann, key).is_none() && club.tables.missed(&ann).expect("none").is_empty());
}

#[test]
fn a_guest_who_goes_leaves_the_seat_free() {
    let (_folder, club) = club("guests");
    let (ann, guest) = (member(&club, 0), Member::guest(7));
    let key = club.tables.open_table(&ann, &Terms::new(game(4))).expect("a table");
    let visit = club.enter(guest.clone());
    club.tables.sit(&guest, key, Side::new(2), None).expect("it is free");
    drop(visit);
    until("the seat is free", || club.tables.listed(&ann, key).is_some_and(|table| table.seats[2] == Seat::Open));
}

#[test]
fn a_computer_gives_its_seat_to_a_person() {
    let (_folder, club) = club("stand-in");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let key = club.tables.open_table(&ann, &Terms::new(game(4))).expect("a table");
    club.tables.fill(&ann, key, 1).expect("its host");
    let side = Side::new(2);
    let listed = || club.tables.listed(&bo, key).expect("a table");
    assert_eq!(
        (listed().seats[2].clone(), listed().is_free(side)),
        (Seat::Computer { level: 1, stands_in: true }, true)
    );
    club.tables.sit(&bo, key, side, None).expect("a computer stands in");
    until("it is theirs", || listed().seats[2] == Seat::of(&bo));
    assert_eq!(listed().own, Some(side));
    assert!(matches!(club.tables.sit(&bo, key, Side::new(3), None), Err(TableServiceError::Seated)));
    let handle = club.tables.handle(&bo, key, None).expect("a game");
    assert!(handle.seats().has(side));
}

#[test]
fn two_hundred_tables_each_commit_a_move() {
    let (folder, club) = club("many");
    let people: Vec<Member> = (0..20).map(|key| member(&club, key)).collect();
    let _here: Vec<_> = people.iter().map(|who| club.enter(who.clone())).collect();
    let keys: Vec<_> = (0..200)
        .map(|at| {
            let (host, other) = (&people[at % 20], &people[(at + 1) % 20]);
            let key = club.tables.open_table(host, &Terms::new(game(2))).expect("a table");
            club.tables.sit(other, key, Side::new(1), None).expect("it is free");
            (key, club.tables.handle(host, key, None).expect("a game"))
        })
        .collect();
    for (_, seat) in &keys {
        until("the start is written", || !seat.table().newest().status.waiting);
        play(seat).expect("their turn");
    }
    until("all moves are played", || keys.iter().all(|(_, seat)| seat.table().newest().lines.len() == 1));
    // What a frame would show now is in the database for everybody.
    let reader = Arc::new(database::store(folder.path()).expect("a second connection"));
    for (key, seat) in &keys {
        let events = StoreLog::open(&reader, *key).expect("a log").read_from(0).expect("its events");
        let acts = events.iter().filter(|logged| matches!(logged.event, JournalEvent::Act { .. })).count();
        assert_eq!((acts, seat.table().newest().lines.len()), (1, 1), "{key:?}");
    }
}
