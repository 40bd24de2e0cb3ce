//! Games from a file, one after the other. What is wrong with one is told, with what could be read
//! of it; the next is read all the same.

use std::io::{self, BufRead};

use super::build::{self, Built};
use super::problem::{GameProblem, Problem};
use super::split::{Chunk, Splitter};
use super::{MOST_BYTES, MOST_PROBLEMS};
use crate::record::game::Game;

/// What was read of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Where its text begins.
    pub offset: u64,
    /// The game up to its first fault; nothing where it could not even begin.
    pub game: Option<Game>,
    /// Is it of a game that is not played here?
    pub foreign: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// Reads the games of a file; ends with the first fault of the input.
pub struct Reader<R> {
    splitter: Splitter<R>,
    file: Option<String>,
    number: usize,
}

/// What came of the text of a game.
fn parsed(chunk: Chunk, number: usize, file: Option<&str>) -> Parsed {
    let (offset, line) = (chunk.offset, chunk.line);
    let cut = chunk.length > chunk.bytes.len() as u64;
    let text = chunk.text();
    let Built { game, mut told, foreign } = build::game(&text);
    if cut {
        let words = format!("a game of at most {} MiB was expected: the rest is left out", MOST_BYTES >> 20);
        told.truncate(MOST_PROBLEMS);
        told.push(GameProblem { line: text.lines().count().max(1) - 1, at: None, words, stops: true });
    }
    let placed = |told: GameProblem| Problem {
        file: file.map(str::to_owned),
        game: number,
        line: line + told.line,
        at: told.at,
        words: told.words,
        stops: told.stops,
    };
    let problems = told.into_iter().map(placed).collect();
    Parsed { number, offset, game, foreign, problems }
}

/// Reads one game from its text, of which these are the first bytes: no more than [`MOST_BYTES`] are
/// looked at. The text is not copied.
pub fn read_one(bytes: Vec<u8>, length: u64, number: usize, line: usize, file: &str) -> Parsed {
    parsed(Chunk { offset: 0, line, length, plies: 0, bytes }, number, Some(file))
}

impl<R: BufRead> Reader<R> {
    /// Reads from here.
    pub fn new(input: R) -> Reader<R> {
        Reader { splitter: Splitter::new(input, MOST_BYTES), file: None, number: 0 }
    }

    /// The same, with the name of the file for what is told of problems.
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
                Some(Ok(parsed(chunk, self.number, self.file.as_deref())))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Reads the games of a text.
pub fn read(text: &str) -> Vec<Parsed> {
    Reader::new(text.as_bytes()).flatten().collect()
}
