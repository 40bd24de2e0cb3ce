//! Why a line is not sent.

use thiserror::Error;

use super::clean::{MOST_BYTES, MOST_CHARACTERS};
use super::pace::{LINES, SECONDS};
use crate::store::StoreError;

/// Why a line is not sent, or a report not taken.
#[derive(Debug, Error)]
pub enum TalkError {
    /// There is nothing in it that can be shown.
    #[error("the line is empty")]
    Empty,
    /// It has too many bytes.
    #[error("the line has {bytes} bytes: at most {MOST_BYTES} can be sent")]
    Bytes {
        /// How many.
        bytes: usize,
    },
    /// It has too many characters.
    #[error("the line has {characters} characters: at most {MOST_CHARACTERS} can be sent")]
    Long {
        /// How many.
        characters: usize,
    },
    /// The operator does not want to read a word of it.
    #[error("the line has a word that is not used here; it was not sent")]
    Word,
    /// A guest types.
    #[error("guests can send the short phrases only; log in with a key to type")]
    Guest,
    /// The talk of the players, while they play, is theirs.
    #[error("only the players of the table talk here")]
    NotAPlayer,
    /// Who plays does not talk with those who watch, until the game is over.
    #[error("only those who watch the table talk here")]
    NotAWatcher,
    /// The table is gone, or the member may not see it.
    #[error("this table does not exist any more")]
    NoTable,
    /// Too many lines at once.
    #[error("at most {LINES} lines in {SECONDS} seconds: wait a moment")]
    Fast,
    /// Too many reports at once.
    #[error("you have reported {0} times in a short time: wait some minutes")]
    Reports(usize),
    /// Somebody reports themselves.
    #[error("choose a line of another player to report")]
    Oneself,
    /// The store does not keep it.
    #[error(transparent)]
    Store(#[from] StoreError),
}
