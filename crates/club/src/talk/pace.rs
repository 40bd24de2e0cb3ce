//! How many lines a member may say in a time, wherever they say them.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, SystemTime};

use crate::member::MemberId;

/// So many lines …
pub(super) const LINES: usize = 3;

/// … in so many seconds.
pub(super) const SECONDS: u64 = 3;

/// With so many members, those who said nothing in this time are forgotten.
const MANY: usize = 1000;

/// The times of the last lines of each member.
#[derive(Debug, Default)]
pub(super) struct Pace(BTreeMap<MemberId, VecDeque<SystemTime>>);

impl Pace {
    /// Counts a line. False if it is too many.
    pub(super) fn take(&mut self, member: MemberId, now: SystemTime) -> bool {
        // A clock that was set back makes a line old, so that it stops nobody for long.
        let is_new =
            |time: &SystemTime| now.duration_since(*time).is_ok_and(|age| age < Duration::from_secs(SECONDS));
        // Who logs in again is not forgotten at once, so the old ones are removed here.
        if self.0.len() >= MANY {
            self.0.retain(|_, times| times.iter().any(is_new));
        }
        let times = self.0.entry(member).or_default();
        times.retain(is_new);
        if times.len() >= LINES {
            return false;
        }
        times.push_back(now);
        true
    }
}
