//! Ratings of members, and the rating after each game.

use std::collections::BTreeMap;
use std::time::SystemTime;

use super::sql::{self, Connection, Row, params};

use super::{Store, StoreError};
use crate::moment::{moment, seconds};
use crate::rating::Rating;
use crate::ratings::{self, DAY, Ladder, NotRated, RatedGame, Standing};

/// A member in a ladder, with the chosen name.
pub type MemberStanding = (i64, Option<String>, Standing);

/// A rating in the history of a member: when, the points and the deviation.
pub type HistoryEntry = (SystemTime, f64, f64);

fn standing(row: &Row<'_>) -> sql::Result<Standing> {
    let rating =
        Rating { value: row.get("value")?, deviation: row.get("deviation")?, volatility: row.get("volatility")? };
    Ok(Standing { rating, games: row.get("games")?, last: moment(row.get("last")?) })
}

fn find(connection: &Connection, member: i64, ladder: &str) -> Result<Option<Standing>, StoreError> {
    let sql = "SELECT * FROM ratings WHERE member = ?1 AND ladder = ?2";
    Ok(connection.first(sql, params![member, ladder], standing)?)
}

/// The number of games of a member that were rated since this time, by the bits of the levels that took part.
fn played(connection: &Connection, member: i64, ladder: &str, since: SystemTime) -> Result<Vec<i64>, StoreError> {
    let sql = "SELECT levels FROM rated WHERE member = ?1 AND ladder = ?2 AND time > ?3 AND levels > 0";
    Ok(connection.all(sql, params![member, ladder, seconds(since)], |row| row.get(0))?)
}

/// The number of games of two members that were rated since this time.
fn met(
    connection: &Connection,
    (one, other): (i64, i64),
    ladder: &str,
    since: SystemTime,
) -> Result<usize, StoreError> {
    let sql = "SELECT count(*) FROM rated JOIN rated AS theirs ON theirs.game = rated.game AND theirs.member = ?2
               WHERE rated.member = ?1 AND rated.ladder = ?3 AND rated.time > ?4";
    Ok(connection.one(sql, params![one, other, ladder, seconds(since)], |row| row.get::<_, i64>(0))? as usize)
}

/// How often the members of a game have met in the day before it, for each pair.
fn meetings(
    connection: &Connection,
    game: &RatedGame,
    ladder: &str,
) -> Result<BTreeMap<(i64, i64), usize>, StoreError> {
    let members: Vec<i64> = game.members().map(|(_, member)| member).collect();
    let pairs = members.iter().flat_map(|&one| members.iter().map(move |&other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one != other);
    pairs.map(|pair| Ok((pair, met(connection, pair, ladder, a_day_before(game))?))).collect()
}

fn a_day_before(game: &RatedGame) -> SystemTime {
    game.time.checked_sub(DAY).unwrap_or(SystemTime::UNIX_EPOCH)
}

fn bit(level: u8) -> i64 {
    1 << i64::from(level.min(62))
}

/// The standings of the members of a game before it, and the levels of their games in the day before.
type Before = (BTreeMap<i64, Option<Standing>>, BTreeMap<i64, Vec<i64>>);

fn before(connection: &Connection, game: &RatedGame, ladder: &str) -> Result<Before, StoreError> {
    let (mut before, mut today) = (BTreeMap::new(), BTreeMap::new());
    let since = a_day_before(game);
    for seat in &game.seats {
        if let ratings::RatedPlayer::Member(member) = seat.player {
            before.insert(member, find(connection, member, ladder)?);
            today.insert(member, played(connection, member, ladder, since)?);
        }
    }
    Ok((before, today))
}

/// The number of games of a member against a level.
fn count(today: &BTreeMap<i64, Vec<i64>>, member: i64, level: u8) -> usize {
    today.get(&member).map_or(0, |games| games.iter().filter(|levels| *levels & bit(level) != 0).count())
}

/// Was a game rated?
fn is_rated(connection: &Connection, game: &RatedGame) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM rated WHERE game = ?1)";
    Ok(connection.one(sql, params![game.table.0], |row| row.get(0))?)
}

/// Rates a game, once. An inner error says why it is not rated.
pub(super) fn rate(
    connection: &Connection,
    game: &RatedGame,
) -> Result<Result<Vec<(i64, Standing)>, NotRated>, StoreError> {
    let text = game.ladder.as_ref().map(Ladder::to_string).unwrap_or_default();
    if is_rated(connection, game)? {
        return Ok(Ok(Vec::new()));
    }
    let (before, today) = before(connection, game, &text)?;
    let ladder = match ratings::check(game, |member, level| count(&today, member, level)) {
        Ok(ladder) => ladder,
        Err(why) => return Ok(Err(why)),
    };
    let meetings = meetings(connection, game, &text)?;
    let met = |one, other| meetings.get(&(one, other)).copied().unwrap_or(0);
    let changes = ratings::changes(game, ladder, |member| before.get(&member).copied().flatten(), met);
    let levels: i64 = game.levels().into_iter().map(bit).sum();
    let at = seconds(game.time);
    for (member, Standing { rating, games, .. }) in &changes {
        let Rating { value, deviation, volatility } = rating;
        let sql = "INSERT INTO ratings (member, ladder, value, deviation, volatility, games, last)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (member, ladder) DO UPDATE
                   SET value = ?3, deviation = ?4, volatility = ?5, games = ?6, last = ?7";
        connection.execute(sql, params![member, text, value, deviation, volatility, games, at])?;
        let sql = "INSERT INTO rated (game, member, ladder, time, levels, value, deviation)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        connection.execute(sql, params![game.table.0, member, text, at, levels, value, deviation])?;
    }
    Ok(Ok(changes))
}

impl Store {
    /// Why a game is not rated, or would not be; `None` if it is.
    pub(crate) fn why_not_rated(&self, game: &RatedGame) -> Result<Option<NotRated>, StoreError> {
        self.read(|connection| {
            if is_rated(connection, game)? {
                return Ok(None);
            }
            let text = game.ladder.as_ref().map(Ladder::to_string).unwrap_or_default();
            let (_, today) = before(connection, game, &text)?;
            Ok(ratings::check(game, |member, level| count(&today, member, level)).err())
        })
    }

    /// Rates a finished game. A game that was rated before changes nothing. The inner error says why it is not rated.
    pub(crate) fn rate(&self, game: RatedGame) -> Result<Result<Vec<(i64, Standing)>, NotRated>, StoreError> {
        self.write(move |connection| rate(connection, &game))
    }

    /// The standing of a member in a ladder, if they have played there.
    pub(crate) fn standing(&self, member: i64, ladder: &Ladder) -> Result<Option<Standing>, StoreError> {
        self.read(|connection| find(connection, member, &ladder.to_string()))
    }

    pub(crate) fn standings(&self, member: i64) -> Result<Vec<(Ladder, Standing)>, StoreError> {
        self.read(|connection| {
            let pair = |row: &Row<'_>| Ok((Ladder::read(&row.get::<_, String>("ladder")?), standing(row)?));
            let sql = "SELECT * FROM ratings WHERE member = ?1 ORDER BY ladder";
            Ok(connection.all(sql, params![member], pair)?)
        })
    }

    /// The members of a ladder, the highest rating first.
    pub(crate) fn ladder(&self, ladder: &Ladder) -> Result<Vec<MemberStanding>, StoreError> {
        self.read(|connection| {
            let row = |row: &Row<'_>| Ok((row.get("member")?, row.get("name")?, standing(row)?));
            let sql = "SELECT ratings.*, members.name FROM ratings JOIN members ON members.id = ratings.member
                       WHERE ladder = ?1 ORDER BY value DESC, member";
            Ok(connection.all(sql, params![ladder.to_string()], row)?)
        })
    }

    /// The ladders in which somebody has a rating.
    pub fn ladders(&self) -> Result<Vec<Ladder>, StoreError> {
        self.read(|connection| {
            let ladder = |row: &Row<'_>| Ok(Ladder::read(&row.get::<_, String>(0)?));
            let sql = "SELECT DISTINCT ladder FROM ratings ORDER BY ladder";
            Ok(connection.all(sql, params![], ladder)?)
        })
    }

    /// For each level of the computer, the rated games in a ladder and when the last one ended.
    pub(crate) fn level_games(
        &self,
        ladder: &Ladder,
        levels: u8,
    ) -> Result<Vec<(u8, u32, Option<SystemTime>)>, StoreError> {
        self.read(|connection| {
            let ladder = ladder.to_string();
            let count = |level: u8| {
                let sql =
                    "SELECT count(DISTINCT game), max(time) FROM rated WHERE ladder = ?1 AND levels & ?2 <> 0";
                connection.one(sql, params![ladder, bit(level)], |row| {
                    Ok((level, row.get(0)?, row.get::<_, Option<i64>>(1)?.map(moment)))
                })
            };
            Ok((1..=levels).map(count).collect::<sql::Result<_>>()?)
        })
    }

    /// The ratings of a member after each game of a ladder, the oldest first.
    pub fn rating_history(&self, member: i64, ladder: &Ladder) -> Result<Vec<HistoryEntry>, StoreError> {
        self.read(|connection| {
            let entry = |row: &Row<'_>| Ok((moment(row.get(0)?), row.get(1)?, row.get(2)?));
            let sql =
                "SELECT time, value, deviation FROM rated WHERE member = ?1 AND ladder = ?2 ORDER BY time, game";
            Ok(connection.all(sql, params![member, ladder.to_string()], entry)?)
        })
    }
}
