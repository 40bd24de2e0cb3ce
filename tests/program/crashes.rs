//! The program killed at any moment, in a real terminal: what the screen had shown is in the journal,
//! and the game goes on from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::support::script::{Dice, Script};
use crate::support::{Folder, Session, games, program};
use heterodox::cli::picture::{bare_world, frame, scripted, text};
use heterodox::config::PieceSetting;
use heterodox::games::{Registry, built_in};
use heterodox::record::journal::{self, JournalError};
use heterodox::record::pgn;
use heterodox::rules::geometry::Square;
use heterodox::rules::zobrist::mix;
use heterodox::session::archive;

/// Large enough that the title is whole.
const SIZE: (u16, u16) = (120, 40);

/// How many moves are played at most.
const PLIES: usize = 24;

/// So many kills in each game.
fn kills() -> u64 {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { 200 } else { 15 }
}

/// The one journal of a folder, if there is one.
fn only_journal(folder: &Path) -> Option<PathBuf> {
    let all = journal::list(folder);
    assert!(all.len() <= 1, "{all:?}");
    all.into_iter().next()
}

/// Kills a game at a random number of bytes after a random move, and looks at what is left.
fn kill_in_play(script: &Script, dice: &mut Dice, resumes: bool) {
    let home = Folder::new("crash");
    let mut session = Session::start(script.command(home.path()), SIZE);
    let (after, more) = (dice.below(script.moves.len() + 1), dice.below(3000));
    let typed = if after == 0 {
        // While it starts.
        thread::sleep(Duration::from_micros(20 * more as u64));
        0
    } else {
        let mut end = None;
        script.play(&session, 0, |shown| {
            let count = session.count();
            if end.is_none() && shown >= after {
                end = Some(count + more);
            }
            end.is_some_and(|end| count >= end)
        })
    };
    session.kill();
    let shown = script.shown(&session.title());
    let Some(path) = only_journal(&games(home.path())) else {
        assert_eq!(shown, None, "what is shown is kept:\n{}", session.text());
        return;
    };
    let found = match journal::read(&path) {
        Ok(found) => found,
        Err(JournalError::NoJournal { .. }) => return assert_eq!(shown, None, "the first line is torn"),
        Err(error) => panic!("{error}"),
    };
    let kept = script.moves_in(&found);
    assert_eq!((found.problem.as_deref(), found.records.len()), (None, 1 + kept));
    assert!((shown.unwrap_or(0)..=typed).contains(&kept), "{shown:?} shown, {kept} kept, {typed} typed");
    let recovered = archive::recover(&found, &path, &Registry::default()).expect("the game");
    assert_eq!(recovered.referee.position().fen(), script.at(kept).fen());
    // A game in which nothing was done is not gone on with.
    if resumes && kept > 0 {
        looks_the_same(home.path(), script, kept);
    }
}

/// What a program shows that takes up a game is what one shows that has played it.
fn looks_the_same(home: &Path, script: &Script, plies: usize) {
    let session = Session::start(program(home).args(["resume"]), SIZE);
    session.watch(|| script.shown(&session.title()) == Some(plies));
    // Where the cursor was is not kept: it goes to the same square in both.
    let corner = script.at(0).geometry().label(Square(0)).to_owned();
    session.send(format!("g{corner}"));
    let keys: String = corner.chars().fold("g".to_owned(), |keys, letter| format!("{keys} {letter}"));
    let mut world = bare_world("classic", "256", "unicode", SIZE);
    // What the program draws in a terminal that does not say its name.
    world.client.config.look.pieces = PieceSetting::Quadrants;
    let moves = script.moves[..plies].join(" ");
    let played = scripted(Some(script.setup()), world, &moves, &keys).expect("it is played");
    // Which piece of the reserve was in hand is not kept, and the last lines speak of it.
    let lines = |text: &str| {
        let lines = text.lines().take(usize::from(SIZE.1) - 4);
        lines.map(|line| line.replace(['‹', '›'], " ").trim_end().to_owned()).collect::<Vec<_>>()
    };
    // However long it takes to write all of it.
    let wanted = lines(&text(&frame(&played, SIZE)));
    session.watch(|| lines(&session.text()) == wanted);
    session.settle();
    assert_eq!(lines(&session.text()), wanted);
}

/// Gives up in every seat but the last and leaves, and is killed somewhere on that way.
fn kill_at_the_end(script: &Script, dice: &mut Dice) {
    let home = Folder::new("crash-end");
    let mut session = Session::start(script.command(home.path()), SIZE);
    script.play(&session, 0, |_| false);
    // Killed while it gives up, after so many bytes; or while it leaves, so many moments later.
    let (by_bytes, more) = (dice.below(2) == 0, dice.below(3000));
    let end = session.count() + more;
    let is_over = || session.text().contains("The end");
    for _ in 1..built_in(script.game).expect("a game").spec().seats.len() {
        let before = session.title();
        session.send("Ry");
        session.watch(|| session.title() != before || is_over() || by_bytes && session.count() >= end);
    }
    if !by_bytes {
        session.watch(is_over);
        session.send(if dice.below(2) == 0 { "q" } else { "\x03" });
        // Most of it happens at once.
        thread::sleep(Duration::from_micros((more * more / 3000) as u64));
    }
    let was_over = is_over();
    session.kill();
    let folder = games(home.path());
    let records = |path: &Path| {
        let mut games = pgn::read(&fs::read_to_string(path).expect("a file"));
        assert_eq!((games.len(), &games[0].problems[..]), (1, &[][..]));
        games.remove(0).game.expect("the game").end().fen()
    };
    let find_record = || {
        let entries = fs::read_dir(&folder).expect("the folder").flatten().map(|entry| entry.path());
        entries.filter(|path| path.extension().is_some_and(|ending| ending == archive::ENDING)).collect::<Vec<_>>()
    };
    let (journal, record) = (only_journal(&folder), find_record());
    assert!(record.len() <= 1, "{record:?}");
    assert!(journal.is_some() || !record.is_empty(), "the game is gone");
    let mut over = journal.is_none();
    if let Some(path) = &journal {
        let found = journal::read(path).expect("a journal");
        assert_eq!((found.problem.as_deref(), script.moves_in(&found)), (None, script.moves.len()));
        let (game, _) = archive::read_journal(path, &Registry::default()).expect("the game");
        over = found.is_over();
        for record in &record {
            assert_eq!(fs::read_to_string(record).expect("a file"), pgn::write(&game), "both tell the same game");
        }
    }
    assert!(over || !was_over, "the end was shown and is lost");
    assert_eq!(archive::settle_all(&folder, &Registry::default()), Vec::<String>::new());
    let left: Vec<_> = fs::read_dir(&folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    if over {
        assert_eq!(left, find_record(), "one file, and nothing half done");
        assert_eq!(left.len(), 1);
        // Who has given up has changed nothing on a board of two.
        if script.setup().seats.len() == 2 {
            assert_eq!(records(&left[0]), script.at(script.moves.len()).fen());
        }
    } else {
        assert_eq!(left, journal.into_iter().collect::<Vec<_>>());
        assert_eq!(journal::unfinished(&folder).as_ref(), left.first(), "it goes on");
    }
}

/// Kills a game again and again, each time while it is taken up or played on, until it is at its end.
fn kill_every_time(script: &Script, dice: &mut Dice) {
    let home = Folder::new("crash-again");
    let mut session = Session::start(script.command(home.path()), SIZE);
    let mut kept = 0;
    script.play(&session, 0, |shown| shown >= 1);
    while kept < script.moves.len() {
        session.kill();
        let shown = script.shown(&session.title());
        let path = only_journal(&games(home.path())).expect("a journal");
        let found = journal::read(&path).expect("a journal");
        assert_eq!((found.problem.as_deref(), found.records.len()), (None, 1 + script.moves_in(&found)));
        assert!(script.moves_in(&found) >= shown.unwrap_or(0).max(kept), "{shown:?} shown, {kept} kept before");
        kept = script.moves_in(&found);
        session = Session::start(program(home.path()).arg("resume"), SIZE);
        if dice.below(3) == 0 {
            thread::sleep(Duration::from_micros(dice.below(60_000) as u64));
            continue;
        }
        session.watch(|| script.shown(&session.title()) == Some(kept));
        let (to, mut end) = (kept + dice.below(4), dice.below(2000));
        let mut there = false;
        script.play(&session, kept, |shown| {
            if shown >= to && !there {
                (there, end) = (true, session.count() + end);
            }
            there && session.count() >= end
        });
    }
    session.watch(|| script.shown(&session.title()) == Some(kept));
}

fn kill(game: &'static str) {
    for number in 0..kills() {
        let mut dice = Dice(mix(number * 4 + game.len() as u64));
        let plies = 1 + dice.below(PLIES);
        let script = Script::random(game, number, plies);
        println!("{game}, number {number}");
        if number % 10 == 9 {
            kill_every_time(&script, &mut dice);
        } else if number % 4 == 3 {
            kill_at_the_end(&script, &mut dice);
        } else {
            kill_in_play(&script, &mut dice, number % 5 == 1);
        }
    }
}

#[test]
fn whenever_holywar_is_killed_nothing_is_lost() {
    kill("holywar");
}

#[test]
fn whenever_black_holes_is_killed_nothing_is_lost() {
    kill("blackholes");
}

#[test]
fn whenever_sanctuary_is_killed_nothing_is_lost() {
    kill("sanctuary");
}

#[test]
fn whenever_armies_is_killed_nothing_is_lost() {
    kill("armies");
}
