//! What is kept for a time only: games that no member has played, and challenges that are over. What belongs to members
//! stays, and no number is used again.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use heterodox_club::Club;
use heterodox_club::keep::{Keep, Removed};
use heterodox_club::member::{Member, MemberId};
use heterodox_club::ratings::RatedGame;
use heterodox_club::store::{Origin, ResultRow, StoreLog, TableKey, TableRow};
use heterodox_club::table_service::{Seat, Terms, Wanted};
use heterodox_games::GAMES;
use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;
use heterodox_play::record::date::Date;
use heterodox_play::record::event_log::EventLog as _;
use heterodox_play::record::journal::JournalEvent;
use heterodox_play::session::setup::MatchSetup;

use crate::database;
use crate::folder::Folder;
use crate::{club, opened};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Events of each game.
const EVENTS: u64 = 30;

fn computer() -> Seat {
    Seat::Computer { level: 1, stands_in: false }
}

fn person(id: MemberId) -> Seat {
    Seat::Person { id, name: "somebody".to_owned() }
}

/// A finished game of these seats, with some events.
fn game(club: &Club, seats: &[Seat; 2], ended: SystemTime) -> TableKey {
    left_game(club, seats, Vec::new(), ended)
}

/// The same after these people have left their seats.
fn left_game(club: &Club, seats: &[Seat; 2], left: Vec<(usize, MemberId, String)>, ended: SystemTime) -> TableKey {
    let setup =
        MatchSetup::against_computer(GAMES[0], 1).to_event(Date::of_stamp("20260101-000000").expect("a date"));
    let setup = serde_json::to_string(&setup).expect("JSON");
    let row = TableRow {
        key: TableKey(0),
        host: MemberId::Guest(1),
        setup,
        seats: seats.to_vec(),
        rated: false,
        tournament: None,
        code: None,
        opened: ended,
        started: Some(ended),
    };
    let claim = club.store.open_table(row, Origin::Host).expect("a store").expect("a table");
    club.store.seat_table(claim, seats.to_vec(), left, Some(ended)).expect("seats");
    let mut log = StoreLog::owned(&club.store, claim).expect("a log");
    let epoch = log.claim().expect("a writer");
    for number in 0..EVENTS {
        log.append(number, epoch, &JournalEvent::Decline { what: None }).expect("an event");
    }
    let result = ResultRow {
        cause: ("resigned".to_owned(), "words".to_owned()),
        shares: vec!["1".to_owned(), "0".to_owned()],
        moves: 12,
        ended,
        seen: vec![0, 1],
    };
    let rated =
        RatedGame { table: claim.key, ladder: None, rated: false, moves: 12, time: ended, seats: Vec::new() };
    club.store.finish_table(claim, result, Some(rated)).expect("an end");
    claim.key
}

/// A number of the database.
fn number(folder: &Folder, sql: &str) -> i64 {
    database::number(folder.path(), sql)
}

#[test]
fn games_of_nobody_do_not_fill_the_database() {
    let folder = Folder::new("keep-games");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let clock = Arc::clone(&time);
    let now = Arc::new(move || *clock.lock().expect("no panic"));
    let club = database::open_at(folder.path(), &Opponents::default(), now).expect("a club");
    let (ann, _) = club.store.member_of_key([1; 32], "folder-1", SystemTime::now()).expect("a member");
    let ended = *time.lock().expect("no panic");
    let own = game(&club, &[person(ann.id), computer()], ended);
    let left = left_game(&club, &[computer(), computer()], vec![(0, ann.id, "ann".to_owned())], ended);
    for _ in 0..150 {
        game(&club, &[computer(), computer()], ended);
    }
    let guests = game(&club, &[person(MemberId::Guest(7)), computer()], ended);
    let keep = Keep { most_games: 20, ..Keep::default() };
    club.tables.set_keep(keep);
    let due = Removed { games: 131, events: 131 * EVENTS, challenges: 0 };
    assert_eq!(club.store.passed(keep, ended).expect("a count"), due);
    let games = "SELECT count(*) FROM tables";
    let all = number(&folder, games);
    club.tables.tick();
    let first = all - number(&folder, games);
    assert!((1..=50).contains(&first), "{first} at once");
    (0..2).for_each(|_| club.tables.tick());
    assert_eq!(number(&folder, games), 22, "the newest, and those of the member");
    assert_eq!(number(&folder, "SELECT count(*) FROM events"), 22 * EVENTS as i64);
    assert_eq!(club.store.figures.all_removed(), due);
    assert!(club.store.table(guests).expect("the store").is_some(), "it is the newest");
    *time.lock().expect("no panic") += 8 * DAY;
    club.tables.tick();
    let kept = [own, left].map(|key| club.store.finished_table(key).expect("the store").is_some());
    assert_eq!((number(&folder, games), kept), (2, [true, true]));
    // What an archive promises is there.
    let mut archive = Vec::new();
    club.archive(ann.id, &mut archive).expect("an archive");
    let name = format!("heterodox/tables/{}.", own.0);
    assert!(archive.windows(name.len()).any(|part| part == name.as_bytes()));
    // No number is used again, also after a restart.
    drop(club);
    let club = opened(&folder);
    assert!(game(&club, &[computer(), computer()], ended) > guests);
}

#[test]
fn challenges_that_are_over_are_removed() {
    let folder = Folder::new("keep-challenges");
    let time = Arc::new(Mutex::new(SystemTime::now()));
    let clock = Arc::clone(&time);
    let now = Arc::new(move || *clock.lock().expect("no panic"));
    let club = database::open_at(folder.path(), &Opponents::default(), now).expect("a club");
    let (ann, _) = club.store.member_of_key([1; 32], "folder-1", SystemTime::now()).expect("a member");
    for _ in 0..70 {
        let id = club.tables.challenge(&ann, None, &Terms::new(GAMES[0])).expect("a challenge");
        club.tables.withdraw(&ann, id).expect("her own");
    }
    let challenges = "SELECT count(*) FROM challenges";
    *time.lock().expect("no panic") += 29 * DAY;
    club.tables.tick();
    assert_eq!(number(&folder, challenges), 70);
    *time.lock().expect("no panic") += 2 * DAY;
    let open = club.tables.challenge(&ann, None, &Terms::new(GAMES[0])).expect("a challenge");
    (0..2).for_each(|_| club.tables.tick());
    assert_eq!(number(&folder, challenges), 1);
    club.tables.withdraw(&ann, open).expect("it is open");
}

#[test]
fn a_game_of_guests_who_are_gone_is_closed() {
    let (folder, club) = club("keep-guests");
    let guest = Member::guest(1);
    let here = club.enter(guest.clone());
    let two = *GAMES.iter().find(|game| game.spec().seats.len() == 2).expect("a game");
    let alone = Terms { seats: vec![Wanted::Host, Wanted::Computer(1)], ..Terms::new(two) };
    let key = club.tables.open_table(&guest, &alone).expect("a table");
    assert!(club.tables.listed(&guest, key).is_some_and(|listed| listed.table.is_some()), "the game has begun");
    club.tables.tick();
    assert!(club.tables.listed(&guest, key).is_some(), "its guest is here");
    drop(here);
    club.tables.tick();
    assert!(club.tables.listed(&guest, key).is_none());
    assert_eq!(number(&folder, "SELECT count(*) FROM tables"), 0);
    // With a member it goes on.
    let (ann, _) = club.store.member_of_key([1; 32], "folder-1", SystemTime::now()).expect("a member");
    let both = [club.enter(guest.clone()), club.enter(ann.clone())];
    let key = club.tables.open_table(&guest, &Terms::new(two)).expect("a table");
    club.tables.sit(&ann, key, Side::new(1), None).expect("it is free");
    drop(both);
    club.tables.tick();
    assert!(club.tables.listed(&ann, key).is_some());
}

#[test]
fn the_file_becomes_smaller_also_one_of_an_older_program() {
    let folder = Folder::new("keep-space");
    let pages = || number(&folder, "SELECT page_count FROM pragma_page_count");
    let Some(other) = database::file(folder.path()) else { return };
    other.execute_batch("CREATE TABLE made_before (text TEXT); INSERT INTO made_before VALUES ('x');").expect("it");
    assert_eq!(number(&folder, "SELECT auto_vacuum FROM pragma_auto_vacuum"), 0);
    let club = opened(&folder);
    assert_eq!(number(&folder, "SELECT auto_vacuum FROM pragma_auto_vacuum"), 2);
    assert_eq!(number(&folder, "SELECT count(*) FROM made_before"), 1);
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
                INSERT INTO made_before SELECT hex(zeroblob(4000)) FROM n;";
    other.execute_batch(fill).expect("much text");
    let full = pages();
    other.execute_batch("DELETE FROM made_before").expect("free pages");
    assert_eq!(pages(), full, "nothing is given back yet");
    (0..20).for_each(|_| club.tables.tick());
    let now = pages();
    assert!(now < full / 2, "{now} of {full} pages");
}
