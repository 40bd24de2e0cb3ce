//! What the table service cannot do is told: to the operator, and to the people whom it concerns.

use std::fs;
use std::sync::{Arc, Mutex};

use heterodox_club::Club;
use heterodox_club::member::MemberId;
use heterodox_club::table_service::{Doing, Terms, TroubleHook};
use heterodox_kernel::side::Side;
use heterodox_play::session::table::command::SeatCommand;

use super::{game, member, play_on, until};
use crate::database;
use crate::{club, opened};

pub(super) type Told = Arc<Mutex<Vec<(Doing, Option<i64>, Vec<MemberId>, String)>>>;

/// What a trouble that is over has instead of an error.
pub(super) const OVER: &str = "over";

/// Keeps what is told of a club.
pub(super) fn listen(club: &Club) -> Told {
    let told = Told::default();
    let list = Arc::clone(&told);
    let hook: TroubleHook = Arc::new(move |trouble| {
        let table = trouble.table.map(|key| key.0);
        let words = trouble.error.as_ref().map_or_else(|| OVER.to_owned(), ToString::to_string);
        let told = (trouble.doing, table, trouble.people.clone(), words);
        list.lock().expect("no panic").push(told);
    });
    club.tables.on_trouble(&hook);
    told
}

#[test]
fn a_game_that_cannot_be_written_is_over_all_the_same_and_is_written_later() {
    let (folder, club) = club("unwritable");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let told = listen(&club);
    let games = |key: u8| folder.join(format!("players/folder-{key}/games"));
    // Where the folder of Ann's games should be, there is a file.
    fs::create_dir_all(folder.join("players/folder-0")).expect("a folder");
    fs::write(games(0), "").expect("a file");
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seat = club.tables.handle(&ann, key, None).expect("a game");
    play_on(&seat);
    seat.command(SeatCommand::Resign(Side::FIRST)).expect("she may");
    until("the result", || club.tables.finished(key).expect("a store").is_some());
    let count = |key: u8| fs::read_dir(games(key)).map_or(0, Iterator::count);
    assert_eq!((count(0), count(1)), (0, 1), "Bo has the game");
    // The table service tries again, and says it once only.
    club.tables.tick();
    {
        let told = told.lock().expect("no panic");
        let [(Doing::Save, Some(table), people, words)] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!((*table, people.as_slice()), (key.0, [ann.id].as_slice()));
        assert!(words.contains("folder-0/games") && words.contains("the game cannot be saved: "), "{words}");
        assert!(Doing::Save.words().is_some(), "Ann is told");
    }
    fs::remove_file(games(0)).expect("it is ours");
    club.tables.tick();
    assert_eq!((count(0), count(1)), (1, 1));
    assert!(
        told.lock()
            .expect("no panic")
            .iter()
            .any(|(doing, .., words)| (*doing, words.as_str()) == (Doing::Save, OVER))
    );
    let read = |key: u8| fs::read_dir(games(key)).expect("a folder").flatten().next().expect("a file").path();
    let texts = [0, 1].map(|key| fs::read_to_string(read(key)).expect("a game"));
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn a_table_that_cannot_be_resumed_is_told_and_the_others_are_there() {
    let (folder, club) = club("broken");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let [broken, whole] = [(); 2].map(|()| {
        let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
        club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
        play_on(&club.tables.handle(&ann, key, None).expect("a game"));
        key
    });
    // Nothing of it is closed, as after a crash.
    std::mem::forget((here, club));
    let Some(database) = database::file(folder.path()) else { return };
    let sql = "UPDATE events SET line = 'no event' WHERE game = ?1 AND number = 0";
    assert_eq!(database.execute(sql, [broken.0]).expect("it is changed"), 1);
    drop(database);
    let club = opened(&folder);
    let told = listen(&club);
    let told = told.lock().expect("no panic");
    let [(Doing::Resume, Some(table), people, words)] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((*table, people.as_slice()), (broken.0, [ann.id, bo.id].as_slice()));
    assert!(!words.is_empty());
    assert!(club.tables.listed(&ann, broken).is_none() && club.tables.listed(&ann, whole).is_some());
    let list = |who| club.tables.broken(who).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!((list(ann.id), list(bo.id), list(member(&club, 2).id)), (vec![broken], vec![broken], vec![]));
}

#[test]
fn an_end_that_cannot_be_stored_is_told_to_both_and_stored_later() {
    let (folder, club) = club("no-end");
    let (ann, bo) = (member(&club, 0), member(&club, 1));
    let _here = [&ann, &bo].map(|who| club.enter(who.clone()));
    let told = listen(&club);
    let key = club.tables.open_table(&ann, &Terms::new(game(2))).expect("a table");
    club.tables.sit(&bo, key, Side::new(1), None).expect("it is free");
    let seat = club.tables.handle(&ann, key, None).expect("a game");
    play_on(&seat);
    // The database refuses results, as if its disk was full for them.
    let Some(database) = database::file(folder.path()) else { return };
    let refuse = "CREATE TRIGGER refuse BEFORE UPDATE OF ended ON hall BEGIN SELECT RAISE(ABORT, 'no room'); END";
    database.execute_batch(refuse).expect("a trigger");
    seat.command(SeatCommand::Resign(Side::FIRST)).expect("she may");
    until("it is told", || !told.lock().expect("no panic").is_empty());
    club.tables.tick();
    {
        let told = told.lock().expect("no panic");
        let [(Doing::End, Some(table), people, words)] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!((*table, people.as_slice()), (key.0, [ann.id, bo.id].as_slice()));
        assert!(words.contains("no room"), "{words}");
    }
    database.execute_batch("DROP TRIGGER refuse").expect("it is gone");
    club.tables.tick();
    assert!(club.tables.finished(key).expect("a store").is_some());
    // Who reads that it cannot be stored reads that it is, too.
    let (doing, .., words) = told.lock().expect("no panic").pop().expect("it is told");
    assert_eq!((doing, words.as_str()), (Doing::End, OVER));
    assert!(Doing::End.words_after().is_some());
}
