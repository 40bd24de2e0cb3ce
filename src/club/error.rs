//! Why something in the club cannot be done.

use thiserror::Error;

use super::store::StoreError;

/// Why something in the club cannot be done.
#[derive(Debug, Error)]
pub enum ClubError {
    /// The database does not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}
