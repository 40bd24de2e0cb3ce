//! Why a command is not carried out.

use thiserror::Error;

/// Why a command is not carried out, as a sentence that says what is wrong with it and what is expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub(super) struct Unanswered(String);

impl From<String> for Unanswered {
    fn from(sentence: String) -> Unanswered {
        Unanswered(sentence)
    }
}
