//! Why a message was not taken. Nothing of it names an address or a code, so it may stand in the log.

use std::io;

use thiserror::Error;

/// Why a message was not taken.
#[derive(Debug, Error)]
pub(super) enum SendError {
    /// The address is not allowed any more.
    #[error("the address is not allowed by the settings any more")]
    NotAllowed,
    /// The host has no address that may be used.
    #[error("the host has no public address")]
    Private,
    /// The connection or the system does not do it.
    #[error("{doing}: {error}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// The way cannot be encrypted.
    #[error("the way is not encrypted: {0}")]
    Tls(String),
    /// The other end has answered with this number.
    #[error("{doing}: answer {code}")]
    Answer {
        /// What was being done.
        doing: &'static str,
        /// The number.
        code: u16,
        /// May it be taken later?
        later: bool,
    },
    /// The other end does not speak as expected.
    #[error("{doing}: no answer of the expected form")]
    NoAnswer {
        /// What was being done.
        doing: &'static str,
    },
    /// The password cannot be read.
    #[error("the file of the password: {0}")]
    Password(io::Error),
}

impl SendError {
    /// Is it no use to try again?
    pub(super) const fn is_final(&self) -> bool {
        matches!(self, SendError::NotAllowed | SendError::Answer { later: false, .. })
    }
}
