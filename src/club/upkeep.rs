//! What the club looks after every few seconds, on the thread of the hall: tournaments that nobody starts.

use std::sync::{Arc, Weak};

use super::Club;
use super::hall::{Doing, TickHook};

impl Club {
    /// What follows from each tick of the hall.
    pub(super) fn tick_hook(club: Weak<Club>) -> TickHook {
        Arc::new(move |now| {
            if let Some(club) = club.upgrade() {
                club.hall.note_upkeep(Doing::Tournaments, club.expire_tournaments(now));
            }
        })
    }
}
