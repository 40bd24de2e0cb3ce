//! An error in a file, and where it is.

use thiserror::Error;

use super::places::Place;

/// An error in a file, and its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct Mistake<F> {
    /// The position.
    pub place: Place,
    /// The error.
    pub fault: F,
}

/// A suggestion of the known name that is probably meant.
pub fn meant(like: Option<&str>, open: &str, close: &str) -> String {
    like.map(|like| format!("; did you mean {open}{like}{close}?")).unwrap_or_default()
}
