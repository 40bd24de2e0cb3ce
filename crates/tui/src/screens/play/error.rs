//! Why a game cannot be opened or saved on the play screen.

use thiserror::Error;

use crate::paths::files::Refusal;
use crate::session::archive::ArchiveError;
use crate::session::table::TableError;

/// Why a game cannot be opened or saved.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The table cannot be opened.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game cannot be saved.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The client may not use the file.
    #[error(transparent)]
    Files(#[from] Refusal),
}
