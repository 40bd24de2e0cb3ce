//! What the operator allows: how many tables and challenges, how long somebody may be away, how long what is kept.

use std::time::Duration;

use super::{MostTables, TableService};
use crate::challenge::limits::MostChallenges;
use crate::keep::Keep;

/// How long a person may be away from a live game before the others can do something about it.
pub const GRACE: Duration = Duration::from_secs(120);

/// What the operator allows.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) grace: Duration,
    /// How many tables somebody can have opened.
    pub(super) tables: MostTables,
    /// How many open challenges there can be.
    pub(super) challenges: MostChallenges,
    pub(super) keep: Keep,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            grace: GRACE,
            tables: MostTables::default(),
            challenges: MostChallenges::default(),
            keep: Keep::default(),
        }
    }
}

impl TableService {
    pub(super) fn limits(&self) -> Limits {
        self.state().limits
    }

    /// Sets how long a person may be away from a live game, also from those in progress.
    pub fn set_grace(&self, grace: Duration) {
        self.state().limits.grace = grace;
        for entry in &self.open_entries() {
            if let Some(table) = &entry.table {
                table.set_rules(self.rules(entry));
            }
        }
    }

    /// Sets how many tables somebody can have opened. Those that are open stay.
    pub fn set_most_tables(&self, most: MostTables) {
        self.state().limits.tables = most;
    }

    /// Sets how many open challenges there can be. Those that are open stay.
    pub fn set_most_challenges(&self, most: MostChallenges) {
        self.state().limits.challenges = most;
    }

    pub(crate) fn most_challenges(&self) -> MostChallenges {
        self.limits().challenges
    }

    /// Sets how long what is kept.
    pub fn set_keep(&self, keep: Keep) {
        self.state().limits.keep = keep;
    }

    /// How long what is kept.
    pub fn keep(&self) -> Keep {
        self.limits().keep
    }
}
