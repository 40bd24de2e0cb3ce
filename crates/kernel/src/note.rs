//! Short notes about a game and its seats, for lists and for the panels beside a board.

use std::fmt;

use super::position::Position;

/// A short note about a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The seat has left the game.
    Out,
    /// The seat is in check by these.
    Check(String),
    /// The pieces that it has not dropped yet. Panels that show a reserve leave the note out.
    Reserve(String),
    /// What a game says of its own, such as how near the seat is to its goal.
    Game(String),
}

impl Note {
    /// Whether it matters to the next move only, so not once the game is over.
    pub const fn is_for_the_move(&self) -> bool {
        matches!(self, Note::Check(_))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Out => f.write_str("out of the game"),
            Note::Check(by) => write!(f, "in check by {by}"),
            Note::Reserve(pieces) => write!(f, "reserve {pieces}"),
            Note::Game(text) => f.write_str(text),
        }
    }
}

/// The title of a game with its move or round: `Sanctuary Chess, move 12`.
pub fn game_and_round(position: &dyn Position) -> String {
    format!("{}, {}", position.spec().title, position.round_words())
}

/// The points of the living seats, where points win: `Red 12, Orange 8, Blue 0`.
pub fn standing(position: &dyn Position) -> Option<String> {
    let told = |side| Some(format!("{} {}", position.spec().seat(side).name, position.points(side)?));
    let points: Option<Vec<String>> = position.living().iter().map(told).collect();
    Some(points?.join(", "))
}
