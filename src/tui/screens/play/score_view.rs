//! What a computer expects, in words: scores as whoever looks sees them, lines, speed.

use crate::engine::score;
use crate::players::{Expected, Thought};
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// Whose score is told to whom.
#[derive(Clone, Copy, Debug)]
pub struct ScoreView {
    /// The game.
    pub spec: &'static Spec,
    /// The seat to move, whose score it is.
    pub turn: Side,
    /// The seat that looks.
    pub looks: Side,
}

impl ScoreView {
    /// The score of a line from where it is looked at.
    fn value(&self, line: &Expected) -> i32 {
        match line.seats {
            Some(seats) => seats[self.looks],
            None if self.looks == self.turn => line.score,
            None => -line.score,
        }
    }

    /// The score in numbers.
    pub fn number(&self, line: &Expected) -> String {
        score::text(self.value(line))
    }

    /// `+0.35, level`: the score in numbers, and in words who it is good for.
    pub fn score(&self, line: &Expected) -> String {
        let value = self.value(line);
        let name = self.spec.seat(self.looks).name;
        if line.seats.is_some() {
            return format!("{name} {}", score::text(value));
        }
        let other = self.spec.sides().find(|&side| side != self.looks).unwrap_or(self.looks);
        format!("{}, {}", score::text(value), score::words(value, name, self.spec.seat(other).name))
    }

    /// The scores of all seats, where there are more than two.
    pub fn seats(&self, line: &Expected) -> Option<String> {
        let seats = line.seats?;
        let told = self
            .spec
            .sides()
            .map(|side| format!("{} {}", self.spec.seat(side).initial(), score::text(seats[side])));
        Some(told.collect::<Vec<_>>().join("  "))
    }
}

/// How many positions a second: `850 k/s`.
pub fn speed(thought: &Thought) -> String {
    let speed = u128::from(thought.nodes) * 1000 / thought.time.as_millis().max(1);
    match speed {
        0..=9_999 => format!("{speed}/s"),
        10_000..=999_999 => format!("{} k/s", speed / 1000),
        _ => format!("{}.{} M/s", speed / 1_000_000, speed / 100_000 % 10),
    }
}
