//! What a file may hold at most, and files that end with a fault.

use std::fmt::Write as _;
use std::io::{self, BufReader, Read};

use heterodox_games::built_in;
use heterodox_play::record::game::Game;
use heterodox_play::record::pgn::{self, Lister, MOST_BYTES, MOST_TAG_BYTES, MOST_TAGS, Parsed, Reader};

const HEAD: &str = "[Variant \"Sanctuary Chess\"]\n\n";
const NEXT: &str = "\n\n[Event \"next\"]\n[Variant \"Holywar\"]\n\n1. K@e2 *\n";

/// The one problem of a game and how much of it is kept; the game after it is read.
fn cut(text: &str) -> (String, usize) {
    let all = pgn::read(&format!("{text}{NEXT}"));
    assert_eq!(all.len(), 2);
    let whole = |parsed: &Parsed| {
        parsed.problems.is_empty() && parsed.game.as_ref().is_some_and(|game| game.tree.length() == 1)
    };
    assert!(whole(&all[1]));
    let headers: Vec<_> = Lister::new(format!("{text}{NEXT}").as_bytes()).flatten().collect();
    assert_eq!(headers.iter().map(|header| header.offset).collect::<Vec<_>>(), [0, all[1].offset]);
    assert_eq!(headers[1].tags.get("Event"), Some("next"));
    let Parsed { game, problems, .. } = &all[0];
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].stops);
    (problems[0].to_string(), game.as_ref().map_or(0, |game| game.tree.length()))
}

#[test]
fn a_game_that_is_too_long_is_cut_off() {
    let (told, length) = cut(&format!("{HEAD}1. e4 {{é}} e5 {} 2. Nf3 *", "\n".repeat(MOST_BYTES)));
    assert!(told.ends_with("a game of more than 16 MiB: the rest is ignored"), "{told}");
    assert_eq!(length, 2);
}

#[test]
fn a_game_with_too_many_moves_is_cut_off() {
    let (told, length) = cut(&format!("{HEAD}1. e4 {} e5 *", "(1. d4) ".repeat(pgn::MOST_MOVES)));
    assert!(told.contains("line 3, move 1 of ") && told.contains("more than 200000 moves"), "{told}");
    assert_eq!(length, 1);
}

#[test]
fn as_many_tags_as_are_read_are_written() {
    let mut game = Game::begin(built_in("sanctuary").expect("a game"), None, None).expect("a game");
    for number in 0..300 {
        game.tags.set(&format!("Name{number}"), "value");
    }
    let normal = pgn::normal(&game);
    assert_eq!(normal.tags.iter().count(), MOST_TAGS);
    let parsed = pgn::read(&pgn::write(&game)).remove(0);
    assert_eq!((parsed.game, parsed.problems), (Some(normal), Vec::new()));
}

#[test]
fn a_list_keeps_letters_whole_where_it_stops_looking() {
    for shift in 0..3 {
        let mut text = format!("[White \"Gläser\"]\n{HEAD}{{{}", "x".repeat(shift));
        while text.len() < MOST_TAG_BYTES + 50 {
            let _ = write!(text, "日本語");
        }
        let header = Lister::new(format!("{text}}} *").as_bytes()).next().expect("a game").expect("no fault");
        assert_eq!(header.tags.get("White"), Some("Gläser"));
        assert_eq!(header.length as usize, text.len() + 3);
    }
}

/// A file on a disk that breaks in the middle.
struct Broken<'t>(&'t [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("broken")),
            count => Ok(count),
        }
    }
}

#[test]
fn a_fault_of_the_disk_is_told_once() {
    let text = format!("{HEAD}1. e4 *{NEXT}");
    let found: Vec<_> = Reader::new(BufReader::new(Broken(text.as_bytes()))).take(9).collect();
    assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false]);
    let found: Vec<_> = Lister::new(BufReader::new(Broken(text.as_bytes()))).take(9).collect();
    assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false]);
}
