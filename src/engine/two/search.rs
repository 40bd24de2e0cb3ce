//! Principal variation search for a game for two, with pruning, reductions and extensions.

use super::reduce::reduction;
use super::worker::{MOST_PLIES, Shared, Worker};
use crate::engine::move_picker::{Hints, MovePicker, own_loss};
use crate::engine::score::{DECIDED, INFINITE, Score, lost, won};
use crate::engine::see::see_at_least;
use crate::engine::transposition::{Bound, TableEntry, digest};
use crate::eval::evaluate::Evaluate;
use crate::rules::board::Board;
use crate::rules::mv::Move;

/// The alpha-beta window of a node.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Window {
    pub(in crate::engine) alpha: Score,
    pub(in crate::engine) beta: Score,
    /// Is a beta cutoff expected at this node (cut node)?
    pub(in crate::engine) cut: bool,
}

impl Window {
    fn null(alpha: Score, cut: bool) -> Window {
        Window { alpha, beta: alpha + 1, cut }
    }
}

impl<R: Evaluate> Worker<R> {
    /// The score of the position for the seat to move, searched to this depth.
    #[expect(clippy::too_many_lines, reason = "a node is read from top to bottom")]
    pub(in crate::engine) fn node<const PV: bool>(
        &mut self,
        board: &Board<R>,
        mut depth: i32,
        ply: usize,
        window: Window,
        shared: Shared<'_>,
    ) -> Score {
        let Window { mut alpha, mut beta, cut } = window;
        self.frames[ply].line.clear();
        if let Some((winner, _)) = R::won(board) {
            return if winner == board.turn() { won(ply) } else { lost(ply) };
        }
        if depth <= 0 {
            return self.quiesce::<PV>(board, (ply, 0), alpha, beta, shared);
        }
        if self.counter.step(shared.control) {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let excluded = self.frames[ply].excluded;
        let check = board.in_check(board.turn());
        if ply > 0 {
            if self.is_drawn(board) && (!check || board.can_move()) {
                return self.draw(board);
            }
            // Mate distance pruning: a shorter win has already been found.
            alpha = alpha.max(lost(ply));
            beta = beta.min(won(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if ply >= MOST_PLIES {
            return self.evaluate(board);
        }
        let entry = shared.table.probe(board.hash(), ply).filter(|_| excluded.is_none());
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && board.plies() + 12 < R::SPEC.draw_plies
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        if ply > 0 && self.wins_now(board, ply).is_some() {
            return won(ply + 1);
        }
        let danger = check || self.is_threatened(board, ply);
        let evaluation = entry.map_or_else(|| self.evaluate(board), |entry| entry.evaluation);
        self.frames[ply].evaluation = if check { -INFINITE } else { evaluation };
        let improving = !danger && ply >= 2 && evaluation > self.frames[ply - 2].evaluation;
        // A score from the transposition table is more accurate than the static evaluation.
        let expected = match entry {
            Some(entry) if entry.bound == Bound::Exact => entry.score,
            Some(entry) if entry.bound == Bound::Lower => evaluation.max(entry.score),
            Some(entry) if entry.bound == Bound::Upper => evaluation.min(entry.score),
            _ => evaluation,
        };
        // With only one piece left, usually the King, zugzwang is likely, so the static evaluation is not trusted.
        let alone = board.is_alone(board.turn());
        if !PV && !danger && !alone && excluded.is_none() && beta.abs() < DECIDED {
            // Reverse futility pruning: the expected score exceeds beta by a margin that grows with the depth.
            let margin = 75 * (depth - i32::from(improving));
            if depth <= 8 && expected - margin >= beta && expected < DECIDED {
                return i32::midpoint(expected, beta);
            }
            // Razoring: far below alpha only a quiescence search is made.
            if depth <= 3 && expected + 260 * depth < alpha {
                let score = self.quiesce::<false>(board, (ply, 0), alpha, alpha + 1, shared);
                if score <= alpha {
                    return score;
                }
            }
            if let Some(score) = self.pass(board, depth, ply, (expected, beta, cut), shared) {
                return score;
            }
        }
        // Internal iterative reduction: without a transposition table move the search is less deep.
        if entry.is_none_or(|entry| entry.mv == 0) && depth >= 4 && (PV || cut) {
            depth -= 1;
        }

        let mut lists = std::mem::take(&mut self.frames[ply].lists);
        lists.moves.clear();
        board.moves(&mut lists.moves);
        let before = self.before(ply);
        let hints = Hints { best: entry.map_or(0, |entry| entry.mv), killers: self.frames[ply].killers, before };
        let mut order = MovePicker::new(board, lists, hints);
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 2].killers = [None; 2];
        self.frames[ply].tried.clear();

        let (mut best, mut best_move) = (-INFINITE, None);
        let first_alpha = alpha;
        let mut count = 0;
        while let Some(mv) = order.take(&self.history) {
            if excluded == Some(mv) {
                continue;
            }
            count += 1;
            let tactical = !board.is_quiet(mv);
            let losing = order.is_losing();
            if best > -DECIDED && !PV && !danger {
                let reduced = depth - reduction(depth, count) / 1000;
                if tactical {
                    // Captures that lose much by static exchange evaluation are pruned.
                    if losing && depth <= 6 && !see_at_least(board, mv, -90 * depth) {
                        continue;
                    }
                } else {
                    // Late move pruning, futility pruning and history pruning of quiet moves.
                    let most = (4 + depth * depth) / if improving { 1 } else { 2 };
                    let hopeless = reduced <= 6 && evaluation + 90 + 100 * reduced.max(0) <= alpha;
                    let disliked = reduced <= 3 && order.rank() < -4000 * depth;
                    // A check may win regardless of its rank, so these rules do not prune it.
                    let checks = || {
                        let next = board.after(mv);
                        next.in_check(next.turn())
                    };
                    if depth <= 8 && (count > most || hopeless || disliked) && !checks() {
                        continue;
                    }
                    if depth <= 7 && mv.is_step() && !see_at_least(board, mv, -25 * depth * depth) {
                        continue;
                    }
                }
            }
            // Check extension.
            let mut extension = i32::from(check && (ply as i32) < 2 * self.root_depth);
            if let Some(entry) = entry
                && ply > 0
                && depth >= 7
                && digest(mv) == entry.mv
                && entry.bound != Bound::Upper
                && entry.depth >= depth - 3
                && entry.score.abs() < DECIDED
            {
                // Singular extension: is this the only good move? It is excluded and the others are searched less
                // deeply.
                let target = entry.score - 2 * depth;
                self.frames[ply].excluded = Some(mv);
                let kept = self.keep_frame(ply);
                let score = self.node::<false>(board, (depth - 1) / 2, ply, Window::null(target - 1, cut), shared);
                self.frames[ply].excluded = None;
                self.restore_frame(ply, kept);
                if score < target {
                    extension = 1;
                } else if target >= beta {
                    self.frames[ply].lists = order.lists();
                    return target;
                } else if entry.score >= beta {
                    extension = -1;
                }
            }
            let next = board.after(mv);
            shared.table.prefetch(next.hash());
            self.frames[ply].index = Some(self.history.index(mv));
            self.path.push(next.hash());
            let mut score = -INFINITE;
            let deeper = depth - 1 + extension;
            let mut whole = PV && count == 1;
            // Late move reduction: a reduced search with a null window first; a full window only if it fails high.
            if depth >= 2 && count > 1 + i32::from(PV) && (!tactical || losing) {
                let mut less = reduction(depth, count);
                less += if cut { 1000 } else { 0 };
                less -= if PV { 1000 } else { 0 };
                less -= if improving { 0 } else { -500 };
                less -= if danger { 1000 } else { 0 };
                less += if own_loss(board, mv) > 0 { 1000 } else { 0 };
                if !tactical {
                    less -= order.rank().clamp(-20_000, 20_000) * 1000 / 12_000;
                }
                let reduced = (deeper - (less / 1000).max(0)).clamp(1, deeper.max(1));
                score = -self.node::<false>(&next, reduced, ply + 1, Window::null(-alpha - 1, true), shared);
                if score > alpha && reduced < deeper {
                    score = -self.node::<false>(&next, deeper, ply + 1, Window::null(-alpha - 1, !cut), shared);
                }
                whole = PV && score > alpha;
            } else if !PV || count > 1 {
                score = -self.node::<false>(&next, deeper, ply + 1, Window::null(-alpha - 1, !cut), shared);
                whole = PV && score > alpha;
            }
            if whole {
                let window = Window { alpha: -beta, beta: -alpha, cut: false };
                score = -self.node::<true>(&next, deeper, ply + 1, window, shared);
            }
            self.path.pop();
            if shared.control.is_over() {
                self.frames[ply].lists = order.lists();
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        self.learn(board, mv, depth, ply, before);
                        break;
                    }
                    alpha = score;
                }
            }
            self.frames[ply].tried.push(mv);
        }
        self.frames[ply].lists = order.lists();
        if count == 0 {
            if excluded.is_some() {
                return alpha;
            }
            return if check { lost(ply) } else { self.draw(board) };
        }
        if excluded.is_none() {
            let bound = Bound::of(best, (first_alpha, beta));
            let mv = best_move.map_or(0, digest);
            shared.table.store(board.hash(), ply, TableEntry { mv, score: best, evaluation, depth, bound });
        }
        best
    }

    /// Null move pruning: returns a score if the position stays at least `beta` even when the seat passes.
    fn pass(
        &mut self,
        board: &Board<R>,
        depth: i32,
        ply: usize,
        (expected, beta, cut): (Score, Score, bool),
        shared: Shared<'_>,
    ) -> Option<Score> {
        let passed_before = ply == 0 || self.frames[ply - 1].index.is_none();
        if !R::TRAITS.may_pass || depth < 3 || expected < beta || passed_before || R::phase(board) == 0 {
            return None;
        }
        let less = 3 + depth / 4 + ((expected - beta) / 200).min(3);
        let next = board.after_pass();
        self.frames[ply].index = None;
        self.path.push(next.hash());
        let score = -self.node::<false>(&next, depth - less, ply + 1, Window::null(-beta, !cut), shared);
        self.path.pop();
        if shared.control.is_over() || score < beta {
            return None;
        }
        let score = if score >= DECIDED { beta } else { score };
        if depth < 10 {
            return Some(score);
        }
        // At high depth a search without a null move at this node verifies the cutoff.
        let again = self.verify(board, depth - less, ply, beta, shared);
        (again >= beta).then_some(score)
    }

    fn verify(&mut self, board: &Board<R>, depth: i32, ply: usize, beta: Score, shared: Shared<'_>) -> Score {
        let kept = self.keep_frame(ply);
        let row = ply.checked_sub(1).and_then(|above| self.frames[above].index.take());
        let score = self.node::<false>(board, depth, ply, Window::null(beta - 1, false), shared);
        if let Some(above) = ply.checked_sub(1) {
            self.frames[above].index = row;
        }
        self.restore_frame(ply, kept);
        score
    }

    /// Saves the state of a frame before its node is searched again inside itself.
    fn keep_frame(&mut self, ply: usize) -> (Vec<Move>, Score) {
        let frame = &mut self.frames[ply];
        (std::mem::take(&mut frame.tried), frame.evaluation)
    }

    fn restore_frame(&mut self, ply: usize, kept: (Vec<Move>, Score)) {
        let frame = &mut self.frames[ply];
        (frame.tried, frame.evaluation) = kept;
    }

    /// Updates killers, countermove and history after a beta cutoff: a bonus for this move, a malus for those
    /// before it.
    fn learn(
        &mut self,
        board: &Board<R>,
        mv: Move,
        depth: i32,
        ply: usize,
        before: [Option<crate::engine::history::ContinuationIndex>; 2],
    ) {
        let bonus = (170 * depth - 50).min(2000);
        let side = board.turn();
        let tried = std::mem::take(&mut self.frames[ply].tried);
        if board.is_quiet(mv) {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                killers[1] = killers[0];
                killers[0] = Some(mv);
            }
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
        self.frames[ply].tried = tried;
    }
}
