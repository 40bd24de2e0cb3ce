//! Places in a file: which line and column a byte of its text is in.

use std::fmt;
use std::sync::Arc;

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file as it is told.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, where it helps to find the place.
    pub column: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(out, ":{column}"))
    }
}

/// Where the lines of a text are. Looked for once, so that many places can be told.
#[derive(Debug)]
pub(super) struct Places {
    length: usize,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl Places {
    /// The lines of a text.
    pub(super) fn of(text: &str) -> Places {
        Places { length: text.len(), ends: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// The line and column of a byte, from 1.
    pub(super) fn at(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.length);
        let line = self.ends.partition_point(|&end| end < at);
        (line + 1, at - line.checked_sub(1).map_or(0, |before| self.ends[before] + 1) + 1)
    }
}
