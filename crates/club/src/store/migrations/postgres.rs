//! The formats of a database on a server. The first one is whole; each later step has the number of the step for SQLite.

use super::super::StoreError;
use super::super::sql::{Connection, SqlError, params};
use super::NEWEST;

/// The steps: the format that each leads to, and its SQL.
const STEPS: &[(u32, &str)] = &[
    (15, include_str!("postgres/015.sql")),
    (16, include_str!("postgres/016.sql")),
    (17, include_str!("postgres/017.sql")),
    (18, include_str!("postgres/018.sql")),
];

/// The number of the format is in one row.
const FORMAT: &str =
    "CREATE TABLE IF NOT EXISTS format (id BIGINT PRIMARY KEY CHECK (id = 1), number BIGINT NOT NULL);
                      INSERT INTO format (id, number) VALUES (1, 0) ON CONFLICT (id) DO NOTHING";

/// Brings the database to the format of this program, in one transaction. Another server waits meanwhile.
pub(in crate::store) fn run(connection: &Connection) -> Result<(), StoreError> {
    // Of two servers that make the table at the same moment one is refused, although it asks whether there is one.
    if connection.execute_batch(FORMAT).is_err() {
        connection.execute_batch(FORMAT)?;
    }
    connection.execute_batch("BEGIN")?;
    let done = steps(connection);
    connection.execute_batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    done
}

fn steps(connection: &Connection) -> Result<(), StoreError> {
    let sql = "SELECT number FROM format WHERE id = 1 FOR UPDATE";
    let found: u32 = connection.one(sql, params![], |row| row.get(0))?;
    if found > NEWEST {
        return Err(StoreError::Newer { found, known: NEWEST });
    }
    let long = |sql: &str| connection.session().map_or(Err(SqlError::NoRow), |session| session.long_batch(sql));
    for &(to, step) in STEPS.iter().filter(|(to, _)| *to > found) {
        long(step).map_err(|error| StoreError::Migration { to, error })?;
    }
    connection.execute("UPDATE format SET number = ?1 WHERE id = 1", params![NEWEST])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_leads_to_the_format_of_this_program() {
        assert!(STEPS.is_sorted_by_key(|(to, _)| *to));
        assert_eq!(STEPS.last().map(|(to, _)| *to), Some(NEWEST));
    }
}
