//! Why the store cannot do something.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::Claim;
use super::sql::SqlError;
use crate::escape;

/// Why the store cannot do something.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database cannot be opened.
    #[error("{}: the database cannot be opened: {error}", escape::path(.path))]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        error: SqlError,
    },
    /// The system gives no thread for it.
    #[error("the thread of the database cannot be started: {0}")]
    Thread(io::Error),
    /// A newer program has made the database.
    #[error("the database has format {found}, and this program knows {known}: a newer program has made it")]
    Newer {
        /// The format of the database.
        found: u32,
        /// The newest format of this program.
        known: u32,
    },
    /// A step to a newer format fails.
    #[error("the database cannot be brought to format {to}: {error}")]
    Migration {
        /// The format.
        to: u32,
        /// Why.
        error: SqlError,
    },
    /// The database refuses it.
    #[error("the database refused it: {0}")]
    Sql(SqlError),
    /// The database does not answer now.
    #[error("the club's store is being replaced: try again in a moment")]
    Away(String),
    /// A tournament in the database cannot be read.
    #[error("tournament {number} in the database cannot be read: {error}")]
    Tournament {
        /// Its number.
        number: i64,
        /// Why.
        error: serde_json::Error,
    },
    /// The owner of a table was replaced by another server, or the table is gone.
    #[error("this table has moved to another server")]
    Replaced {
        /// What the owner showed.
        claim: Claim,
        /// The newest epoch; `None` if the table is gone.
        newest: Option<u64>,
    },
    /// Somebody else has changed it since it was read.
    #[error("it was changed at the same moment")]
    Changed,
    /// The folder cannot be locked.
    #[error("{}: the folder cannot be locked: {error}", escape::path(.path))]
    Lock {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server has the folder.
    #[error("{}: another server uses this folder", escape::path(.path))]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// A club is copied to a database that has one.
    #[error("the database that it is copied to has a club already")]
    NotEmpty,
    /// A table that was copied is not what it was.
    #[cfg(feature = "cluster")]
    #[error("what was copied is not what arrived: {}, {}", .0[0], .0[1])]
    Copied(Box<[super::import::Copied; 2]>),
    /// The commit of a change failed.
    #[error("the database could not save it: {0}")]
    NotCommitted(String),
    /// The store does not take this change any more.
    #[error("the database is closed")]
    Closed,
}

impl From<SqlError> for StoreError {
    fn from(error: SqlError) -> StoreError {
        match error {
            SqlError::Away(why) => StoreError::Away(why),
            other => StoreError::Sql(other),
        }
    }
}
