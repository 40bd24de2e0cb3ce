//! Why a game cannot be learnt.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::escape;
use crate::trainer::TrainError;

/// Why a game cannot be learnt.
#[derive(Debug, Error)]
pub enum LearnError {
    /// It is not a game for two.
    #[error("{game} is a game for {seats}: only games for two are learnt")]
    Seats {
        /// Its title.
        game: &'static str,
        /// The number of players.
        seats: usize,
    },
    /// Its board does not look the same from both sides.
    #[error("the board of {game} does not look the same from both sides: no net can learn it")]
    Board {
        /// Its title.
        game: &'static str,
    },
    /// A net of it would be too large.
    #[error("a net of {game} has {inputs} inputs: expected at most 65535")]
    Inputs {
        /// Its title.
        game: &'static str,
        /// The number of inputs.
        inputs: usize,
    },
    /// None of its positions can be learnt from.
    #[error("{game}: no game had a quiet position to learn from")]
    Nothing {
        /// Its title.
        game: &'static str,
    },
    /// Another program learns the game now.
    #[error("{folder}: another program works there now")]
    Running {
        /// The folder of work.
        folder: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A file of the work is not what was written there.
    #[error("{path}: {what}; remove the folder to begin anew")]
    Strange {
        /// The file.
        path: String,
        /// What is wrong with it.
        what: String,
    },
    /// The training failed.
    #[error(transparent)]
    Train(#[from] TrainError),
}

impl LearnError {
    pub(super) fn file(path: &Path, error: io::Error) -> LearnError {
        LearnError::File { path: escape::path(path), error }
    }

    pub(super) fn running(work: &Path) -> LearnError {
        LearnError::Running { folder: escape::path(work) }
    }

    pub(super) fn strange(path: &Path, what: impl Into<String>) -> LearnError {
        LearnError::Strange { path: escape::path(path), what: what.into() }
    }
}
