//! The files of members that are read now, and how many each has sent in a day.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::club::member::MemberId;
use crate::game_file::{GameFileError, of_others};
use crate::games::file::FileVariant;

/// How long a file counts for the limit of a day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How much lower the priority of a thread is that reads files (`nice`).
const NICENESS: i32 = 10;

/// The files of members, as they come.
#[derive(Debug, Default)]
pub(super) struct SentFiles {
    /// Held while a file is read: one at a time.
    reading: Mutex<()>,
    times: Mutex<BTreeMap<MemberId, Vec<Instant>>>,
}

impl SentFiles {
    /// Reads a text on this thread, which answers no keys.
    pub(super) fn read(&self, text: &str, name: &str) -> Result<&'static FileVariant, GameFileError> {
        let _ = rustix::process::nice(NICENESS);
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        of_others(text, name)
    }

    /// Counts a file of a member. False if it is one too many.
    pub(super) fn count(&self, who: MemberId, most: usize, now: Instant) -> bool {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let own = times.entry(who).or_default();
        own.retain(|&time| now.saturating_duration_since(time) < DAY);
        if own.len() >= most {
            return false;
        }
        own.push(now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_sends_so_many_files_a_day() {
        let (sent, now) = (SentFiles::default(), Instant::now());
        let count = |who, after| sent.count(MemberId::Member(who), 2, now + after);
        assert!(count(1, Duration::ZERO) && count(1, Duration::ZERO));
        assert!(!count(1, Duration::from_secs(24 * 60 * 60 - 1)));
        assert!(count(2, Duration::ZERO), "another member");
        assert!(count(1, DAY), "another day");
    }
}
