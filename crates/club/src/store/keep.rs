//! Removes what is kept for a time only, in small steps, and gives the space back. Results of members stay, so ratings can
//! be computed again from them, and the triggers of the tables see to it that no number is used again.

use std::time::SystemTime;

use super::sql::{Connection, Value, params};

use super::{Store, StoreError};
use crate::keep::{Keep, Removed};
use crate::moment::seconds;

/// How many games, and how many challenges, one step removes: others wait for it.
const STEP: i64 = 50;

/// Free pages that are kept for what is written next, and how many more are given back in a step.
const SPARE: i64 = 1024;
const PAGES: i64 = 512;

/// The games that go: those that are too old, and those before the newest ones.
const REMOVABLE: &str = "SELECT id FROM hall WHERE passing = 1 AND told = 1 AND (ended <= ?1 OR id <=
     (SELECT id FROM hall WHERE passing = 1 AND told = 1 ORDER BY id DESC LIMIT 1 OFFSET ?2)) ORDER BY id LIMIT ?3";

/// The challenges that go.
const CHALLENGES: &str = "SELECT id FROM challenges WHERE state <> 'open' AND made <= ?1 ORDER BY made LIMIT ?2";

/// A finished game that no member has played is passing. What belongs to a tournament stays with its table of results.
pub(super) fn note_passing(connection: &Connection, key: i64) -> Result<(), StoreError> {
    let sql = "UPDATE hall SET passing = 1 WHERE id = ?1 AND tournament IS NULL AND NOT EXISTS
               (SELECT 1 FROM seats WHERE game = ?1 AND (person LIKE 'member:%' OR left_by LIKE 'member:%'))";
    connection.execute(sql, params![key])?;
    Ok(())
}

/// Counts what goes, of each kind at most so many.
fn count(connection: &Connection, keep: Keep, now: SystemTime, most: i64) -> Result<Removed, StoreError> {
    let before = |age| now.checked_sub(age).map_or(0, seconds);
    let number = |sql: String, by: &[Value]| -> Result<u64, StoreError> {
        Ok(connection.one(&sql, by, |row| row.get::<_, i64>(0))? as u64)
    };
    let games = params![before(keep.games), keep.most_games as i64, most];
    let challenges = params![before(keep.challenges), most];
    Ok(Removed {
        games: number(format!("SELECT count(*) FROM ({REMOVABLE}) AS found"), games)?,
        events: number(format!("SELECT count(*) FROM events WHERE game IN ({REMOVABLE})"), games)?,
        challenges: number(format!("SELECT count(*) FROM ({CHALLENGES}) AS found"), challenges)?,
    })
}

/// Removes what goes, of each kind at most so many.
fn remove(connection: &Connection, keep: Keep, now: SystemTime, most: i64) -> Result<(), StoreError> {
    let before = |age| now.checked_sub(age).map_or(0, seconds);
    let games = format!("DELETE FROM tables WHERE id IN ({REMOVABLE})");
    connection.execute(&games, params![before(keep.games), keep.most_games as i64, most])?;
    let challenges = format!("DELETE FROM challenges WHERE id IN ({CHALLENGES})");
    connection.execute(&challenges, params![before(keep.challenges), most])?;
    Ok(())
}

impl Store {
    /// What would be removed now.
    pub fn passed(&self, keep: Keep, now: SystemTime) -> Result<Removed, StoreError> {
        self.read(|connection| count(connection, keep, now, i64::MAX))
    }

    /// Removes a little of what is kept for a time only. Returns what that was; nothing if all of it is done.
    pub fn prune(&self, keep: Keep, now: SystemTime) -> Result<Removed, StoreError> {
        // Nothing is written if there is nothing to do.
        if self.read(|connection| count(connection, keep, now, 1))?.is_nothing() {
            return Ok(Removed::default());
        }
        let removed = self.write(move |connection| {
            let removed = count(connection, keep, now, STEP)?;
            remove(connection, keep, now, STEP)?;
            Ok(removed)
        })?;
        self.figures.removed(removed);
        Ok(removed)
    }

    /// Makes the file of a database of SQLite a little smaller, if much of it is free. A database server does that by itself.
    pub(crate) fn give_back(&self) -> Result<(), StoreError> {
        let free = |connection: &Connection| -> Result<i64, StoreError> {
            let Some(_) = connection.sqlite() else { return Ok(0) };
            Ok(connection.one("PRAGMA freelist_count", params![], |row| row.get(0))?)
        };
        let more = self.read(free)? - SPARE;
        if more <= 0 {
            return Ok(());
        }
        self.write(move |connection| {
            // Each row that is read gives one page back.
            let sql = format!("PRAGMA incremental_vacuum({})", more.min(PAGES));
            connection.all(&sql, params![], |_| Ok(()))?;
            Ok(())
        })
    }
}
