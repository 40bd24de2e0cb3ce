//! Best reply search (BRS): one opponent answers a move of the searching seat, and all others pass.

use super::multi_search::MultiSearch;
use super::params::{ELIMINATED, LMP_MOVES};
use crate::eval::evaluate::Evaluate;
use crate::root::Shared;
use crate::rules::board::{Board, Edit};
use crate::score::{INFINITE, Score};

impl<R: Evaluate> MultiSearch<R> {
    /// The answer of best reply search: the opponent's move that hurts most; all others pass.
    pub(super) fn best_reply(
        &mut self,
        board: &Board<R>,
        depth: i32,
        ply: usize,
        (alpha, mut beta): (Score, Score),
        shared: Shared<'_>,
    ) -> Score {
        let mut best = INFINITE;
        let others = board.living().without(self.root);
        for side in others.iter() {
            let mut seated = *board;
            let mut edit = Edit::new(&mut seated);
            edit.set_turn(side);
            R::begin_turn(&mut edit);
            if !seated.living().has(self.root) {
                return ELIMINATED + ply as Score;
            }
            let mut picker = self.picker(&seated, ply, 0);
            let mut count = 0;
            while let Some(mv) = picker.next_move(&self.history) {
                count += 1;
                if depth == 1 && count > LMP_MOVES && seated.is_quiet(mv) {
                    continue;
                }
                let mut next = seated.after(mv);
                let mut edit = Edit::new(&mut next);
                edit.set_turn(self.root);
                if R::won(edit.board()).is_none() {
                    R::begin_turn(&mut edit);
                }
                self.enter_move(&next, mv, ply);
                let score = self.search(&next, depth - 1, ply + 1, (alpha, beta), false, shared);
                self.leave_move();
                if shared.control.is_over() {
                    break;
                }
                if score < best {
                    best = score;
                    self.stack.update_pv(ply, mv);
                }
                beta = beta.min(best);
                if alpha >= beta {
                    self.update_history(&seated, mv, depth, ply);
                    break;
                }
            }
            self.stack[ply].lists = picker.lists();
            if alpha >= beta || shared.control.is_over() {
                break;
            }
        }
        best
    }
}
