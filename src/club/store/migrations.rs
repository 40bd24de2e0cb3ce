//! The formats of the database. Each step is a numbered file that is never changed once it was released; the number of
//! the last one is the `user_version` of the database.

use rusqlite::Connection;

use super::StoreError;

/// The steps, the first format first.
const STEPS: &[&str] = &[
    include_str!("migrations/001.sql"),
    include_str!("migrations/002.sql"),
    include_str!("migrations/003.sql"),
    include_str!("migrations/004.sql"),
    include_str!("migrations/005.sql"),
];

/// The format of this program.
pub(super) const NEWEST: u32 = STEPS.len() as u32;

/// Brings the database to the format of this program. Each step is one transaction.
pub(super) fn run(connection: &mut Connection) -> Result<(), StoreError> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > NEWEST {
        return Err(StoreError::Newer { found, known: NEWEST });
    }
    for (to, step) in (1..).zip(STEPS).skip(found as usize) {
        let mut apply = || {
            let transaction = connection.transaction()?;
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", to)?;
            transaction.commit()
        };
        apply().map_err(|error| StoreError::Migration { to, error })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::club::store::Store;
    use crate::files::folder::Folder;

    #[test]
    fn a_database_of_every_format_is_brought_up_to_date() {
        for start in 0..=NEWEST {
            let folder = Folder::new(&format!("format-{start}"));
            let path = folder.path().join("club.db");
            let connection = Connection::open(&path).expect("a database");
            for step in &STEPS[..start as usize] {
                connection.execute_batch(step).expect("a step");
            }
            connection.pragma_update(None, "user_version", start).expect("a format");
            drop(connection);
            let store = Store::open(&path).expect("a store");
            let format = store.read(|connection| {
                Ok(connection.pragma_query_value::<u32, _>(None, "user_version", |row| row.get(0))?)
            });
            assert_eq!(format.expect("a format"), NEWEST);
        }
    }

    #[test]
    fn a_database_of_a_newer_program_is_left_alone() {
        let folder = Folder::new("newer");
        let path = folder.path().join("club.db");
        let connection = Connection::open(&path).expect("a database");
        connection.pragma_update(None, "user_version", NEWEST + 1).expect("a format");
        drop(connection);
        let refused = Store::open(&path).expect_err("a newer format").to_string();
        assert!(refused.contains("a newer program has made it"), "{refused}");
    }
}
