//! How many challenges there can be, and for how long one waits.

use std::time::Duration;

/// A challenge that nobody has accepted for so long is over.
pub const CHALLENGE_LIFETIME: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// How many open challenges there can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MostChallenges {
    /// Those to everybody that one member has made: all who are here see them.
    pub to_all: usize,
    /// All that one member has made.
    pub member: usize,
    /// Those that wait for one member.
    pub waiting: usize,
    /// All of the server.
    pub all: usize,
}

impl Default for MostChallenges {
    fn default() -> MostChallenges {
        MostChallenges { to_all: 2, member: 20, waiting: 100, all: 2000 }
    }
}

/// Of what there are too many open challenges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooMany {
    /// Challenges of the member to everybody.
    ToAll,
    /// Challenges of the member.
    Own,
    /// Challenges that wait for the one who is challenged.
    Waiting,
    /// Challenges on the server.
    InAll,
}
