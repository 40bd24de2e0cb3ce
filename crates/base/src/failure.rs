//! Why a command failed: its words, and with that its exit status.

use std::fmt::Display;
use std::io;

/// The result of a command: success, or what went wrong.
pub type Outcome = Result<(), Failure>;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are invalid.
    Usage(String),
    /// The arguments are valid, but the command failed.
    Failed(String),
    /// Several things are wrong with a file that the arguments name: a line for each.
    Mistakes(Vec<String>),
    /// The program has panicked; the user was told.
    Panicked,
    /// Reading standard input or writing standard output failed.
    Io(io::Error),
}

impl Failure {
    /// The arguments are invalid for this reason.
    pub fn usage(error: impl Display) -> Failure {
        Failure::Usage(error.to_string())
    }

    /// The command failed for this reason.
    pub fn failed(error: impl Display) -> Failure {
        Failure::Failed(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}
