//! What the club looks after every few seconds, on the thread of the table service: tournaments that nobody starts, and members who
//! never did anything.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use super::Club;
use super::account::is_used;
use super::member::MemberId;
use super::store::StoreError;
use super::table_service::{Doing, TickHook};
use super::tournament::Who;

/// How often all members are looked through.
const ROUND: Duration = Duration::from_secs(60 * 60);

/// How many are looked at in one go: their folders are read, and the table service waits.
const SOME: usize = 50;

/// The round through the members, and how many were removed.
#[derive(Debug, Default)]
pub(super) struct Unused {
    round: Mutex<Round>,
    removed: AtomicU64,
}

/// How far a round is.
#[derive(Debug, Default)]
struct Round {
    /// The last member who was looked at.
    at: i64,
    /// When the next round begins.
    due: Option<SystemTime>,
}

impl Club {
    /// What follows from each tick of the table service.
    pub(super) fn tick_hook(club: Weak<Club>) -> TickHook {
        Arc::new(move |now| {
            if let Some(club) = club.upgrade() {
                club.note_idle(now);
                club.tables.note_upkeep(Doing::Tournaments, club.expire_tournaments(now));
                club.tables.note_upkeep(Doing::Members, club.remove_unused(now));
            }
        })
    }

    /// How many members were removed since the start because they never did anything.
    pub fn removed_members(&self) -> u64 {
        self.unused.removed.load(Ordering::Relaxed)
    }

    /// Looks at some members, and removes those who came long ago and never did anything: no second login, no name, no
    /// game, no file.
    fn remove_unused(&self, now: SystemTime) -> Result<(), StoreError> {
        let mut round = self.unused.round.lock().unwrap_or_else(PoisonError::into_inner);
        if round.due.is_some_and(|due| now < due && due <= now + ROUND) {
            return Ok(());
        }
        let before = now.checked_sub(self.member_limits().unused).unwrap_or(SystemTime::UNIX_EPOCH);
        let found = self.store.unused_members(before, round.at, SOME)?;
        let last = found.last().map_or(0, |(member, _)| *member);
        let here: BTreeSet<MemberId> = self.here().iter().map(|member| member.id).collect();
        let tournaments = self.tournaments();
        let plays = |id| {
            tournaments.iter().any(|(_, one)| one.by == Who::Member(id) || one.find(Who::Member(id)).is_some())
        };
        let nothing = |member: i64, folder: &str| {
            let id = MemberId::Member(member);
            !here.contains(&id) && !plays(id) && !is_used(&self.players().join(folder))
        };
        let all = found.len();
        let unused =
            found.into_iter().filter(|(member, folder)| nothing(*member, folder)).map(|(member, _)| member);
        let removed = self.store.remove_unused(unused.collect(), before, now)?;
        *round = if all < SOME { Round { at: 0, due: Some(now + ROUND) } } else { Round { at: last, due: None } };
        if removed > 0 {
            self.unused.removed.fetch_add(removed, Ordering::Relaxed);
            // A folder that cannot be removed now is removed after the next session.
            let _ = self.sweep();
        }
        Ok(())
    }
}
