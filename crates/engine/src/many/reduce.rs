//! Reductions: late quiet moves are searched less deeply.

use super::params::{LMR_RANK, LMR_RANK_MAX, LMR_SCALE, MAXN_LMR_DEPTH, MAXN_LMR_MOVES};
use crate::two::reduce::reduction;

/// The late move reduction of quiet move number `count` with this rank in the move ordering.
pub(super) fn late_move_reduction(depth: i32, count: i32, rank: i32) -> i32 {
    let less =
        reduction(depth, count) * LMR_SCALE.0 / LMR_SCALE.1 - rank.clamp(-LMR_RANK_MAX, LMR_RANK_MAX) / LMR_RANK;
    (less / 1000).clamp(0, (depth - 1).max(0))
}

/// The reduction of a move in the max^n search.
pub(super) fn maxn_reduction(depth: i32, count: usize, quiet: bool) -> i32 {
    i32::from(quiet && depth >= MAXN_LMR_DEPTH && count > MAXN_LMR_MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_are_searched_less_deeply_but_at_least_evaluated() {
        assert_eq!(late_move_reduction(1, 40, 0), 0);
        assert!(late_move_reduction(6, 30, 0) > late_move_reduction(6, 4, 0));
        assert!(late_move_reduction(6, 30, -20_000) > late_move_reduction(6, 30, 20_000));
        assert!((1..9).all(|depth| late_move_reduction(depth, 60, -20_000) < depth));
    }
}
