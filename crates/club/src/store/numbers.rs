//! Numbers that are never used again: they stand in logs, results and bouts after the row is gone.

use super::sql::{Connection, params};

use super::StoreError;

/// What has numbers of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbered {
    Member,
    Table,
    Tournament,
    Challenge,
    Node,
    Change,
}

impl Numbered {
    /// The word in `used_numbers`, and the rows that have such a number now.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Numbered::Member => ("member", "members"),
            Numbered::Table => ("table", "tables"),
            Numbered::Tournament => ("tournament", "tournaments"),
            Numbered::Challenge => ("challenge", "challenges"),
            Numbered::Node => ("node", "nodes"),
            Numbered::Change => ("change", "changes"),
        }
    }
}

/// A number that no other one has or had.
pub(super) fn next(connection: &Connection, what: Numbered) -> Result<i64, StoreError> {
    let (kind, rows) = what.names();
    let sql = format!(
        "UPDATE used_numbers SET last = 1 + (SELECT max(number) FROM
         (SELECT used_numbers.last AS number UNION ALL SELECT max(id) FROM {rows}) AS numbers)
         WHERE kind = ?1 RETURNING last"
    );
    Ok(connection.one(&sql, params![kind], |row| row.get(0))?)
}
