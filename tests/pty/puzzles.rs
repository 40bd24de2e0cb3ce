//! Puzzles in a real terminal: solved by keys, by mouse, and kept when the program is killed.

use heterodox::games::{Registry, built_in};
use heterodox::record::puzzle::Puzzle;
use heterodox::record::puzzle::collection::Collection;
use heterodox::rules::geometry::Square;
use heterodox::rules::pick::Pick;
use heterodox::session::puzzles::daily;
use heterodox::zone::Zone;

use crate::support::{Folder, Session, program};

const SIZE: (u16, u16) = (120, 40);

fn today() -> Puzzle {
    let all = Collection::of_game(built_in("holywar").expect("a game"), &Registry::default());
    let at = daily::of(&all, &Zone::of_system().today()).expect("there are puzzles");
    all.get(at, &Registry::default()).expect("it can be read")
}

/// The puzzle of the day of Holywar, from the first screen.
fn open(home: &Folder) -> Session {
    let session = Session::start(program(home.path()), SIZE);
    session.expect("Rules and pieces");
    session.choose("Puzzles");
    session.expect("Puzzle of the day");
    // The first row is the game: that of the last puzzle, or the first one.
    session.send("jjj");
    session.wait("the row of the day", |screen| screen.contains("▌ Puzzle of the day"));
    session
}

/// Where a square is in the window, by the letters and numbers at the edges of the board.
fn place(session: &Session, puzzle: &Puzzle, square: Square) -> (u16, u16) {
    let label = puzzle.start.geometry().label(square);
    let (column, rank) = label.split_at(1);
    let text = session.text();
    let row = text.lines().position(|line| line.trim_start().starts_with(&format!("{rank} ")));
    let letters = text.lines().find(|line| {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        let letter = |word: &&str| word.len() == 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
        words.len() == 3 && words.iter().all(letter)
    });
    let letters = letters.unwrap_or_else(|| panic!("no letters of columns:\n{text}"));
    let at = letters.chars().position(|letter| letter.to_string() == column).expect("a column");
    (at as u16, row.unwrap_or_else(|| panic!("no rank {rank}:\n{text}")) as u16)
}

#[test]
fn a_puzzle_is_solved_by_keys_and_survives_a_kill() {
    let home = Folder::new("puzzle-keys");
    let mut session = open(&home);
    session.send("\r");
    session.expect("Puzzle of the day: ");
    let puzzle = today();
    for at in 0..puzzle.line.len() {
        let position = puzzle.position(at);
        if position.turn() == puzzle.solver() {
            session.send(format!("m{}\r", position.machine(puzzle.line[at])));
            session.settle();
        }
    }
    session.expect("Solved.");
    session.child.kill().expect("it can be killed");
    session.child.wait().expect("it ends");
    let again = open(&home);
    again.expect("Solved: 1 of 1");
    again.send("q");
}

#[test]
fn a_puzzle_is_solved_by_mouse() {
    let home = Folder::new("puzzle-mouse");
    let session = open(&home);
    let row = session.text().lines().position(|line| line.contains("Puzzle of the day")).expect("it is there");
    session.click(8, row as u16);
    session.expect("Puzzle of the day: ");
    session.settle();
    let puzzle = today();
    let mut clicks = 0;
    for &pick in puzzle.start.picks(puzzle.line[0]).as_slice() {
        if let Pick::Square(square) = pick {
            let (x, y) = place(&session, &puzzle, square);
            session.click(x, y);
            session.settle();
            clicks += 1;
        }
    }
    assert!(clicks > 0);
    session.wait("the answer", |screen| screen.contains("Solved.") || screen.contains("Right."));
}
