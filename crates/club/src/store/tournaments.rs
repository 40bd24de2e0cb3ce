//! Tournaments.

use std::time::SystemTime;

use super::numbers::{self, Numbered};
use super::sql::params;
use super::{Claim, Store, StoreError, TableRow, tables};
use crate::moment::seconds;
use crate::tournament::{Draft, Phase, Tournament};

/// How many tournaments that are over can be read: the newest.
const OVER: i64 = 20;

/// A tournament as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// How often it was changed. A change counts only for the version that it was made from.
    pub version: i64,
    /// The tournament.
    pub tournament: Tournament,
}

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

    /// Replaces a tournament of this version, and adds the tables of the games that start with the change: all of it,
    /// or nothing if somebody has changed the tournament since ([`StoreError::Changed`]). Returns it as it is then, and
    /// the claims to the tables.
    pub fn change_tournament(
        &self,
        number: i64,
        Kept { version, mut tournament }: Kept,
        games: Vec<(Draft, TableRow)>,
    ) -> Result<(Kept, Vec<Claim>), StoreError> {
        let node = self.node();
        self.write(move |connection| {
            let mut claims = Vec::with_capacity(games.len());
            for (draft, row) in games {
                let claim = tables::add(connection, &row, node)?;
                tournament.started(draft, claim.key.0);
                claims.push(claim);
            }
            let (data, over) = (written(number, &tournament)?, tournament.phase == Phase::Over);
            let sql =
                "UPDATE tournaments SET data = ?3, over = ?4, version = version + 1 WHERE id = ?1 AND version = ?2";
            let changed = connection.execute(sql, params![number, version, data, over])?;
            if changed == 0 {
                return Err(StoreError::Changed);
            }
            Ok((Kept { version: version + 1, tournament }, claims))
        })
    }

    /// Removes a tournament of this version that was not started. False if somebody has changed it since.
    pub fn remove_tournament(&self, number: i64, version: i64) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let sql = "DELETE FROM tournaments WHERE id = ?1 AND version = ?2";
            Ok(connection.execute(sql, params![number, version])? == 1)
        })
    }

    /// A tournament as it is stored now.
    pub fn tournament(&self, number: i64) -> Result<Option<Kept>, StoreError> {
        let row = self.read(|connection| {
            let sql = "SELECT version, data FROM tournaments WHERE id = ?1";
            Ok(connection.first(sql, params![number], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?)
        })?;
        row.map(|(version, data)| read(number, version, &data)).transpose()
    }

    /// The tournaments that were made before this and did not start.
    pub(crate) fn old_tournaments(&self, before: SystemTime) -> Result<Vec<i64>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT id, data FROM tournaments WHERE over = 0 AND made < ?1 ORDER BY id";
            let rows = connection.all(sql, params![seconds(before)], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let is_open = |(number, data): (i64, String)| match read(number, 0, &data) {
                Ok(kept) => Ok((kept.tournament.phase == Phase::Open).then_some(number)),
                Err(error) => Err(error),
            };
            rows.into_iter().filter_map(|row| is_open(row).transpose()).collect()
        })
    }

    /// The tournaments that are not over, and the newest of the others.
    pub fn tournaments(&self) -> Result<Vec<(i64, Kept)>, StoreError> {
        let rows: Vec<(i64, i64, String)> = self.read(|connection| {
            let sql = "SELECT id, version, data FROM tournaments WHERE over = 0 OR id IN
                       (SELECT id FROM tournaments WHERE over = 1 ORDER BY id DESC LIMIT ?1) ORDER BY id";
            Ok(connection.all(sql, params![OVER], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?)
        })?;
        rows.into_iter().map(|(number, version, data)| Ok((number, read(number, version, &data)?))).collect()
    }
}

fn read(number: i64, version: i64, data: &str) -> Result<Kept, StoreError> {
    let tournament = serde_json::from_str(data).map_err(|error| StoreError::Tournament { number, error })?;
    Ok(Kept { version, tournament })
}

fn written(number: i64, tournament: &Tournament) -> Result<String, StoreError> {
    serde_json::to_string(tournament).map_err(|error| StoreError::Tournament { number, error })
}
