//! Clocks of all seats, of which one runs. Time is told to them; they have none of their own.

use std::time::Duration;

use super::setup::ClockSetup;
use crate::rules::side::{BySide, Side};

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// What each has when none runs.
    left: BySide<Duration>,
    increment: Duration,
    /// Which runs, and since when.
    running: Option<(Side, Duration)>,
}

impl Clocks {
    /// Clocks at the beginning.
    pub fn new(setup: ClockSetup) -> Clocks {
        Clocks { left: BySide::from_fn(|_| setup.start), increment: setup.increment, running: None }
    }

    /// What a seat has at a time.
    pub fn left(&self, side: Side, now: Duration) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        self.left[side].saturating_sub(used)
    }

    /// What each move adds.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// Which runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Stops whichever runs.
    pub fn stop(&mut self, now: Duration) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
            self.running = None;
        }
    }

    /// Lets one run.
    pub fn start(&mut self, side: Side, now: Duration) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// A move was made: its time is added.
    pub fn moved(&mut self, side: Side, now: Duration) {
        self.stop(now);
        self.left[side] += self.increment;
    }

    /// What all have; none runs.
    pub fn values(&self) -> BySide<Duration> {
        self.left
    }

    /// Sets what all have; none runs.
    pub fn set(&mut self, left: BySide<Duration>) {
        self.left = left;
        self.running = None;
    }

    /// When the one that runs has nothing left.
    pub fn falls(&self) -> Option<Duration> {
        self.running.map(|(side, since)| since + self.left[side])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_goes_down() {
        let seconds = Duration::from_secs;
        let (white, black) = (Side::new(0), Side::new(1));
        let mut clocks = Clocks::new(ClockSetup { start: seconds(60), increment: seconds(2) });
        clocks.start(white, seconds(100));
        assert_eq!(clocks.left(white, seconds(110)), seconds(50));
        assert_eq!(clocks.falls(), Some(seconds(160)));
        clocks.moved(white, seconds(110));
        clocks.start(black, seconds(110));
        assert_eq!(
            (clocks.left(white, seconds(500)), clocks.left(black, seconds(115))),
            (seconds(52), seconds(55))
        );
        clocks.stop(seconds(120));
        assert_eq!((clocks.left(black, seconds(900)), clocks.running()), (seconds(50), None));
        assert_eq!(clocks.left(black, seconds(0)), seconds(50));
    }
}
