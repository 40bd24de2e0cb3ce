//! Why an evaluation cannot be trained.

use thiserror::Error;

use crate::rules::setup::SetupError;

/// Why an evaluation cannot be trained.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrainError {
    /// There is no such game.
    #[error("there is no game \"{id}\"")]
    NoGame {
        /// The id.
        id: String,
    },
    /// No net has this number of hidden neurons.
    #[error("a net of {hidden} hidden neurons: expected 32, 64, 128 or 256")]
    Hidden {
        /// The number.
        hidden: usize,
    },
    /// A file is not a net of this game.
    #[error("a file of {bytes} bytes: expected a net of this game")]
    Net {
        /// The size of the file.
        bytes: usize,
    },
    /// The board does not look the same from all seats, so they cannot share a net.
    #[error("the board does not look the same from all seats: no net can learn it")]
    Board,
    /// The evaluation of the game has no terms.
    #[error("the game counts no terms: a net says what a position is worth")]
    NoTerms,
    /// A position cannot be read.
    #[error("game {number}: {error}")]
    Position {
        /// The number of its game, from 1.
        number: usize,
        /// What is wrong with it.
        error: SetupError,
    },
    /// There are too few games to hold some out.
    #[error("too few games: at least some tens are needed")]
    TooFew,
}
