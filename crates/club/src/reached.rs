//! How often each limit was reached, for the operator: the first time goes to the log at once, and what follows is
//! counted and told once a minute, so that an attack fills no disk.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long what was reached again is only counted.
const QUIET: Duration = Duration::from_secs(60);

/// One limit.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    all: u64,
    /// What the log knows, and since when.
    told: u64,
    at: Option<Instant>,
}

/// How often each limit was reached since the start, by its name.
#[derive(Debug, Default)]
pub struct Reached(Mutex<BTreeMap<&'static str, Count>>);

impl Reached {
    fn counts(&self) -> MutexGuard<'_, BTreeMap<&'static str, Count>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody has reached the limit with this name, which is that of the setting.
    pub fn note(&self, limit: &'static str) {
        self.counts().entry(limit).or_default().all += 1;
    }

    /// The limit with this name was reached so often since the start, as somebody else has counted.
    pub fn note_all(&self, limit: &'static str, all: u64) {
        if all > 0 {
            self.counts().entry(limit).or_default().all = all;
        }
    }

    /// What the log does not have yet: the limits, and how often each was reached since it was told last.
    pub fn news(&self, now: Instant) -> Vec<(&'static str, u64)> {
        let mut news = Vec::new();
        for (limit, count) in self.counts().iter_mut() {
            let is_quiet = count.at.is_some_and(|at| now.saturating_duration_since(at) < QUIET);
            if count.all > count.told && !is_quiet {
                news.push((*limit, count.all - count.told));
                (count.told, count.at) = (count.all, Some(now));
            }
        }
        news
    }

    /// How often each limit was reached since the start.
    pub fn all(&self) -> Vec<(&'static str, u64)> {
        self.counts().iter().map(|(limit, count)| (*limit, count.all)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_told_at_once_and_the_others_are_counted() {
        let (reached, now) = (Reached::default(), Instant::now());
        assert!(reached.news(now).is_empty() && reached.all().is_empty());
        reached.note("one");
        assert_eq!(reached.news(now), [("one", 1)]);
        for _ in 0..1000 {
            reached.note("one");
        }
        reached.note("two");
        assert_eq!(reached.news(now + QUIET / 2), [("two", 1)], "the other one is only counted");
        assert_eq!(reached.news(now + QUIET), [("one", 1000)]);
        assert!(reached.news(now + 2 * QUIET).is_empty(), "nothing is told twice");
        assert_eq!(reached.all(), [("one", 1001), ("two", 1)]);
        for all in [0, 3, 5] {
            reached.note_all("other", all);
        }
        assert_eq!(reached.news(now), [("other", 5)]);
        reached.note_all("other", 5);
        assert!(reached.news(now + 2 * QUIET).is_empty(), "it was not reached again");
    }
}
