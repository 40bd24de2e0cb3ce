//! A folder of saved games, the same for every test that asks for one.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::support::Folder;
use heterodox::games::GAMES;
use heterodox::record::game::Game;
use heterodox::record::journal::{Journal, JournalEvent};
use heterodox::record::pgn;
use heterodox::record::tree::{Id, PlayedMove};

/// A folder that goes away with its owner.
pub struct Data(pub Folder);

impl Data {
    /// A folder without games.
    pub fn empty(name: &str) -> Data {
        Data(Folder::new(name))
    }
}

/// A game: which, who plays, when, with what result, and how many plies are played.
pub fn game(at: usize, players: [&str; 2], date: &str, result: &str, plies: usize) -> String {
    let mut game = Game::begin(GAMES[at], None, None).expect("a game");
    let spec = game.spec();
    for (seat, side) in spec.sides().enumerate() {
        let name = players[seat.min(1)];
        let tag = Game::seat_tag(spec, side);
        game.tags.set(tag, name);
        game.tags.set(&format!("{tag}Type"), if name.starts_with("Computer") { "program" } else { "human" });
    }
    game.tags.set("Date", date);
    game.tags.set("UTCTime", "21:30:00");
    let mut position = game.tree.start().fork();
    let mut at = Id::ROOT;
    for ply in 0..plies {
        let legal = position.legal();
        let text = position.machine(legal[(ply * 7 + plies) % legal.len()]);
        let deed = PlayedMove::play(position.as_mut(), &text).expect("it is legal");
        at = game.tree.attach(at, deed);
    }
    let text = pgn::write(&game).replace("[Result \"*\"]", &format!("[Result \"{result}\"]"));
    text.trim_end().trim_end_matches('*').to_owned() + result + "\n"
}

/// A folder with a handful of games and one that goes on; the games are the same each time.
pub fn data(name: &str) -> Data {
    let data = Data::empty(name);
    let folder = &data.0;
    let games = folder.join("data/games");
    fs::create_dir_all(&games).expect("a folder");
    let people = ["Human", "Computer 3"];
    let many =
        [game(1, ["Ann", "Bea"], "2026.10.03", "1-0", 12), game(2, ["Ann", "Bea"], "2026.10.04", "1/2-1/2", 20)];
    for (file, text) in [
        ("20261101-213000-holywar-0001.pgn", game(0, people, "2026.11.01", "1-0", 24)),
        ("20261102-213000-blackholes-0002.pgn", game(1, people, "2026.11.02", "0-1", 9)),
        ("20261103-213000-sanctuary-0003.pgn", game(2, ["Jörg", "Computer 5"], "2026.11.03", "1/2-1/2", 31)),
        ("20261104-213000-armies-0004.pgn", game(3, ["Human", "Computer 2"], "2026.11.04", "1-0-0-0", 40)),
        ("two.pgn", many.join("\n")),
    ] {
        let path = games.join(file);
        fs::write(&path, text).expect("room");
        age(&path);
    }
    let begin = JournalEvent::Begin {
        version: 1,
        date: "20261105-081500".to_owned(),
        game: GAMES[2].spec().id.to_owned(),
        file: None,
        setup: None,
        fen: None,
        seats: vec!["human".to_owned(), "computer:4".to_owned()],
        clock: None,
        takebacks: true,
    };
    let mut journal = Journal::create(&games, "x", 1);
    let act = |text: &str| JournalEvent::Act { text: text.to_owned(), why: None, clocks: Vec::new() };
    for record in [begin, act("e2e4"), act("e7e5")] {
        journal.append(&record).1.expect("room");
    }
    let path = journal.path().expect("a file").to_owned();
    drop(journal);
    let fixed = games.join("20261105-081500-sanctuary-0005.journal");
    fs::rename(&path, &fixed).expect("it is there");
    age(&fixed);
    data
}

/// Files are all as old: their names and tags decide.
fn age(path: &Path) {
    let file = File::options().append(true).open(path).expect("it is there");
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)).expect("a time");
}
