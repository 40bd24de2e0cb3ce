//! How long computer players take for a move at least, so that people can follow.

use std::time::Duration;

/// The least time per move once only computers are left: people have seen enough of this game.
const FAST: Duration = Duration::from_millis(60);
/// The time on the clock of each computer that plays to the end as fast as it can: a few milliseconds a move.
const LITTLE: Duration = Duration::from_millis(300);

/// A computer that has more time than this on its clock waits for people to follow.
const ENOUGH: Duration = Duration::from_secs(60);
/// The part of its time, as a divisor, that a computer waits for people at most.
const WAITED: u32 = 50;

/// The longest that a computer with this much time on its clock waits for people: it never loses by that.
fn most_pace(left: Duration) -> Duration {
    if left <= ENOUGH { Duration::ZERO } else { left / WAITED }
}

/// The pace of computer players.
#[derive(Default)]
pub(super) struct Pace {
    least: Duration,
    is_finishing: bool,
}

impl Pace {
    pub(super) const fn least(&self) -> Duration {
        self.least
    }

    pub(super) const fn set(&mut self, least: Duration) {
        self.least = least;
    }

    pub(super) const fn finish(&mut self, finishes: bool) {
        self.is_finishing = finishes;
    }

    /// Do they play to the end as fast as they can?
    pub(super) const fn finishes(&self) -> bool {
        self.is_finishing
    }

    /// Only computers are left. True if they play faster now.
    pub(super) fn hasten(&mut self) -> bool {
        let slow = self.least > FAST;
        self.least = self.least.min(FAST);
        slow
    }

    /// The clock and the pace for a computer with this time and increment, if there are clocks.
    pub(super) fn of(&self, clock: Option<(Duration, Duration)>) -> (Option<(Duration, Duration)>, Duration) {
        if self.finishes() {
            return (Some((LITTLE, Duration::ZERO)), Duration::ZERO);
        }
        (clock, clock.map_or(self.least, |(left, _)| self.least.min(most_pace(left))))
    }
}
