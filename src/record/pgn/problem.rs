//! What is wrong with a game in a file, and where.

use std::fmt;

use crate::escape;

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
pub(super) struct GameProblem {
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

/// A text to be quoted in one line, cut where it is long.
pub(super) fn clipped(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((cut, _)) => escape::line(&text[..cut]).into_owned() + "...",
        None => escape::line(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_short_and_shows_what_it_hides() {
        assert_eq!(clipped("a\x1b]0;b\u{85}\u{202e}c"), "a\\x1b]0;b\\u{85}\\u{202e}c");
        assert_eq!(clipped(&"é".repeat(QUOTED)), "é".repeat(QUOTED));
        assert_eq!(clipped(&"é".repeat(QUOTED + 1)), "é".repeat(QUOTED) + "...");
    }
}
