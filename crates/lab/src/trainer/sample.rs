//! A training position of a fit: the count of each evaluation term for each seat.

use super::data::{Position, turns};
use crate::eval::evaluate::Evaluate;
use crate::eval::terms::{PHASES, Tally};
use crate::rules::board::Board;
use crate::rules::game::Rules;
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
    /// What a search said for each living seat, if it is known.
    pub(super) scores: [Option<f32>; SEATS],
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
    noted: &Position,
    counts: &mut Vec<Count>,
) -> Sample {
    let first = counts.len();
    R::weigh(board, &mut Record(counts));
    Sample {
        counts: first..counts.len(),
        phase: R::phase(board) as f32 / PHASES as f32,
        living: board.living(),
        shares,
        scores: scores(board, noted),
    }
}

/// The search score of each living seat. Of the last two, one has what the other lacks.
pub(super) fn scores<R: Rules>(board: &Board<R>, noted: &Position) -> [Option<f32>; SEATS] {
    let (turn, living) = (board.turn(), board.living());
    let mut scores = [None; SEATS];
    if living.count() == 2 {
        scores[living.after(turn).index()] = Some(-noted.score as f32);
    }
    let scores_of_line = std::iter::once(Some(noted.score)).chain(noted.rivals.iter().copied());
    for (seat, score) in turns(turn, living).zip(scores_of_line) {
        scores[seat.index()] = score.map(|score| score as f32).or(scores[seat.index()]);
    }
    scores
}
