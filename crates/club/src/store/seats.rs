//! The seats of tables, as rows.

use rusqlite::{Connection, Row, params};

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
    connection
        .prepare_cached(
            "INSERT INTO seats (game, seat, person, name, level, stands_in) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (game, seat) DO UPDATE SET person = ?3, name = ?4, level = ?5, stands_in = ?6",
        )?
        .execute(params![key.0, at as i64, person, name, level, stands_in])?;
    Ok(())
}

fn read_seat(row: &Row<'_>) -> rusqlite::Result<Seat> {
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
    let mut seats = connection.prepare_cached("SELECT * FROM seats WHERE game = ?1 ORDER BY seat")?;
    let seats = seats.query_map([key.0], read_seat)?;
    Ok(seats.collect::<Result<_, _>>()?)
}

/// A rematch begins, so nobody waits for one. False if nobody did: it has begun already.
pub(super) fn forget_again(connection: &Connection, key: TableKey) -> Result<bool, StoreError> {
    Ok(connection.execute("UPDATE seats SET again = 0 WHERE game = ?1 AND again = 1", [key.0])? > 0)
}
