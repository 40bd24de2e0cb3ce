//! Why a game cannot be read or saved.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::journal::JournalError;
use crate::rules::position::MoveError;
use crate::rules::variant::OpeningError;
use crate::session::setup::SetupError;

/// Why a game cannot be read or saved.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal has no event.
    #[error("{}: line 1: there is no event", .path.display())]
    Empty {
        /// The journal.
        path: PathBuf,
    },
    /// The first line of the journal does not describe a game.
    #[error("{}: line 1: {error}", .path.display())]
    Setup {
        /// The journal.
        path: PathBuf,
        /// What is wrong with the setup.
        error: SetupError,
    },
    /// The first line of the journal cannot be read, and its name says nothing either.
    #[error("{}: line 1: this is not the journal of a game", .path.display())]
    NoJournal {
        /// The journal.
        path: PathBuf,
    },
    /// The game does not begin.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A move does not fit the game.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The file exists already.
    #[error("{} exists already; choose another name", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
}

impl ArchiveError {
    /// A function that makes an error of this file.
    pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> ArchiveError {
        move |error| ArchiveError::Io { path: path.to_owned(), error }
    }
}
