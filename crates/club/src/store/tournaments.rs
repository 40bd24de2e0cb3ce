//! Tournaments.

use std::time::SystemTime;

use rusqlite::params;

use super::numbers::{self, Numbered};
use super::{Store, StoreError};
use crate::moment::seconds;
use crate::tournament::{Phase, Tournament};

/// How many tournaments that are over can be read: the newest.
const OVER: i64 = 20;

impl Store {
    pub(crate) fn add_tournament(&self, tournament: &Tournament, now: SystemTime) -> Result<i64, StoreError> {
        let data = written(0, tournament)?;
        self.write(move |connection| {
            let number = numbers::next(connection, Numbered::Tournament)?;
            connection.execute(
                "INSERT INTO tournaments (id, made, data) VALUES (?1, ?2, ?3)",
                params![number, seconds(now), data],
            )?;
            Ok(number)
        })
    }

    /// Replaces a tournament.
    pub(crate) fn keep_tournament(&self, number: i64, tournament: &Tournament) -> Result<(), StoreError> {
        let (data, over) = (written(number, tournament)?, tournament.phase == Phase::Over);
        self.write(move |connection| {
            connection.execute(
                "UPDATE tournaments SET data = ?2, over = ?3 WHERE id = ?1",
                params![number, data, over],
            )?;
            Ok(())
        })
    }

    /// Removes a tournament that was not started.
    pub(crate) fn remove_tournament(&self, number: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM tournaments WHERE id = ?1", [number])?;
            Ok(())
        })
    }

    /// The tournaments that were made before this and did not start.
    pub(crate) fn old_tournaments(&self, before: SystemTime) -> Result<Vec<i64>, StoreError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT id FROM tournaments WHERE over = 0 AND made < ?1 AND json_extract(data, '$.phase') = 'Open'",
            )?;
            Ok(rows.query_map([seconds(before)], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    /// The tournaments that are not over, and the newest of the others.
    pub fn tournaments(&self) -> Result<Vec<(i64, Tournament)>, StoreError> {
        let rows: Vec<(i64, String)> = self.read(|connection| {
            let mut rows = connection.prepare(
                "SELECT id, data FROM tournaments WHERE over = 0 OR id IN
                 (SELECT id FROM tournaments WHERE over = 1 ORDER BY id DESC LIMIT ?1) ORDER BY id",
            )?;
            Ok(rows.query_map([OVER], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
        })?;
        let read = |(number, data): (i64, String)| match serde_json::from_str(&data) {
            Ok(tournament) => Ok((number, tournament)),
            Err(error) => Err(StoreError::Tournament { number, error }),
        };
        rows.into_iter().map(read).collect()
    }
}

fn written(number: i64, tournament: &Tournament) -> Result<String, StoreError> {
    serde_json::to_string(tournament).map_err(|error| StoreError::Tournament { number, error })
}
