//! Why something in the club cannot be done.

use thiserror::Error;

use super::hall::HallError;
use super::store::StoreError;

/// Why something in the club cannot be done.
#[derive(Debug, Error)]
pub enum ClubError {
    /// The database does not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table of people does not do it.
    #[error(transparent)]
    Hall(#[from] HallError),
}
