//! Why a game cannot be started or resumed.

use thiserror::Error;

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
    /// The journal cannot be replayed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}
