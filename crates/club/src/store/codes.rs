//! Keys of a member, and the codes that add one.

use std::time::SystemTime;

use super::sql::{Connection, params};

use super::members::remove_member;
use super::{Store, StoreError};
use crate::code::error::{CodeError, MOST_KEYS};
use crate::member::MemberId;
use crate::moment::seconds;

/// A key of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// SHA-256 of the public key.
    pub digest: [u8; 32],
    /// When it was added, in seconds since 1970.
    pub added: i64,
}

fn count_keys(connection: &Connection, member: i64) -> Result<usize, StoreError> {
    let sql = "SELECT count(*) FROM keys WHERE member = ?1";
    Ok(connection.one(sql, params![member], |row| row.get::<_, i64>(0))? as usize)
}

/// The columns that name a member, but for those that every member may have without having done anything.
const NAMING: [(&str, &str); 5] = [
    ("challenges", "by_member"),
    ("challenges", "to_member"),
    ("rated", "member"),
    ("ratings", "member"),
    ("vacations", "member"),
];

/// What a member has that would be lost with it, as far as the store knows: rows of any table that name it.
pub(super) fn used(connection: &Connection, member: i64) -> Result<Option<&'static str>, StoreError> {
    let name = connection
        .one("SELECT name FROM members WHERE id = ?1", params![member], |row| row.get::<_, Option<String>>(0))?;
    if name.is_some() {
        return Ok(Some("a name"));
    }
    if count_keys(connection, member)? > 1 {
        return Ok(Some("other keys"));
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM seats WHERE person = ?1)";
    if connection.one(sql, params![MemberId::Member(member).to_string()], |row| row.get(0))? {
        return Ok(Some("games"));
    }
    for (table, column) in NAMING {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE {column} = ?1)");
        if connection.one(&sql, params![member], |row| row.get(0))? {
            return Ok(Some("games"));
        }
    }
    Ok(None)
}

fn redeem(
    connection: &Connection,
    digest: [u8; 32],
    (member, key, files): (i64, [u8; 32], Option<&'static str>),
    now: i64,
) -> Result<Result<i64, CodeError>, StoreError> {
    let sql = "SELECT member FROM codes WHERE digest = ?1 AND (until IS NULL OR until > ?2)";
    let owner: Option<i64> = connection.first(sql, params![digest, now], |row| row.get(0))?;
    let Some(owner) = owner else { return Ok(Err(CodeError::Unknown)) };
    if owner == member {
        return Ok(Err(CodeError::Own));
    }
    if let Some(what) = used(connection, member)?.or(files) {
        return Ok(Err(CodeError::Used(what)));
    }
    if count_keys(connection, owner)? >= MOST_KEYS {
        return Ok(Err(CodeError::Full));
    }
    let sql = "UPDATE keys SET member = ?3, added = ?4 WHERE digest = ?1 AND member = ?2";
    if connection.execute(sql, params![key, member, owner, now])? == 0 {
        return Ok(Err(CodeError::NoKey));
    }
    connection.execute("DELETE FROM codes WHERE digest = ?1", params![digest])?;
    remove_member(connection, member, now)?;
    Ok(Ok(owner))
}

impl Store {
    /// The keys of a member, the oldest first.
    pub fn keys_of(&self, member: i64) -> Result<Vec<KeyRow>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT digest, added FROM keys WHERE member = ?1 ORDER BY added, digest";
            Ok(connection
                .all(sql, params![member], |row| Ok(KeyRow { digest: row.get(0)?, added: row.get(1)? }))?)
        })
    }

    /// How many codes for a lost key a member has.
    pub(crate) fn recovery_codes(&self, member: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            let sql = "SELECT count(*) FROM codes WHERE member = ?1 AND until IS NULL";
            Ok(connection.one(sql, params![member], |row| row.get::<_, i64>(0))? as usize)
        })
    }

    /// Keeps these codes of a member instead of those of the same kind: with an end of their time, or without.
    pub(crate) fn keep_codes(
        &self,
        member: i64,
        digests: Vec<[u8; 32]>,
        until: Option<SystemTime>,
    ) -> Result<(), StoreError> {
        let until = until.map(seconds);
        self.write(move |connection| {
            let sql = "DELETE FROM codes WHERE member = ?1 AND (until IS NULL) = ?2";
            connection.execute(sql, params![member, until.is_none()])?;
            for digest in digests {
                let sql = "INSERT INTO codes (digest, member, until) VALUES (?1, ?2, ?3)";
                connection.execute(sql, params![digest, member, until])?;
            }
            Ok(())
        })
    }

    /// Moves this key of a member to the member who made this code, and removes the first member. Returns the other
    /// one. `used` says what the first member has beside the store. An outer error is one of the database, an inner one
    /// a refusal.
    pub(crate) fn redeem(
        &self,
        digest: [u8; 32],
        member: i64,
        key: [u8; 32],
        used: Option<&'static str>,
        now: SystemTime,
    ) -> Result<Result<i64, CodeError>, StoreError> {
        self.write(move |connection| redeem(connection, digest, (member, key, used), seconds(now)))
    }

    /// Takes a key away from a member, if it is not the last one.
    pub(crate) fn remove_key(&self, member: i64, digest: [u8; 32]) -> Result<Result<(), CodeError>, StoreError> {
        self.write(move |connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM keys WHERE member = ?1 AND digest = ?2)";
            if !connection.one(sql, params![member, digest], |row| row.get::<_, bool>(0))? {
                return Ok(Err(CodeError::NoKey));
            }
            if count_keys(connection, member)? < 2 {
                return Ok(Err(CodeError::LastKey));
            }
            connection.execute("DELETE FROM keys WHERE digest = ?1", params![digest])?;
            Ok(Ok(()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;

    #[test]
    fn no_column_that_names_a_member_is_forgotten() {
        let folder = Folder::new("naming");
        let store = Store::open(&folder.path().join("club.db")).expect("a store");
        let sql = "SELECT tables.name, columns.\"from\" FROM sqlite_master AS tables
                   JOIN pragma_foreign_key_list(tables.name) AS columns
                   WHERE tables.type = 'table' AND columns.\"table\" = 'members'
                   AND tables.name NOT IN ('keys', 'codes', 'blocks', 'friends', 'outbox',
                   'outbox_addresses', 'outbox_lines') ORDER BY 1, 2";
        let found: Vec<(String, String)> = store
            .read(|connection| Ok(connection.all(sql, params![], |row| Ok((row.get(0)?, row.get(1)?)))?))
            .expect("columns");
        assert_eq!(found, NAMING.map(|(table, column)| (table.to_owned(), column.to_owned())));
    }
}
