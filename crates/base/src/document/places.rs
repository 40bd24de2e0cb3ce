//! Positions in a file: the line and column of a byte.

use std::fmt;
use std::sync::Arc;

/// A position in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name of the file, as it is shown.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, if it helps to find the position.
    pub column: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(out, ":{column}"))
    }
}

/// The line index of a text. It is built once, so that many positions can be looked up quickly.
#[derive(Debug)]
pub(super) struct Places {
    length: usize,
    /// The byte offset of the end of each line.
    ends: Vec<usize>,
}

impl Places {
    /// Builds the line index of a text.
    pub(super) fn of(text: &str) -> Places {
        Places { length: text.len(), ends: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// The line and column of a byte, both from 1.
    pub(super) fn at(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.length);
        let line = self.ends.partition_point(|&end| end < at);
        (line + 1, at - line.checked_sub(1).map_or(0, |before| self.ends[before] + 1) + 1)
    }
}
