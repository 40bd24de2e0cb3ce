//! Reductions: late moves are rarely best, so they are searched less deeply; so are nodes without a move from the
//! transposition table.

use super::node::{Candidate, Node};
use super::params::{
    IIR_DEPTH, LMR_BASE, LMR_DEPTH, LMR_DIVISOR, LMR_NOT_IMPROVING, LMR_RANK, LMR_RANK_MAX, LMR_STEP,
};
use crate::eval::evaluate::Evaluate;
use crate::move_picker::own_loss;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::transposition::TableEntry;

/// The base reduction of move number `count` at this depth, in thousandths of a ply.
pub(crate) fn reduction(depth: i32, count: i32) -> i32 {
    let log = |value: i32| 31 - (value.max(1) as u32).leading_zeros() as i32;
    // Integer logarithms are too coarse, so values between two powers of two are interpolated linearly.
    let fine = |value: i32| log(value) * 1000 + ((value * 1000) >> log(value)) - 1000;
    LMR_BASE + fine(depth) * fine(count) / LMR_DIVISOR
}

/// Internal iterative reduction: without a transposition table move the search is less deep.
#[inline]
pub(super) fn internal_iterative_reduction<const PV: bool>(
    depth: i32,
    cut: bool,
    entry: Option<&TableEntry>,
) -> i32 {
    let has_move = entry.is_some_and(|entry| entry.mv != 0);
    i32::from(!has_move && depth >= IIR_DEPTH && (PV || cut))
}

/// The late move reduction of a move in plies, never negative; `None` if it is searched to the full depth at once.
#[inline]
pub(super) fn late_move_reduction<R: Evaluate, const PV: bool>(
    board: &Board<R>,
    node: &Node,
    mv: Move,
    candidate: &Candidate,
) -> Option<i32> {
    let Candidate { count, tactical, losing, rank } = *candidate;
    if node.depth < LMR_DEPTH || count <= 1 + i32::from(PV) || tactical && !losing {
        return None;
    }
    let step = |condition: bool| if condition { LMR_STEP } else { 0 };
    let mut less = reduction(node.depth, count);
    less += step(node.cut) + step(own_loss(board, mv) > 0) - step(PV) - step(node.danger);
    if !node.improving {
        less += LMR_NOT_IMPROVING;
    }
    if !tactical {
        less -= rank.clamp(-LMR_RANK_MAX, LMR_RANK_MAX) * 1000 / LMR_RANK;
    }
    Some((less / 1000).max(0))
}
