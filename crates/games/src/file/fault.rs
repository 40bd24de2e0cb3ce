//! What can be wrong in a file of a game. The place is added by [`Mistake`](heterodox_base::document::Mistake).

use heterodox_base::document::meant;
use thiserror::Error;

use crate::betza::BetzaError;
use crate::rules::limits::Flaw;

/// What is wrong at a place of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It is not TOML.
    #[error("{reason}")]
    Syntax {
        /// The message of the parser.
        reason: String,
    },
    /// The file is too long.
    #[error("the file has {bytes} bytes; expected at most {most}")]
    Long {
        /// Its length.
        bytes: usize,
        /// The greatest length.
        most: usize,
    },
    /// A key that has no meaning there.
    #[error("{key}: unknown key{}", meant(*.like, "", ""))]
    Unknown {
        /// The key with the names of its tables.
        key: String,
        /// The most similar known key.
        like: Option<&'static str>,
    },
    /// A key that has to be there.
    #[error("{key} is missing; expected {expected}")]
    Missing {
        /// The key with the names of its tables.
        key: String,
        /// What it holds.
        expected: &'static str,
    },
    /// A value that is not possible.
    #[error("{key} is {found}; expected {expected}")]
    Value {
        /// The key with the names of its tables.
        key: String,
        /// The value as it is written.
        found: String,
        /// What is possible.
        expected: String,
    },
    /// A move that is not in Betza's notation.
    #[error("{key} is {found}: {error}")]
    Move {
        /// The key with the names of its tables.
        key: String,
        /// The value as it is written.
        found: String,
        /// What is wrong with it.
        error: BetzaError,
    },
    /// Too many files were read.
    #[error("{most} games were read from files already; a program keeps no more")]
    Many {
        /// The greatest number.
        most: usize,
    },
    /// The parts of the file contradict each other.
    #[error(transparent)]
    Data(#[from] Flaw),
}
