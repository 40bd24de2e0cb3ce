//! Why the server does not do what the operator wants.

use thiserror::Error;

use super::LONGEST_BYTES as LONGEST_REQUEST;
use crate::club::ClubError;
use crate::club::store::StoreError;
use crate::club::table_service::TableServiceError;

/// Why the server does not do what the operator wants.
#[derive(Debug, Error)]
pub(super) enum OrderError {
    /// It is no request.
    #[error("expected one request in a line of less than {LONGEST_REQUEST} bytes")]
    Request,
    /// The club does not do it.
    #[error(transparent)]
    Club(#[from] ClubError),
    /// No session has this number.
    #[error("there is no session {0}")]
    NoSession(u64),
    /// Nobody has this name.
    #[error("nobody has the name {0}")]
    Nobody(String),
    /// They are not connected.
    #[error("{0} is not here")]
    NotHere(String),
    /// Nobody was kept out by this name.
    #[error("there is no ban of {0}")]
    NoBan(String),
    /// No report has this number.
    #[error("there is no report {0}")]
    NoReport(i64),
    /// Only members have a name that can be changed.
    #[error("{0} is no member")]
    NoMember(String),
}

impl From<TableServiceError> for OrderError {
    fn from(error: TableServiceError) -> OrderError {
        OrderError::Club(error.into())
    }
}

impl From<StoreError> for OrderError {
    fn from(error: StoreError) -> OrderError {
        OrderError::Club(error.into())
    }
}
