//! Why something in the club cannot be done.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::code::error::CodeError;
use super::friends::MOST_FRIENDS;
use super::name::NameError;
use super::outbox::OutboxError;
use super::store::StoreError;
use super::table_service::TableServiceError;
use super::tournament::TournamentError;
use crate::escape;

/// Why something in the club cannot be done.
#[derive(Debug, Error)]
pub enum ClubError {
    /// The database does not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table of people does not do it.
    #[error(transparent)]
    TableService(#[from] TableServiceError),
    /// The name cannot be chosen.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The code or the key is refused.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(io::Error),
    /// A file cannot be used.
    #[error("{}: {error}", escape::path(.path))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The archive cannot be written to where it goes.
    #[error("the archive cannot be written: {0}")]
    Archive(io::Error),
    /// Who plays others cannot be deleted.
    #[error("you sit at {0} tables with others: resign the games or leave the tables first")]
    Playing(usize),
    /// Nothing of a guest is kept, so a guest has no account.
    #[error("guests have no account: log in with an SSH key (ssh-keygen -t ed25519 makes one)")]
    Guest,
    /// The member cannot be told by message.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// A member has as many friends as there may be.
    #[error("you have {MOST_FRIENDS} friends already: end one of these friendships first")]
    ManyFriends,
    /// A tournament does not do it.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}
