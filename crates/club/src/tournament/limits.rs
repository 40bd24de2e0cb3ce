//! What tournaments may take of a server, and how long their games wait.

use std::time::Duration;

/// What tournaments may take of a server, and how long their games wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TournamentLimits {
    /// How long a game waits for somebody who is away.
    pub away: Duration,
    /// How long a player who is here has for each of the first moves: no clock runs before them.
    pub first_move: Duration,
    /// The computers in one tournament.
    pub computers: usize,
    /// The computers in all tournaments of one member that are not over.
    pub member_computers: usize,
    /// The computers in all tournaments that are not over.
    pub all_computers: usize,
}

impl Default for TournamentLimits {
    fn default() -> TournamentLimits {
        TournamentLimits {
            away: Duration::from_secs(600),
            first_move: Duration::from_secs(60),
            computers: 8,
            member_computers: 8,
            all_computers: 32,
        }
    }
}
