//! What an evaluation is made of: terms that are counted for each seat, and what each is worth.
//! The author of a game says what is counted; whoever searches or fits weights says what becomes
//! of the counts.

use super::board::Board;
use super::game::Rules;
use super::net::Accumulator;
use super::side::{BySide, Side};

/// What one of a term is worth, in hundredths of a Pawn: in the middle of a game and at its end.
/// Both are kept in one number, so that they are added and multiplied at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Weight(i32);

impl Weight {
    /// Worth this much in the middle and that much at the end.
    pub const fn new(middle: i16, end: i16) -> Weight {
        Weight(((end as i32) << 16) + middle as i32)
    }

    /// What it is worth in the middle of a game.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What it is worth at the end.
    #[inline]
    pub const fn end(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }
}

/// Takes what an evaluation counts.
pub trait Tally {
    /// So many of a term, for a seat.
    fn add(&mut self, side: Side, term: usize, count: i32);
}

/// Adds up what the counts are worth.
#[derive(Debug)]
pub struct Sum {
    weights: &'static [Weight],
    seats: BySide<i32>,
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, side: Side, term: usize, count: i32) {
        self.seats[side] += self.weights[term].0 * count;
    }
}

/// How far a game is from its end: so many parts of this many.
pub const PHASES: i32 = 64;

/// What the search is told of a game beside its rules.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// Whether having to move is so seldom a burden that a pass may stand for the worst move.
    pub may_pass: bool,
    /// How many plies of captures are looked at beyond the horizon.
    pub capture_plies: i32,
}

impl Traits {
    /// What holds for most games.
    pub const ORDINARY: Traits = Traits { may_pass: true, capture_plies: 32 };
}

impl<R: Rules> Board<R> {
    /// How much more the position is worth to the seat to move than to the seat against it: by the net
    /// of the game, which remembers in `accumulator` what it saw last, or by its terms.
    #[inline]
    pub fn lead(&self, against: Side, accumulator: &mut Accumulator<R>) -> i32 {
        if let Some(net) = &self.tables().net {
            return net.worth(self, accumulator);
        }
        let worth = self.worth();
        worth[self.turn()] - worth[against]
    }

    /// What the position is worth to each seat, by the terms of the game.
    #[inline]
    pub fn worth(&self) -> BySide<i32> {
        let mut sum = Sum { weights: R::WEIGHTS, seats: BySide::default() };
        R::weigh(self, &mut sum);
        let phase = R::phase(self);
        BySide::from_fn(|side| {
            let weight = Weight(sum.seats[side]);
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
