//! What is not saved of a game.

use crate::record::journal::Unsaved;

/// What is not saved of a game, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The number of changes.
    pub unsaved: Unsaved,
    /// The reason.
    pub why: String,
}

impl Loss {
    /// A description: `3 moves were not saved`.
    pub fn words(&self) -> String {
        match self.unsaved.moves {
            0 => "the last change was not saved".to_owned(),
            1 => "1 move was not saved".to_owned(),
            moves => format!("{moves} moves were not saved"),
        }
    }
}
