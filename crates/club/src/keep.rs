//! What is kept, and for how long. Games of members, their ratings and whatever their archives promise are kept for ever.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// A day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What is kept for a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// How long finished games are kept that no member has played.
    pub games: Duration,
    /// How many of them there can be: the newest.
    pub most_games: usize,
    /// How long challenges are kept that are over.
    pub challenges: Duration,
}

impl Keep {
    /// With times in days.
    pub const fn days(games: u32, most_games: usize, challenges: u32) -> Keep {
        Keep { games: DAY.saturating_mul(games), most_games, challenges: DAY.saturating_mul(challenges) }
    }
}

impl Default for Keep {
    fn default() -> Keep {
        Keep::days(7, 1000, 30)
    }
}

/// What was removed, or would be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Removed {
    /// Games that no member has played.
    pub games: u64,
    /// Their moves and other events.
    pub events: u64,
    /// Challenges that are over.
    pub challenges: u64,
}

impl Removed {
    /// Is it nothing?
    pub fn is_nothing(self) -> bool {
        self == Removed::default()
    }
}

impl AddAssign for Removed {
    fn add_assign(&mut self, more: Removed) {
        self.games += more.games;
        self.events += more.events;
        self.challenges += more.challenges;
    }
}

impl fmt::Display for Removed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Removed { games, events, challenges } = self;
        write!(out, "Games that no member has played: {games}\nTheir events: {events}\nChallenges: {challenges}\n")
    }
}
