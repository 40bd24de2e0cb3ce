//! A training position of a fit: the count of each evaluation term for each seat.

use crate::engine::score::Score;
use crate::eval::evaluate::Evaluate;
use crate::eval::terms::{PHASES, Tally};
use crate::rules::board::Board;
use crate::rules::side::{SEATS, Side, Sides};

/// The count of one evaluation term for one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) term: u16,
    pub(super) seat: u8,
    /// The signed count.
    pub(super) times: i8,
}

/// A training position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The range of its counts in the list of all counts.
    pub(super) counts: std::ops::Range<usize>,
    /// The game phase, from 0 (endgame) to 1 (opening).
    pub(super) phase: f32,
    /// The seats that are still in the game.
    pub(super) living: Sides,
    /// The target share of each seat.
    pub(super) shares: [f32; SEATS],
    /// The seat to move, and the search score for it.
    pub(super) turn: Side,
    pub(super) score: f32,
}

struct Record<'a>(&'a mut Vec<Count>);

impl Tally for Record<'_> {
    fn add(&mut self, side: Side, term: usize, count: i32) {
        if count != 0 {
            let count = count.clamp(-127, 127) as i8;
            self.0.push(Count { term: term as u16, seat: side.index() as u8, times: count });
        }
    }
}

/// Counts the evaluation terms of a position.
pub(super) fn sample<R: Evaluate>(
    board: &Board<R>,
    shares: [f32; SEATS],
    score: Score,
    counts: &mut Vec<Count>,
) -> Sample {
    let first = counts.len();
    R::weigh(board, &mut Record(counts));
    Sample {
        counts: first..counts.len(),
        phase: R::phase(board) as f32 / PHASES as f32,
        living: board.living(),
        shares,
        turn: board.turn(),
        score: score as f32,
    }
}
