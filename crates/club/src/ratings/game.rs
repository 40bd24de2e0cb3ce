//! What a finished game does to the ratings of its members, or why it is not rated.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::SystemTime;

use thiserror::Error;

use super::ladder::Ladder;
use super::{
    BEGINNING, FULL_WEIGHT, LEAST_DEVIATION, LEAST_MOVES, MOST_AGAINST_LEVEL, PROVISIONAL, Standing, anchors,
};
use crate::rating::{Rating, Result as GameResult};
use crate::table_key::TableKey;

/// Who played a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RatedPlayer {
    /// A member, by the number in the store.
    Member(i64),
    /// Somebody without a key.
    Guest,
    /// The computer at this level.
    Level(u8),
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedSeat {
    /// Who played it; who left, if a computer took it over.
    pub player: RatedPlayer,
    /// The share of the point that the seat got.
    pub share: f64,
    /// Whether the player left, so that the game is lost for them whatever the seat got.
    pub left: bool,
    /// Where the player was connected from last, if it is known.
    pub address: Option<IpAddr>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// The table.
    pub table: TableKey,
    /// The ladder; `None` if the game began at a position of somebody.
    pub ladder: Option<Ladder>,
    /// Whether the players wanted it rated.
    pub rated: bool,
    /// The number of moves.
    pub moves: usize,
    /// When it ended.
    pub time: SystemTime,
    /// The seats.
    pub seats: Vec<RatedSeat>,
}

/// Why a game is not rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotRated {
    /// The players wanted it so.
    #[error("the game was casual")]
    Casual,
    /// It was over after a few moves.
    #[error("the game ended before each seat had made {LEAST_MOVES} moves")]
    Early,
    /// It began at a position of somebody.
    #[error("the game did not start from a setup of the ladder")]
    Position,
    /// A guest played.
    #[error("a guest played")]
    Guest,
    /// Nobody with a rating played, or nobody else.
    #[error("the game had no opponents with ratings")]
    Opponents,
    /// One member had two seats.
    #[error("one member had two seats")]
    OneMember,
    /// Two players came from one address.
    #[error("two players came from one address")]
    OneAddress,
    /// There were too many games against this level.
    #[error("at most {MOST_AGAINST_LEVEL} games a day against computer level {level} are rated")]
    Often {
        /// The level.
        level: u8,
    },
}

impl RatedGame {
    /// The members, with their seats.
    pub(crate) fn members(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.seats.iter().enumerate().filter_map(|(at, seat)| match seat.player {
            RatedPlayer::Member(member) => Some((at, member)),
            _ => None,
        })
    }

    /// The levels of the computers that took part.
    pub(crate) fn levels(&self) -> BTreeSet<u8> {
        let level = |seat: &RatedSeat| match seat.player {
            RatedPlayer::Level(level) => Some(level),
            _ => None,
        };
        self.seats.iter().filter_map(level).collect()
    }
}

/// The moves of a rated game with so many seats, at least: who has not played does not win points.
pub const fn least_moves(seats: usize) -> usize {
    LEAST_MOVES * seats
}

/// Whether a game is rated, and in which ladder. `played` says how many games of a member against a level were rated in
/// this ladder in the last day.
pub fn check(game: &RatedGame, played: impl Fn(i64, u8) -> usize) -> Result<&Ladder, NotRated> {
    if !game.rated {
        return Err(NotRated::Casual);
    }
    let ladder = game.ladder.as_ref().ok_or(NotRated::Position)?;
    if game.seats.iter().any(|seat| seat.player == RatedPlayer::Guest) {
        return Err(NotRated::Guest);
    }
    let members: Vec<(usize, i64)> = game.members().collect();
    if members.is_empty() || game.seats.len() < 2 {
        return Err(NotRated::Opponents);
    }
    let twice = |one: usize| members[one + 1..].iter().any(|(_, other)| *other == members[one].1);
    if (0..members.len()).any(twice) {
        return Err(NotRated::OneMember);
    }
    let address = |at: usize| game.seats[members[at].0].address;
    let shared =
        |one: usize| (one + 1..members.len()).any(|other| address(one).is_some() && address(one) == address(other));
    if (0..members.len()).any(shared) {
        return Err(NotRated::OneAddress);
    }
    if game.moves < least_moves(game.seats.len()) {
        return Err(NotRated::Early);
    }
    for level in game.levels() {
        if members.iter().any(|&(_, member)| played(member, level) >= MOST_AGAINST_LEVEL) {
            return Err(NotRated::Often { level });
        }
    }
    Ok(ladder)
}

/// The result of a seat against another one, from 0 to 1; `None` if there is none. Who left has lost against those who
/// stayed. Those who stayed have won against who left, unless the computer that took over did better than they.
fn score(own: &RatedSeat, other: &RatedSeat) -> Option<f64> {
    match (own.left, other.left) {
        (true, true) => None,
        (true, false) => Some(0.0),
        (false, true) => (own.share > other.share).then_some(1.0),
        (false, false) if own.share + other.share > 0.0 => Some(own.share / (own.share + other.share)),
        // Both have lost against others.
        (false, false) => Some(0.5),
    }
}

/// How much a result against this opponent counts, if the two had so many games in the day before: less if little is
/// known about the opponent, so that nobody gets far with new accounts, and less if they meet again and again.
fn worth(opponent: &Rating, games: usize) -> f64 {
    let again = (games + 2).saturating_sub(FULL_WEIGHT).max(1);
    (PROVISIONAL / opponent.deviation).min(1.0) / again as f64
}

/// The standings of the members after a game of this ladder, from those before it. A member without one begins. `met` says
/// how many games of two members were rated in this ladder in the last day.
pub fn changes(
    game: &RatedGame,
    ladder: &Ladder,
    before: impl Fn(i64) -> Option<Standing>,
    met: impl Fn(i64, i64) -> usize,
) -> Vec<(i64, Standing)> {
    let now = |member: i64| before(member).map_or(Rating::new(BEGINNING), |standing| standing.now(game.time));
    let opponent = |player: RatedPlayer| match player {
        RatedPlayer::Member(member) => now(member),
        RatedPlayer::Level(level) => {
            Rating { deviation: anchors::DEVIATION, ..Rating::new(anchors::of(&ladder.game, level)) }
        }
        RatedPlayer::Guest => Rating::new(BEGINNING),
    };
    let weight = 1.0 / game.seats.len().saturating_sub(1).max(1) as f64;
    let change = |(seat, member): (usize, i64)| {
        let own = &game.seats[seat];
        let others = game.seats.iter().enumerate().filter(|(at, _)| *at != seat);
        let results: Vec<GameResult> = others
            .filter_map(|(_, other)| {
                let rating = opponent(other.player);
                let games = if let RatedPlayer::Member(other) = other.player { met(member, other) } else { 0 };
                let (Rating { value, deviation, .. }, weight) = (rating, weight * worth(&rating, games));
                Some(GameResult { value, deviation, score: score(own, other)?, weight })
            })
            .collect();
        let (rating, periods, games) = match before(member) {
            Some(standing) => (standing.rating, standing.periods(game.time), standing.games),
            None => (Rating::new(BEGINNING), 0.0, 0),
        };
        let after = rating.after_periods(&results, periods);
        let rating = Rating { deviation: after.deviation.max(LEAST_DEVIATION), ..after };
        (member, Standing { rating, games: games + 1, last: game.time })
    };
    game.members().map(change).collect()
}
