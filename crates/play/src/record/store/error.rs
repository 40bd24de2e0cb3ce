//! Why a store cannot do something.

use std::error::Error as StdError;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::record::pgn::Problem;

/// The error of a function that interprets journals.
pub(crate) type JournalFailure = Box<dyn StdError + Send + Sync>;

/// Why a store cannot read, write or move a game.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No file has a name that starts so.
    #[error("there is no game \"{id}\" in {}", .folder.display())]
    Unknown {
        /// The start of the name.
        id: String,
        /// The folder of the games.
        folder: PathBuf,
    },
    /// The file has no game.
    #[error("{file}: there is no game in it")]
    Empty {
        /// The file.
        file: String,
    },
    /// The file has no game with this number.
    #[error("{id}: expected a number from 1 to {count}")]
    NoNumber {
        /// The name of the file, and the number.
        id: String,
        /// The number of games in the file.
        count: usize,
    },
    /// There is no game at the place that the list gives.
    #[error("{id}: there is no game")]
    Gone {
        /// The id of the game.
        id: String,
    },
    /// No part of the game can be read.
    #[error("{0}")]
    Unreadable(Problem),
    /// The journal cannot be read.
    #[error("{0}")]
    Journal(JournalFailure),
    /// A file or folder cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// The cause.
        error: io::Error,
    },
    /// The file has changed since the games were listed.
    #[error("{file}: it was changed after the list was read")]
    Changed {
        /// The file.
        file: String,
    },
    /// The game is being played.
    #[error("{file}: this game is being played")]
    Played {
        /// The file.
        file: String,
    },
    /// A damaged journal keeps its name.
    #[error("a damaged journal cannot be renamed: its name says which game it is")]
    RenamesDamaged,
    /// A journal keeps its name.
    #[error("this game is in progress: you can rename it when it is over")]
    RenamesRunning,
    /// The name cannot be that of a file.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Another file has the name.
    #[error("the file {file} exists already; choose another name")]
    Exists {
        /// The file.
        file: String,
    },
    /// The caller no longer waits.
    #[error("stopped")]
    Stopped,
}

impl StoreError {
    /// A function that makes an error of this file.
    pub(super) fn of(path: impl Into<String>) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.into();
        move |error| StoreError::Io { path, error }
    }
}

/// What is wrong with a name that somebody chose for a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// It is empty.
    #[error("type a name")]
    Empty,
    /// It begins with a dot.
    #[error("\"{0}\" begins with a dot: such files are hidden")]
    Hidden(String),
    /// It is too long.
    #[error("the name is too long: at most {0} letters")]
    TooLong(usize),
    /// It has a character that a name cannot contain.
    #[error("a name cannot contain {0}: use letters, digits, spaces and - _ .")]
    Contains(Bad),
}

/// A character that a name cannot contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Bad {
    /// A control character.
    #[error("control characters")]
    Control,
    /// A character that is not visible.
    #[error("invisible characters")]
    Invisible,
    /// A visible character with a meaning in paths.
    #[error("\"{0}\"")]
    Letter(char),
}
