//! Why a database refuses something.

use thiserror::Error;

/// Why a database refuses something.
#[derive(Debug, Error)]
pub enum SqlError {
    /// SQLite refuses it.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// A database server refuses it.
    #[error("{0}")]
    Refused(String),
    /// The database server does not answer now.
    #[error("the database does not answer: {0}")]
    Away(String),
    /// There is no such row.
    #[error("there is no such row")]
    NoRow,
    /// A column holds something else.
    #[error("column \"{column}\" holds {found}, not {expected}")]
    Column {
        /// Its name or number.
        column: String,
        /// What it holds.
        found: &'static str,
        /// What it should hold.
        expected: &'static str,
    },
}

impl SqlError {
    /// Is it of the connection, so that the same can succeed with another one?
    pub const fn is_away(&self) -> bool {
        matches!(self, SqlError::Away(_))
    }
}
