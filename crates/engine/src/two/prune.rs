//! Pruning: nodes and moves that are not searched, because they can hardly change the result.

use super::node::{Candidate, Node, Window};
use super::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, HISTORY_PRUNING_DEPTH, HISTORY_PRUNING_RANK, LMP_BASE,
    NMP_BASE, NMP_DEPTH, NMP_DEPTH_DIVISOR, NMP_EVAL_DIVISOR, NMP_EVAL_MAX, NMP_VERIFY_DEPTH, QUIET_PRUNING_DEPTH,
    RAZOR_DEPTH, RAZOR_MARGIN, RFP_DEPTH, RFP_MARGIN, SEE_CAPTURE_DEPTH, SEE_CAPTURE_MARGIN, SEE_QUIET_DEPTH,
    SEE_QUIET_MARGIN,
};
use super::reduce::reduction;
use super::worker::Worker;
use crate::eval::evaluate::Evaluate;
use crate::root::Shared;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::score::{DECIDED, Score};
use crate::see::see_at_least;

impl<R: Evaluate> Worker<R> {
    /// A score of the node without a search of its moves: by reverse futility pruning, razoring or null move pruning.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        board: &Board<R>,
        node: &Node,
        (alpha, beta): (Score, Score),
        shared: Shared<'_>,
    ) -> Option<Score> {
        let Node { depth, ply, expected, improving, .. } = *node;
        // Reverse futility pruning: the expected score exceeds beta by a margin that grows with the depth.
        let margin = RFP_MARGIN * (depth - i32::from(improving));
        if depth <= RFP_DEPTH && expected - margin >= beta && expected < DECIDED {
            return Some(i32::midpoint(expected, beta));
        }
        // Razoring: far below alpha only a quiescence search is made.
        if depth <= RAZOR_DEPTH && expected + RAZOR_MARGIN * depth < alpha {
            let score = self.quiescence::<false>(board, (ply, 0), alpha, alpha + 1, shared);
            if score <= alpha {
                return Some(score);
            }
        }
        self.null_move(board, node, beta, shared)
    }

    /// Null move pruning: a score if the position stays at least `beta` even when the seat passes.
    fn null_move(&mut self, board: &Board<R>, node: &Node, beta: Score, shared: Shared<'_>) -> Option<Score> {
        let Node { depth, ply, expected, cut, .. } = *node;
        let passed_before = ply == 0 || self.stack[ply - 1].index.is_none();
        if !R::TRAITS.may_pass || depth < NMP_DEPTH || expected < beta || passed_before || R::phase(board) == 0 {
            return None;
        }
        let less = NMP_BASE + depth / NMP_DEPTH_DIVISOR + ((expected - beta) / NMP_EVAL_DIVISOR).min(NMP_EVAL_MAX);
        let next = board.after_pass();
        self.stack[ply].index = None;
        self.enter(&next);
        let score = -self.search::<false>(&next, depth - less, ply + 1, Window::null(-beta, !cut), shared);
        self.path.pop();
        if shared.control.is_over() || score < beta {
            return None;
        }
        let score = if score >= DECIDED { beta } else { score };
        if depth < NMP_VERIFY_DEPTH {
            return Some(score);
        }
        // At high depth a search without a null move at this node verifies the cutoff.
        let again = self.verify(board, depth - less, ply, beta, shared);
        (again >= beta).then_some(score)
    }

    fn verify(&mut self, board: &Board<R>, depth: i32, ply: usize, beta: Score, shared: Shared<'_>) -> Score {
        let kept = self.keep_frame(ply);
        let index = ply.checked_sub(1).and_then(|above| self.stack[above].index.take());
        let score = self.search::<false>(board, depth, ply, Window::null(beta - 1, false), shared);
        if let Some(above) = ply.checked_sub(1) {
            self.stack[above].index = index;
        }
        self.restore_frame(ply, kept);
        score
    }
}

/// Is this move left out: by SEE, late move, futility or history pruning? Only where another move does not lose.
#[inline]
pub(super) fn prunes_move<R: Evaluate>(
    board: &Board<R>,
    node: &Node,
    mv: Move,
    candidate: &Candidate,
    alpha: Score,
) -> bool {
    let Node { depth, evaluation, improving, .. } = *node;
    let Candidate { count, tactical, losing, rank } = *candidate;
    if tactical {
        // Captures that lose much by static exchange evaluation.
        return losing && depth <= SEE_CAPTURE_DEPTH && !see_at_least(board, mv, -SEE_CAPTURE_MARGIN * depth);
    }
    let reduced = depth - reduction(depth, count) / 1000;
    if depth <= QUIET_PRUNING_DEPTH {
        let late = count > (LMP_BASE + depth * depth) / if improving { 1 } else { 2 };
        let futile =
            reduced <= FUTILITY_DEPTH && evaluation + FUTILITY_BASE + FUTILITY_MARGIN * reduced.max(0) <= alpha;
        let disliked = reduced <= HISTORY_PRUNING_DEPTH && rank < HISTORY_PRUNING_RANK * depth;
        // A check may win regardless of its rank, so these rules do not prune it.
        if (late || futile || disliked) && !gives_check(board, mv) {
            return true;
        }
    }
    depth <= SEE_QUIET_DEPTH && mv.is_step() && !see_at_least(board, mv, -SEE_QUIET_MARGIN * depth * depth)
}

fn gives_check<R: Evaluate>(board: &Board<R>, mv: Move) -> bool {
    let next = board.after(mv);
    next.in_check(next.turn())
}
