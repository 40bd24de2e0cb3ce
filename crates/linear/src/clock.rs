//! The clocks in words, and warnings when one is low.

use std::time::{Duration, Instant};

use crate::rules::explain::counted;
use crate::rules::side::{BySide, Side};
use crate::session::table::GameView;

/// At so many seconds left the user is warned.
const LOW: [u64; 3] = [60, 30, 10];

/// A time in words: `4 minutes 5 seconds`.
pub(super) fn words(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000) as usize;
    match (seconds / 60, seconds % 60) {
        (0, seconds) => counted(seconds, "second"),
        (minutes, 0) => counted(minutes, "minute"),
        (minutes, seconds) => format!("{} {}", counted(minutes, "minute"), counted(seconds, "second")),
    }
}

/// All clocks, one line.
pub(super) fn clocks(view: &GameView, now: Instant) -> String {
    let spec = view.position.spec();
    let expected = |side: Side| Some(format!("{} {}", spec.seat(side).name, words(view.clock(side, now)?)));
    let all: Vec<String> = spec.sides().filter_map(expected).collect();
    if all.is_empty() { "This game has no clock.".to_owned() } else { format!("Time left: {}.", all.join(", ")) }
}

/// The warnings that were given, as the number of marks of [`LOW`] that each clock has passed.
#[derive(Default)]
pub(super) struct Low(BySide<usize>);

impl Low {
    fn passed(left: Duration) -> usize {
        LOW.iter().filter(|&&mark| left <= Duration::from_secs(mark)).count()
    }

    /// Begins with the clocks as they are.
    pub(super) fn of(view: &GameView, now: Instant) -> Low {
        Low(BySide::from_fn(|side| view.clock(side, now).map_or(0, Low::passed)))
    }

    /// A warning, if the running clock has passed a mark.
    pub(super) fn warn(&mut self, view: &GameView, now: Instant) -> Option<String> {
        let (side, _) = view.status.clocks?.running()?;
        let left = view.clock(side, now)?;
        let passed = Low::passed(left);
        let before = std::mem::replace(&mut self.0[side], passed);
        // A computer needs no warning.
        (passed > before && !left.is_zero() && view.setup.is_person(side))
            .then(|| format!("{}: {} left.", view.position.spec().seat(side).name, words(left)))
    }

    /// When the running clock passes the next mark.
    pub(super) fn due(view: &GameView, now: Instant) -> Option<Instant> {
        let (side, _) = view.status.clocks?.running()?;
        let left = view.clock(side, now)?;
        let marks = LOW.iter().map(|&mark| Duration::from_secs(mark));
        marks
            .filter(|mark| *mark < left)
            .max()
            .map(|mark| now + left.saturating_sub(mark) + Duration::from_millis(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        for (seconds, expected) in
            [(0, "0 seconds"), (1, "1 second"), (60, "1 minute"), (125, "2 minutes 5 seconds")]
        {
            assert_eq!(words(Duration::from_secs(seconds)), expected);
        }
        assert_eq!(words(Duration::from_millis(59_001)), "1 minute", "a second that has begun counts");
        let passed = |seconds| Low::passed(Duration::from_secs(seconds));
        assert_eq!([passed(61), passed(60), passed(31), passed(30), passed(9)], [0, 1, 1, 2, 3]);
    }
}
