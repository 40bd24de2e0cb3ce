//! How long what is kept.

use serde::Deserialize;

use crate::club::keep::Keep;

/// What is kept for a time only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KeepSettings {
    /// Days that finished games are kept that no member has played.
    pub(crate) game_days: u32,
    /// How many of them there can be: the newest.
    pub(crate) games: usize,
    /// Days that challenges are kept that are over.
    pub(crate) challenge_days: u32,
}

impl Default for KeepSettings {
    fn default() -> KeepSettings {
        KeepSettings { game_days: 7, games: 1000, challenge_days: 30 }
    }
}

impl KeepSettings {
    /// The same as the club wants it.
    pub(crate) const fn keep(self) -> Keep {
        Keep::days(self.game_days, self.games, self.challenge_days)
    }

    /// The numbers that must be 1 at least, with their names.
    pub(super) fn least(self) -> [(&'static str, u64); 3] {
        [
            ("keep.game_days", self.game_days.into()),
            ("keep.games", self.games as u64),
            ("keep.challenge_days", self.challenge_days.into()),
        ]
    }
}
