//! How much input of a connection is taken: so many bytes a second, with a reserve for a pasted text.

use std::time::Instant;

/// How many seconds of input may come at once.
const RESERVE: f64 = 4.0;

/// The input that a connection may still send.
#[derive(Clone, Copy, Debug)]
pub struct Flow {
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Flow {
    /// This many bytes a second from now on.
    pub fn new(per_second: u32, now: Instant) -> Flow {
        let per_second = f64::from(per_second);
        Flow { per_second, left: per_second * RESERVE, at: now }
    }

    /// How many of these bytes are taken now; the others are dropped.
    pub fn take(&mut self, bytes: usize, now: Instant) -> usize {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.at = now;
        self.left = (self.left + gained).min(self.per_second * RESERVE);
        let taken = bytes.min(self.left as usize);
        self.left -= taken as f64;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
}
