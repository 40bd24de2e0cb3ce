//! How fast games are played, measured from those of this run.

use std::time::{Duration, Instant};

use crate::trainer::GameLog;

/// The first games tell how long all will take, when so many have ended and so much time has gone.
const FEWEST: usize = 16;
const TIME: Duration = Duration::from_secs(8);

/// The games of this run.
#[derive(Debug)]
pub(super) struct Pace {
    begun: Instant,
    games: usize,
    positions: usize,
    /// The positions that were there before.
    before: usize,
}

impl Pace {
    pub(super) fn new(before: usize) -> Pace {
        Pace { begun: Instant::now(), games: 0, positions: 0, before }
    }

    pub(super) fn played(&mut self, log: &GameLog) {
        self.games += 1;
        self.positions += log.positions.len();
    }

    pub(super) fn is_known(&self) -> bool {
        self.games >= FEWEST && self.begun.elapsed() >= TIME
    }

    /// The seconds for a position.
    pub(super) fn position(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() / self.positions.max(1) as f64
    }

    /// The seconds for a game.
    pub(super) fn game(&self) -> f64 {
        self.begun.elapsed().as_secs_f64() / self.games.max(1) as f64
    }

    /// The seconds until there are so many positions.
    pub(super) fn until(&self, positions: usize) -> f64 {
        positions.saturating_sub(self.before + self.positions) as f64 * self.position()
    }
}
