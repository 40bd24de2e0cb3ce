//! Quiescence search: captures and other tactical moves are searched until the position is quiet. A seat that is in
//! check, or threatened with an immediate loss, searches all moves.

use super::worker::{MOST_PLIES, Shared, Worker};
use crate::engine::move_picker::{Hints, MovePicker};
use crate::engine::score::{DECIDED, INFINITE, Score, lost, won};
use crate::engine::see::{prize, see_at_least};
use crate::engine::target_filter::TargetFilter;
use crate::engine::transposition::{Bound, TableEntry, digest};
use crate::eval::evaluate::Evaluate;
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;

/// Check evasions and parries of threats are searched for this many plies of the quiescence search.
const PARRIES: i32 = 6;

impl<R: Evaluate> Worker<R> {
    /// The score of the position once it is quiet. `beyond` is the number of plies since the quiescence search
    /// began.
    #[expect(clippy::too_many_lines, reason = "a node is read from top to bottom")]
    pub(in crate::engine) fn quiesce<const PV: bool>(
        &mut self,
        board: &Board<R>,
        (ply, beyond): (usize, i32),
        mut alpha: Score,
        beta: Score,
        shared: Shared<'_>,
    ) -> Score {
        self.frames[ply].line.clear();
        if let Some((winner, _)) = R::won(board) {
            return if winner == board.turn() { won(ply) } else { lost(ply) };
        }
        if self.counter.step(shared.control) {
            return 0;
        }
        self.quiet_nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.is_drawn(board) {
            return self.draw(board);
        }
        if ply >= MOST_PLIES {
            return self.evaluate(board);
        }
        let entry = shared.table.probe(board.hash(), ply);
        if let Some(entry) = entry
            && !PV
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        if self.wins_now(board, ply).is_some() {
            return won(ply + 1);
        }
        let check = board.in_check(board.turn());
        let danger = beyond < PARRIES && (check || self.is_threatened(board, ply));
        let evaluation = entry.map_or_else(|| self.evaluate(board), |entry| entry.evaluation);
        let mut best = -INFINITE;
        if !danger {
            best = evaluation;
            if best >= beta {
                if entry.is_none() {
                    let kept = TableEntry { mv: 0, score: best, evaluation, depth: 0, bound: Bound::Lower };
                    shared.table.store(board.hash(), ply, kept);
                }
                return best;
            }
            alpha = alpha.max(best);
            if beyond >= R::TRAITS.capture_plies {
                return best;
            }
        }

        let mut lists = std::mem::take(&mut self.frames[ply].lists);
        lists.moves.clear();
        if danger {
            board.moves(&mut lists.moves);
        } else {
            let tactical = if beyond < 2 { R::tactical(board) } else { R::Set::EMPTY };
            let on = board.hostile(board.turn()) | tactical;
            board.moves(&mut TargetFilter { on, tactical: true, list: &mut lists.moves });
        }
        let nothing = lists.moves.is_empty();
        let before = self.before(ply);
        let hints = Hints { best: entry.map_or(0, |entry| entry.mv), killers: [None; 2], before };
        let mut order = MovePicker::new(board, lists, hints);
        let (first_alpha, mut best_move) = (alpha, 0);
        let mut count = 0;
        while let Some(mv) = order.take(&self.history) {
            count += 1;
            if best > -DECIDED {
                if order.is_losing() {
                    break;
                }
                if !danger {
                    let gain = prize(board, mv);
                    let quiet_arrival = gain == 0 && mv.promotion().is_none();
                    if quiet_arrival && !see_at_least(board, mv, 0) {
                        continue;
                    }
                    if !quiet_arrival && mv.promotion().is_none() && evaluation + gain + 180 <= alpha {
                        best = best.max(evaluation + gain + 180);
                        continue;
                    }
                } else if count > 3 && board.captured(mv).is_none() && beyond >= 2 {
                    continue;
                }
            }
            let next = board.after(mv);
            shared.table.prefetch(next.hash());
            self.frames[ply].index = Some(self.history.index(mv));
            self.path.push(next.hash());
            let score = -self.quiesce::<PV>(&next, (ply + 1, beyond + 1), -beta, -alpha, shared);
            self.path.pop();
            if shared.control.is_over() {
                self.frames[ply].lists = order.lists();
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = digest(mv);
                    if PV {
                        self.keep_line(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].lists = order.lists();
        if danger && nothing {
            return if check { lost(ply) } else { self.draw(board) };
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > first_alpha && PV => Bound::Exact,
            _ => Bound::Upper,
        };
        shared.table.store(
            board.hash(),
            ply,
            TableEntry { mv: best_move, score: best, evaluation, depth: 0, bound },
        );
        best
    }
}
