//! Hanging pieces at the horizon of a game for more than two seats: a piece that can be captured at once counts as
//! partly captured.

use super::multi_search::MultiSearch;
use super::params::{HANGING, HANGING_SECOND, HANGING_TO_MOVE, HANGING_TO_MOVE_SECOND, HANGING_VICTIM};
use crate::engine::score::{INFINITE, Score};
use crate::engine::see::{see_at_least, worth};
use crate::engine::target_filter::TargetFilter;
use crate::eval::evaluate::Evaluate;
use crate::rules::board::{Board, Edit};
use crate::rules::mv::Move;
use crate::rules::side::{BySide, Side};

impl<R: Evaluate> MultiSearch<R> {
    /// The greatest gain of the seat to move by an exchange on one of these squares, and the victim's seat.
    fn hanging(&mut self, board: &Board<R>, ply: usize, on: R::Set) -> Option<(Score, Side)> {
        let mut moves = std::mem::take(&mut self.stack[ply].lists.moves);
        moves.clear();
        board.moves(&mut TargetFilter { on, tactical: false, list: &mut moves });
        let taken = |mv: Move| board.piece(mv.to).map_or(0, |piece| worth::<R>(piece.kind()));
        // The most valuable victims first: victims worth less than the gain found so far need no test. If the least
        // valuable attacker of a piece gains nothing, the other attackers do not either.
        moves.sort_unstable_by_key(|&mv| std::cmp::Reverse((taken(mv), mv.to, -worth::<R>(mv.kind))));
        let mut best: Option<(Score, Side)> = None;
        let mut target = None;
        for &mv in &moves {
            if target.replace(mv.to) == Some(mv.to) {
                continue;
            }
            let (Some(piece), most) = (board.piece(mv.to), best.map_or(0, |(most, _)| most)) else { continue };
            let (taken, with) = (taken(mv), worth::<R>(mv.kind));
            if taken <= most {
                break;
            }
            // A defended piece is captured only by an attacker worth less than its seat's share of the gain.
            let guarded = if with < share::<R>(taken) { taken - with } else { 0 };
            let gain = if guarded < taken && see_at_least(board, mv, taken) { taken } else { guarded };
            if gain > most {
                best = Some((gain, piece.side()));
            }
        }
        self.stack[ply].lists.moves = moves;
        best
    }

    /// The score for each seat at the horizon: the best capture of the seat to move is counted as its gain.
    pub(in crate::engine) fn leaf_scores(&mut self, board: &Board<R>, ply: usize) -> BySide<Score> {
        let mut score = self.evaluate(board);
        if let Some((gain, victim)) = self.hanging(board, ply, board.hostile(board.turn())) {
            score[board.turn()] += share::<R>(gain);
            score[victim] -= gain * HANGING_VICTIM.0 / HANGING_VICTIM.1;
        }
        score
    }

    /// The score for the searching seat at the horizon. Each opponent may capture one of its pieces before it moves
    /// again, and it can save only one piece. Not exact outside the window.
    pub(in crate::engine) fn leaf_score(&mut self, board: &Board<R>, ply: usize, window: (Score, Score)) -> Score {
        let score = self.evaluate_root(board);
        self.with_exchanges(board, ply, score, window)
    }

    /// What the evaluation terms and the look at hanging pieces say about a position for a seat: without the network,
    /// which learns to correct it.
    pub(in crate::engine) fn terms_score(&mut self, board: &Board<R>, seat: Side) -> Score {
        self.root = seat;
        let score = self.evaluate(board)[seat];
        self.with_exchanges(board, 0, score, (-INFINITE, INFINITE))
    }

    /// An evaluation for the searching seat, and what it can gain and lose by exchanges.
    fn with_exchanges(
        &mut self,
        board: &Board<R>,
        ply: usize,
        mut score: Score,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let own = board.turn() == self.root;
        let (first, other) =
            if own { (HANGING_TO_MOVE, HANGING_TO_MOVE_SECOND) } else { (HANGING, HANGING_SECOND) };
        let most = greatest_value::<R>();
        let gain = if own { share::<R>(most) } else { 0 };
        if score + gain <= alpha || score - most * (first + other) / 100 >= beta {
            return score;
        }
        if own && let Some((gain, _)) = self.hanging(board, ply, board.hostile(self.root)) {
            score += share::<R>(gain);
        }
        let (mut most, mut second) = (0, 0);
        let mut seated = *board;
        let mut side = if own { board.living().after(self.root) } else { board.turn() };
        while side != self.root {
            Edit::new(&mut seated).set_turn(side);
            let gain = self.hanging(&seated, ply, board.side(self.root)).map_or(0, |(gain, _)| gain);
            (most, second) = (most.max(gain), second.max(gain.min(most)));
            if score - (most * first + second * other) / 100 <= alpha {
                break;
            }
            side = board.living().after(side);
        }
        score - (most * first + second * other) / 100
    }
}

/// The greatest possible gain of an exchange.
fn greatest_value<R: Evaluate>() -> Score {
    let all = R::SPEC.all_kinds().filter(|&kind| R::SPEC.royal != Some(kind));
    all.map(worth::<R>).max().unwrap_or(0)
}

/// The share of a loss that each of the other seats gains, whichever of them captures.
fn share<R: Evaluate>(gain: Score) -> Score {
    gain / (R::SPEC.seats.len() as Score - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::many::method::Method;
    use crate::games::armies::Armies;
    use crate::rules::fen;

    /// The deduction for Red's hanging pieces. An orange Knight attacks the squares on both sides of the middle of
    /// the rank.
    fn feared(rank: &str, turn: char) -> Score {
        feared_on(&format!("9/9/9/9/4oN4/9/{rank}/9/rK8"), turn)
    }

    /// The deduction with this middle level.
    fn feared_on(middle: &str, turn: char) -> Score {
        let text = format!("8oK/9/9/9/9/9/9/9/9|{middle}|8gK/9/9/9/9/9/9/9/8bK {turn} rogb - 0 9");
        let board: Board<Armies> = fen::read(&text).expect("it is a position");
        let mut search = MultiSearch::alone(Method::BestReplyPlus);
        search.evaluate(&board)[Side::FIRST] - search.terms_score(&board, Side::FIRST)
    }

    #[test]
    fn what_hangs_is_feared_for() {
        let rook = greatest_value::<Armies>();
        assert_eq!(feared("9", 'o'), 0);
        assert_eq!(feared("3rR5", 'o'), rook * HANGING / 100);
        assert_eq!(feared("3rR1rN3", 'o'), rook * HANGING / 100);
    }

    #[test]
    fn what_is_guarded_is_feared_for_only_where_its_taker_is_worth_little() {
        let (rook, pawn) = (greatest_value::<Armies>(), 100);
        let by_pawn = feared_on("9/9/9/rR2rR5/4oP4/9/9/9/rK8", 'o');
        assert_eq!(feared("rR2rR5", 'o'), 0);
        assert_eq!(by_pawn, (rook - pawn) * HANGING / 100);
    }

    #[test]
    fn who_is_to_move_saves_one_piece() {
        assert_eq!(feared("3rR5", 'r'), greatest_value::<Armies>() * HANGING_TO_MOVE / 100);
    }
}
