//! Problems of a game in a file, with their place.

use std::fmt;

use crate::escape;

/// How many characters of a text are quoted.
const QUOTED: usize = 40;

/// A problem of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The name of the file, if it has one.
    pub(crate) file: Option<String>,
    /// The number of the game in the file, from 1.
    pub(crate) game: usize,
    /// The line in the file, from 1.
    pub(crate) line: usize,
    /// The move with the problem, like `12 of Green`; `None` if it is not about a move.
    pub(crate) at: Option<String>,
    /// The problem: what was found and what was expected.
    pub(crate) words: String,
    /// Was the rest of the game not read?
    pub stops: bool,
}

/// A problem with a line number relative to the text of the game.
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

/// A text as a quotation on one line, shortened if it is long.
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
