//! The results of games at tables of people.

use std::time::SystemTime;

use super::sql::{Connection, ToValue as _, params};

use super::claims::{self, Claim};
use super::keep::note_passing;
use super::ratings;
use super::seats::{member, seats};
use super::{LISTED, Store, StoreError, TableKey, TableRow};
use crate::member::MemberId;
use crate::moment::{moment, seconds};
use crate::ratings::RatedGame;
use crate::seat::Seat;

/// The end of a game, to be stored by the owner of its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRow {
    /// The cause, as journals have it, and the words for people.
    pub cause: (String, String),
    /// The shares of the seats.
    pub shares: Vec<String>,
    /// The number of moves.
    pub moves: usize,
    /// When it ended.
    pub ended: SystemTime,
    /// The seats of people who have seen the end.
    pub seen: Vec<usize>,
}

/// A seat of a finished game in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedSeatRow {
    /// Who played it at the end.
    pub(crate) seat: Seat,
    /// The person who left it to a computer in a rated game.
    pub(crate) left_by: Option<(MemberId, String)>,
    pub(crate) share: String,
}

/// A finished game in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRow {
    /// The number of the table.
    pub(crate) key: TableKey,
    /// The first event of its log, as JSON.
    pub(crate) setup: String,
    /// The seats, in turn order.
    pub(crate) seats: Vec<FinishedSeatRow>,
    /// Does the result count for ratings?
    pub(crate) rated: bool,
    /// The cause, as journals have it, and the words for people.
    pub(crate) cause: (String, String),
    /// The number of moves.
    pub(crate) moves: usize,
    /// When it started and ended.
    pub(crate) times: (SystemTime, SystemTime),
}

impl FinishedRow {
    /// The row of a table whose game ends like this.
    pub(crate) fn of(table: &TableRow, result: &ResultRow, left: Vec<Option<(MemberId, String)>>) -> FinishedRow {
        let seats = table.seats.iter().cloned().zip(left).zip(result.shares.iter().cloned());
        FinishedRow {
            key: table.key,
            setup: table.setup.clone(),
            seats: seats.map(|((seat, left_by), share)| FinishedSeatRow { seat, left_by, share }).collect(),
            rated: table.rated,
            cause: result.cause.clone(),
            moves: result.moves,
            times: (table.started.unwrap_or(result.ended), result.ended),
        }
    }
}

/// Who left each seat to a computer, and its share.
type Later = (Option<(MemberId, String)>, String);

fn more(connection: &Connection, key: TableKey) -> Result<Vec<Later>, StoreError> {
    let sql = "SELECT left_by, left_name, share FROM seats WHERE game = ?1 ORDER BY seat";
    let more = connection.all(sql, params![key.0], |row| {
        let (by, name): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
        let left_by = by.as_deref().and_then(member).map(|by| (by, name.unwrap_or_default()));
        Ok((left_by, row.get::<_, Option<String>>(2)?.unwrap_or_default()))
    })?;
    Ok(more)
}

fn finished(connection: &Connection, key: TableKey) -> Result<Option<FinishedRow>, StoreError> {
    let sql = "SELECT * FROM hall WHERE id = ?1 AND ended IS NOT NULL";
    let row = connection.first(sql, params![key.0], |row| {
        let (started, ended): (Option<i64>, i64) = (row.get("started")?, row.get("ended")?);
        Ok(FinishedRow {
            key,
            setup: row.get("setup")?,
            seats: Vec::new(),
            rated: row.get("rated")?,
            cause: (row.get("cause")?, row.get("words")?),
            moves: row.get::<_, Option<i64>>("moves")?.unwrap_or_default() as usize,
            times: (moment(started.unwrap_or(ended)), moment(ended)),
        })
    })?;
    let Some(mut row) = row else { return Ok(None) };
    let joined = seats(connection, key)?.into_iter().zip(more(connection, key)?);
    row.seats = joined.map(|(seat, (left_by, share))| FinishedSeatRow { seat, left_by, share }).collect();
    Ok(Some(row))
}

/// The finished games that a query finds by their numbers.
fn all(connection: &Connection, sql: &str, person: Option<String>) -> Result<Vec<FinishedRow>, StoreError> {
    let person = person.map(|person| person.to_value());
    let keys = connection.all(sql, person.as_slice(), |row| row.get(0).map(TableKey))?;
    let found = keys.into_iter().map(|key| finished(connection, key)).collect::<Result<Vec<_>, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

impl Store {
    /// The owner of a table stores the end of its game, and what it does to the ratings, if the ratings are known. What
    /// is stored already is not changed.
    pub fn finish_table(
        &self,
        claim: Claim,
        result: ResultRow,
        rated: Option<RatedGame>,
    ) -> Result<FinishedRow, StoreError> {
        self.write(move |connection| {
            claims::hold(connection, claim)?;
            if let Some(row) = finished(connection, claim.key)? {
                return Ok(row);
            }
            let (key, (cause, words)) = (claim.key.0, result.cause);
            connection.execute(
                "UPDATE hall SET ended = ?2, cause = ?3, words = ?4, moves = ?5, told = ?6 WHERE id = ?1",
                params![key, seconds(result.ended), cause, words, result.moves as i64, rated.is_some()],
            )?;
            for (at, share) in result.shares.iter().enumerate() {
                let seen = result.seen.contains(&at);
                let sql = "UPDATE seats SET share = ?3, seen = ?4 WHERE game = ?1 AND seat = ?2";
                connection.execute(sql, params![key, at as i64, share, seen])?;
            }
            note_passing(connection, key)?;
            if let Some(game) = rated {
                // Why a game is not rated can be asked at any time.
                let _ = ratings::rate(connection, &game)?;
            }
            finished(connection, claim.key)?.ok_or(StoreError::Changed)
        })
    }

    /// Who has left a seat of a table to a computer, in turn order.
    pub(crate) fn left_by(&self, key: TableKey) -> Result<Vec<Option<(MemberId, String)>>, StoreError> {
        self.read(|connection| Ok(more(connection, key)?.into_iter().map(|(left, _)| left).collect()))
    }

    /// A finished game.
    pub fn finished_table(&self, key: TableKey) -> Result<Option<FinishedRow>, StoreError> {
        self.read(|connection| finished(connection, key))
    }

    /// The finished games that were not told to the ratings yet.
    pub fn untold_tables(&self) -> Result<Vec<FinishedRow>, StoreError> {
        let sql = "SELECT id FROM hall WHERE ended IS NOT NULL AND told = 0 ORDER BY id";
        self.read(|connection| all(connection, sql, None))
    }

    /// Tells the ratings the result of a game that is stored already. Who does it twice changes nothing.
    pub fn tell_ratings(&self, game: RatedGame) -> Result<(), StoreError> {
        self.write(move |connection| {
            let _ = ratings::rate(connection, &game)?;
            connection.execute("UPDATE hall SET told = 1 WHERE id = ?1", params![game.table.0])?;
            Ok(())
        })
    }

    /// The finished games whose results this person has not seen: the oldest [`LISTED`]. When they are seen the next ones
    /// follow.
    pub(crate) fn unseen_tables(&self, who: MemberId) -> Result<Vec<FinishedRow>, StoreError> {
        let sql = format!(
            "SELECT hall.id FROM seats JOIN hall ON hall.id = seats.game
             WHERE seats.person = ?1 AND seats.seen = 0 AND hall.ended IS NOT NULL
             ORDER BY hall.ended, hall.id LIMIT {LISTED}"
        );
        self.read(|connection| all(connection, &sql, Some(who.to_string())))
    }

    /// The newest finished games that a person may read, before this one: of everybody, or those that one person has played or
    /// left.
    pub(crate) fn played(
        &self,
        viewer: MemberId,
        of: Option<MemberId>,
        before: Option<TableKey>,
        most: usize,
    ) -> Result<Vec<FinishedRow>, StoreError> {
        let games = match of {
            None => "hall",
            Some(_) => {
                "(SELECT DISTINCT game FROM seats WHERE person = ?4 OR left_by = ?4) AS own JOIN hall ON hall.id = own.game"
            }
        };
        let sql = format!(
            "SELECT hall.id FROM {games} WHERE hall.ended IS NOT NULL AND hall.id < ?1 AND (hall.code IS NULL
             OR EXISTS (SELECT 1 FROM seats WHERE seats.game = hall.id AND (person = ?2 OR left_by = ?2)))
             ORDER BY hall.id DESC LIMIT ?3"
        );
        let before = before.map_or(i64::MAX, |key| key.0);
        let mut params = params![before, viewer.to_string(), most as i64].to_vec();
        params.extend(of.map(|of| of.to_string().to_value()));
        self.read(|connection| {
            let keys = connection.all(&sql, &params, |row| row.get(0).map(TableKey))?;
            let found = keys.into_iter().map(|key| finished(connection, key)).collect::<Result<Vec<_>, _>>()?;
            Ok(found.into_iter().flatten().collect())
        })
    }

    /// A person has seen a result.
    pub(crate) fn note_seen(&self, who: MemberId, key: TableKey) -> Result<(), StoreError> {
        self.write(move |connection| {
            let who = who.to_string();
            let sql = "UPDATE seats SET seen = 1 WHERE game = ?1 AND person = ?2";
            connection.execute(sql, params![key.0, who])?;
            Ok(())
        })
    }

    /// A person wants to play a finished game again. Returns who wants it now.
    pub(crate) fn note_again(&self, key: TableKey, who: MemberId) -> Result<Vec<MemberId>, StoreError> {
        self.write(move |connection| {
            let text = who.to_string();
            connection
                .execute("UPDATE seats SET again = 1 WHERE game = ?1 AND person = ?2", params![key.0, text])?;
            want_again(connection, key)
        })
    }

    /// A person does not want it any more.
    pub(crate) fn take_again_back(&self, key: TableKey, who: MemberId) -> Result<(), StoreError> {
        self.write(move |connection| {
            let who = who.to_string();
            connection
                .execute("UPDATE seats SET again = 0 WHERE game = ?1 AND person = ?2", params![key.0, who])?;
            Ok(())
        })
    }

    /// The folder of a member below `players`.
    pub(crate) fn folder_if_known(&self, member: i64) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            Ok(connection.first("SELECT folder FROM members WHERE id = ?1", params![member], |row| row.get(0))?)
        })
    }
}

fn want_again(connection: &Connection, key: TableKey) -> Result<Vec<MemberId>, StoreError> {
    let sql = "SELECT person FROM seats WHERE game = ?1 AND again = 1";
    let people = connection.all(sql, params![key.0], |row| row.get::<_, String>(0))?;
    Ok(people.iter().filter_map(|person| member(person)).collect())
}
