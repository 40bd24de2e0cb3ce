//! Several programs with one folder: each game belongs to one of them, and no file comes to harm.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use crate::support::script::{Dice, Script};
use crate::support::{Folder, Session, games, program};
use heterodox::games::{GAMES, Registry};
use heterodox::record::date::Date;
use heterodox::record::game::Game;
use heterodox::record::journal::{self, Journal, JournalEvent};
use heterodox::record::pgn;
use heterodox::rules::side::Side;
use heterodox::session::archive;

const SIZE: (u16, u16) = (120, 40);

fn name_of(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn resume(home: &Path, arguments: &[String]) -> Session {
    Session::start(program(home).arg("resume").args(arguments), SIZE)
}

/// Starts a program that must not get a game, and gives back what it says.
fn refused(home: &Path, arguments: &[String]) -> String {
    let mut session = resume(home, arguments);
    assert_eq!(session.ended().code(), Some(1), "{}", session.text());
    assert!(!session.on_alternate_screen());
    session.text().replace('\n', " ")
}

#[test]
fn a_game_that_another_plays_is_refused_in_words() {
    let home = Folder::new("taken");
    let script = Script::random("sanctuary", 5, 6);
    let mut session = Session::start(script.command(home.path()), SIZE);
    script.play(&session, 0, |shown| shown == 4);
    let path = journal::list(&games(home.path())).remove(0);
    let bytes = fs::read(&path).expect("a journal");
    let name = name_of(&path);
    let told = refused(home.path(), std::slice::from_ref(&name));
    assert!(told.contains("another heterodox") && told.contains("is playing this game"), "{told}");
    if Path::new("/proc/locks").exists() {
        assert!(told.contains(&format!("(process {} on /dev/pts/", session.child.id())), "{told}");
    }
    assert!(refused(home.path(), &[]).contains("no game to continue"));
    let other = Session::start(program(home.path()), SIZE);
    other.expect("New game");
    assert!(!other.text().contains("Continue"), "it is not offered:\n{}", other.text());
    assert_eq!(archive::settle(&path, &Registry::default()).expect("it can be read"), None);
    assert_eq!(fs::read(&path).expect("a journal"), bytes);
    script.play(&session, 4, |shown| shown == 5);

    // The lock dies with who holds it.
    session.kill();
    let again = resume(home.path(), &[name]);
    again.watch(|| script.shown(&again.title()) == Some(5));
    script.play(&again, 5, |_| false);
    assert_eq!(script.moves_in(&journal::read(&path).expect("a journal")), 6);
}

/// What is known of the games of one folder while several programs play there.
#[derive(Default)]
struct SharedFolder {
    /// How many moves of each were shown.
    shown: Mutex<BTreeMap<String, usize>>,
    /// Which are on a screen now.
    played: Mutex<BTreeSet<String>>,
}

impl SharedFolder {
    fn comes(&self, name: &str) {
        assert!(self.played.lock().expect("no panic").insert(name.to_owned()), "{name} is played twice");
    }

    fn goes(&self, name: &str, plies: usize) {
        self.shown.lock().expect("no panic").insert(name.to_owned(), plies);
        self.played.lock().expect("no panic").remove(name);
    }
}

/// The game of a name.
fn script(name: &str) -> Script {
    let seed: u64 = name.trim_start_matches("Seed ").parse().expect("a number");
    Script::random(GAMES[seed as usize % GAMES.len()].spec().id, seed, 16)
}

/// The name that a screen shows.
fn name_on(screen: &str) -> Option<String> {
    let number: String = screen.split("Seed ").nth(1)?.chars().take_while(char::is_ascii_digit).collect();
    Some(format!("Seed {number}"))
}

/// Plays a few moves of the game on the screen, and then leaves it, ends it, or is killed.
fn play_on(session: &mut Session, shared: &SharedFolder, dice: &mut Dice) {
    let is_over = || session.text().contains("The end");
    session.watch(|| {
        let on_board = |name: String| script(&name).shown(&session.title()).is_some();
        is_over() || name_on(&session.text()).is_some_and(on_board)
    });
    if is_over() {
        // Somebody has ended it between looking for it and taking it.
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0));
        return;
    }
    let name = name_on(&session.text()).expect("a name");
    shared.comes(&name);
    let script = script(&name);
    let from = script.shown(&session.title()).expect("a board");
    let known = shared.shown.lock().expect("no panic").get(&name).copied().unwrap_or(0);
    assert!(from >= known, "{name} had {known} moves and has {from}");
    let to = (from + dice.below(6)).min(script.moves.len());
    script.play(session, from, |shown| shown == to);
    match dice.below(4) {
        0 => {
            shared.goes(&name, to);
            return session.kill();
        }
        1 => {
            let rest = script.setup().seats.len() - 1;
            for _ in 0..rest {
                let before = session.title();
                session.send("Ry");
                session.watch(|| session.title() != before);
            }
        }
        _ => {}
    }
    shared.goes(&name, to);
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
}

/// The name of the first player, and how many moves of the script a file has.
fn kept(path: &Path) -> (String, usize) {
    if path.extension().is_some_and(|ending| ending == journal::ENDING) {
        let found = journal::read(path).expect("a journal");
        assert_eq!(found.problem, None);
        let JournalEvent::Begin { seats, .. } = &found.records[0] else { panic!("it begins") };
        let name = seats[0].trim_start_matches("human:").to_owned();
        let plies = script(&name).moves_in(&found);
        return (name, plies);
    }
    let mut games = pgn::read(&fs::read_to_string(path).expect("a file"));
    assert_eq!((games.len(), &games[0].problems[..]), (1, &[][..]), "{}", path.display());
    let game: Game = games.remove(0).game.expect("the game");
    let name = game.player(Side::FIRST).to_owned();
    let moves =
        game.end().acts().iter().filter(|act| matches!(act, heterodox::rules::timeline::Act::Move(_))).count();
    (name, moves)
}

#[test]
fn several_programs_in_one_folder_harm_no_game() {
    let (home, shared) = (Folder::new("sharing"), SharedFolder::default());
    let (threads, rounds) = (4, 12);
    thread::scope(|scope| {
        for thread in 0..threads {
            let (home, shared) = (home.path(), &shared);
            scope.spawn(move || {
                let mut dice = Dice(thread);
                for round in 0..rounds {
                    if dice.below(2) == 0 {
                        let script = script(&format!("Seed {}", thread * 100 + round));
                        play_on(&mut Session::start(script.command(home), SIZE), shared, &mut dice);
                        continue;
                    }
                    let mut session = resume(home, &[]);
                    let says = |words: &str| session.text().replace('\n', " ").contains(words);
                    let refused = || says("no game to continue") || says("another heterodox");
                    session.watch(|| refused() || session.on_alternate_screen());
                    if refused() {
                        assert_eq!(session.ended().code(), Some(1));
                    } else {
                        play_on(&mut session, shared, &mut dice);
                    }
                }
            });
        }
    });
    let folder = games(home.path());
    assert_eq!(archive::settle_all(&folder, &Registry::default()), Vec::<String>::new());
    let files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    let found: Vec<(String, usize)> = files.iter().map(|path| kept(path)).collect();
    let known = shared.shown.into_inner().expect("no panic");
    let names: BTreeSet<&String> = found.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), found.len(), "no game is there twice: {files:?}");
    // Nothing need be left of a game in which nothing was done.
    let begun = found.iter().filter(|(name, _)| known[name] > 0).count();
    let played = known.values().filter(|&&plies| plies > 0).count();
    assert_eq!(begun, played, "each game is there once: {files:?}");
    for (name, plies) in found {
        assert!(plies >= known[&name], "{name} had {} moves and has {plies}", known[&name]);
    }
}

#[test]
fn several_programs_settle_one_folder() {
    let (home, count) = (Folder::new("settling"), 40);
    let end = JournalEvent::End { cause: "agreement".to_owned(), words: "Draw agreed.".to_owned(), shares: vec![] };
    for seed in 0..count {
        let script = script(&format!("Seed {seed}"));
        let mut journal = Journal::create(home.path(), script.game, seed);
        let setup = script.setup();
        let position = setup.begin().expect("a position");
        let referee = heterodox::session::referee::Referee::new(setup, position);
        let moves = script.moves.iter();
        let acts = moves.map(|text| JournalEvent::Act { text: text.clone(), why: None, clocks: vec![] });
        for record in [referee.setup().to_event(Date::of_stamp("20260101-000000").expect("a date"))]
            .into_iter()
            .chain(acts)
            .chain([end.clone()])
        {
            assert!(journal.append(&record).1.is_ok());
        }
    }
    thread::scope(|scope| {
        for _ in 0..4 {
            scope
                .spawn(|| assert_eq!(archive::settle_all(home.path(), &Registry::default()), Vec::<String>::new()));
        }
    });
    let files: Vec<PathBuf> =
        fs::read_dir(home.path()).expect("the folder").flatten().map(|entry| entry.path()).collect();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for path in &files {
        assert!(path.extension().is_some_and(|ending| ending == archive::ENDING), "{}", path.display());
        let (name, plies) = kept(path);
        assert_eq!(plies, script(&name).moves.len());
        names.insert(name);
    }
    assert_eq!((files.len(), names.len()), (count as usize, count as usize), "each once");
}
