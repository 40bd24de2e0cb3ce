//! Members and their keys.

use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Store, StoreError};
use crate::club::member::{Member, MemberId};

/// Seconds since 1970.
pub(super) fn seconds(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn find(connection: &Connection, digest: [u8; 32]) -> Result<Option<(Member, String)>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT members.id, members.name, members.folder FROM keys JOIN members ON members.id = keys.member
             WHERE keys.digest = ?1",
        )?
        .query_row(params![digest], |row| {
            Ok((Member { id: MemberId::Member(row.get(0)?), name: row.get(1)? }, row.get(2)?))
        })
        .optional()?;
    Ok(found)
}

impl Store {
    /// The member with this key, and the name of their folder. A new key makes a new member with this folder.
    pub fn member_of_key(
        &self,
        digest: [u8; 32],
        folder: &str,
        now: SystemTime,
    ) -> Result<(Member, String), StoreError> {
        if let Some(found) = self.read(|connection| find(connection, digest))? {
            return Ok(found);
        }
        let folder = folder.to_owned();
        self.write(move |connection| {
            // Another connection with this key may have been faster.
            if let Some(found) = find(connection, digest)? {
                return Ok(found);
            }
            let now = seconds(now);
            connection.execute("INSERT INTO members (folder, joined) VALUES (?1, ?2)", params![folder, now])?;
            let id = connection.last_insert_rowid();
            connection.execute(
                "INSERT INTO keys (digest, member, added) VALUES (?1, ?2, ?3)",
                params![digest, id, now],
            )?;
            Ok((Member { id: MemberId::Member(id), name: None }, folder))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::folder::Folder;

    #[test]
    fn a_key_is_the_same_member_each_time() {
        let folder = Folder::new("members");
        let path = folder.path().join("club.db");
        let store = Store::open(&path).expect("a store");
        let now = SystemTime::now();
        let first = store.member_of_key([1; 32], "one", now).expect("a member");
        let other = store.member_of_key([2; 32], "two", now).expect("a member");
        assert_ne!(first.0.id, other.0.id);
        drop(store);
        let store = Store::open(&path).expect("a store");
        assert_eq!(store.member_of_key([1; 32], "three", now).expect("a member"), first);
    }
}
