//! Ratings of the club: Glicko-2 for each game with one setup. Every game is a period of its own, and the deviation grows
//! with the days between games. Computers have fixed ratings, so that a newcomer has a rating against somebody at once.
//!
//! A game of more than two seats is a result against each of the others, by the shares of the two, with such weights
//! that all of them count as one game.

pub mod anchors;
mod game;
pub mod ladder;

use std::time::{Duration, SystemTime};

pub use game::{NotRated, RatedGame, RatedPlayer, RatedSeat, changes, check, least_moves};
pub use ladder::Ladder;

use crate::rating::Rating;

/// The rating of a new member. It is the same as that of a new solver of puzzles.
pub(crate) const BEGINNING: f64 = 1000.0;

/// A rating with a larger deviation is provisional.
pub const PROVISIONAL: f64 = 110.0;

/// The smallest deviation: everybody can still change.
pub(crate) const LEAST_DEVIATION: f64 = 45.0;

/// One period of Glicko-2. With a volatility of 0.06 a deviation of 45 is provisional again after 16 months.
pub(crate) const PERIOD: Duration = Duration::from_secs(5 * 24 * 3600);

/// A game in which each seat has made fewer moves is not rated.
pub(crate) const LEAST_MOVES: usize = 5;

/// So many games a day of the same two members count in full in a ladder. The next one counts half, the one after it a
/// third, and so on.
pub(crate) const FULL_WEIGHT: usize = 3;

/// So many games against the same level of the computer are rated …
pub(crate) const MOST_AGAINST_LEVEL: usize = 10;

/// … in this time.
pub(crate) const DAY: Duration = Duration::from_secs(24 * 3600);

/// The rating of a member in a ladder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The rating after the last game.
    pub rating: Rating,
    /// The rated games.
    pub games: u32,
    /// When the last one ended.
    pub last: SystemTime,
}

impl Standing {
    /// The periods since the last game.
    fn periods(&self, now: SystemTime) -> f64 {
        now.duration_since(self.last).unwrap_or_default().as_secs_f64() / PERIOD.as_secs_f64()
    }

    /// The rating as it is now: less certain the longer nothing was played.
    pub(crate) fn now(&self, now: SystemTime) -> Rating {
        self.rating.aged(self.periods(now))
    }

    /// Whether the rating is provisional now.
    pub fn is_provisional(&self, now: SystemTime) -> bool {
        self.now(now).deviation > PROVISIONAL
    }
}
