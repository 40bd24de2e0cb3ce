//! Reads the games of a file one after the other. Problems of a game are returned with what could be read of it,
//! and the next game is read normally.

use std::io::{self, BufRead};

use super::build::{self, Built};
use super::problem::{GameProblem, Problem};
use super::split::{Chunk, Splitter};
use super::{MOST_BYTES, MOST_PROBLEMS};
use crate::games::Registry;
use crate::record::game::Game;

/// The result of reading one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The offset of its text.
    pub offset: u64,
    /// The game up to its first fatal problem; `None` if it could not be started.
    pub game: Option<Game>,
    /// Is its variant unknown to this program?
    pub foreign: bool,
    /// Its problems.
    pub problems: Vec<Problem>,
}

/// Reads the games of a file; ends at the first input error.
pub struct Reader<R> {
    splitter: Splitter<R>,
    file: Option<String>,
    number: usize,
    games: Registry,
}

/// Parses the text of one game.
fn parsed(chunk: Chunk, number: usize, file: Option<&str>, games: &Registry) -> Parsed {
    let (offset, line) = (chunk.offset, chunk.line);
    let cut = chunk.length > chunk.bytes.len() as u64;
    let text = chunk.text();
    let Built { game, mut problems, foreign } = build::game(&text, games);
    if cut {
        let words = format!("a game of more than {} MiB: the rest is ignored", MOST_BYTES >> 20);
        problems.truncate(MOST_PROBLEMS);
        problems.push(GameProblem { line: text.lines().count().max(1) - 1, at: None, words, stops: true });
    }
    let placed = |problem: GameProblem| Problem {
        file: file.map(str::to_owned),
        game: number,
        line: line + problem.line,
        at: problem.at,
        words: problem.words,
        stops: problem.stops,
    };
    let problems = problems.into_iter().map(placed).collect();
    Parsed { number, offset, game, foreign, problems }
}

/// Parses one game from the first bytes of its text; `length` is the length of the whole text, of which at most
/// [`MOST_BYTES`] should be given. The bytes are not copied.
pub(crate) fn read_one(
    bytes: Vec<u8>,
    length: u64,
    number: usize,
    line: usize,
    file: &str,
    games: &Registry,
) -> Parsed {
    parsed(Chunk { offset: 0, line, length, plies: 0, bytes }, number, Some(file), games)
}

impl<R: BufRead> Reader<R> {
    /// A reader of this input that knows the built-in games.
    pub fn new(input: R) -> Reader<R> {
        Reader { splitter: Splitter::new(input, MOST_BYTES), file: None, number: 0, games: Registry::default() }
    }

    /// The same for these games.
    #[must_use]
    pub fn of(mut self, games: &Registry) -> Reader<R> {
        self.games = games.clone();
        self
    }

    /// The same with a file name for messages.
    #[must_use]
    pub fn named(mut self, file: impl Into<String>) -> Reader<R> {
        self.file = Some(file.into());
        self
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Parsed>;

    fn next(&mut self) -> Option<io::Result<Parsed>> {
        match self.splitter.next() {
            Ok(chunk) => {
                let chunk = chunk?;
                self.number += 1;
                Some(Ok(parsed(chunk, self.number, self.file.as_deref(), &self.games)))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Reads all games of a text, which may be of the built-in variants.
pub fn read(text: &str) -> Vec<Parsed> {
    Reader::new(text.as_bytes()).flatten().collect()
}
