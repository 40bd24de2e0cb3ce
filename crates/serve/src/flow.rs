//! How much of a connection is taken: so many bytes a second, with a reserve for a pasted text. What is typed too fast is
//! dropped ([`Flow`]); what comes too fast on the line waits there ([`Pace`]).

use std::time::{Duration, Instant};

/// How many seconds of input may come at once.
const RESERVE_SECONDS: f64 = 4.0;

/// The input that a connection may still send.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Flow {
    /// This many bytes a second from now on.
    pub(crate) fn new(per_second: u32, now: Instant) -> Flow {
        let per_second = f64::from(per_second);
        Flow { per_second, left: per_second * RESERVE_SECONDS, at: now }
    }

    /// How many of these bytes are taken now; the others are dropped.
    pub(crate) fn take(&mut self, bytes: usize, now: Instant) -> usize {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.at = now;
        self.left = (self.left + gained).min(self.per_second * RESERVE_SECONDS);
        let taken = bytes.min(self.left.max(0.0) as usize);
        self.left -= taken as f64;
        taken
    }
}

/// How fast a connection is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace(Flow);

impl Pace {
    /// This many bytes a second from now on.
    pub(crate) fn new(per_second: u32, now: Instant) -> Pace {
        Pace(Flow::new(per_second, now))
    }

    /// These bytes were read. More than there is room for is a debt.
    pub(crate) fn read(&mut self, bytes: usize) {
        self.0.left -= bytes as f64;
    }

    /// How long nothing may be read, until a debt is paid.
    pub(crate) fn pause(&mut self, now: Instant) -> Option<Duration> {
        self.0.take(0, now);
        (self.0.left < 0.0).then(|| Duration::from_secs_f64(-self.0.left / self.0.per_second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_typing_is_not() {
        let mut now = Instant::now();
        let mut flow = Flow::new(100, now);
        assert_eq!(flow.take(1000, now), 400, "the reserve");
        assert_eq!(flow.take(1, now), 0);
        for _ in 0..50 {
            now += Duration::from_millis(20);
            assert_eq!(flow.take(1, now), 1, "50 keys a second");
        }
        now += Duration::from_secs(3600);
        assert_eq!(flow.take(10_000, now), 400, "no more than the reserve");
    }

    #[test]
    fn a_line_that_is_too_fast_waits_until_its_debt_is_paid() {
        let now = Instant::now();
        let mut pace = Pace::new(100, now);
        pace.read(400);
        assert_eq!(pace.pause(now), None, "the reserve");
        pace.read(250);
        assert_eq!(pace.pause(now), Some(Duration::from_millis(2500)));
        assert_eq!(pace.pause(now + Duration::from_secs(1)), Some(Duration::from_millis(1500)));
        assert_eq!(pace.pause(now + Duration::from_secs(3)), None);
    }
}
