//! What an operator can close: a table or a tournament, by its number.

use std::fmt;

/// What an operator can close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// A table.
    Table(i64),
    /// A tournament.
    Tournament(i64),
}

impl Closed {
    /// Reads `7` or `tournament 7`.
    pub fn parse(words: &str) -> Option<Closed> {
        match words.split_once(' ') {
            None => words.parse().ok().map(Closed::Table),
            Some(("tournament", number)) => number.trim().parse().ok().map(Closed::Tournament),
            Some(_) => None,
        }
    }
}

impl fmt::Display for Closed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Closed::Table(number) => number.fmt(out),
            Closed::Tournament(number) => write!(out, "tournament {number}"),
        }
    }
}
