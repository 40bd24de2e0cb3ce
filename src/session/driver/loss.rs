//! What of a game is not saved.

use crate::record::journal::Unsaved;

/// What of a game is not saved, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// How much.
    pub unsaved: Unsaved,
    /// Why.
    pub why: String,
}

impl Loss {
    /// How much, in words: `3 moves were not saved`.
    pub fn words(&self) -> String {
        match self.unsaved.moves {
            0 => "the last change was not saved".to_owned(),
            1 => "1 move was not saved".to_owned(),
            moves => format!("{moves} moves were not saved"),
        }
    }
}
