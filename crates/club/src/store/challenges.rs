//! Challenges to play.

use std::time::SystemTime;

use super::sql::{self, Connection, Row, params};

use super::numbers::{self, Numbered};
use super::{Store, StoreError, TableKey};
use crate::challenge::limits::{MostChallenges, TooMany};
use crate::member::{Member, MemberId};
use crate::moment::{moment, seconds};

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
    pub(crate) id: ChallengeId,
    /// Who made it.
    pub by: Member,
    /// Who is challenged; `None` for everybody.
    pub to: Option<Member>,
    /// The terms, as JSON.
    pub(crate) terms: String,
    /// Does the result count for ratings?
    pub(crate) rated: bool,
    /// When it was made.
    pub(crate) made: SystemTime,
}

/// The joins are made in this order, so that an index of the challenges finds the few that are asked for.
const FROM: &str =
    "SELECT challenges.id, by_member, one.name, to_member, other.name, terms, rated, made, state, game FROM challenges
     JOIN members AS one ON one.id = by_member LEFT JOIN members AS other ON other.id = to_member";

/// How many open challenges of each kind a list has: to the member, of the member, and to everybody.
pub const LISTED: usize = 20;

/// How many are read at once by who looks through all.
const SOME: usize = 100;

/// How many more are counted. Who sees the list can do nothing with a larger number.
pub const COUNTED: usize = 100;

/// The kinds of open challenges of a member, and which of them are listed.
const KINDS: [(&str, &str); 3] =
    [("to_member = ?1", "ASC"), ("by_member = ?1", "ASC"), ("to_member IS NULL AND by_member <> ?1", "DESC")];

/// The list of one kind.
fn list(kind: &str, order: &str) -> String {
    format!(
        "{FROM} WHERE state = 'open' AND {kind} AND {NOT_BLOCKED} ORDER BY challenges.id {order} LIMIT {LISTED}"
    )
}

/// How many there are of one kind, if they are not too many to count.
fn count(kind: &str) -> String {
    let most = LISTED + COUNTED;
    format!(
        "SELECT count(*) FROM
         (SELECT 1 FROM challenges WHERE state = 'open' AND {kind} AND {NOT_BLOCKED} LIMIT {most}) AS found"
    )
}

/// Those of which a member wants none: one of the two has blocked the other.
const NOT_BLOCKED: &str = "NOT EXISTS (SELECT 1 FROM blocks WHERE (member = ?1 AND other = by_member)
     OR (member = by_member AND other = ?1))";

/// A challenge that is over, of which the member who made it has not heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerRow {
    pub(crate) challenge: ChallengeRow,
    /// How it is over.
    pub(crate) how: Closing,
}

fn row(row: &Row<'_>) -> sql::Result<ChallengeRow> {
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

/// Refuses one challenge more than there may be.
fn check(
    connection: &Connection,
    (by, to): (i64, Option<i64>),
    most: MostChallenges,
) -> Result<Result<(), TooMany>, StoreError> {
    let full = |which: &str, who: Option<i64>, most: usize| -> Result<bool, StoreError> {
        let sql = format!(
            "SELECT count(*) FROM (SELECT 1 FROM challenges WHERE state = 'open' AND {which} LIMIT ?2) AS found"
        );
        let count: i64 = connection.one(&sql, params![who, most as i64], |row| row.get(0))?;
        Ok(count >= most as i64)
    };
    if full("by_member = ?1", Some(by), most.member)? {
        return Ok(Err(TooMany::Own));
    }
    if to.is_none() && full("by_member = ?1 AND to_member IS NULL", Some(by), most.to_all)? {
        return Ok(Err(TooMany::ToAll));
    }
    // Those of somebody whom the member has blocked keep nobody else out.
    let waiting = format!("to_member = ?1 AND {NOT_BLOCKED}");
    if to.is_some() && full(&waiting, to, most.waiting)? {
        return Ok(Err(TooMany::Waiting));
    }
    Ok(if full("CAST(?1 AS BIGINT) IS NULL", None, most.all)? { Err(TooMany::InAll) } else { Ok(()) })
}

impl Store {
    /// Adds a challenge, if there are not too many.
    pub fn add_challenge(
        &self,
        (by, to): (i64, Option<i64>),
        (terms, rated): (String, bool),
        made: SystemTime,
        most: MostChallenges,
    ) -> Result<Result<ChallengeId, TooMany>, StoreError> {
        self.write(move |connection| {
            if let Err(refused) = check(connection, (by, to), most)? {
                return Ok(Err(refused));
            }
            let id = numbers::next(connection, Numbered::Challenge)?;
            connection.execute(
                "INSERT INTO challenges (id, by_member, to_member, terms, rated, made, state, told)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'open', 0)",
                params![id, by, to, terms, rated, seconds(made)],
            )?;
            Ok(Ok(ChallengeId(id)))
        })
    }

    /// The open challenges that a member has made or may accept, by their numbers: of each kind at most [`LISTED`].
    pub fn challenges(&self, who: i64) -> Result<Vec<ChallengeRow>, StoreError> {
        self.read(|connection| {
            let mut all = Vec::new();
            for (kind, order) in KINDS {
                all.extend(connection.all(&list(kind, order), params![who], row)?);
            }
            all.sort_by_key(|row| row.id);
            Ok(all)
        })
    }

    /// Open challenges of others to everybody that a member may accept, the oldest first: some of those after this one.
    pub(crate) fn open_to_all(
        &self,
        who: i64,
        after: Option<ChallengeId>,
        rated: bool,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "{FROM} WHERE state = 'open' AND to_member IS NULL AND by_member <> ?1 AND {NOT_BLOCKED}
                 AND challenges.id > ?2 AND rated = ?3 ORDER BY challenges.id LIMIT {SOME}"
            );
            Ok(connection.all(&sql, params![who, after.map_or(0, |id| id.0), rated], row)?)
        })
    }

    /// How many there are that [`Store::challenges`] does not list, of each kind at most [`COUNTED`].
    pub(crate) fn more_challenges(&self, who: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            KINDS.iter().try_fold(0, |sum, (kind, _)| {
                let found: i64 = connection.one(&count(kind), params![who], |row| row.get(0))?;
                Ok(sum + (found as usize).saturating_sub(LISTED))
            })
        })
    }

    /// The open challenge with this number, if this member has made it or may accept it.
    pub(crate) fn challenge(&self, who: i64, id: ChallengeId) -> Result<Option<ChallengeRow>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "{FROM} WHERE state = 'open' AND (by_member = ?1 OR to_member = ?1 OR to_member IS NULL)
                 AND {NOT_BLOCKED} AND challenges.id = ?2"
            );
            Ok(connection.first(&sql, params![who, id.0], row)?)
        })
    }

    /// The challenges of a member that are over, and of which they have not heard: the newest [`LISTED`], the oldest of
    /// them first.
    pub(crate) fn answers(&self, who: i64) -> Result<Vec<AnswerRow>, StoreError> {
        self.read(|connection| {
            let sql =
                format!("{FROM} WHERE told = 0 AND state <> 'open' AND by_member = ?1 ORDER BY challenges.id DESC LIMIT {LISTED}");
            let mut answers = connection.all(&sql, params![who], |found| {
                let game: Option<i64> = found.get("game")?;
                let how = match (found.get::<_, String>("state")?.as_str(), game) {
                    ("accepted", Some(game)) => Closing::Accepted(TableKey(game)),
                    ("declined", _) => Closing::Declined,
                    _ => Closing::Expired,
                };
                Ok(AnswerRow { challenge: row(found)?, how })
            })?;
            answers.reverse();
            Ok(answers)
        })
    }

    /// A member has heard how their challenge was answered. False if they had before.
    pub(crate) fn note_heard(&self, who: i64, id: ChallengeId) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE challenges SET told = 1 WHERE id = ?1 AND by_member = ?2 AND told = 0";
            Ok(connection.execute(sql, params![id.0, who])? == 1)
        })
    }

    /// How many open challenges a member has made.
    pub fn challenges_by(&self, member: i64) -> Result<usize, StoreError> {
        self.read(|connection| {
            let sql = "SELECT count(*) FROM challenges WHERE by_member = ?1 AND state = 'open'";
            Ok(connection.one(sql, params![member], |row| row.get::<_, i64>(0))? as usize)
        })
    }

    /// Closes an open challenge. Returns false if somebody was faster.
    pub(crate) fn close_challenge(&self, id: ChallengeId, how: Closing) -> Result<bool, StoreError> {
        self.write(move |connection| close(connection, id, how))
    }

    /// Withdraws all open challenges of a member. Returns how many.
    pub(crate) fn withdraw_challenges(&self, by: i64) -> Result<usize, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE challenges SET state = 'withdrawn', told = 1 WHERE state = 'open' AND by_member = ?1";
            Ok(connection.execute(sql, params![by])?)
        })
    }

    /// Closes all challenges that were made before this time. Returns how many.
    pub(crate) fn expire_challenges(&self, before: SystemTime) -> Result<usize, StoreError> {
        let before = seconds(before);
        // Every few seconds, so nothing is written if there is none.
        let sql = "SELECT EXISTS (SELECT 1 FROM challenges WHERE state = 'open' AND made <= ?1)";
        if !self.read(|connection| Ok(connection.one(sql, params![before], |row| row.get(0))?))? {
            return Ok(0);
        }
        self.write(move |connection| {
            let sql = "UPDATE challenges SET state = 'expired', told = 0 WHERE state = 'open' AND made <= ?1";
            Ok(connection.execute(sql, params![before])?)
        })
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::folder::Folder;

    /// The steps of the database for a list and its count, with so many open challenges to everybody.
    fn steps(open: i64) -> i32 {
        let folder = Folder::new(&format!("challenges-{open}"));
        let store = Store::open(&folder.path().join("club.db")).expect("a store");
        store
            .write(move |connection| {
                let all = format!(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {open})
                     INSERT INTO members (id, folder, joined) SELECT i, 'folder-' || i, 0 FROM n;
                     INSERT INTO challenges (by_member, to_member, terms, rated, made, state, told)
                     SELECT id, NULL, '{{}}', 0, 0, 'open', 0 FROM members WHERE id > 1;"
                );
                Ok(connection.execute_batch(&all)?)
            })
            .expect("challenges");
        let lists =
            KINDS.map(|(kind, order)| list(kind, order)).into_iter().chain(KINDS.map(|(kind, _)| count(kind)));
        assert_eq!(store.challenges(1).expect("a list").len(), LISTED);
        assert_eq!(store.more_challenges(1).expect("a number"), COUNTED);
        store
            .read(|connection| {
                let steps = lists.map(|sql| {
                    let statement = connection.sqlite().expect("a file").prepare_cached(&sql);
                    statement.expect("a statement").get_status(StatementStatus::VmStep)
                });
                Ok(steps.sum::<i32>())
            })
            .expect("the statements that were run")
    }

    #[test]
    fn a_list_reads_no_more_rows_when_there_are_more() {
        let few = steps(300);
        assert!(few > 1000, "{few} steps");
        assert_eq!(steps(20_000), few);
    }
}
