//! Vacations: while a member has one, the clocks of their slow games stop.

use std::collections::BTreeSet;
use std::time::SystemTime;

use super::sql::params;
use super::{Store, StoreError};
use crate::moment::{moment, seconds};

impl Store {
    /// The vacations of a member that end after this time: start and end, the oldest first.
    pub(crate) fn vacations(
        &self,
        member: i64,
        after: SystemTime,
    ) -> Result<Vec<(SystemTime, SystemTime)>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT start, stop FROM vacations WHERE member = ?1 AND stop > ?2 ORDER BY start";
            Ok(connection
                .all(sql, params![member, seconds(after)], |row| Ok((moment(row.get(0)?), moment(row.get(1)?))))?)
        })
    }

    /// The members who are on vacation.
    pub(crate) fn on_vacation(&self, now: SystemTime) -> Result<BTreeSet<i64>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT member FROM vacations WHERE start <= ?1 AND stop > ?1";
            Ok(connection.all(sql, params![seconds(now)], |row| row.get(0))?.into_iter().collect())
        })
    }

    pub(crate) fn add_vacation(&self, member: i64, start: SystemTime, stop: SystemTime) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO vacations (member, start, stop) VALUES (?1, ?2, ?3)
                 ON CONFLICT (member, start) DO UPDATE SET stop = CASE WHEN vacations.stop > ?3 THEN vacations.stop ELSE ?3 END",
                params![member, seconds(start), seconds(stop)],
            )?;
            Ok(())
        })
    }

    /// Ends the vacation of now, with what was added to it.
    pub(crate) fn end_vacation(&self, member: i64, now: SystemTime) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute(
                "UPDATE vacations SET stop = ?2 WHERE member = ?1 AND start <= ?2 AND stop > ?2",
                params![member, seconds(now)],
            )?;
            connection
                .execute("DELETE FROM vacations WHERE member = ?1 AND start > ?2", params![member, seconds(now)])?;
            Ok(())
        })
    }
}
