//! Principal variation search for a game for two. What is left out, extended or reduced is decided in `prune`,
//! `extend` and `reduce`.

use super::extend::Extension;
use super::node::{Candidate, Node, Window};
use super::params::{HISTORY_BONUS, HISTORY_BONUS_BASE, HISTORY_BONUS_MAX};
use super::prune::prunes_move;
use super::reduce::{internal_iterative_reduction, late_move_reduction};
use super::worker::{Worker, trusts_table};
use crate::eval::evaluate::Evaluate;
use crate::history::ContinuationIndex;
use crate::move_picker::{Hints, MovePicker};
use crate::root::Shared;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::outcome::Cause;
use crate::score::{DECIDED, INFINITE, Score, lost, won};
use crate::stack::MAX_PLY;
use crate::transposition::{Bound, TableEntry, digest};

impl<R: Evaluate> Worker<R> {
    /// The score of the position for the seat to move, searched to this depth.
    #[expect(clippy::too_many_lines, reason = "a node is read from top to bottom")]
    pub(crate) fn search<const PV: bool>(
        &mut self,
        board: &Board<R>,
        depth: i32,
        ply: usize,
        window: Window,
        shared: Shared<'_>,
    ) -> Score {
        let Window { mut alpha, mut beta, cut } = window;
        self.stack[ply].pv.clear();
        if let Some((winner, _)) = R::won(board) {
            return if winner == board.turn() { won(ply) } else { lost(ply) };
        }
        if depth <= 0 {
            return self.quiescence::<PV>(board, (ply, 0), alpha, beta, shared);
        }
        if self.counter.step(shared.control) {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        let excluded = self.stack[ply].excluded;
        let check = board.in_check(board.turn());
        if ply > 0 {
            if let Some(score) = self.counted_out(board, ply) {
                return score;
            }
            // Mate distance pruning: a shorter win has already been found.
            alpha = alpha.max(lost(ply));
            beta = beta.min(won(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(board);
        }
        let entry = shared.table.probe(board.hash(), ply).filter(|_| excluded.is_none());
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && trusts_table(board)
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        if ply > 0 && self.wins_now(board, ply).is_some() {
            return won(ply + 1);
        }
        let danger = check || self.is_threatened(board, ply);
        let evaluation = entry.map_or_else(|| self.evaluate(board), |entry| entry.evaluation);
        self.stack[ply].evaluation = if check { -INFINITE } else { evaluation };
        let improving = !danger && ply >= 2 && evaluation > self.stack[ply - 2].evaluation;
        let expected = expected(evaluation, entry);
        let mut node = Node { depth, ply, cut, check, danger, evaluation, expected, improving };
        // With only one piece left, usually the King, zugzwang is likely, so the static evaluation is not trusted.
        let alone = board.is_alone(board.turn());
        if !PV
            && !danger
            && !alone
            && excluded.is_none()
            && beta.abs() < DECIDED
            && let Some(score) = self.prune_node(board, &node, (alpha, beta), shared)
        {
            return score;
        }
        node.depth -= internal_iterative_reduction::<PV>(depth, cut, entry.as_ref());
        let depth = node.depth;

        let mut lists = std::mem::take(&mut self.stack[ply].lists);
        lists.moves.clear();
        board.moves(&mut lists.moves);
        let before = self.stack.continuation(ply);
        let hints = Hints { best: entry.map_or(0, |entry| entry.mv), killers: self.stack[ply].killers, before };
        let mut picker = MovePicker::new(board, lists, hints);
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 2].killers = [None; 2];
        self.stack[ply].tried.clear();

        let (mut best, mut best_move) = (-INFINITE, None);
        let first_alpha = alpha;
        let mut count = 0;
        while let Some(mv) = picker.next_move(&self.history) {
            if excluded == Some(mv) {
                continue;
            }
            count += 1;
            let (tactical, losing, rank) = (!board.is_quiet(mv), picker.is_losing(), picker.rank());
            let candidate = Candidate { count, tactical, losing, rank };
            if best > -DECIDED && !PV && !danger && prunes_move(board, &node, mv, &candidate, alpha) {
                continue;
            }
            let extension = match self.extend(board, &node, mv, entry, beta, shared) {
                Extension::By(plies) => plies,
                Extension::MultiCut(score) => {
                    self.stack[ply].lists = picker.lists();
                    return score;
                }
            };
            let next = board.after(mv);
            shared.table.prefetch(next.hash());
            self.stack[ply].index = Some(self.history.index(mv));
            self.enter(&next);
            let less = late_move_reduction::<R, PV>(board, &node, mv, &candidate);
            let window = Window { alpha, beta, cut };
            let score = self.search_move::<PV>(&next, (depth - 1 + extension, less), (ply, count), window, shared);
            self.path.pop();
            if shared.control.is_over() {
                self.stack[ply].lists = picker.lists();
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.stack.update_pv(ply, mv);
                    }
                    if score >= beta {
                        self.update_history(board, mv, depth, ply, before);
                        break;
                    }
                    alpha = score;
                }
            }
            self.stack[ply].tried.push(mv);
        }
        self.stack[ply].lists = picker.lists();
        if count == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return if check { lost(ply) } else { self.ended(board, Cause::STALEMATE, ply) };
        }
        if excluded.is_none() {
            let bound = Bound::of(best, (first_alpha, beta));
            let mv = best_move.map_or(0, digest);
            shared.table.store(board.hash(), ply, TableEntry { mv, score: best, evaluation, depth, bound });
        }
        best
    }

    /// The score of move number `count`, which leads to the position `next`, searched to this depth. A reduced search
    /// with a null window comes first; a full depth only if it fails high, a full window only on the principal
    /// variation.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        next: &Board<R>,
        (depth, less): (i32, Option<i32>),
        (ply, count): (usize, i32),
        Window { alpha, beta, cut }: Window,
        shared: Shared<'_>,
    ) -> Score {
        let mut score = -INFINITE;
        let mut full_window = PV && count == 1;
        if let Some(less) = less {
            let reduced = (depth - less).clamp(1, depth.max(1));
            score = -self.search::<false>(next, reduced, ply + 1, Window::null(-alpha - 1, true), shared);
            if score > alpha && reduced < depth {
                score = -self.search::<false>(next, depth, ply + 1, Window::null(-alpha - 1, !cut), shared);
            }
            full_window = PV && score > alpha;
        } else if !full_window {
            score = -self.search::<false>(next, depth, ply + 1, Window::null(-alpha - 1, !cut), shared);
            full_window = PV && score > alpha;
        }
        if full_window {
            let window = Window { alpha: -beta, beta: -alpha, cut: false };
            score = -self.search::<true>(next, depth, ply + 1, window, shared);
        }
        score
    }

    /// Saves the state of a frame before its node is searched again inside itself.
    pub(super) fn keep_frame(&mut self, ply: usize) -> (Vec<Move>, Score) {
        let frame = &mut self.stack[ply];
        (std::mem::take(&mut frame.tried), frame.evaluation)
    }

    pub(super) fn restore_frame(&mut self, ply: usize, kept: (Vec<Move>, Score)) {
        let frame = &mut self.stack[ply];
        (frame.tried, frame.evaluation) = kept;
    }

    /// Updates killers, countermove and history after a beta cutoff: a bonus for this move, a malus for those
    /// before it.
    fn update_history(
        &mut self,
        board: &Board<R>,
        mv: Move,
        depth: i32,
        ply: usize,
        before: [Option<ContinuationIndex>; 2],
    ) {
        let bonus = (HISTORY_BONUS * depth + HISTORY_BONUS_BASE).min(HISTORY_BONUS_MAX);
        let side = board.turn();
        let tried = std::mem::take(&mut self.stack[ply].tried);
        if board.is_quiet(mv) {
            self.stack.add_killer(ply, mv);
            self.history.set_counter_move(before[0], mv);
            self.history.update_quiet(side, mv, before, bonus);
            for &other in tried.iter().filter(|&&other| board.is_quiet(other)) {
                self.history.update_quiet(side, other, before, -bonus);
            }
        } else if let Some(taken) = board.captured(mv) {
            self.history.update_capture(mv, taken, bonus);
        }
        for &other in &tried {
            if let Some(taken) = board.captured(other) {
                self.history.update_capture(other, taken, -bonus);
            }
        }
        self.stack[ply].tried = tried;
    }
}

/// The expected score: a score from the transposition table is more accurate than the static evaluation.
fn expected(evaluation: Score, entry: Option<TableEntry>) -> Score {
    match entry {
        Some(entry) if entry.bound == Bound::Exact => entry.score,
        Some(entry) if entry.bound == Bound::Lower => evaluation.max(entry.score),
        Some(entry) if entry.bound == Bound::Upper => evaluation.min(entry.score),
        _ => evaluation,
    }
}
