//! Why something cannot be done in a review.

use thiserror::Error;

use crate::paths::files::Refusal;
use crate::record::pool::PoolError;
use crate::session::archive::ArchiveError;

/// Why a game cannot be opened or saved, or why a typed mark or number is refused.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The file with the game cannot be read or written.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The journal cannot be read, or the game cannot be saved.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The client may not use the file.
    #[error(transparent)]
    Files(#[from] Refusal),
    /// The game does not come from a file.
    #[error("This game has no file yet: save it under a new name.")]
    NoFile,
    /// It is not a mark.
    #[error("\"{word}\" is not a mark: use ! ? !! ?? !? ?! or a number up to 255")]
    Mark {
        /// What was typed.
        word: String,
    },
    /// The game has no move with this number.
    #[error("\"{typed}\" is not a move number of this game.")]
    Number {
        /// What was typed.
        typed: String,
    },
}
