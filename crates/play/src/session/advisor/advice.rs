//! A piece of advice, and its words.

use std::fmt;

/// One useful thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// How the game is won.
    Goal(String),
    /// Pieces can be dropped.
    Drop {
        /// Nothing else is possible.
        only: bool,
        /// There are several kinds to choose from.
        several: bool,
    },
    /// This move wins at once.
    Win(String),
    /// The King is in check, from this piece if it attacks by a normal move.
    Check(Option<String>),
    /// An own piece would be lost.
    Threat {
        /// The piece with its square.
        piece: String,
        /// The move that takes it.
        by: String,
    },
    /// A piece can be won.
    Take {
        /// The move.
        shown: String,
        /// The piece with its square.
        taken: String,
    },
    /// How near the goal is.
    Near(String),
}

/// A text within a sentence: `mate the King`.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

impl fmt::Display for Advice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::Goal(goal) => {
                let goal = uncapitalised(goal);
                write!(out, "Your goal: {goal}. Pick a piece with Enter, then one of its marked squares.")
            }
            Advice::Drop { only: true, several: true } => {
                write!(out, "You drop pieces first: choose one by its number, then a marked square.")
            }
            Advice::Drop { .. } => {
                write!(out, "Instead of a move you may drop a piece: choose it by its number, then a square.")
            }
            Advice::Win(shown) => write!(out, "{shown} wins at once."),
            Advice::Check(Some(by)) => write!(out, "Your King is attacked by the {by}: move it, block, or take."),
            Advice::Check(None) => write!(out, "Your King is attacked: move it, block, or take the attacker."),
            Advice::Threat { piece, by } => write!(out, "Your {piece} is attacked: {by} would win it."),
            Advice::Take { shown, taken } => write!(out, "The {taken} can be won: {shown}."),
            Advice::Near(note) => {
                let first = note.chars().next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
                write!(out, "{first}{}.", note.get(first.len()..).unwrap_or_default())
            }
        }
    }
}
