//! Games of a tournament that wait for somebody who is away: after a while they count as lost for who did not come, so that
//! nobody holds up the others.

use std::time::{Duration, SystemTime};

use super::{Bout, POINT, Tournament, Who};
use crate::club::moment::seconds;

impl Tournament {
    fn bout_at(&mut self, table: i64) -> Option<&mut Bout> {
        self.bouts.iter_mut().find(|bout| bout.table == Some(table) && bout.shares.is_none())
    }

    /// The game of a table does not wait for anybody now.
    pub fn continues(&mut self, table: i64) {
        if let Some(bout) = self.bout_at(table) {
            bout.waits = None;
        }
    }

    /// The game of a table waits for these players. After this time it is lost for them: those who are here share the
    /// point, and if nobody is, nobody gets anything. True if the game is over with this.
    pub fn waits_for(&mut self, table: i64, away: &[Who], patience: Duration, now: SystemTime) -> bool {
        let now = seconds(now) as u64;
        let players = |bout: &Bout| bout.seats.iter().map(|&seat| self.player(seat)).collect::<Vec<Who>>();
        let found = self.bouts.iter().find(|bout| bout.table == Some(table) && bout.shares.is_none());
        let Some(players) = found.map(players) else { return false };
        let Some(bout) = self.bout_at(table) else { return false };
        let since = *bout.waits.get_or_insert(now);
        if now.saturating_sub(since) < patience.as_secs() {
            return false;
        }
        let here = players.iter().filter(|who| !away.contains(who)).count() as u32;
        let share = |who: &Who| if away.contains(who) { 0 } else { POINT / here };
        bout.shares = Some(players.iter().map(share).collect());
        bout.waits = None;
        true
    }
}
