//! The number of a table.

/// The number of a table in the store, the same in every process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableKey(pub i64);
