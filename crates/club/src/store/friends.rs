//! Whom a member wants to see come.

use super::sql::params;

use super::{Store, StoreError};
use crate::friends::MOST_FRIENDS;

impl Store {
    /// The friends of a member.
    pub(crate) fn friends(&self, member: i64) -> Result<Vec<i64>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT other FROM friends WHERE member = ?1";
            Ok(connection.all(sql, params![member], |row| row.get(0))?)
        })
    }

    /// Stores that another one is a friend of a member, or is not any more. False if there are too many.
    pub(crate) fn set_friend(&self, member: i64, other: i64, on: bool) -> Result<bool, StoreError> {
        self.write(move |connection| {
            if !on {
                connection
                    .execute("DELETE FROM friends WHERE member = ?1 AND other = ?2", params![member, other])?;
                return Ok(true);
            }
            let sql = "SELECT count(*) FROM friends WHERE member = ?1";
            let count: i64 = connection.one(sql, params![member], |row| row.get(0))?;
            if count >= MOST_FRIENDS as i64 {
                return Ok(false);
            }
            let sql = "INSERT INTO friends (member, other) VALUES (?1, ?2) ON CONFLICT (member, other) DO NOTHING";
            connection.execute(sql, params![member, other])?;
            Ok(true)
        })
    }
}
