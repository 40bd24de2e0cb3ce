//! Members who never did anything: they logged in once, and nothing of theirs is anywhere.

use std::time::SystemTime;

use super::sql::{Connection, params};

use super::codes::used;
use super::members::remove_member;
use super::{Store, StoreError};
use crate::member::MemberId;
use crate::moment::seconds;

/// Has this member done nothing since they came, before this time?
fn is_unused(connection: &Connection, member: i64, before: i64) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (
                   SELECT 1 FROM members WHERE id = ?1 AND joined < ?2 AND returned IS NULL
                   AND name IS NULL AND named IS NULL AND zone = '')
               AND NOT EXISTS (SELECT 1 FROM codes WHERE member = ?1)
               AND NOT EXISTS (SELECT 1 FROM blocks WHERE member = ?1)
               AND NOT EXISTS (SELECT 1 FROM friends WHERE member = ?1)
               AND NOT EXISTS (SELECT 1 FROM outbox_addresses WHERE member = ?1)
               AND NOT EXISTS (SELECT 1 FROM seats WHERE left_by = ?3)
               AND NOT EXISTS (SELECT 1 FROM reports WHERE by = ?3 OR about = ?3)";
    let person = MemberId::Member(member).to_string();
    let nothing = connection.one(sql, params![member, before, person], |row| row.get(0))?;
    Ok(nothing && used(connection, member)?.is_none())
}

impl Store {
    /// Some of the members after this number who came before this time and did nothing, as far as the store knows, with
    /// their folders.
    pub(crate) fn unused_members(
        &self,
        before: SystemTime,
        after: i64,
        some: usize,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT id, folder FROM members WHERE returned IS NULL AND id > ?1 AND joined < ?2
                       ORDER BY id LIMIT ?3";
            Ok(connection
                .all(sql, params![after, seconds(before), some as i64], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// Removes those of these members who have done nothing to this moment. Returns how many there were.
    pub(crate) fn remove_unused(
        &self,
        members: Vec<i64>,
        before: SystemTime,
        now: SystemTime,
    ) -> Result<u64, StoreError> {
        self.write(move |connection| {
            let mut removed = 0;
            for member in members {
                if is_unused(connection, member, seconds(before))? {
                    remove_member(connection, member, seconds(now))?;
                    removed += 1;
                }
            }
            Ok(removed)
        })
    }
}
