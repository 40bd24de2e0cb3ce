//! Challenges to play.

use std::time::SystemTime;

use rusqlite::{Connection, Row, params};

use super::numbers::{self, Numbered};
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

/// A challenge in the store.
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

const FROM: &str =
    "SELECT challenges.id, by_member, one.name, to_member, other.name, terms, rated, made, state, game FROM challenges
     JOIN members AS one ON one.id = by_member LEFT JOIN members AS other ON other.id = to_member";

/// Those of which a member wants none: one of the two has blocked the other.
const NOT_BLOCKED: &str = "NOT EXISTS (SELECT 1 FROM blocks WHERE (member = ?1 AND other = by_member)
     OR (member = by_member AND other = ?1))";

/// A challenge that is over, of which the member who made it has not heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerRow {
    /// The challenge.
    pub challenge: ChallengeRow,
    /// How it is over.
    pub how: Closing,
}

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

/// Is a challenge open?
pub(super) fn is_open(connection: &Connection, id: ChallengeId) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM challenges WHERE id = ?1 AND state = 'open')";
    Ok(connection.query_row(sql, [id.0], |row| row.get(0))?)
}

/// Closes an open challenge. Who made it hears of it, except of what they did themselves.
pub(super) fn close(connection: &Connection, id: ChallengeId, how: Closing) -> Result<bool, StoreError> {
    let (state, game) = match how {
        Closing::Accepted(key) => ("accepted", Some(key.0)),
        Closing::Declined => ("declined", None),
        Closing::Withdrawn => ("withdrawn", None),
        Closing::Expired => ("expired", None),
    };
    let changed = connection.execute(
        "UPDATE challenges SET state = ?2, game = ?3, told = ?4 WHERE id = ?1 AND state = 'open'",
        params![id.0, state, game, how == Closing::Withdrawn],
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
            let id = numbers::next(connection, Numbered::Challenge)?;
            connection.execute(
                "INSERT INTO challenges (id, by_member, to_member, terms, rated, made, state, told)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', 0)",
                params![id, by, to, terms, rated, seconds(made)],
            )?;
            Ok(ChallengeId(id))
        })
    }

    /// The open challenges that a member has made or may accept, the oldest first.
    pub fn challenges(&self, who: i64) -> Result<Vec<ChallengeRow>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "{FROM} WHERE state = 'open' AND (by_member = ?1 OR to_member = ?1 OR to_member IS NULL)
                 AND {NOT_BLOCKED} ORDER BY challenges.id"
            );
            let mut rows = connection.prepare_cached(&sql)?;
            let rows = rows.query_map([who], row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// The challenges of a member that are over, and of which they have not heard.
    pub fn answers(&self, who: i64) -> Result<Vec<AnswerRow>, StoreError> {
        self.read(|connection| {
            let sql =
                format!("{FROM} WHERE told = 0 AND state <> 'open' AND by_member = ?1 ORDER BY challenges.id");
            let mut rows = connection.prepare_cached(&sql)?;
            let rows = rows.query_map([who], |found| {
                let game: Option<i64> = found.get("game")?;
                let how = match (found.get::<_, String>("state")?.as_str(), game) {
                    ("accepted", Some(game)) => Closing::Accepted(TableKey(game)),
                    ("declined", _) => Closing::Declined,
                    _ => Closing::Expired,
                };
                Ok(AnswerRow { challenge: row(found)?, how })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// A member has heard how their challenge was answered. False if they had before.
    pub fn note_heard(&self, who: i64, id: ChallengeId) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE challenges SET told = 1 WHERE id = ?1 AND by_member = ?2 AND told = 0";
            Ok(connection.execute(sql, params![id.0, who])? == 1)
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
