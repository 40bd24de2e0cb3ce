//! What is wrong with a game in a file, and where.

use std::fmt;

/// How much of a text is quoted.
const QUOTED: usize = 40;

/// Something wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file, where it has a name.
    pub file: Option<String>,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// Before which move: `12 of Green`; nothing where it is not about a move.
    pub at: Option<String>,
    /// What was found and what was expected.
    pub words: String,
    /// Whether the game was read only up to there.
    pub stops: bool,
}

/// A problem, seen from the beginning of the game's text.
pub(super) struct Told {
    pub(super) line: usize,
    pub(super) at: Option<String>,
    pub(super) words: String,
    pub(super) stops: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(out, "{file}: ")?;
        }
        write!(out, "game {}, line {}", self.game, self.line)?;
        if let Some(at) = &self.at {
            write!(out, ", move {at}")?;
        }
        write!(out, ": {}", self.words)
    }
}

/// A text to be quoted, cut where it is long.
pub(super) fn clipped(text: &str) -> String {
    let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut short: String = text.chars().take(QUOTED).map(printable).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}
