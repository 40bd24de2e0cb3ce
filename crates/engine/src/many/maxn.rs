//! The max^n search: each seat maximises its own score.

use super::multi_search::MultiSearch;
use super::params::{LMP_MOVES, MAXN_LMP_MOVES_2};
use super::reduce::maxn_reduction;
use crate::eval::evaluate::Evaluate;
use crate::root::Shared;
use crate::rules::board::Board;
use crate::rules::side::BySide;
use crate::score::Score;
use crate::stack::MAX_PLY;
use crate::transposition::{Bound, TableEntry, digest};

impl<R: Evaluate> MultiSearch<R> {
    /// The score for each seat. Scores of the seats do not bound each other, so there are no alpha-beta cutoffs;
    /// only late quiet moves near the horizon are pruned.
    pub(crate) fn max_n(&mut self, board: &Board<R>, depth: i32, ply: usize, shared: Shared<'_>) -> BySide<Score> {
        if let Some(settled) = self.enter_node(board, ply, shared) {
            return settled;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf_scores(board);
        }
        let turn = board.turn();
        let key = self.table_key(board, false);
        let entry = shared.table.probe(key, ply);
        let mut picker = self.picker(board, ply, entry.map_or(0, |entry| entry.mv));
        let mut best: Option<BySide<Score>> = None;
        let mut best_move = 0;
        let mut count = 0;
        while let Some(mv) = picker.next_move(&self.history) {
            count += 1;
            let quiet = board.is_quiet(mv);
            if quiet && (depth == 1 && count > LMP_MOVES || depth == 2 && count > MAXN_LMP_MOVES_2) {
                continue;
            }
            let next = board.after(mv);
            self.enter_move(&next, mv, ply);
            let less = maxn_reduction(depth, count, quiet);
            let score = self.max_n(&next, depth - 1 - less, ply + 1, shared);
            self.leave_move();
            if shared.control.is_over() {
                break;
            }
            if best.is_none_or(|best| score[turn] > best[turn]) {
                best = Some(score);
                best_move = digest(mv);
                self.stack.update_pv(ply, mv);
                if quiet && count > 1 {
                    self.update_history(board, mv, depth, ply);
                }
            }
        }
        self.stack[ply].lists = picker.lists();
        let best = best.unwrap_or_default();
        if !shared.control.is_over() {
            let kept = TableEntry { mv: best_move, score: best[turn], evaluation: 0, depth, bound: Bound::Exact };
            shared.table.store(key, ply, kept);
        }
        best
    }
}
