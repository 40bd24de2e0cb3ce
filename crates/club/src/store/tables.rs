//! Tables of people: what is needed to list them and to resume their games. The moves are in their logs.

use std::time::SystemTime;

use super::sql::{self, Connection, Row, params};

use super::challenges::close;
use super::claims::{self, Claim};
use super::logs::instant;
use super::nodes::earliest;
use super::numbers::{self, Numbered};
use super::seats::{forget_again, member, seats, write_seat};
use super::{ChallengeId, Closing, NodeId, Store, StoreError, TableKey};
use crate::member::MemberId;
use crate::moment::{moment, seconds};
use crate::seat::Seat;

/// A table in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// The number of the table.
    pub key: TableKey,
    /// Who opened it.
    pub host: MemberId,
    /// The first event of its log, as JSON: the game, its start and its clock.
    pub setup: String,
    /// The seats, in turn order.
    pub seats: Vec<Seat>,
    /// Does the result count for ratings?
    pub rated: bool,
    /// The tournament that the game belongs to.
    pub tournament: Option<i64>,
    /// The code of a private table.
    pub code: Option<String>,
    /// When it was opened.
    pub opened: SystemTime,
    /// When the game started.
    pub started: Option<SystemTime>,
}

/// What a new table follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Its host has opened it.
    Host,
    /// A challenge that was accepted.
    Challenge(ChallengeId),
    /// A finished game whose people want another one.
    Rematch(TableKey),
}

/// A table without its seats.
fn table(row: &Row<'_>) -> sql::Result<TableRow> {
    let host: String = row.get("host")?;
    Ok(TableRow {
        key: TableKey(row.get("id")?),
        host: member(&host).unwrap_or(MemberId::Guest(u64::MAX)),
        setup: row.get("setup")?,
        seats: Vec::new(),
        rated: row.get("rated")?,
        tournament: row.get("tournament")?,
        code: row.get("code")?,
        opened: moment(row.get("opened")?),
        started: row.get::<_, Option<i64>>("started")?.map(moment),
    })
}

/// A row for the log of a new table, and the claim of its first owner.
pub(super) fn new_log(connection: &Connection, made: i64, node: Option<NodeId>) -> Result<Claim, StoreError> {
    let claim = Claim { key: TableKey(numbers::next(connection, Numbered::Table)?), epoch: claims::FIRST };
    connection.execute(
        "INSERT INTO tables (id, made, epoch, node) VALUES (?1, ?2, ?3, ?4)",
        params![claim.key.0, made, claim.epoch as i64, node.map(|node| node.0)],
    )?;
    Ok(claim)
}

/// Adds a table. Returns the claim of its first owner.
pub(super) fn add(connection: &Connection, row: &TableRow, node: Option<NodeId>) -> Result<Claim, StoreError> {
    let opened = seconds(row.opened);
    let claim = new_log(connection, opened, node)?;
    let key = claim.key;
    connection.execute(
        "INSERT INTO hall (id, host, setup, rated, tournament, code, opened) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![key.0, row.host.to_string(), row.setup, row.rated, row.tournament, row.code, opened],
    )?;
    for (at, seat) in row.seats.iter().enumerate() {
        write_seat(connection, key, at, seat)?;
    }
    Ok(claim)
}

fn unfinished(connection: &Connection) -> Result<Vec<TableRow>, StoreError> {
    let sql = "SELECT * FROM hall WHERE ended IS NULL ORDER BY id";
    let rows = connection.all(sql, params![], table)?;
    rows.into_iter().map(|row| seated(connection, row)).collect()
}

/// The same table with its seats.
fn seated(connection: &Connection, row: TableRow) -> Result<TableRow, StoreError> {
    Ok(TableRow { seats: seats(connection, row.key)?, ..row })
}

/// The tables whose games are not over and that no server has which is there, the oldest first; those of this server too
/// if `with_own` says so. A server that does not share the database has all of them.
fn free(
    connection: &Connection,
    node: Option<NodeId>,
    with_own: bool,
    now: SystemTime,
) -> Result<Vec<(TableRow, Option<SystemTime>)>, StoreError> {
    let sql = "SELECT hall.*, nodes.seen FROM hall JOIN tables ON tables.id = hall.id
               LEFT JOIN nodes ON nodes.id = tables.node
               WHERE hall.ended IS NULL AND (?1 = 0 OR nodes.id IS NULL OR nodes.gone = 1 OR nodes.seen < ?2 OR nodes.id = ?3)
               ORDER BY hall.id";
    let own = node.filter(|_| with_own).map_or(-1, |node| node.0);
    let params = params![i64::from(node.is_some()), earliest(now), own];
    let rows = connection.all(sql, params, |row| Ok((table(row)?, row.get::<_, Option<i64>>("seen")?)))?;
    let seated = |(row, seen): (TableRow, Option<i64>)| Ok((seated(connection, row)?, seen.map(instant)));
    rows.into_iter().map(seated).collect()
}

/// A table that a server has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenTable {
    /// The table.
    pub row: TableRow,
    /// The claim of the server.
    pub claim: Claim,
    /// The last sign of the server that had it, if that is known.
    pub seen: Option<SystemTime>,
}

impl Store {
    /// Adds a table, with what it follows from in the same transaction, and returns the claim of its owner. The number
    /// in the row counts for nothing. `None` if what it follows from is not there any more: the challenge is not
    /// open, or the rematch has begun.
    pub fn open_table(&self, row: TableRow, origin: Origin) -> Result<Option<Claim>, StoreError> {
        let node = self.node();
        let opened = self.write(move |connection| {
            let claim = add(connection, &row, node)?;
            let follows = match origin {
                Origin::Host => true,
                Origin::Challenge(id) => close(connection, id, Closing::Accepted(claim.key))?,
                Origin::Rematch(of) => forget_again(connection, of)?,
            };
            if follows { Ok(claim) } else { Err(StoreError::Changed) }
        });
        match opened {
            Ok(claim) => Ok(Some(claim)),
            Err(StoreError::Changed) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Takes tables that no server has which is there, the oldest first: so many at most, so that several servers share
    /// them.
    pub fn take_tables(&self, most: usize, now: SystemTime) -> Result<Vec<TakenTable>, StoreError> {
        let node = self.node();
        if self.read(|connection| free(connection, node, false, now))?.is_empty() {
            return Ok(Vec::new());
        }
        self.write(move |connection| {
            let claimed = |(row, seen): (TableRow, Option<SystemTime>)| {
                Ok(claims::take(connection, row.key, node)?.map(|claim| TakenTable { row, claim, seen }))
            };
            let rows = free(connection, node, false, now)?.into_iter().take(most);
            rows.filter_map(|row| claimed(row).transpose()).collect()
        })
    }

    /// Takes one table, no matter who had it; `None` if it is gone.
    pub(crate) fn take_table(&self, key: TableKey) -> Result<Option<Claim>, StoreError> {
        let node = self.node();
        self.write(move |connection| claims::take(connection, key, node))
    }

    /// The tables whose games are not over that this server has, or could take, the oldest first.
    pub fn own_tables(&self, now: SystemTime) -> Result<Vec<TableRow>, StoreError> {
        let rows = self.read(|connection| free(connection, self.node(), true, now))?;
        Ok(rows.into_iter().map(|(row, _)| row).collect())
    }

    /// The tables whose games are not over, the oldest first.
    pub fn unfinished_tables(&self) -> Result<Vec<TableRow>, StoreError> {
        self.read(unfinished)
    }

    /// Is there a table with this number whose game is not over, whoever has it?
    pub(crate) fn is_unfinished(&self, key: TableKey) -> Result<bool, StoreError> {
        self.read(|connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM hall WHERE id = ?1 AND ended IS NULL)";
            Ok(connection.one(sql, params![key.0], |row| row.get(0))?)
        })
    }

    /// Its owner changes the seats of a table, notes who left one to a computer, and when its game started.
    pub fn seat_table(
        &self,
        claim: Claim,
        seats: Vec<Seat>,
        left: Vec<(usize, MemberId, String)>,
        started: Option<SystemTime>,
    ) -> Result<(), StoreError> {
        let key = claim.key;
        self.write(move |connection| {
            claims::hold(connection, claim)?;
            for (at, who, name) in left {
                let sql = "UPDATE seats SET left_by = ?3, left_name = ?4 WHERE game = ?1 AND seat = ?2";
                connection.execute(sql, params![key.0, at as i64, who.to_string(), name])?;
            }
            for (at, seat) in seats.iter().enumerate() {
                write_seat(connection, key, at, seat)?;
            }
            let started = started.map(seconds);
            connection.execute("UPDATE hall SET started = ?2 WHERE id = ?1", params![key.0, started])?;
            Ok(())
        })
    }

    /// Is a table found by its code only?
    pub(crate) fn is_private(&self, key: TableKey) -> Result<bool, StoreError> {
        self.read(|connection| {
            let sql = "SELECT code IS NOT NULL FROM hall WHERE id = ?1";
            Ok(connection.one(sql, params![key.0], |row| row.get(0))?)
        })
    }

    /// How many games with other people a member plays now.
    pub(crate) fn games_with_others(&self, member: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            let sql = "SELECT count(*) FROM seats JOIN hall ON hall.id = seats.game
                       WHERE seats.person = ?1 AND hall.started IS NOT NULL AND hall.ended IS NULL
                       AND EXISTS (SELECT 1 FROM seats AS other WHERE other.game = hall.id AND other.person <> ?1)";
            let count: i64 =
                connection.one(sql, params![MemberId::Member(member).to_string()], |row| row.get(0))?;
            Ok(count as usize)
        })
    }

    /// The numbers of the tables at which a person has a seat, the oldest first.
    pub(crate) fn tables_of(&self, person: MemberId) -> Result<Vec<TableKey>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT DISTINCT game FROM seats WHERE person = ?1 ORDER BY game";
            Ok(connection.all(sql, params![person.to_string()], |row| row.get(0).map(TableKey))?)
        })
    }

    /// A table, also one whose game is over.
    pub fn table(&self, key: TableKey) -> Result<Option<TableRow>, StoreError> {
        self.read(|connection| {
            let row = connection.first("SELECT * FROM hall WHERE id = ?1", params![key.0], table)?;
            row.map(|row| seated(connection, row)).transpose()
        })
    }

    /// Its owner deletes a table without a result, with its log.
    pub fn drop_table(&self, claim: Claim) -> Result<(), StoreError> {
        self.write(move |connection| {
            claims::hold(connection, claim)?;
            connection.execute("DELETE FROM tables WHERE id = ?1", params![claim.key.0])?;
            Ok(())
        })
    }
}
