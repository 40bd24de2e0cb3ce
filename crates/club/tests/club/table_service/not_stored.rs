//! Moves that the store cannot take: nobody sees them, the game waits with its clocks, all are told, and nothing is lost
//! when there is room again.

use std::sync::{Arc, Barrier};

use heterodox_club::store::sql::params;
use heterodox_club::store::{Store, StoreError, StoreLog, TableKey, sql};
use heterodox_club::table_service::{Doing, Terms};
use heterodox_club::{Club, DATABASE};
use heterodox_kernel::side::Side;
use heterodox_play::record::event_log::EventLog as _;
use heterodox_play::record::journal::JournalEvent;
use heterodox_play::session::setup::ClockSetup;
use heterodox_play::session::table::SeatHandle;
use heterodox_play::session::table::command::{Refusal, SeatCommand};
use rusqlite::Connection;

use super::troubles::{OVER, listen};
use super::{game, member, play_on, until};
use crate::database;
use crate::{club, opened};

/// Refuses moves, as a full disk does: a part of the transaction, or all of it.
fn refuse(database: &Connection, how: &str) {
    let sql = format!("CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT RAISE({how}, 'no room'); END");
    database.execute_batch(&sql).expect("a trigger");
}

fn moves(club: &Club, key: TableKey) -> usize {
    let log = StoreLog::open(&club.store, key).expect("a log").read_from(0).expect("it reads");
    log.iter().filter(|logged| matches!(logged.event, JournalEvent::Act { .. })).count()
}

fn shown(seat: &SeatHandle) -> usize {
    seat.table().newest().position.acts().len()
}

#[test]
fn a_move_that_cannot_be_stored_is_not_shown_and_is_played_later() {
    for how in ["ABORT", "ROLLBACK"] {
        let (folder, club) = club(&format!("not-stored-{how}"));
        let (ann, bo) = (member(&club, 0), member(&club, 1));
        let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
        let told = listen(&club);
        let terms = Terms { clock: ClockSetup::read("10+5").expect("a clock"), ..Terms::new(game(2)) };
        let key = club.tables.open_table(&ann, &terms).expect("a table");
        club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
        let seats = [&ann, &bo].map(|who| club.tables.handle(who, key, None).expect("a game"));
        play_on(&seats[0]);
        play_on(&seats[1]);
        let Some(database) = database::file(folder.path()) else { return };
        refuse(&database, how);
        let view = seats[0].table().newest();
        let mv = view.position.legal()[0];
        seats[0].command(SeatCommand::Play(mv, 2)).expect("her turn");
        until("it is told", || !told.lock().expect("no panic").is_empty());
        until("the players see it", || seats[1].table().newest().status.unsaved);
        {
            let told = told.lock().expect("no panic");
            let [(Doing::Moves, Some(table), people, words)] = told.as_slice() else { panic!("{told:?}") };
            assert_eq!(
                (*table, people.as_slice(), Doing::Moves.word()),
                (key.0, [ann.id, bo.id].as_slice(), "save")
            );
            assert!(words.contains("1 move was not saved") && words.contains("no room"), "{words}");
        }
        // Nobody sees it, nobody can go on, and no clock runs.
        assert_eq!((shown(&seats[0]), shown(&seats[1]), moves(&club, key)), (2, 2, 2));
        for seat in &seats {
            assert_eq!(seat.command(SeatCommand::Play(mv, 2)), Err(Refusal::NotStored));
            assert_eq!(seat.command(SeatCommand::Resign(Side::FIRST)), Err(Refusal::NotStored));
        }
        assert_eq!(seats[0].table().newest().flag_falls(), None);
        let unsaved = club.tables.unsaved();
        assert_eq!(
            unsaved.iter().map(|(key, _, loss)| (key.0, loss.unsaved.moves)).collect::<Vec<_>>(),
            [(key.0, 1)]
        );
        assert_eq!(club.tables.troubles().len(), 1);
        // There is room again.
        database.execute_batch("DROP TRIGGER refuse").expect("it is gone");
        club.tables.save_now();
        until("the move", || shown(&seats[1]) == 3);
        until("that it is over", || told.lock().expect("no panic").len() == 2);
        assert_eq!(told.lock().expect("no panic")[1].3, OVER);
        assert!(club.tables.troubles().is_empty() && club.tables.unsaved().is_empty());
        play_on(&seats[1]);
        assert_eq!((shown(&seats[0]), moves(&club, key)), (4, 4));
        assert!(seats[0].table().newest().flag_falls().is_some(), "the clock runs");
    }
}

#[test]
fn a_game_that_is_not_stored_at_the_end_is_where_its_board_was() {
    let (folder, club) = club("not-stored-end");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seat = club.tables.handle(&ann, key, None).expect("a game");
    play_on(&seat);
    let Some(database) = database::file(folder.path()) else { return };
    refuse(&database, "ABORT");
    let other = club.tables.handle(&bo, key, None).expect("a game");
    let view = other.table().newest();
    other.command(SeatCommand::Play(view.position.legal()[0], 1)).expect("his turn");
    let (last, fen) = (shown(&seat), seat.table().newest().position.fen());
    std::mem::forget((here, club));
    database.execute_batch("DROP TRIGGER refuse").expect("it is gone");
    let club = opened(&folder);
    let seat = club.tables.handle(&ann, key, None).expect("a game");
    assert_eq!((shown(&seat), seat.table().newest().position.fen()), (last, fen));
}

#[test]
fn a_table_that_finds_a_full_disk_at_the_start_is_resumed_when_there_is_room() {
    let (folder, club) = club("full-start");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    play_on(&club.tables.handle(&ann, key, None).expect("a game"));
    std::mem::forget((here, club));
    let Some(database) = database::file(folder.path()) else { return };
    let sql = "CREATE TRIGGER refuse BEFORE UPDATE OF epoch ON tables BEGIN SELECT RAISE(ABORT, 'no room'); END";
    database.execute_batch(sql).expect("a trigger");
    let club = opened(&folder);
    assert_eq!(club.tables.broken(ann.id).len(), 1, "nothing is played on a log that nobody can write");
    database.execute_batch("DROP TRIGGER refuse").expect("it is gone");
    club.tables.tick();
    assert!(club.tables.broken(ann.id).is_empty() && club.tables.troubles().is_empty());
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    play_on(&club.tables.handle(&bo, key, None).expect("a game"));
    assert_eq!(moves(&club, key), 2);
}

/// What comes after the end of a transaction in the same group is either stored, or its owner reads that it is not.
#[test]
fn a_full_disk_in_the_middle_of_a_group_is_told_to_all_of_it() {
    let (folder, club) = club("group");
    drop(club);
    let store = Arc::new(Store::open(&folder.join(DATABASE)).expect("a file"));
    let make = |connection: &sql::Connection, sql: &str| Ok(connection.execute_batch(sql)?);
    store.write(move |connection| make(connection, "CREATE TABLE kept (number INTEGER)")).expect("a table");
    let (begun, go_on) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let holds = std::thread::spawn({
        let (store, begun, go_on) = (Arc::clone(&store), Arc::clone(&begun), Arc::clone(&go_on));
        move || {
            store.write(move |_| {
                begun.wait();
                go_on.wait();
                Ok(())
            })
        }
    });
    begun.wait();
    // While the first change holds the thread, the others wait for one transaction.
    let ends = std::thread::spawn({
        let store = Arc::clone(&store);
        move || store.write(move |connection| make(connection, "ROLLBACK; SELECT no_room()"))
    });
    let others: Vec<_> = (0..8)
        .map(|number| {
            let store = Arc::clone(&store);
            let insert = move |connection: &sql::Connection| {
                connection
                    .execute("INSERT INTO kept VALUES (?1)", params![number])
                    .map(drop)
                    .map_err(StoreError::from)
            };
            std::thread::spawn(move || (number, store.write(insert)))
        })
        .collect();
    go_on.wait();
    holds.join().expect("no panic").expect("it is made");
    ends.join().expect("no panic").expect_err("it fails");
    let told: Vec<(i64, bool)> = { others }
        .into_iter()
        .map(|other| other.join().expect("no panic"))
        .map(|(number, done)| (number, done.is_ok()))
        .collect();
    for (number, is_told) in told {
        let count = store.read(|connection| {
            let sql = "SELECT count(*) FROM kept WHERE number = ?1";
            Ok(connection.one(sql, params![number], |row| row.get::<_, i64>(0))?)
        });
        assert_eq!(count.expect("a store") == 1, is_told, "change {number}");
    }
}
