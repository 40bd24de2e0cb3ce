//! Whole games, with threads, files and real time.

use super::*;
use crate::files::folder::Folder;
use crate::games::{GAMES, Registry};
use crate::players::Opponents;
use crate::rules::side::Side;
use crate::session::archive::ENDING;
use crate::session::setup::{ClockSetup, SeatKind, Start};
use std::fs;
use std::sync::mpsc::RecvTimeoutError;

mod troubles;

fn bell() -> (Notify, Receiver<()>) {
    let (sender, rings) = channel();
    let sender = std::sync::Mutex::new(sender);
    let ring = move || {
        let _ = sender.lock().expect("no panic").send(());
    };
    (Arc::new(ring), rings)
}

/// Waits until a condition is true.
fn until(game: &mut Match, rings: &Receiver<()>, what: &str, so: impl Fn(&Match) -> bool) {
    let begun = Instant::now();
    while !so(game) {
        assert!(begun.elapsed() < Duration::from_secs(300), "{what}");
        let _ = rings.recv_timeout(Duration::from_secs(1));
        game.poll(Instant::now());
    }
}

fn people(id: &str) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(Registry::default().find(id).expect("a game"), 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human("Ann".to_owned()));
    setup
}

/// Plays this many moves, each after the one before it is synced.
fn play(game: &mut Match, rings: &Receiver<()>, plies: usize) {
    for _ in 0..plies {
        let (mv, lines) = (game.view().position().legal()[0], game.view().lines().len());
        game.order(TableCommand::Play(mv), Instant::now());
        until(game, rings, "the move enters the game", |game| game.view().lines().len() > lines);
    }
}

#[test]
fn a_game_that_was_dropped_goes_on() {
    for variant in GAMES {
        let id = variant.spec().id;
        let folder = Folder::new(id);
        let (notify, rings) = bell();
        let mut setup = people(id);
        setup.clock = ClockSetup::read("5+1").expect("a clock");
        let mut game = Match::start(setup.clone(), Some(folder.path()), &Opponents::default(), Arc::clone(&notify))
            .expect("a game");
        play(&mut game, &rings, 5);
        game.order(TableCommand::Undo, Instant::now());
        until(&mut game, &rings, "one is taken back", |game| game.view().can_redo());
        let path = game.path().expect("a journal");
        assert!(
            Match::resume(&path, &Opponents::default(), Arc::clone(&notify)).is_err(),
            "two never play one game"
        );
        let (fen, lines) = (game.view().position().fen(), game.view().lines().to_vec());
        drop(game);
        assert_eq!(journal::unfinished(folder.path()).as_ref(), Some(&path));
        let mut game = Match::resume(&path, &Opponents::default(), notify).expect("the game");
        assert_eq!((game.view().position().fen(), game.view().lines()), (fen, &lines[..]));
        assert_eq!((game.view().setup(), game.view().can_redo()), (&setup, true));
        assert_eq!(game.take_announcements(), Vec::<String>::new());
        play(&mut game, &rings, 2);
    }
}

#[test]
fn the_time_used_on_a_move_counts_when_the_game_was_left() {
    let folder = Folder::new("used");
    let (notify, rings) = bell();
    let mut setup = people(GAMES[0].spec().id);
    setup.clock = ClockSetup::read("5+1").expect("a clock");
    let mut game =
        Match::start(setup, Some(folder.path()), &Opponents::default(), Arc::clone(&notify)).expect("a game");
    play(&mut game, &rings, 2);
    let after = game.view().entries()[1].after.expect("a clock")[Side::FIRST];
    let whole_millis = |time: Duration| Duration::from_millis(time.as_millis() as u64);
    let shown =
        |game: &Match| whole_millis(game.view().clock(Side::FIRST, game.since(Instant::now())).expect("a clock"));
    while shown(&game) >= whole_millis(after) {
        std::thread::yield_now();
    }
    let path = game.path().expect("a journal");
    drop(game);
    let found = journal::read(&path).expect("a journal");
    let Some(JournalEvent::Clock { clocks }) = found.records.last() else { panic!("{:?}", found.records) };
    let game = Match::resume(&path, &Opponents::default(), notify).expect("the game");
    let left = game.view().clock(Side::FIRST, Duration::ZERO).expect("a clock");
    assert_eq!(left, Duration::from_millis(clocks[0]));
    assert!(left < after, "{left:?} of {after:?}");
}

#[test]
fn a_game_in_which_nothing_was_done_leaves_nothing_behind() {
    for variant in GAMES {
        let folder = Folder::new(&format!("nothing-{}", variant.spec().id));
        let (notify, rings) = bell();
        let usual = people(variant.spec().id);
        let own = MatchSetup { start: Start::Fen(usual.begin().expect("it begins").fen()), ..usual.clone() };
        for (setup, plies, kept) in [(&usual, 0, false), (&usual, 1, true), (&own, 0, true)] {
            let mut game =
                Match::start(setup.clone(), Some(folder.path()), &Opponents::default(), Arc::clone(&notify))
                    .expect("a game");
            play(&mut game, &rings, plies);
            // What was taken back can still be played again.
            game.order(TableCommand::Undo, Instant::now());
            until(&mut game, &rings, "all is taken back", |game| game.view().lines().is_empty());
            let path = game.path().expect("a journal");
            assert!(path.exists());
            drop(game);
            assert_eq!(path.exists(), kept, "{} {plies}", variant.spec().id);
        }
    }
}

#[test]
fn a_game_that_is_over_becomes_a_file_of_its_own() {
    for variant in GAMES {
        let spec = variant.spec();
        let folder = Folder::new(&format!("over-{}", spec.id));
        let (notify, rings) = bell();
        let mut setup = people(spec.id);
        setup.clock = ClockSetup::read("10+5").expect("a clock");
        let mut game =
            Match::start(setup.clone(), Some(folder.path()), &Opponents::default(), notify).expect("a game");
        play(&mut game, &rings, 6);
        for side in spec.sides().skip(1) {
            game.order(TableCommand::Resign(side), Instant::now());
        }
        until(&mut game, &rings, "it is over", |game| game.view().ending().is_some());
        let (journal, fen) = (game.path().expect("a journal"), game.view().position().fen());
        let words = game.view().ending().expect("it is over").words.clone();
        drop(game);
        let path = journal.with_extension(ENDING);
        assert!(!journal.exists(), "{} is there once", spec.id);
        let text = fs::read_to_string(&path).expect("the file");
        let read = crate::record::pgn::read(&text).remove(0);
        assert_eq!(read.problems, [], "{text}");
        let game = read.game.expect("the game");
        assert_eq!(game.end().fen(), fen, "{text}");
        assert_eq!(game.tree.node(game.tree.last()).notes.comments, [words], "{text}");
        assert_eq!(game.player(Side::FIRST), "Ann");
    }
}

#[test]
fn computers_play_by_themselves_and_stop_at_once() {
    for variant in GAMES {
        let (notify, rings) = bell();
        let mut setup = people(variant.spec().id);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Computer(1));
        let mut game = Match::start(setup, None, &Opponents::default(), notify).expect("a game");
        assert!(game.take_announcements()[0].starts_with("Not saved"), "that nothing is kept is said");
        game.order(TableCommand::Pace(Duration::ZERO), Instant::now());
        until(&mut game, &rings, "three moves", |game| game.view().lines().len() >= 3);
        game.order(TableCommand::Pace(Duration::from_secs(3600)), Instant::now());
        game.order(TableCommand::Pause(true), Instant::now());
        game.order(TableCommand::Pause(false), Instant::now());
        let begun = Instant::now();
        drop(game);
        assert!(begun.elapsed() < Duration::from_secs(300), "leaving waits for nobody");
        // The channel closes when the last thread has ended.
        while rings.recv_timeout(Duration::from_secs(300)) != Err(RecvTimeoutError::Disconnected) {
            assert!(begun.elapsed() < Duration::from_secs(300), "no thread stays behind");
        }
    }
}

#[test]
fn nobody_is_woken_while_a_person_thinks() {
    let folder = Folder::new("idle");
    let (notify, rings) = bell();
    let mut game = Match::start(people(GAMES[0].spec().id), Some(folder.path()), &Opponents::default(), notify)
        .expect("a game");
    play(&mut game, &rings, 2);
    // What was still on its way comes first, on a busy machine late.
    let is_quiet = || rings.recv_timeout(Duration::from_millis(300)) == Err(RecvTimeoutError::Timeout);
    assert!((0..1000).any(|_| is_quiet() && is_quiet() && is_quiet()));
    assert!(!game.poll(Instant::now()) && game.flag_falls().is_none());
}

#[test]
fn a_damaged_journal_goes_on_from_what_is_whole() {
    for variant in GAMES {
        let id = variant.spec().id;
        let folder = Folder::new(&format!("damaged-{id}"));
        let (notify, rings) = bell();
        let mut game = Match::start(people(id), Some(folder.path()), &Opponents::default(), Arc::clone(&notify))
            .expect("a game");
        play(&mut game, &rings, 4);
        let path = game.path().expect("a journal");
        drop(game);
        let mut bytes = fs::read(&path).expect("a file");
        let start = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).expect("three lines").0;
        bytes[start + 15] ^= 1;
        fs::write(&path, &bytes).expect("a file");
        let mut game =
            Match::resume(&path, &Opponents::default(), Arc::clone(&notify)).expect("the game up to there");
        assert_eq!(game.view().lines().iter().filter(|line| line.is_move).count(), 2);
        let message = game.take_announcements().join(" ");
        assert!(
            message.contains("line 4") && message.contains("When you continue, the damaged part is moved"),
            "{message}"
        );
        assert_eq!((fs::read(&path).expect("a file"), game.path()), (bytes.clone(), Some(path.clone())));
        play(&mut game, &rings, 3);
        let message = game.take_announcements().join(" ");
        assert!(message.contains("damaged-1"), "{message}");
        let fen = game.view().position().fen();
        drop(game);
        assert_eq!(fs::read(path.with_extension("damaged-1")).expect("kept"), bytes);
        let mut game = Match::resume(&path, &Opponents::default(), notify).expect("the game");
        assert_eq!((game.view().position().fen(), game.take_announcements()), (fen, vec![]));
    }
}

#[test]
fn events_that_do_not_fit_are_put_aside() {
    let folder = Folder::new("unfit");
    let (notify, rings) = bell();
    let mut game =
        Match::start(people(GAMES[0].spec().id), Some(folder.path()), &Opponents::default(), Arc::clone(&notify))
            .expect("a game");
    play(&mut game, &rings, 1);
    let path = game.path().expect("a journal");
    drop(game);
    let (mut journal, _) = Journal::resume(&path).expect("a journal");
    let act = JournalEvent::Act { text: "nonsense".to_owned(), why: None, clocks: vec![] };
    assert!(journal.append(&act).1.is_ok() && journal.append(&JournalEvent::Decline { what: None }).1.is_ok());
    drop(journal);
    let mut game = Match::resume(&path, &Opponents::default(), Arc::clone(&notify)).expect("the game up to there");
    assert!(game.take_announcements().join(" ").contains("line 3: this event does not fit"));
    play(&mut game, &rings, 2);
    drop(game);
    let mut game = Match::resume(&path, &Opponents::default(), notify).expect("the game");
    assert_eq!((game.view().lines().len(), game.take_announcements()), (3, vec![]));
}

#[test]
fn the_game_goes_on_where_nothing_can_be_written() {
    let folder = Folder::new("no-folder");
    fs::remove_dir(folder.path()).expect("it is empty");
    fs::write(folder.path(), "a file in its place").expect("a file");
    let (notify, rings) = bell();
    let mut game = Match::start(people(GAMES[0].spec().id), Some(folder.path()), &Opponents::default(), notify)
        .expect("a game");
    assert!(game.take_announcements()[0].contains("Not saved"));
    play(&mut game, &rings, 3);
    assert_eq!((game.path(), game.take_announcements()), (None, vec![]), "told once");
    fs::remove_file(folder.path()).expect("it was there");
}

#[test]
fn a_flag_falls_by_itself() {
    let (notify, rings) = bell();
    let mut setup = people(GAMES[0].spec().id);
    setup.clock =
        Some(ClockSetup { start: Duration::from_millis(30), increment: Duration::ZERO, each_move: false });
    let mut game = Match::start(setup, None, &Opponents::default(), notify).expect("a game");
    assert_eq!(game.flag_falls(), None);
    play(&mut game, &rings, 1);
    let falls = game.flag_falls().expect("a clock runs");
    assert!(!game.poll(falls.checked_sub(Duration::from_millis(1)).expect("later than the boot")));
    assert!(game.poll(falls));
    assert_eq!(game.view().ending().map(|ending| ending.cause.as_str()), Some("time"));
    assert_eq!((game.view().position().turn(), game.flag_falls()), (Side::new(1), None));
}

#[test]
fn a_computer_answers_after_a_pause_at_every_level() {
    for level in [1, 4] {
        let pace = Duration::from_secs(3600);
        let (notify, rings) = bell();
        let setup = MatchSetup::against_computer(GAMES[2], level);
        let opponents = Opponents { pace, ..Opponents::default() };
        let mut game = Match::start(setup, None, &opponents, notify).expect("a game");
        let moved = Instant::now();
        play(&mut game, &rings, 1);
        until(&mut game, &rings, "it has an answer", |game| game.early.is_some());
        assert_eq!(game.view().lines().len(), 1, "which nobody sees yet");
        let due = game.due().expect("it comes");
        assert!(due >= moved + pace);
        assert!(!game.poll(due.checked_sub(Duration::from_millis(1)).expect("a time")));
        assert!(game.poll(due));
        assert_eq!(game.view().lines().len(), 2);
    }
}
