//! Hanging pieces at the horizon of a game for more than two seats: a piece that can be captured at once counts as
//! partly captured.

use super::multi_search::{Capture, MultiSearch};
use super::params::{HANGING, HANGING_SECOND, HANGING_TO_MOVE, HANGING_TO_MOVE_SECOND, HANGING_VICTIM};
use super::score_cache::Known;
use crate::eval::evaluate::Evaluate;
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::piece::Piece;
use crate::rules::side::{BySide, Side};
use crate::rules::tables::Tables;
use crate::score::{INFINITE, Score};
use crate::see::{see_at_least_by, worth};

/// Lists the captures by a seat on some squares, without a test whether its King stays safe. Captures in passing are left
/// out.
fn list_captures<R: Evaluate>(board: &Board<R>, by: Side, on: R::Set, list: &mut Vec<Capture>) {
    list.clear();
    let occupied = board.occupied();
    for kind in board.spec().all_kinds() {
        let reach = board.tables().mover(Piece::new(by, kind)).captures();
        for from in board.pieces(by, kind).iter() {
            for to in reach.targets_among(from, occupied, on).iter() {
                let taken = board.piece(to).map_or(0, |piece| worth(board, piece.kind()));
                list.push(Capture { taken, with: worth(board, kind), mv: Move::step(kind, from, to) });
            }
        }
    }
}

/// Is the King of this seat safe after the seat's capture?
fn is_legal<R: Evaluate>(board: &Board<R>, by: Side, mv: Move) -> bool {
    let Some(royal) = board.royal(by) else { return true };
    let royal = if royal == mv.from { mv.to } else { royal };
    !board.attacked(royal, board.scene(by).moved(mv.from, mv.to))
}

impl<R: Evaluate> MultiSearch<R> {
    /// The greatest gain of a seat by an exchange on one of these squares if it were to move, and the victim's seat.
    fn hanging(&mut self, board: &Board<R>, by: Side, on: R::Set) -> Option<(Score, Side)> {
        let all = &mut self.captures;
        list_captures(board, by, on, all);
        // The most valuable victims first: victims worth less than the gain found so far need no test. If the least
        // valuable attacker of a piece gains nothing, the other attackers do not either.
        all.sort_unstable_by_key(|capture| std::cmp::Reverse((capture.taken, capture.mv.to, -capture.with)));
        let mut best: Option<(Score, Side)> = None;
        let mut seen = None;
        for &Capture { taken, with, mv } in all.iter() {
            let most = best.map_or(0, |(most, _)| most);
            if taken <= most {
                break;
            }
            if seen == Some(mv.to) {
                continue;
            }
            // A defended piece is captured only by an attacker worth less than its seat's share of the gain.
            let guarded = if with < share(board, taken) { taken - with } else { 0 };
            let gain = if guarded < taken && see_at_least_by(board, by, mv, taken) { taken } else { guarded };
            if gain > most {
                if !is_legal(board, by, mv) {
                    continue;
                }
                best = board.piece(mv.to).map(|piece| (gain, piece.side()));
            }
            seen = Some(mv.to);
        }
        best
    }

    /// The score for each seat at the horizon: the best capture of the seat to move is counted as its gain.
    pub(crate) fn leaf_scores(&mut self, board: &Board<R>) -> BySide<Score> {
        let mut score = self.evaluate(board);
        if let Some((gain, victim)) = self.hanging(board, board.turn(), board.hostile(board.turn())) {
            score[board.turn()] += share(board, gain);
            score[victim] -= gain * HANGING_VICTIM.0 / HANGING_VICTIM.1;
        }
        score
    }

    /// The score for the searching seat at the horizon. Each opponent may capture one of its pieces before it moves
    /// again, and it can save only one piece. Outside the window the score is only a bound.
    pub(crate) fn leaf_score(&mut self, board: &Board<R>, window: (Score, Score)) -> Score {
        let known = self.known_scores(board);
        if let Some(leaf) = known.and_then(|known| known.leaf) {
            return leaf;
        }
        let evaluation = known.map_or_else(|| self.compute_root(board), |known| known.evaluation);
        let (leaf, exact) = self.with_exchanges(board, evaluation, window);
        if exact || known.is_none() {
            self.keep_scores(board, Known { evaluation, leaf: exact.then_some(leaf) });
        }
        leaf
    }

    /// What the evaluation terms and the look at hanging pieces say about a position for a seat: without the network,
    /// which learns to correct it.
    pub fn terms_score(&mut self, board: &Board<R>, seat: Side) -> Score {
        self.root = seat;
        let score = self.evaluate(board)[seat];
        self.with_exchanges(board, score, (-INFINITE, INFINITE)).0
    }

    /// Adds what the searching seat can gain and lose by exchanges to its evaluation. Also returns whether the sum is
    /// exact; otherwise it is a bound.
    fn with_exchanges(
        &mut self,
        board: &Board<R>,
        mut score: Score,
        (alpha, beta): (Score, Score),
    ) -> (Score, bool) {
        let own = board.turn() == self.root;
        let (first, other) =
            if own { (HANGING_TO_MOVE, HANGING_TO_MOVE_SECOND) } else { (HANGING, HANGING_SECOND) };
        let most = greatest_value(board.tables());
        let highest = score + if own { share(board, most) } else { 0 };
        let lowest = score - most * (first + other) / 100;
        if highest <= alpha {
            return (highest, false);
        }
        if lowest >= beta {
            return (lowest, false);
        }
        if own && let Some((gain, _)) = self.hanging(board, self.root, board.hostile(self.root)) {
            score += share(board, gain);
        }
        let (mut most, mut second) = (0, 0);
        let mut side = if own { board.living().after(self.root) } else { board.turn() };
        while side != self.root {
            let gain = self.hanging(board, side, board.side(self.root)).map_or(0, |(gain, _)| gain);
            (most, second) = (most.max(gain), second.max(gain.min(most)));
            side = board.living().after(side);
            let reduced = score - (most * first + second * other) / 100;
            if reduced <= alpha && side != self.root {
                return (reduced, false);
            }
        }
        (score - (most * first + second * other) / 100, true)
    }
}

/// The greatest possible gain of an exchange.
fn greatest_value<R: Evaluate>(tables: &'static Tables<R>) -> Score {
    let spec = tables.spec();
    let all = spec.all_kinds().filter(|&kind| spec.royal != Some(kind));
    all.map(|kind| R::worth(tables)[kind.index()]).max().unwrap_or(0)
}

/// The share of a loss that each of the other seats gains, whichever of them captures.
fn share<R: Evaluate>(board: &Board<R>, gain: Score) -> Score {
    gain / (board.spec().seats.len() as Score - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::many::method::Method;
    use crate::rules::game::CompiledGame;

    /// The deduction for Red's hanging pieces. An orange Knight attacks the squares on both sides of the middle of
    /// the rank.
    fn feared(rank: &str, turn: char) -> Score {
        feared_on(&format!("9/9/9/9/4oN4/9/{rank}/9/rK8"), turn)
    }

    /// The deduction with this middle level.
    fn feared_on(middle: &str, turn: char) -> Score {
        let text = format!("8oK/9/9/9/9/9/9/9/9|{middle}|8gK/9/9/9/9/9/9/9/8bK {turn} rogb - 0 9");
        let board: Board<Armies> = Board::read(&text).expect("it is a position");
        let mut search = MultiSearch::alone(Armies::tables(), Method::BestReplyPlus);
        search.evaluate(&board)[Side::FIRST] - search.terms_score(&board, Side::FIRST)
    }

    #[test]
    fn what_hangs_is_feared_for() {
        let rook = greatest_value(Armies::tables());
        assert_eq!(feared("9", 'o'), 0);
        assert_eq!(feared("3rR5", 'o'), rook * HANGING / 100);
        assert_eq!(feared("3rR1rN3", 'o'), rook * HANGING / 100);
    }

    #[test]
    fn what_is_guarded_is_feared_for_only_where_its_taker_is_worth_little() {
        let (rook, pawn) = (greatest_value(Armies::tables()), 100);
        let by_pawn = feared_on("9/9/9/rR2rR5/4oP4/9/9/9/rK8", 'o');
        assert_eq!(feared("rR2rR5", 'o'), 0);
        assert_eq!(by_pawn, (rook - pawn) * HANGING / 100);
    }

    #[test]
    fn who_is_to_move_saves_one_piece() {
        assert_eq!(feared("3rR5", 'r'), greatest_value(Armies::tables()) * HANGING_TO_MOVE / 100);
    }

    #[test]
    fn who_may_not_leave_its_king_threatens_nothing() {
        // An orange Knight next to its King could take a red Rook. Another red Rook may look along the rank at both.
        let feared = |pin: &str| {
            let text =
                format!("{pin}oNoK/5rR3/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/rK8|8gK/9/9/9/9/9/9/9/8bK o rogb - 0 9");
            let board: Board<Armies> = Board::read(&text).expect("it is a position");
            let mut search = MultiSearch::alone(Armies::tables(), Method::Paranoid);
            search.evaluate(&board)[Side::FIRST] - search.terms_score(&board, Side::FIRST)
        };
        assert_eq!(feared("7"), greatest_value(Armies::tables()) * HANGING / 100);
        assert_eq!(feared("2rR4"), 0);
    }

    #[test]
    fn what_is_not_exact_is_a_bound() {
        let mut search = MultiSearch::<Armies>::alone(Armies::tables(), Method::Paranoid);
        search.root = Side::FIRST;
        let mut board: Board<Armies> = Board::read(Armies::SPEC.setups[0].fen).expect("it is a position");
        let (mut exact, mut bounds) = (0, [0, 0]);
        for turn in 0..200_usize {
            let moves = board.legal();
            board = board.after(moves[turn * 7919 % moves.len()]);
            if !board.living().has(search.root) {
                break;
            }
            if board.in_check(search.root) {
                continue;
            }
            let score = search.evaluate(&board)[search.root];
            let (all, _) = search.with_exchanges(&board, score, (-INFINITE, INFINITE));
            for alpha in (all - 900..all + 900).step_by(100) {
                match search.with_exchanges(&board, score, (alpha, alpha + 1)) {
                    (leaf, true) => {
                        assert_eq!(leaf, all);
                        exact += 1;
                    }
                    (leaf, false) => {
                        assert_eq!(leaf > alpha, all > alpha);
                        assert!(if leaf > alpha { all >= leaf } else { all <= leaf });
                        bounds[usize::from(leaf > alpha)] += 1;
                    }
                }
            }
        }
        assert!(exact > 100 && bounds.iter().all(|&count| count > 100), "{exact}, {bounds:?}");
    }
}
