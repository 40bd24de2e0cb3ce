//! Why a section is no file of ours.

use thiserror::Error;

/// A setting that a file of ours cannot say, or that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}[{section}] {key} = {value}: {why}", of_line(*.line))]
pub struct Refusal {
    /// The line where it is written, or 0 if it is not in the text.
    pub line: usize,
    /// The section where it is written.
    pub(crate) section: String,
    /// The key.
    pub key: String,
    /// The value as it is written.
    pub value: String,
    /// What is wrong with it.
    pub why: String,
}

fn of_line(line: usize) -> String {
    if line == 0 { String::new() } else { format!("{line}: ") }
}
