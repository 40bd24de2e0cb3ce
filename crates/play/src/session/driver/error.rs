//! Why a game cannot be started or resumed.

use thiserror::Error;

use crate::record::event_log::LogError;
use crate::record::journal::JournalError;
use crate::session::archive::ArchiveError;
use crate::session::setup::SetupError;

/// Why a game cannot be started or resumed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The setup is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The log has no event.
    #[error("there is no event in the log")]
    Empty,
    /// An event of the log does not fit the game.
    #[error("event {number} of the log does not fit the game")]
    DoesNotFit {
        /// Its number, from 0.
        number: u64,
    },
    /// The journal cannot be replayed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}
