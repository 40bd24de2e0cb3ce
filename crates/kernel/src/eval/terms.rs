//! Parts of the evaluation: terms that are counted for each seat, and their weights. The author of a game
//! defines which terms are counted. The search and the tuner use the counts in different ways.

use crate::side::{BySide, Side};

/// The weight of a term, in hundredths of a Pawn, in the middlegame and in the endgame. Both values are packed
/// in one number, so that they are added and multiplied at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Weight(i32);

impl Weight {
    /// A weight with these values for the middlegame and the endgame.
    pub const fn new(middle: i16, end: i16) -> Weight {
        Weight(((end as i32) << 16) + middle as i32)
    }

    /// The same weight so many times.
    #[must_use]
    pub const fn times(self, count: i16) -> Weight {
        Weight(self.0 * count as i32)
    }

    /// The value in the middlegame.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[inline]
    pub const fn end(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }
}

/// A receiver of evaluation counts.
pub trait Tally {
    /// Adds a count of a term for a seat.
    fn add(&mut self, side: Side, term: usize, count: i32);
}

/// Adds up the weighted counts.
#[derive(Debug)]
pub(crate) struct Sum {
    weights: &'static [Weight],
    seats: BySide<i32>,
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, side: Side, term: usize, count: i32) {
        self.seats[side] += self.weights[term].0 * count;
    }
}

/// The highest game phase: all pieces are still in the game. At 0 only the endgame weights count.
pub const PHASES: i32 = 64;

/// Facts about a game that the search needs beside its rules.
#[derive(Clone, Copy, Debug)]
pub struct SearchTraits {
    /// Whether null move pruning is allowed: zugzwang is so rare that a pass is a lower bound for the best
    /// move.
    pub may_pass: bool,
    /// The largest number of plies of the quiescence search.
    pub capture_plies: i32,
    /// The search score that is reported as one Pawn, so that a reported score means about the same in all games. The
    /// limits and margins of a search are in search scores.
    pub pawn: i32,
}

impl SearchTraits {
    /// The traits of most games.
    pub(crate) const ORDINARY: SearchTraits = SearchTraits { may_pass: true, capture_plies: 32, pawn: 100 };
}

impl Sum {
    /// No counts yet, and the weights of the terms.
    pub(crate) fn new(weights: &'static [Weight]) -> Sum {
        Sum { weights, seats: BySide::default() }
    }

    /// The sum for each seat in this game phase (tapered evaluation).
    #[inline]
    pub(crate) fn tapered(&self, phase: i32) -> BySide<i32> {
        BySide::from_fn(|side| {
            let weight = Weight(self.seats[side]);
            (weight.middle() * phase + weight.end() * (PHASES - phase)) / PHASES
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_up() {
        let all = [Weight::new(-30, 20), Weight::new(5, -900), Weight::new(-1, -1), Weight::new(300, 7)];
        let sum = Weight(all[0].0 * 2 + all[1].0 * 3 + all[2].0 + all[3].0 * -4);
        assert_eq!(sum.middle(), -60 + 15 - 1 - 1200);
        assert_eq!(sum.end(), 40 - 2700 - 1 - 28);
        assert_eq!((all[0].middle(), all[0].end()), (-30, 20));
    }
}
