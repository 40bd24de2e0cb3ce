//! What the store has done since the server started.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::keep::Removed;

/// Counts of the store, from the start on.
#[derive(Debug, Default)]
pub struct Figures {
    commits: AtomicU64,
    changes: AtomicU64,
    microseconds: AtomicU64,
    events: AtomicU64,
    removed: Mutex<Removed>,
}

impl Figures {
    /// A transaction with this many changes took this long.
    pub(super) fn committed(&self, changes: usize, time: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.changes.fetch_add(changes as u64, Ordering::Relaxed);
        self.microseconds.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// This many events of tables were stored.
    pub(super) fn stored(&self, events: usize) {
        self.events.fetch_add(events as u64, Ordering::Relaxed);
    }

    /// This was removed, because it is kept for a time only.
    pub(super) fn removed(&self, removed: Removed) {
        *self.removed.lock().unwrap_or_else(PoisonError::into_inner) += removed;
    }

    /// All that was removed.
    pub fn all_removed(&self) -> Removed {
        *self.removed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of transactions, and the time that they took together.
    pub fn commits(&self) -> (u64, Duration) {
        let time = Duration::from_micros(self.microseconds.load(Ordering::Relaxed));
        (self.commits.load(Ordering::Relaxed), time)
    }

    /// The number of changes.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// The number of events of tables: moves, offers, results.
    pub fn events(&self) -> u64 {
        self.events.load(Ordering::Relaxed)
    }
}
