//! A topic to which everybody listens. The more they are, the rarer they are woken: each of them reads and draws.

use std::time::{Duration, Instant};

/// So many are woken at each change.
const FEW: usize = 50;

/// The time between two wakes for each who listens.
const PAUSE_EACH: Duration = Duration::from_millis(2);

/// When to wake those who listen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wake {
    Now,
    /// After this time.
    In(Duration),
    /// With the changes before, for which somebody waits already.
    Held,
}

/// A topic to which everybody listens.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Crowd {
    /// How often it has changed.
    pub(super) changes: u64,
    /// When those who listen were woken.
    woken: Option<Instant>,
    is_held: bool,
}

impl Crowd {
    /// Notes a change, while so many listen.
    pub(super) fn change(&mut self, listeners: usize, now: Instant) -> Wake {
        self.changes += 1;
        if self.is_held {
            return Wake::Held;
        }
        let pause = if listeners <= FEW { Duration::ZERO } else { PAUSE_EACH * listeners as u32 };
        let since = self.woken.map_or(pause, |woken| now.saturating_duration_since(woken));
        match pause.saturating_sub(since) {
            Duration::ZERO => {
                self.woken = Some(now);
                Wake::Now
            }
            rest => {
                self.is_held = true;
                Wake::In(rest)
            }
        }
    }

    /// The time of those who wait has come.
    pub(super) const fn release(&mut self, now: Instant) {
        (self.woken, self.is_held) = (Some(now), false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_hear_of_each_change_and_many_of_some_at_once() {
        let (mut crowd, start) = (Crowd::default(), Instant::now());
        for _ in 0..3 {
            assert_eq!(crowd.change(FEW, start), Wake::Now);
        }
        // A thousand are woken every two seconds.
        let pause = PAUSE_EACH * 1000;
        let mut crowd = Crowd::default();
        assert_eq!(crowd.change(1000, start), Wake::Now);
        assert_eq!(crowd.change(1000, start + pause / 4), Wake::In(pause / 4 * 3));
        assert_eq!(crowd.change(1000, start + pause / 2), Wake::Held);
        crowd.release(start + pause);
        assert_eq!(crowd.change(1000, start + pause), Wake::In(pause));
        crowd.release(start + 2 * pause);
        assert_eq!(crowd.change(1000, start + 3 * pause), Wake::Now);
        assert_eq!(crowd.changes, 5);
    }
}
