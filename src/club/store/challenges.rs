//! Challenges to play.

use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{Store, StoreError, TableKey};
use crate::club::member::{Member, MemberId};
use crate::club::moment::{moment, seconds};

/// The number of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ChallengeId(pub i64);

/// How a challenge is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// Accepted: the game is at this table.
    Accepted(TableKey),
    /// Declined by the member who was challenged.
    Declined,
    /// Withdrawn by the member who made it.
    Withdrawn,
    /// Nobody has accepted it in time.
    Expired,
}

/// An open challenge in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeRow {
    /// The number.
    pub id: ChallengeId,
    /// Who made it.
    pub by: Member,
    /// Who is challenged; `None` for everybody.
    pub to: Option<Member>,
    /// The terms, as JSON.
    pub terms: String,
    /// Does the result count for ratings?
    pub rated: bool,
    /// When it was made.
    pub made: SystemTime,
}

const OPEN: &str =
    "SELECT challenges.id, by_member, one.name, to_member, other.name, terms, rated, made FROM challenges
     JOIN members AS one ON one.id = by_member LEFT JOIN members AS other ON other.id = to_member
     WHERE state = 'open'";

fn row(row: &Row<'_>) -> rusqlite::Result<ChallengeRow> {
    let member = |id: i64, name| Member { id: MemberId::Member(id), name };
    let (by_name, to_name) = (row.get(2)?, row.get(4)?);
    Ok(ChallengeRow {
        id: ChallengeId(row.get(0)?),
        by: member(row.get(1)?, by_name),
        to: row.get::<_, Option<i64>>(3)?.map(|to| member(to, to_name)),
        terms: row.get(5)?,
        rated: row.get(6)?,
        made: moment(row.get(7)?),
    })
}

fn close(connection: &Connection, id: ChallengeId, how: Closing) -> Result<bool, StoreError> {
    let (state, game) = match how {
        Closing::Accepted(key) => ("accepted", Some(key.0)),
        Closing::Declined => ("declined", None),
        Closing::Withdrawn => ("withdrawn", None),
        Closing::Expired => ("expired", None),
    };
    let changed = connection.execute(
        "UPDATE challenges SET state = ?2, game = ?3 WHERE id = ?1 AND state = 'open'",
        params![id.0, state, game],
    )?;
    Ok(changed == 1)
}

impl Store {
    /// Adds a challenge.
    pub fn add_challenge(
        &self,
        (by, to): (i64, Option<i64>),
        (terms, rated): (String, bool),
        made: SystemTime,
    ) -> Result<ChallengeId, StoreError> {
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO challenges (by_member, to_member, terms, rated, made, state)
                 VALUES (?1, ?2, ?3, ?4, ?5, 'open')",
                params![by, to, terms, rated, seconds(made)],
            )?;
            Ok(ChallengeId(connection.last_insert_rowid()))
        })
    }

    /// The open challenges that a member has made or may accept, the oldest first.
    pub fn challenges(&self, who: Option<i64>) -> Result<Vec<ChallengeRow>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "{OPEN} AND (by_member = ?1 OR to_member = ?1 OR to_member IS NULL) ORDER BY challenges.id"
            );
            let mut rows = connection.prepare_cached(&sql)?;
            let rows = rows.query_map([who.unwrap_or(-1)], row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// An open challenge.
    pub fn challenge(&self, id: ChallengeId) -> Result<Option<ChallengeRow>, StoreError> {
        self.read(|connection| {
            let mut found = connection.prepare_cached(&format!("{OPEN} AND challenges.id = ?1"))?;
            Ok(found.query_row([id.0], row).optional()?)
        })
    }

    /// How many open challenges a member has made.
    pub fn challenges_by(&self, member: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            let sql = "SELECT count(*) FROM challenges WHERE by_member = ?1 AND state = 'open'";
            Ok(connection.query_row(sql, [member], |row| row.get::<_, i64>(0))? as usize)
        })
    }

    /// Closes an open challenge. Returns false if somebody was faster.
    pub fn close_challenge(&self, id: ChallengeId, how: Closing) -> Result<bool, StoreError> {
        self.write(move |connection| close(connection, id, how))
    }

    /// Closes all challenges that were made before this time. Returns how many.
    pub fn expire_challenges(&self, before: SystemTime) -> Result<usize, StoreError> {
        let before = seconds(before);
        let sql = "SELECT id FROM challenges WHERE state = 'open' AND made <= ?1";
        let old = self.read(|connection| {
            let mut old = connection.prepare_cached(sql)?;
            let old = old.query_map([before], |row| row.get(0).map(ChallengeId))?;
            Ok(old.collect::<Result<Vec<_>, _>>()?)
        })?;
        for id in &old {
            self.close_challenge(*id, Closing::Expired)?;
        }
        Ok(old.len())
    }
}
