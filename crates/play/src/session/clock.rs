//! The clocks of all seats, of which at most one runs. They do not read the time: the caller passes it.

use std::time::Duration;

use super::setup::ClockSetup;
use crate::rules::side::{BySide, Side};

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    /// The time left on each clock when none runs.
    left: BySide<Duration>,
    increment: Duration,
    /// The time that each move has, if every move has the whole time again.
    each_move: Option<Duration>,
    /// The seat whose clock runs, and since when.
    running: Option<(Side, Duration)>,
}

impl Clocks {
    /// Clocks at the start of a game.
    pub(crate) fn new(setup: ClockSetup) -> Clocks {
        Clocks {
            left: BySide::from_fn(|_| setup.start),
            increment: setup.increment,
            each_move: setup.each_move.then_some(setup.start),
            running: None,
        }
    }

    /// The time left on the clock of a seat.
    pub(crate) fn left(&self, side: Side, now: Duration) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        self.left[side].saturating_sub(used)
    }

    /// The time that each move adds.
    pub(crate) const fn increment(&self) -> Duration {
        self.increment
    }

    /// The seat whose clock runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Stops the running clock.
    pub(crate) fn stop(&mut self, now: Duration) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
            self.running = None;
        }
    }

    /// Starts the clock of a seat.
    pub(crate) fn start(&mut self, side: Side, now: Duration) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Stops the clock after a move, and adds the increment, or sets the time for the next move.
    pub(crate) fn moved(&mut self, side: Side, now: Duration) {
        self.stop(now);
        self.left[side] = self.each_move.unwrap_or(self.left[side] + self.increment);
    }

    /// The stored time of each seat, without the time used by a running clock.
    pub(crate) fn values(&self) -> BySide<Duration> {
        self.left
    }

    /// Sets the time left on all clocks and stops them.
    pub(crate) fn set(&mut self, left: BySide<Duration>) {
        self.left = left;
        self.running = None;
    }

    /// When the running clock runs out of time.
    pub(crate) fn flag_falls(&self) -> Option<Duration> {
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
        let mut clocks = Clocks::new(ClockSetup { start: seconds(60), increment: seconds(2), each_move: false });
        clocks.start(white, seconds(100));
        assert_eq!(clocks.left(white, seconds(110)), seconds(50));
        assert_eq!(clocks.flag_falls(), Some(seconds(160)));
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

    #[test]
    fn each_move_of_a_slow_game_has_the_whole_time() {
        let day = Duration::from_secs(24 * 60 * 60);
        let mut clocks = Clocks::new(ClockSetup::days(3));
        clocks.start(Side::FIRST, Duration::ZERO);
        clocks.moved(Side::FIRST, 2 * day);
        assert_eq!(clocks.left(Side::FIRST, 2 * day), 3 * day);
        clocks.start(Side::new(1), 2 * day);
        assert_eq!(clocks.flag_falls(), Some(5 * day));
    }
}
