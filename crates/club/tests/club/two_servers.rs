//! Two servers on one folder, both with people who play: only the newest owner of a table writes to it, and nothing
//! that the other one would lose is shown.

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant, SystemTime};

use heterodox_club::bout::Progress;
use heterodox_club::member::Member;
use heterodox_club::ratings::Ladder;
use heterodox_club::store::{StoreError, StoreLog, TableKey};
use heterodox_club::table_service::{MOVED, Seat, TableServiceError, Terms};
use heterodox_club::tournament::{Form, POINT, Phase, Plan, Tournament};
use heterodox_club::tournaments::Games;
use heterodox_club::{Club, ClubError};
use heterodox_games::GAMES;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::Variant;
use heterodox_play::players::Opponents;
use heterodox_play::record::event_log::EventLog as _;
use heterodox_play::record::journal::JournalEvent;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::command::{Refusal, SeatCommand};
use heterodox_play::session::table::{SeatHandle, Table};

use crate::database;
use crate::folder::Folder;
use crate::{club, opened};

fn game() -> &'static dyn Variant {
    *GAMES.iter().find(|game| game.spec().seats.len() == 2).expect("a game")
}

fn member(club: &Club, key: u8) -> Member {
    let (member, _) =
        club.store.member_of_key([key; 32], &format!("folder-{key}"), SystemTime::now()).expect("a member");
    member
}

fn until(what: &str, done: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(300);
    while !done() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A game of these two, rated, with a live clock.
fn started(club: &Club, people: &[Member; 2]) -> TableKey {
    let clock = ClockSetup::read("10+5").expect("a clock");
    let key = club.tables.open_table(&people[0], &Terms { rated: true, clock, ..Terms::new(game()) });
    let key = key.expect("a table");
    club.tables.sit(&people[1], key, Side::new(1), None).expect("it is free");
    key
}

/// The handle of whoever is on turn.
fn on_turn(club: &Club, people: &[Member; 2], key: TableKey) -> Result<SeatHandle, TableServiceError> {
    let first = club.tables.handle(&people[0], key, None)?;
    let turn = first.table().newest().position.turn().index();
    if turn == 0 { Ok(first) } else { club.tables.handle(&people[1], key, None) }
}

fn play(seat: &SeatHandle) -> Result<(), Refusal> {
    let view = seat.table().newest();
    let (legal, number) = (view.position.legal(), view.position.acts().len());
    let wanted = legal.get(number % legal.len().max(1)).ok_or(Refusal::Over)?;
    seat.command(SeatCommand::Play(*wanted, number))
}

/// The moves that a table shows.
fn shown(table: &Table) -> Vec<String> {
    table.newest().lines.iter().map(|line| line.text.clone()).collect()
}

/// The moves that the store has, after a look at the history: each number once, and no writer after a newer one.
fn stored(club: &Club, key: TableKey) -> Vec<String> {
    let events = StoreLog::open(&club.store, key).expect("a log").read_from(0).expect("its events");
    assert!(events.iter().zip(0..).all(|(event, number)| event.number == number));
    assert!(events.is_sorted_by_key(|event| event.epoch), "{events:?}");
    let act = |event| match event {
        JournalEvent::Act { text, .. } => Some(text),
        _ => None,
    };
    events.into_iter().filter_map(|logged| act(logged.event)).collect()
}

#[test]
fn a_second_server_of_a_folder_is_refused_while_the_first_one_lives() {
    let folder = Folder::new("alone");
    let serve = || database::serve(folder.path());
    let first = Club::on(serve().expect("a store"), folder.path(), &Opponents::default()).expect("a club");
    let refused = serve().expect_err("the folder is in use");
    assert!(matches!(refused, StoreError::InUse { .. }), "{refused}");
    drop(first);
    until("the first one has ended", || serve().is_ok());
}

#[test]
fn an_owner_that_was_replaced_changes_nothing_and_says_so() {
    let (folder, first) = club("replaced");
    let people = [member(&first, 1), member(&first, 2)];
    let _here: Vec<_> = people.iter().map(|who| first.enter(who.clone())).collect();
    let key = started(&first, &people);
    let table = Arc::clone(first.tables.handle(&people[0], key, None).expect("a game").table());
    play(&on_turn(&first, &people, key).expect("a game")).expect("their turn");
    until("the move is shown", || shown(&table).len() == 1);
    let slow = Terms { clock: Some(ClockSetup::days(1)), ..Terms::new(game()) };
    let [waiting, left] = [(); 2].map(|()| first.tables.open_table(&people[0], &slow).expect("a table"));
    let second = opened(&folder);
    // A move at the server that was replaced: it is neither shown nor stored, and the table is gone there.
    let before = shown(&table);
    play(&on_turn(&first, &people, key).expect("a game")).expect("it is not known yet");
    assert_eq!(shown(&table), before);
    assert_eq!(table.newest().status.failure.as_deref(), Some("This game is played on another server now"));
    until("it is let go", || first.tables.why_gone(key) == Some(MOVED));
    assert!(first.tables.listed(&people[0], key).is_none());
    // Seats, and tables that are closed.
    let sits = |club: &Club| club.tables.sit(&people[1], waiting, Side::new(1), None);
    let refused = sits(&first).expect_err("it has moved");
    assert_eq!(
        (refused.to_string().as_str(), first.tables.why_gone(waiting)),
        ("this table has moved to another server", Some(MOVED))
    );
    let refused = first.tables.leave(&people[0], left).expect_err("it has moved");
    assert!(matches!(refused, TableServiceError::Store(StoreError::Replaced { .. })), "{refused}");
    // The one that has them goes on.
    sits(&second).expect("it is free there");
    second.tables.leave(&people[0], left).expect("left");
    let seats = second.tables.listed(&people[0], waiting).expect("a table").seats;
    assert!(seats.iter().all(|seat| matches!(seat, Seat::Person { .. })), "{seats:?}");
    let _here: Vec<_> = people.iter().map(|who| second.enter(who.clone())).collect();
    let other = Arc::clone(second.tables.handle(&people[0], key, None).expect("a game").table());
    for number in 2..=12 {
        play(&on_turn(&second, &people, key).expect("a game")).expect("their turn");
        until("the move is shown", || shown(&other).len() == number);
    }
    let seat = on_turn(&second, &people, key).expect("a game");
    seat.command(SeatCommand::Resign(seat.table().newest().position.turn())).expect("resigned");
    until("the end is stored", || second.tables.finished(key).is_ok_and(|finished| finished.is_some()));
    assert_eq!(stored(&second, key).len(), 12);
    // It is rated with its end, once.
    let setup = second.tables.finished(key).expect("the store").expect("over").setup;
    let ladder = Ladder::of(&setup).expect("a ladder");
    for who in &people {
        let standing = second.standing(who.id, &ladder).expect("the store").expect("it is rated");
        assert_eq!(standing.games, 1);
    }
    drop((first, second));
    let third = opened(&folder);
    assert!(third.store.untold_tables().expect("the store").is_empty());
    assert_eq!(third.standing(people[0].id, &ladder).expect("the store").expect("rated").games, 1);
}

#[test]
fn every_move_that_one_of_many_servers_has_shown_is_stored() {
    let (folder, club) = club("many-servers");
    let people = [member(&club, 1), member(&club, 2)];
    let keys: Vec<TableKey> = {
        let _here: Vec<_> = people.iter().map(|who| club.enter(who.clone())).collect();
        (0..4).map(|_| started(&club, &people)).collect()
    };
    let mut servers = vec![club];
    let mut seen: Vec<(TableKey, Vec<String>)> = Vec::new();
    for round in 0..12 {
        // All servers play at all tables at the same moment at which one more takes them.
        let start = Barrier::new(servers.len() + 1);
        std::thread::scope(|scope| {
            for server in &servers {
                let (start, keys, people) = (&start, &keys, &people);
                scope.spawn(move || {
                    start.wait();
                    for _ in 0..6 {
                        for key in keys {
                            // A table that is not here any more is played elsewhere.
                            let Ok(seat) = on_turn(server, people, *key) else { continue };
                            let _ = play(&seat);
                        }
                    }
                });
            }
            start.wait();
        });
        let newest = if round % 3 == 2 { Some(opened(&folder)) } else { None };
        for server in &servers {
            for key in &keys {
                if let Ok(seat) = server.tables.handle(&people[0], *key, None) {
                    seen.push((*key, shown(seat.table())));
                }
            }
        }
        servers.extend(newest);
    }
    let last = servers.last().expect("a server");
    for key in &keys {
        let stored = stored(last, *key);
        assert!(stored.len() > 6, "{stored:?}");
        let shown = || seen.iter().filter(|(of, _)| of == key).map(|(_, lines)| lines);
        let longest = shown().max_by_key(|lines| lines.len()).expect("it was shown");
        assert!(longest.len() <= stored.len(), "{longest:?}");
        assert!(shown().all(|lines| longest.starts_with(lines)), "one history");
        // The newest owner shows all of it; a game that is over may be gone.
        if let Ok(seat) = last.tables.handle(&people[0], *key, None) {
            assert_eq!(self::shown(seat.table()).len(), stored.len());
        }
    }
}

/// Looks at the tournaments with games that are over at once.
fn look(club: &Club, now: SystemTime) -> Result<(), ClubError> {
    club.run_tournaments_with(
        now,
        &mut Games {
            prepare: &mut |number, tournament, draft| club.new_bout(number, tournament, draft),
            begin: &mut |_, claim| Ok(club.store.drop_table(claim)?),
            progress: &mut |_, _, _| Progress::Over(vec![POINT, 0]),
            close: &mut |_| (),
        },
    )
}

#[test]
fn two_directors_start_each_game_of_a_tournament_once() {
    let (folder, first) = club("directors");
    let ann = member(&first, 1);
    let number = first.make_tournament(&ann, Plan::new(Form::RoundRobin, game(), "3+2", false), SystemTime::now());
    let number = number.expect("a tournament");
    for key in 3..10 {
        first.join_tournament(number, &member(&first, key)).expect("joined");
    }
    let second = opened(&folder);
    first.start_tournament(number, &ann, SystemTime::now()).expect("started");
    // One that joins there now reads that it has started, whatever it knew.
    let bo = member(&second, 2);
    assert!(second.join_tournament(number, &bo).is_err());
    let over = |club: &Club| club.tournament(number).is_some_and(|one| one.phase == Phase::Over);
    std::thread::scope(|scope| {
        for club in [&first, &second] {
            scope.spawn(move || {
                let end = Instant::now() + Duration::from_secs(300);
                while !over(club) {
                    assert!(Instant::now() < end, "{:?}", club.tournament(number));
                    look(club, SystemTime::now()).expect("the store");
                }
            });
        }
    });
    let all: Vec<Tournament> = [&first, &second].map(|club| club.tournament(number).expect("it is there")).into();
    assert_eq!(all[0], all[1]);
    let pairs = |seats: &[Option<usize>]| seats.iter().flatten().copied().collect::<BTreeSet<usize>>();
    let played: BTreeSet<BTreeSet<usize>> = all[0].bouts.iter().map(|bout| pairs(&bout.seats)).collect();
    let tables: BTreeSet<Option<i64>> = all[0].bouts.iter().map(|bout| bout.table).collect();
    assert_eq!((all[0].bouts.len(), played.len(), tables.len()), (28, 28, 28), "each pair of eight once");
}
