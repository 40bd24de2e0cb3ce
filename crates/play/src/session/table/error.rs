//! Why a table cannot be opened, or gives no record.

use std::io;

use thiserror::Error;

use super::command::Refusal;
use crate::session::archive::ArchiveError;
use crate::session::driver::MatchError;

/// Why a table cannot be opened, or gives no record.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system cannot start the thread of the tables.
    #[error("the thread of the tables cannot be started: {0}")]
    Thread(io::Error),
    /// The game cannot be started or resumed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The table refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The game does not fit the rules.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}
