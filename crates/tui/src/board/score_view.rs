//! Computer evaluations as text: scores from a seat's point of view, lines, speed.

use crate::engine::score;
use crate::players::{Expected, Thought};
use crate::record::judgement::chance;
use crate::record::tree::Worth;
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// The point of view of a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreView {
    /// The game.
    pub(crate) spec: &'static Spec,
    /// The side to move, to which the score belongs.
    pub(crate) turn: Side,
    /// The seat from whose point of view the score is shown.
    pub(crate) looks: Side,
}

impl ScoreView {
    /// The score of a line from the viewing seat's point of view.
    fn value(&self, line: &Expected) -> i32 {
        match line.seats {
            Some(seats) => seats[self.looks],
            None if self.looks == self.turn => line.score,
            None => -line.score,
        }
    }

    pub(crate) fn number(&self, line: &Expected) -> String {
        score::text(self.value(line))
    }

    /// `+0.35, level`: the score as a number, and in words which side it favours.
    pub(crate) fn score(&self, line: &Expected) -> String {
        let value = self.value(line);
        let name = self.spec.seat(self.looks).name;
        if line.seats.is_some() {
            return format!("{name} {}", score::text(value));
        }
        let other = self.spec.sides().find(|&side| side != self.looks).unwrap_or(self.looks);
        format!("{}, {}", score::text(value), score::describe(value, name, self.spec.seat(other).name))
    }

    /// The scores of all seats, if there are more than two.
    pub(crate) fn seats(&self, line: &Expected) -> Option<String> {
        let seats = line.seats?;
        let each = self
            .spec
            .sides()
            .map(|side| format!("{} {}", self.spec.seat(side).initial(), score::text(seats[side])));
        Some(each.collect::<Vec<_>>().join("  "))
    }
}

/// The winning chances of the seats, from 0 to 1, by a line found for the side to move.
pub(crate) fn chances(spec: &'static Spec, turn: Side, line: &Expected) -> Vec<f64> {
    let worth = |looks: Side| Worth::Cents(ScoreView { spec, turn, looks }.value(line));
    spec.sides().map(|side| f64::midpoint(1.0, chance(worth(side)))).collect()
}

/// The search speed in nodes per second: `850 k/s`.
pub(crate) fn speed(thought: &Thought) -> String {
    let speed = u128::from(thought.nodes) * 1000 / thought.time.as_millis().max(1);
    match speed {
        0..=9_999 => format!("{speed}/s"),
        10_000..=999_999 => format!("{} k/s", speed / 1000),
        _ => format!("{}.{} M/s", speed / 1_000_000, speed / 100_000 % 10),
    }
}
