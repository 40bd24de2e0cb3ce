//! Quiescence search: captures and other tactical moves are searched until the position is quiet. A seat that is in
//! check, or threatened with an immediate loss, searches all moves.

use super::params::{QS_ALL_EVASIONS_PLIES, QS_DELTA, QS_EVASION_PLIES, QS_EVASIONS, QS_TACTICAL_PLIES};
use super::worker::Worker;
use crate::eval::evaluate::Evaluate;
use crate::move_picker::{Hints, MovePicker};
use crate::root::Shared;
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::outcome::Cause;
use crate::score::{DECIDED, INFINITE, Score, lost, won};
use crate::see::{prize, see_at_least};
use crate::stack::MAX_PLY;
use crate::target_filter::TargetFilter;
use crate::transposition::{Bound, TableEntry, digest};

impl<R: Evaluate> Worker<R> {
    /// The score of the position once it is quiet. `beyond` is the number of plies since the quiescence search
    /// began.
    #[expect(clippy::too_many_lines, reason = "a node is read from top to bottom")]
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        board: &Board<R>,
        (ply, beyond): (usize, i32),
        mut alpha: Score,
        beta: Score,
        shared: Shared<'_>,
    ) -> Score {
        self.stack[ply].pv.clear();
        if let Some((winner, _)) = R::won(board) {
            return if winner == board.turn() { won(ply) } else { lost(ply) };
        }
        if self.counter.step(shared.control) {
            return 0;
        }
        self.quiet_nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.counted_out(board, ply) {
            return score;
        }
        if ply >= MAX_PLY {
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
        let danger = beyond < QS_EVASION_PLIES && (check || self.is_threatened(board, ply));
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

        let mut lists = std::mem::take(&mut self.stack[ply].lists);
        lists.moves.clear();
        if danger {
            board.moves(&mut lists.moves);
        } else {
            let tactical = if beyond < QS_TACTICAL_PLIES { R::tactical(board) } else { R::Set::EMPTY };
            let on = board.hostile(board.turn()) | tactical;
            board.moves(&mut TargetFilter { on, tactical: true, list: &mut lists.moves });
        }
        let nothing = lists.moves.is_empty();
        let before = self.stack.continuation(ply);
        let hints = Hints { best: entry.map_or(0, |entry| entry.mv), killers: [None; 2], before };
        let mut picker = MovePicker::new(board, lists, hints);
        let (first_alpha, mut best_move) = (alpha, 0);
        let mut count = 0;
        while let Some(mv) = picker.next_move(&self.history) {
            count += 1;
            if best > -DECIDED {
                if picker.is_losing() {
                    break;
                }
                if danger {
                    let quiet = board.captured(mv).is_none();
                    if count > QS_EVASIONS && quiet && beyond >= QS_ALL_EVASIONS_PLIES {
                        continue;
                    }
                } else if mv.promotion().is_none() || Some(mv.kind) != board.spec().pawn {
                    // What another piece than a Pawn gains by its promotion may be little.
                    let gain = prize(board, mv);
                    // Delta pruning: even with this capture the score hardly reaches alpha.
                    let most = evaluation + gain + QS_DELTA;
                    if gain == 0 {
                        if !see_at_least(board, mv, 0) {
                            continue;
                        }
                    } else if most <= alpha {
                        best = best.max(most);
                        continue;
                    }
                }
            }
            let next = board.after(mv);
            shared.table.prefetch(next.hash());
            self.stack[ply].index = Some(self.history.index(mv));
            self.enter(&next);
            let score = -self.quiescence::<PV>(&next, (ply + 1, beyond + 1), -beta, -alpha, shared);
            self.path.pop();
            if shared.control.is_over() {
                self.stack[ply].lists = picker.lists();
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = digest(mv);
                    if PV {
                        self.stack.update_pv(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.stack[ply].lists = picker.lists();
        if danger && nothing {
            return if check { lost(ply) } else { self.ended(board, Cause::STALEMATE, ply) };
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
