//! Games whose journal cannot be written for some time.

use super::*;
use crate::record::date::Date;
use crate::record::journal::Disk;
use crate::record::journal::disk::Syncer;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn announced(game: &mut Match) -> String {
    game.take_announcements().join(" ")
}

fn start(folder: &Folder) -> (Match, Receiver<()>) {
    let (notify, rings) = bell();
    let game = Match::start(people(GAMES[0].spec().id), Some(folder.path()), &Opponents::default(), notify);
    (game.expect("a game"), rings)
}

/// Waits for an announcement, while no move is played.
fn wait_for_word(game: &mut Match, rings: &Receiver<()>) -> String {
    until(game, rings, "something is told", |game| game.referee.has_announcements());
    announced(game)
}

#[test]
fn it_is_whole_again_when_nothing_more_is_played() {
    let folder = Folder::new("again");
    let away = folder.path().with_extension("away");
    let (mut game, rings) = start(&folder);
    play(&mut game, &rings, 2);
    let path = game.path().expect("a journal");
    fs::rename(folder.path(), &away).expect("a folder");
    fs::write(folder.path(), "a file in its place").expect("a file");
    play(&mut game, &rings, 3);
    assert!(announced(&mut game).contains("Not saved"), "it is told");
    play(&mut game, &rings, 1);
    assert_eq!((announced(&mut game).as_str(), game.path()), ("", None), "once");
    fs::remove_file(folder.path()).expect("it is there");
    fs::rename(&away, folder.path()).expect("a folder");
    assert_eq!(wait_for_word(&mut game, &rings), "The game is saved again.");
    assert_eq!(game.path(), Some(path.clone()));
    assert_eq!(journal::read(&path).expect("a journal").records.len(), 7);
}

#[test]
fn a_game_that_could_not_be_kept_is_kept_when_it_can_be() {
    let folder = Folder::new("at-last");
    fs::remove_dir(folder.path()).expect("it is empty");
    fs::write(folder.path(), "a file in its place").expect("a file");
    let (mut game, rings) = start(&folder);
    assert!(announced(&mut game).contains("Not saved"));
    play(&mut game, &rings, 2);
    fs::remove_file(folder.path()).expect("it is there");
    assert_eq!(wait_for_word(&mut game, &rings), "The game is saved again.");
    let found = journal::read(&game.path().expect("a journal")).expect("a journal");
    assert_eq!(found.records.len(), 3);
}

#[test]
fn what_others_do_to_the_file_is_told() {
    let folder = Folder::new("others");
    let (mut game, rings) = start(&folder);
    play(&mut game, &rings, 1);
    fs::remove_dir_all(folder.path()).expect("a folder");
    play(&mut game, &rings, 1);
    assert!(announced(&mut game).contains("is being saved again"));
    let path = game.path().expect("a journal");
    fs::write(&path, "").expect("a file");
    play(&mut game, &rings, 1);
    assert!(announced(&mut game).contains("shortened"));
    fs::remove_file(&path).expect("a file");
    drop(game);
    assert_eq!(journal::read(&path).expect("written when it was left").records.len(), 4);
}

/// A disk whose next syncs fail.
#[derive(Clone, Debug, Default)]
struct Failing {
    bytes: Arc<Mutex<Vec<u8>>>,
    written: Arc<AtomicUsize>,
    failures: Arc<AtomicUsize>,
}

impl Disk for Failing {
    fn length(&mut self) -> io::Result<Option<u64>> {
        let length = self.bytes.lock().expect("no panic").len() as u64;
        Ok((self.written.load(Ordering::SeqCst) > 0).then_some(length))
    }

    fn renew(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.bytes.lock().expect("no panic");
        held.truncate(at as usize);
        held.extend_from_slice(bytes);
        self.written.fetch_add(1, Ordering::SeqCst);
        Ok(bytes.len())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.bytes.lock().expect("no panic").truncate(length as usize);
        Ok(())
    }

    fn syncer(&self) -> Syncer {
        let failures = Arc::clone(&self.failures);
        Box::new(move || {
            let fails =
                failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
            if fails { Err(io::Error::other("the disk is broken")) } else { Ok(()) }
        })
    }

    fn path(&self) -> Option<&Path> {
        None
    }
}

/// A game on a working disk, after two moves.
fn on(disk: &Failing) -> (Match, Receiver<()>) {
    let (notify, rings) = bell();
    let setup = people(GAMES[0].spec().id);
    let position = setup.begin().expect("a position");
    let mut game = Match::new(Referee::new(setup, position), &Opponents::default(), notify);
    game.keep(Box::new(Journal::on(Box::new(disk.clone())))).expect("a writer");
    let begin = game.referee.setup().to_event(Date::of_stamp("20260101-000000").expect("a date"));
    game.write(&begin);
    play(&mut game, &rings, 2);
    until(&mut game, &rings, "all is synced", |game| !game.referee.is_waiting());
    (game, rings)
}

#[test]
fn what_is_not_saved_is_counted_until_it_is() {
    let folder = Folder::new("counted");
    let away = folder.path().with_extension("away");
    let (mut game, rings) = start(&folder);
    play(&mut game, &rings, 2);
    let safe = |game: &Match| game.writer.as_ref().is_some_and(|writer| writer.unsaved() == Unsaved::default());
    until(&mut game, &rings, "all is synced", safe);
    assert_eq!((game.unsaved(), game.is_unsaved()), (None, false));
    fs::rename(folder.path(), &away).expect("a folder");
    fs::write(folder.path(), "a file in its place").expect("a file");
    // Even before the failure has been reported.
    let mv = game.view().position().legal()[0];
    game.order(TableCommand::Play(mv), Instant::now());
    assert_eq!(game.unsaved().map(|loss| loss.unsaved.moves), Some(1));
    play(&mut game, &rings, 2);
    assert!(game.is_unsaved());
    let loss = game.unsaved().expect("nothing is saved");
    assert_eq!((loss.unsaved.moves, loss.words().as_str()), (3, "3 moves were not saved"));
    let before = game.try_again(Instant::now());
    game.poll(Instant::now());
    assert!(game.troubles() > before && game.is_unsaved());
    let (name, text) = game.journal_text().expect("a journal");
    assert!(name.ends_with(".journal"), "{name}");
    assert_eq!(journal::parse(text.as_bytes(), Path::new("x")).expect("a journal").records.len(), 6);
    let lost = game.finish().expect("it is still not saved");
    assert_eq!(lost.unsaved.moves, 3);
    assert!(!lost.why.is_empty() && game.finish().is_none(), "told once");
    fs::remove_file(folder.path()).expect("it is there");
    fs::rename(&away, folder.path()).expect("a folder");
}

#[test]
fn a_failure_from_before_is_not_the_result_of_a_try() {
    let folder = Folder::new("before");
    let away = folder.path().with_extension("away");
    let (mut game, rings) = start(&folder);
    fs::rename(folder.path(), &away).expect("a folder");
    fs::write(folder.path(), "a file in its place").expect("a file");
    // It has failed, and that has not been reported yet.
    let mv = game.view().position().legal()[0];
    game.order(TableCommand::Play(mv), Instant::now());
    assert!(game.unsaved().is_some() && !game.is_unsaved());
    fs::remove_file(folder.path()).expect("it is there");
    fs::rename(&away, folder.path()).expect("a folder");
    let before = game.try_again(Instant::now());
    until(&mut game, &rings, "it is saved", |game| game.unsaved().is_none());
    assert_eq!((before, game.troubles()), (1, 1));
}

#[test]
fn the_last_chance_is_taken_twice() {
    let lost = |failures| {
        let disk = Failing::default();
        let (mut game, _rings) = on(&disk);
        disk.failures.store(failures, Ordering::SeqCst);
        let mv = game.view().position().legal()[0];
        game.order(TableCommand::Play(mv), Instant::now());
        let lost = game.finish();
        if let Some(lost) = &lost {
            assert_eq!((lost.unsaved.moves, lost.why.as_str()), (1, "the disk is broken"));
        }
        lost.is_some()
    };
    // It waits for a moment only, in which a busy machine may do nothing.
    assert!((0..100).any(|_| !lost(1)));
    assert!(lost(100));
}

#[test]
fn a_sync_that_fails_is_told_and_the_lines_are_written_again() {
    let disk = Failing::default();
    let (mut game, rings) = on(&disk);
    disk.failures.store(2, Ordering::SeqCst);
    play(&mut game, &rings, 2);
    let mut words = wait_for_word(&mut game, &rings);
    assert!(words.contains("the disk is broken"), "{words}");
    if !words.contains("saved again") {
        words = wait_for_word(&mut game, &rings);
    }
    assert!(words.ends_with("The game is saved again."), "{words}");
    // Each line once, and all lines again after each failure.
    assert!(disk.written.load(Ordering::SeqCst) > 5 + 4, "{disk:?}");
    let bytes = disk.bytes.lock().expect("no panic").clone();
    assert_eq!(journal::parse(&bytes, Path::new("x")).expect("a journal").records.len(), 5);
}
