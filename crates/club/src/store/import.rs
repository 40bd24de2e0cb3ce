//! Moves a club from a file to a database on a server, and back: all rows of all tables in one transaction, counted and
//! compared by their digests before it ends.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::StoreError;
use super::alone::Alone;
use super::place::Place;
use super::server::Server;
use super::sql::{Connection, Row, SqlError, Value, params};

/// How many rows are in memory at the same time.
const SOME: i64 = 2000;

/// A table: its name, the columns of its key, by which its rows are ordered, and the other columns.
type Columns = (&'static str, &'static [&'static str], &'static [&'static str]);

/// All tables, those that others name before these.
pub const TABLES: &[Columns] = &[
    ("members", &["id"], &["name", "folder", "joined", "skeleton", "named", "returned", "zone"]),
    ("keys", &["digest"], &["member", "added"]),
    ("codes", &["digest"], &["member", "until"]),
    ("former_names", &["skeleton"], &["member", "until"]),
    ("removed_folders", &["folder"], &[]),
    ("arrivals", &["time", "network"], &[]),
    ("bans", &["what"], &["name", "made"]),
    ("blocks", &["member", "other"], &[]),
    ("friends", &["member", "other"], &[]),
    ("outbox_addresses", &["member"], &["address", "code", "wrong", "stop"]),
    ("outbox_lines", &["member", "about"], &["time", "words"]),
    ("outbox", &["id"], &["member", "address", "kind", "words", "stop", "made", "state", "tries", "due"]),
    ("tables", &["id"], &["epoch", "next", "made", "moved", "node"]),
    ("events", &["game", "number"], &["line"]),
    (
        "hall",
        &["id"],
        &[
            "host",
            "setup",
            "rated",
            "code",
            "opened",
            "started",
            "ended",
            "cause",
            "words",
            "moves",
            "told",
            "tournament",
            "passing",
        ],
    ),
    (
        "seats",
        &["game", "seat"],
        &["person", "name", "level", "stands_in", "left_by", "left_name", "share", "seen", "again"],
    ),
    ("challenges", &["id"], &["by_member", "to_member", "terms", "rated", "made", "game", "state", "told"]),
    ("ratings", &["member", "ladder"], &["value", "deviation", "volatility", "games", "last"]),
    ("rated", &["game", "member"], &["ladder", "time", "levels", "value", "deviation"]),
    ("versions", &["game", "digest"], &["title", "number", "seen"]),
    ("tournaments", &["id"], &["made", "over", "data", "version"]),
    ("vacations", &["member", "start"], &["stop"]),
    ("reports", &["id"], &["time", "by", "by_name", "about", "about_name", "room", "game", "lines"]),
    ("pulse", &["id"], &["seen"]),
    ("nodes", &["id"], &["address", "seen", "gone", "people", "version"]),
    ("changes", &["id"], &["node", "made", "what"]),
    ("used_numbers", &["kind"], &["last"]),
];

/// What was copied of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// The table.
    pub table: &'static str,
    /// How many rows.
    pub rows: u64,
    /// SHA-256 of all their values.
    pub digest: [u8; 32],
}

impl fmt::Display for Copied {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} ", self.table, self.rows)?;
        self.digest[..8].iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

/// A way through the rows of a table, some at a time.
struct Rows<'a> {
    connection: &'a Connection,
    table: Columns,
    /// The key of the last row.
    last: Vec<Value>,
    copied: u64,
    digest: Sha256,
}

impl Rows<'_> {
    fn of(connection: &Connection, table: Columns) -> Rows<'_> {
        Rows { connection, table, last: Vec::new(), copied: 0, digest: Sha256::new() }
    }

    /// The next rows; none at the end. A table without a unique key comes whole.
    fn next(&mut self) -> Result<Vec<Vec<Value>>, StoreError> {
        let (name, keys, others) = self.table;
        if name == "arrivals" && self.copied > 0 {
            return Ok(Vec::new());
        }
        let columns: Vec<&str> = keys.iter().chain(others).copied().collect();
        let (all, order) = (columns.join(", "), keys.join(", "));
        let after = match self.last.len() {
            0 => String::new(),
            count => {
                let numbers: Vec<String> = (1..=count).map(|number| format!("?{number}")).collect();
                format!("WHERE ({order}) > ({})", numbers.join(", "))
            }
        };
        let limit = if name == "arrivals" { i64::MAX } else { SOME };
        let sql = format!("SELECT {all} FROM {name} {after} ORDER BY {order} LIMIT {limit}");
        let read =
            |row: &Row<'_>| (0..columns.len()).map(|column| row.get(column)).collect::<Result<Vec<Value>, _>>();
        let rows = self.connection.all(&sql, &self.last, read)?;
        for row in &rows {
            self.copied += 1;
            for value in row {
                self.digest.update(format!("{value:?};"));
            }
        }
        if let Some(row) = rows.last() {
            self.last = row[..keys.len()].to_vec();
        }
        Ok(rows)
    }

    fn done(self) -> Copied {
        Copied { table: self.table.0, rows: self.copied, digest: self.digest.finalize().into() }
    }
}

fn copy_table(from: &Connection, to: &Connection, table: Columns) -> Result<Copied, StoreError> {
    let (name, keys, others) = table;
    let columns: Vec<&str> = keys.iter().chain(others).copied().collect();
    let numbers: Vec<String> = (1..=columns.len()).map(|number| format!("?{number}")).collect();
    let sql = format!("INSERT INTO {name} ({}) VALUES ({})", columns.join(", "), numbers.join(", "));
    to.execute(&format!("DELETE FROM {name}"), params![])?;
    let mut read = Rows::of(from, table);
    loop {
        let rows = read.next()?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            to.execute(&sql, row)?;
        }
    }
    let copied = read.done();
    let mut again = Rows::of(to, table);
    while !again.next()?.is_empty() {}
    let arrived = again.done();
    if arrived == copied { Ok(copied) } else { Err(StoreError::Copied(Box::new([copied, arrived]))) }
}

/// Copies all tables to an empty database.
fn copy(from: &Connection, to: &Connection) -> Result<Vec<Copied>, StoreError> {
    to.begin()?;
    let copied = (|| {
        let sql = "SELECT EXISTS (SELECT 1 FROM members) OR EXISTS (SELECT 1 FROM tables)";
        if to.one(sql, params![], |row| row.get(0))? {
            return Err(StoreError::NotEmpty);
        }
        TABLES.iter().map(|table| copy_table(from, to, *table)).collect()
    })();
    to.execute_batch(if copied.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    copied
}

/// Copies the club of a file to a server. No server of the club runs meanwhile.
pub fn to_server(path: &Path, server: Server) -> Result<Vec<Copied>, StoreError> {
    if !path.exists() {
        let error = SqlError::Refused("there is no such file".to_owned());
        return Err(StoreError::Open { path: path.to_owned(), error });
    }
    let _alone = Alone::lock(path)?;
    let (file, server) = (Place::File(path.to_owned()), Place::Server(Arc::new(server)));
    copy(&file.prepare()?, &server.prepare()?)
}

/// Copies the club of a server to a file. No server of the club runs meanwhile.
pub fn from_server(server: Server, path: &Path) -> Result<Vec<Copied>, StoreError> {
    let _alone = Alone::lock(path)?;
    let (file, server) = (Place::File(path.to_owned()), Place::Server(Arc::new(server)));
    copy(&server.prepare()?, &file.prepare()?)
}
