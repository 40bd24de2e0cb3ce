//! A position as a fit sees it: how often each term occurs for each seat.

use crate::engine::score::Score;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::side::{SEATS, Side, Sides};
use crate::rules::weigh::{PHASES, Tally};

/// One count of one term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) term: u16,
    pub(super) seat: u8,
    /// How often, for and against.
    pub(super) times: i8,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Where its counts stand among all.
    pub(super) counts: std::ops::Range<usize>,
    /// How far from the end, from 0 to 1.
    pub(super) phase: f32,
    /// Who is still in the game.
    pub(super) living: Sides,
    /// What each seat should have.
    pub(super) shares: [f32; SEATS],
    /// Whose turn it is, and what the search said of the position for that seat.
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

/// Counts the terms of a position.
pub(super) fn sample<R: Rules>(
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
