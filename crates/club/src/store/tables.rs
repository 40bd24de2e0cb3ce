//! Tables of people: what is needed to list them and to resume their games. The moves are in their logs.

use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::challenges::{close, is_open};
use super::numbers::{self, Numbered};
use super::seats::{forget_again, member, seats, write_seat};
use super::{ChallengeId, Closing, Store, StoreError, TableKey};
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
    /// A tournament pairs its players.
    Tournament(i64),
}

/// A table without its seats.
fn table(row: &Row<'_>) -> rusqlite::Result<TableRow> {
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

/// A row for the log of a new table, and its number.
pub(super) fn new_key(connection: &Connection, made: i64) -> Result<TableKey, StoreError> {
    let key = TableKey(numbers::next(connection, Numbered::Table)?);
    connection.execute("INSERT INTO tables (id, made) VALUES (?1, ?2)", [key.0, made])?;
    Ok(key)
}

fn add(connection: &Connection, row: &TableRow) -> Result<TableKey, StoreError> {
    let opened = seconds(row.opened);
    let key = new_key(connection, opened)?;
    connection.execute(
        "INSERT INTO hall (id, host, setup, rated, tournament, code, opened) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![key.0, row.host.to_string(), row.setup, row.rated, row.tournament, row.code, opened],
    )?;
    for (at, seat) in row.seats.iter().enumerate() {
        write_seat(connection, key, at, seat)?;
    }
    Ok(key)
}

impl Store {
    /// Adds a table, with what it follows from in the same transaction, and returns its number. The number in the row
    /// counts for nothing. `None` if the challenge that it follows from is not open any more.
    pub fn open_table(&self, row: TableRow, origin: Origin) -> Result<Option<TableKey>, StoreError> {
        self.write(move |connection| {
            if let Origin::Challenge(id) = origin
                && !is_open(connection, id)?
            {
                return Ok(None);
            }
            let key = add(connection, &row)?;
            match origin {
                Origin::Host | Origin::Tournament(_) => {}
                Origin::Challenge(id) => {
                    close(connection, id, Closing::Accepted(key))?;
                }
                Origin::Rematch(of) => forget_again(connection, of)?,
            }
            Ok(Some(key))
        })
    }

    /// The tables whose games are not over, the oldest first.
    pub fn unfinished_tables(&self) -> Result<Vec<TableRow>, StoreError> {
        self.read(|connection| {
            let mut tables = connection.prepare_cached("SELECT * FROM hall WHERE ended IS NULL ORDER BY id")?;
            let rows = tables.query_map([], table)?;
            let mut rows = rows.collect::<Result<Vec<TableRow>, _>>()?;
            for row in &mut rows {
                row.seats = seats(connection, row.key)?;
            }
            Ok(rows)
        })
    }

    /// Changes the seats of a table, and notes when its game started.
    pub(crate) fn seat_table(
        &self,
        key: TableKey,
        seats: Vec<Seat>,
        started: Option<SystemTime>,
    ) -> Result<(), StoreError> {
        self.write(move |connection| {
            for (at, seat) in seats.iter().enumerate() {
                write_seat(connection, key, at, seat)?;
            }
            let started = started.map(seconds);
            connection
                .prepare_cached("UPDATE hall SET started = ?2 WHERE id = ?1")?
                .execute(params![key.0, started])?;
            Ok(())
        })
    }

    /// Is a table found by its code only?
    pub(crate) fn is_private(&self, key: TableKey) -> Result<bool, StoreError> {
        self.read(|connection| {
            let sql = "SELECT code IS NOT NULL FROM hall WHERE id = ?1";
            Ok(connection.query_row(sql, [key.0], |row| row.get(0))?)
        })
    }

    /// How many games with other people a member plays now.
    pub(crate) fn games_with_others(&self, member: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            let sql = "SELECT count(*) FROM seats JOIN hall ON hall.id = seats.game
                       WHERE seats.person = ?1 AND hall.started IS NOT NULL AND hall.ended IS NULL
                       AND EXISTS (SELECT 1 FROM seats AS other WHERE other.game = hall.id AND other.person <> ?1)";
            let count: i64 = connection.query_row(sql, [MemberId::Member(member).to_string()], |row| row.get(0))?;
            Ok(count as usize)
        })
    }

    /// The numbers of the tables at which a person has a seat, the oldest first.
    pub(crate) fn tables_of(&self, person: MemberId) -> Result<Vec<TableKey>, StoreError> {
        self.read(|connection| {
            let mut keys =
                connection.prepare_cached("SELECT DISTINCT game FROM seats WHERE person = ?1 ORDER BY game")?;
            let keys = keys.query_map([person.to_string()], |row| row.get(0).map(TableKey))?;
            Ok(keys.collect::<Result<_, _>>()?)
        })
    }

    /// A table, also one whose game is over.
    pub fn table(&self, key: TableKey) -> Result<Option<TableRow>, StoreError> {
        self.read(|connection| {
            let mut row = connection.prepare_cached("SELECT * FROM hall WHERE id = ?1")?;
            let row = row.query_row([key.0], table).optional()?;
            row.map(|row| Ok(TableRow { seats: seats(connection, key)?, ..row })).transpose()
        })
    }

    /// Deletes a table without a result, with its log.
    pub(crate) fn drop_table(&self, key: TableKey) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM tables WHERE id = ?1", [key.0])?;
            Ok(())
        })
    }
}
