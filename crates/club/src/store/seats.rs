//! The seats of tables, as rows.

use super::sql::{self, Connection, Row, params};

use super::{StoreError, TableKey};
use crate::member::MemberId;
use crate::seat::Seat;
use crate::session::table::Identity;

pub(super) fn member(identity: &str) -> Option<MemberId> {
    MemberId::of(&Identity::new(identity))
}

pub(super) fn write_seat(connection: &Connection, key: TableKey, at: usize, seat: &Seat) -> Result<(), StoreError> {
    let (person, name, level, stands_in) = match seat {
        Seat::Open => (None, None, None, false),
        Seat::Person { id, name } => (Some(id.to_string()), Some(name.as_str()), None, false),
        Seat::Computer { level, stands_in } => (None, None, Some(*level), *stands_in),
    };
    let sql = "INSERT INTO seats (game, seat, person, name, level, stands_in) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (game, seat) DO UPDATE SET person = ?3, name = ?4, level = ?5, stands_in = ?6";
    connection.execute(sql, params![key.0, at as i64, person, name, level, stands_in])?;
    Ok(())
}

fn read_seat(row: &Row<'_>) -> sql::Result<Seat> {
    let person: Option<String> = row.get("person")?;
    let level: Option<u8> = row.get("level")?;
    let name: Option<String> = row.get("name")?;
    Ok(match (person.as_deref().and_then(member), level) {
        (Some(id), _) => Seat::Person { id, name: name.unwrap_or_default() },
        (None, Some(level)) => Seat::Computer { level, stands_in: row.get("stands_in")? },
        (None, None) => Seat::Open,
    })
}

pub(super) fn seats(connection: &Connection, key: TableKey) -> Result<Vec<Seat>, StoreError> {
    let sql = "SELECT * FROM seats WHERE game = ?1 ORDER BY seat";
    Ok(connection.all(sql, params![key.0], read_seat)?)
}

/// A rematch begins, so nobody waits for one. False if nobody did: it has begun already.
pub(super) fn forget_again(connection: &Connection, key: TableKey) -> Result<bool, StoreError> {
    let sql = "UPDATE seats SET again = 0 WHERE game = ?1 AND again = 1";
    Ok(connection.execute(sql, params![key.0])? > 0)
}
