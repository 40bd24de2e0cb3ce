//! Games of a tournament that do not begin: somebody is away, or is here and does not move. After a while they are lost for
//! who is waited for, so that nobody holds up the others. Once both have moved, the clocks decide.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::{Bout, POINT, Tournament, Who};
use crate::moment::seconds;

/// How long somebody has not made one of the first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Idle {
    /// The number of moves before it.
    moves: usize,
    /// The seconds until they went away the last time.
    used: u64,
    /// Since when they have been here without moving, in seconds since 1970. `None` while they are away.
    since: Option<u64>,
}

impl Idle {
    const fn spent(self, now: u64) -> u64 {
        match self.since {
            Some(since) => self.used + now.saturating_sub(since),
            None => self.used,
        }
    }
}

impl Tournament {
    fn bout_at(&mut self, table: i64) -> Option<&mut Bout> {
        self.bouts.iter_mut().find(|bout| bout.table == Some(table) && bout.shares.is_none())
    }

    /// The game of a table does not wait for anybody now: the clocks run.
    pub fn continues(&mut self, table: i64) {
        if let Some(bout) = self.bout_at(table) {
            (bout.waits, bout.idle) = (None, None);
        }
    }

    /// The game of a table waits for these players, who are away. After this time it is lost for them. True if the game is
    /// over with this.
    pub fn waits_for(&mut self, table: i64, away: &[Who], patience: Duration, now: SystemTime) -> bool {
        let at = seconds(now) as u64;
        let Some(bout) = self.bout_at(table) else { return false };
        if let Some(idle) = &mut bout.idle {
            *idle = Idle { used: idle.spent(at), since: None, ..*idle };
        }
        let since = *bout.waits.get_or_insert(at);
        let is_over = at.saturating_sub(since) >= patience.as_secs();
        if is_over {
            self.lost_by(table, away);
        }
        is_over
    }

    /// The game of a table waits for the first move of this player, who is here. After this time it is lost for them. True
    /// if the game is over with this.
    pub(crate) fn idles(
        &mut self,
        table: i64,
        (who, moves): (Who, usize),
        limit: Duration,
        now: SystemTime,
    ) -> bool {
        let at = seconds(now) as u64;
        let Some(bout) = self.bout_at(table) else { return false };
        bout.waits = None;
        let known = bout.idle.filter(|idle| idle.moves == moves).unwrap_or(Idle { moves, used: 0, since: None });
        let idle = Idle { since: Some(known.since.unwrap_or(at)), ..known };
        bout.idle = Some(idle);
        let is_over = idle.spent(at) >= limit.as_secs();
        if is_over {
            self.lost_by(table, &[who]);
        }
        is_over
    }

    /// The game of a table is lost for these players: the others share the point, and if there are none, nobody gets
    /// anything. Who has withdrawn meanwhile is still who sits there.
    fn lost_by(&mut self, table: i64, losers: &[Who]) {
        let Some(bout) = self.bout_at(table) else { return };
        let seats = bout.seats.clone();
        let lost = |seat: &Option<usize>| seat.is_some_and(|at| losers.contains(&self.entrants[at].who));
        let others = seats.iter().filter(|seat| !lost(seat)).count() as u32;
        let share = |seat: &Option<usize>| if lost(seat) { 0 } else { POINT / others };
        self.ended(table, Some(seats.iter().map(share).collect()));
    }
}
