//! Members and their keys.

use std::time::{Duration, SystemTime};

use super::sql::{Connection, params};

use super::numbers::{self, Numbered};
use super::{Store, StoreError};
use crate::member::{DELETED, Member, MemberId};
use crate::moment::seconds;
use crate::name::{HELD, KEPT, Name, NameError};

pub(super) fn find(connection: &Connection, digest: [u8; 32]) -> Result<Option<(Member, String)>, StoreError> {
    let sql = "SELECT members.id, members.name, members.folder FROM keys JOIN members ON members.id = keys.member
               WHERE keys.digest = ?1";
    let found = connection.first(sql, params![digest], |row| {
        Ok((Member { id: MemberId::Member(row.get(0)?), name: row.get(1)? }, row.get(2)?))
    })?;
    Ok(found)
}

/// A name for a folder that is not in use: the key of a member may have been added to another member since.
fn free_folder(connection: &Connection, wanted: &str) -> Result<String, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM members WHERE folder = ?1)
               OR EXISTS (SELECT 1 FROM removed_folders WHERE folder = ?1)";
    let mut folder = wanted.to_owned();
    for number in 2.. {
        if !connection.one(sql, params![&folder], |row| row.get::<_, bool>(0))? {
            break;
        }
        folder = format!("{wanted}-{number}");
    }
    Ok(folder)
}

/// Makes a new member with this key and this folder, or one that begins so.
pub(super) fn add_member(
    connection: &Connection,
    digest: [u8; 32],
    folder: &str,
    now: i64,
) -> Result<(Member, String), StoreError> {
    let folder = free_folder(connection, folder)?;
    let id = numbers::next(connection, Numbered::Member)?;
    let sql = "INSERT INTO members (id, folder, joined) VALUES (?1, ?2, ?3)";
    connection.execute(sql, params![id, folder, now])?;
    let sql = "INSERT INTO keys (digest, member, added) VALUES (?1, ?2, ?3)";
    connection.execute(sql, params![digest, id, now])?;
    Ok((Member { id: MemberId::Member(id), name: None }, folder))
}

/// Chooses a name for a member, if it is free and the last one was kept long enough.
fn rename(
    connection: &Connection,
    member: i64,
    name: &Name,
    now: i64,
) -> Result<Result<(), NameError>, StoreError> {
    type Old = (Option<String>, Option<String>, Option<i64>);
    let sql = "SELECT name, skeleton, named FROM members WHERE id = ?1";
    let (shown, skeleton, named): Old =
        connection.one(sql, params![member], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    if shown.as_deref() == Some(name.shown()) {
        return Ok(Ok(()));
    }
    let kept = now.saturating_sub(named.unwrap_or(0));
    let left = KEPT.saturating_sub(Duration::from_secs(kept.max(0) as u64));
    if named.is_some() && !left.is_zero() {
        return Ok(Err(NameError::Soon(left)));
    }
    if is_taken(connection, member, name, now)? {
        return Ok(Err(NameError::Taken));
    }
    let sql = "UPDATE members SET name = ?2, skeleton = ?3, named = ?4 WHERE id = ?1";
    connection.execute(sql, params![member, name.shown(), name.skeleton(), now])?;
    connection
        .execute("DELETE FROM former_names WHERE skeleton = ?1 OR until <= ?2", params![name.skeleton(), now])?;
    if let Some(old) = skeleton.filter(|old| old != name.skeleton()) {
        hold(connection, &old, member, now)?;
    }
    Ok(Ok(()))
}

/// Does another member have a name that looks like this one, or had it a short time ago?
fn is_taken(connection: &Connection, member: i64, name: &Name, now: i64) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM members WHERE skeleton = ?1 AND id <> ?2)
               OR EXISTS (SELECT 1 FROM former_names WHERE skeleton = ?1 AND member <> ?2 AND until > ?3)";
    Ok(connection.one(sql, params![name.skeleton(), member, now], |row| row.get(0))?)
}

/// The operator gives a member another name, or none. The member cannot change it for as long as a name that they chose,
/// and nobody gets the old one soon, not even they.
fn impose(
    connection: &Connection,
    member: i64,
    name: Option<&Name>,
    now: i64,
) -> Result<Result<(), NameError>, StoreError> {
    if name.map_or(Ok(false), |name| is_taken(connection, member, name, now))? {
        return Ok(Err(NameError::Taken));
    }
    let sql = "SELECT skeleton FROM members WHERE id = ?1";
    let old: Option<String> = connection.one(sql, params![member], |row| row.get(0))?;
    let sql = "UPDATE members SET name = ?2, skeleton = ?3, named = ?4 WHERE id = ?1";
    connection.execute(sql, params![member, name.map(Name::shown), name.map(Name::skeleton), now])?;
    if let Some(old) = old.filter(|old| name.map(Name::skeleton) != Some(old)) {
        hold(connection, &old, NOBODY, now)?;
    }
    Ok(Ok(()))
}

/// The number of no member: they begin with 1.
const NOBODY: i64 = 0;

/// Keeps a name that was given up from others for a while.
fn hold(connection: &Connection, skeleton: &str, member: i64, now: i64) -> Result<(), StoreError> {
    let until = now.saturating_add(HELD.as_secs() as i64);
    let sql = "INSERT INTO former_names (skeleton, member, until) VALUES (?1, ?2, ?3)
               ON CONFLICT (skeleton) DO UPDATE SET member = ?2, until = ?3";
    connection.execute(sql, params![skeleton, member, until])?;
    Ok(())
}

/// Removes a member. Their folder is removed later, and nobody takes their name soon.
pub(super) fn remove_member(connection: &Connection, member: i64, now: i64) -> Result<(), StoreError> {
    let sql = "SELECT skeleton FROM members WHERE id = ?1";
    let skeleton: Option<String> = connection.one(sql, params![member], |row| row.get(0))?;
    if let Some(skeleton) = skeleton {
        hold(connection, &skeleton, member, now)?;
    }
    let sql = "INSERT INTO removed_folders (folder) SELECT folder FROM members WHERE id = ?1
               ON CONFLICT (folder) DO NOTHING";
    connection.execute(sql, params![member])?;
    connection.execute("DELETE FROM members WHERE id = ?1", params![member])?;
    Ok(())
}

impl Store {
    /// The folder of a member below `players`, and when they came, in seconds since 1970.
    pub(crate) fn folder_of(&self, member: i64) -> Result<(String, i64), StoreError> {
        self.read(|connection| {
            let sql = "SELECT folder, joined FROM members WHERE id = ?1";
            Ok(connection.one(sql, params![member], |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
    }

    /// The time zone of a member by its name; empty if none was chosen.
    pub(crate) fn zone_of(&self, member: i64) -> Result<String, StoreError> {
        self.read(|connection| {
            let sql = "SELECT zone FROM members WHERE id = ?1";
            Ok(connection.one(sql, params![member], |row| row.get(0))?)
        })
    }

    /// Sets the time zone of a member.
    pub fn set_zone(&self, member: i64, zone: &str) -> Result<(), StoreError> {
        let zone = zone.to_owned();
        self.write(move |connection| {
            connection.execute("UPDATE members SET zone = ?2 WHERE id = ?1", params![member, zone])?;
            Ok(())
        })
    }

    /// How many members there are.
    pub fn count_members(&self) -> Result<i64, StoreError> {
        self.read(|connection| Ok(connection.one("SELECT count(*) FROM members", params![], |row| row.get(0))?))
    }

    /// Removes a member with their keys and codes. In games that are over, their name is [`DELETED`]. A member who sits
    /// at tables stays: the inner result is their number then.
    pub(crate) fn remove_member(&self, member: i64, now: SystemTime) -> Result<Result<(), usize>, StoreError> {
        self.write(move |connection| {
            let person = MemberId::Member(member).to_string();
            let sql = "SELECT count(*) FROM seats JOIN hall ON hall.id = seats.game
                       WHERE seats.person = ?1 AND hall.ended IS NULL";
            let tables: i64 = connection.one(sql, params![&person], |row| row.get(0))?;
            if tables > 0 {
                return Ok(Err(tables as usize));
            }
            connection.execute("UPDATE seats SET name = ?2 WHERE person = ?1", params![person, DELETED])?;
            let sql = "UPDATE seats SET left_name = ?2 WHERE left_by = ?1";
            connection.execute(sql, params![person, DELETED])?;
            remove_member(connection, member, seconds(now))?;
            Ok(Ok(()))
        })
    }

    /// The folders of members who are gone, which have to be removed.
    pub fn removed_folders(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            Ok(connection.all("SELECT folder FROM removed_folders", params![], |row| row.get(0))?)
        })
    }

    /// A folder of a member who is gone has been removed.
    pub(crate) fn folder_is_removed(&self, folder: &str) -> Result<(), StoreError> {
        let folder = folder.to_owned();
        self.write(move |connection| {
            connection.execute("DELETE FROM removed_folders WHERE folder = ?1", params![folder])?;
            Ok(())
        })
    }

    /// The member with this number, if there is one.
    pub fn member(&self, number: i64) -> Result<Option<Member>, StoreError> {
        self.read(|connection| {
            let name =
                connection.first("SELECT name FROM members WHERE id = ?1", params![number], |row| row.get(0))?;
            Ok(name.map(|name| Member { id: MemberId::Member(number), name }))
        })
    }

    /// The member whom others see by this name, whatever the case of its letters.
    pub fn member_named(&self, name: &str) -> Result<Option<Member>, StoreError> {
        let given = name.to_ascii_lowercase();
        let number = given.strip_prefix("player-").and_then(|number| number.parse::<i64>().ok());
        let found = self.read(|connection| {
            let sql = "SELECT id FROM members WHERE lower(name) = ?1 OR (id = ?2 AND name IS NULL)";
            Ok(connection.first(sql, params![given, number], |row| row.get(0))?)
        })?;
        found.map_or(Ok(None), |number| self.member(number))
    }

    /// Chooses a name for a member. An outer error is one of the database, an inner one a refusal.
    pub fn rename(&self, member: i64, name: &Name, now: SystemTime) -> Result<Result<(), NameError>, StoreError> {
        let name = name.clone();
        self.write(move |connection| rename(connection, member, &name, seconds(now)))
    }

    /// Gives a member another name for the operator, or none. An outer error is one of the database, an inner one a
    /// refusal.
    pub(crate) fn impose_name(
        &self,
        member: i64,
        name: Option<Name>,
        now: SystemTime,
    ) -> Result<Result<(), NameError>, StoreError> {
        self.write(move |connection| impose(connection, member, name.as_ref(), seconds(now)))
    }

    /// The member with this key, if there is one.
    pub fn owner_of_key(&self, digest: [u8; 32]) -> Result<Option<Member>, StoreError> {
        Ok(self.read(|connection| find(connection, digest))?.map(|(member, _)| member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;

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
