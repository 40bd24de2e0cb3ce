//! The servers that share the club, and what they tell each other. Each gives a sign every two seconds, by the time of the
//! database. What this says is never needed for safety: who has a table is decided by its epoch.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, SystemTime};

use super::logs::{instant, millis};
use super::numbers::{self, Numbered};
use super::sql::{self, Connection, Row, params};
use super::{Store, StoreError};

/// A server that gave no sign for this time is gone: others take its tables.
pub const SILENT: Duration = Duration::from_secs(10);

/// How long what one server tells the others is kept: a server that has just come reads the last talk.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// The number of a server. Each start has another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeId(pub i64);

impl fmt::Display for NodeId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}

/// A server that shares the club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeRow {
    /// Its number.
    pub id: NodeId,
    /// Where the others reach it; empty for one that is alone.
    pub address: String,
    /// Its last sign.
    pub seen: SystemTime,
    /// How often the list of its people has changed.
    pub version: i64,
}

/// Something that one server tells the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeRow {
    /// The number. Later ones are larger.
    pub id: i64,
    /// Who tells it.
    pub node: NodeId,
    /// What.
    pub what: String,
}

fn row(row: &Row<'_>) -> sql::Result<NodeRow> {
    Ok(NodeRow { id: NodeId(row.get(0)?), address: row.get(1)?, seen: instant(row.get(2)?), version: row.get(3)? })
}

/// The earliest sign of a server that is there.
pub(super) fn earliest(now: SystemTime) -> i64 {
    millis(now.checked_sub(SILENT).unwrap_or(now))
}

fn there(connection: &Connection, now: SystemTime) -> Result<Vec<NodeRow>, StoreError> {
    let sql = "SELECT id, address, seen, version FROM nodes WHERE gone = 0 AND seen >= ?1 ORDER BY id";
    Ok(connection.all(sql, params![earliest(now)], row)?)
}

impl Store {
    /// Enters a server. It is refused by one that is there with the same address, and by one that is alone or if it is
    /// alone itself: the inner error is that one. `ended` is one that is known to have ended since its last sign.
    pub fn enter_node(
        &self,
        address: &str,
        ended: Option<NodeRow>,
        now: SystemTime,
    ) -> Result<Result<NodeId, NodeRow>, StoreError> {
        let address = address.to_owned();
        let entered = self.write(move |connection| {
            for other in there(connection, now)? {
                let is_other = !address.is_empty() && !other.address.is_empty() && other.address != address;
                if is_other {
                    continue;
                }
                if ended.as_ref().is_none_or(|ended| (ended.id, ended.seen) != (other.id, other.seen)) {
                    return Ok(Err(other));
                }
                connection.execute("UPDATE nodes SET gone = 1 WHERE id = ?1", params![other.id.0])?;
            }
            // Its tables are free from now on.
            connection.execute("UPDATE nodes SET gone = 1 WHERE address = ?1", params![address])?;
            let id = numbers::next(connection, Numbered::Node)?;
            let sql = "INSERT INTO nodes (id, address, seen) VALUES (?1, ?2, ?3)";
            connection.execute(sql, params![id, address, millis(now)])?;
            Ok(Ok(NodeId(id)))
        })?;
        if let Ok(node) = entered {
            let _ = self.node.set(node);
        }
        Ok(entered)
    }

    /// The number of this server, if it shares the database.
    pub fn node(&self) -> Option<NodeId> {
        self.node.get().copied()
    }

    /// A server gives a sign, with who is there if that has changed. False if it has left, or another one has taken its
    /// address.
    pub fn sign(&self, node: NodeId, people: Option<String>, now: SystemTime) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let sql =
                "UPDATE nodes SET seen = CASE WHEN seen > ?2 THEN seen ELSE ?2 END WHERE id = ?1 AND gone = 0";
            let is_there = connection.execute(sql, params![node.0, millis(now)])? == 1;
            if let Some(people) = people {
                let sql = "UPDATE nodes SET people = ?2, version = version + 1 WHERE id = ?1";
                connection.execute(sql, params![node.0, people])?;
            }
            Ok(is_there)
        })
    }

    /// A server leaves: its tables are free.
    pub fn leave_node(&self, node: NodeId, now: SystemTime) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE nodes SET gone = 1, seen = ?2, people = '[]' WHERE id = ?1 AND gone = 0";
            connection.execute(sql, params![node.0, millis(now)])?;
            Ok(())
        })
    }

    /// The servers that are there.
    pub fn nodes(&self, now: SystemTime) -> Result<Vec<NodeRow>, StoreError> {
        self.read(|connection| there(connection, now))
    }

    /// Who is at a server, as it wrote it.
    pub fn people_at(&self, node: NodeId) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT people FROM nodes WHERE id = ?1";
            Ok(connection.first(sql, params![node.0], |row| row.get(0))?)
        })
    }

    /// A server tells the others something. What is old is forgotten.
    pub fn tell_nodes(&self, node: NodeId, what: String, now: SystemTime) -> Result<(), StoreError> {
        self.write(move |connection| {
            let id = numbers::next(connection, Numbered::Change)?;
            let sql = "INSERT INTO changes (id, node, made, what) VALUES (?1, ?2, ?3, ?4)";
            connection.execute(sql, params![id, node.0, millis(now), what])?;
            let old = millis(now.checked_sub(KEPT).unwrap_or(now));
            connection.execute("DELETE FROM changes WHERE made < ?1", params![old])?;
            // A row is needed as long as a table names it; its last sign says how far the clocks ran.
            let sql =
                "DELETE FROM nodes WHERE seen < ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE node = nodes.id)";
            connection.execute(sql, params![old])?;
            Ok(())
        })
    }

    /// What servers have told after this number, the oldest first.
    pub fn told_after(&self, number: i64) -> Result<Vec<ChangeRow>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT id, node, what FROM changes WHERE id > ?1 ORDER BY id";
            Ok(connection.all(sql, params![number], |row| {
                Ok(ChangeRow { id: row.get(0)?, node: NodeId(row.get(1)?), what: row.get(2)? })
            })?)
        })
    }

    /// The server that has a table whose game is not over; inside it is `None` while no server has it that is there.
    pub fn place_of(&self, key: super::TableKey, now: SystemTime) -> Result<Option<Option<NodeRow>>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT nodes.id, nodes.address, nodes.seen, nodes.version FROM tables
                       JOIN hall ON hall.id = tables.id
                       LEFT JOIN nodes ON nodes.id = tables.node AND nodes.gone = 0 AND nodes.seen >= ?2
                       WHERE tables.id = ?1 AND hall.ended IS NULL";
            Ok(connection.first(sql, params![key.0, earliest(now)], |found| {
                let is_there = found.get::<_, Option<i64>>(0)?.is_some();
                if is_there { row(found).map(Some) } else { Ok(None) }
            })?)
        })
    }

    /// Takes so many numbers for guests, which no other server has. Returns the first one.
    pub fn guest_numbers(&self, count: i64) -> Result<i64, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE used_numbers SET last = last + ?1 WHERE kind = 'guest' RETURNING last";
            let last: i64 = connection.one(sql, params![count], |row| row.get(0))?;
            Ok(last - count + 1)
        })
    }

    /// The server of a table whose game is not over, also one that is not there any more; the inner one is `None` if it has
    /// none.
    pub fn node_of(&self, key: super::TableKey) -> Result<Option<Option<NodeId>>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT tables.node FROM tables JOIN hall ON hall.id = tables.id
                       WHERE tables.id = ?1 AND hall.ended IS NULL";
            Ok(connection.first(sql, params![key.0], |row| Ok(row.get::<_, Option<i64>>(0)?.map(NodeId)))?)
        })
    }

    /// The servers of the tables whose games are not over.
    pub fn places(&self) -> Result<BTreeMap<super::TableKey, Option<NodeId>>, StoreError> {
        self.read(|connection| {
            let sql =
                "SELECT tables.id, tables.node FROM tables JOIN hall ON hall.id = tables.id WHERE ended IS NULL";
            let rows = connection.all(sql, params![], |row| {
                Ok((super::TableKey(row.get(0)?), row.get::<_, Option<i64>>(1)?.map(NodeId)))
            })?;
            Ok(rows.into_iter().collect())
        })
    }
}
