//! Pruning: nodes and moves that are not searched, because they can hardly change the result.

use super::multi_search::MultiSearch;
use super::params::{
    ELIMINATION, FUTILITY_CAPTURE, FUTILITY_DEPTH, FUTILITY_MARGIN, LMP_MOVES, LMP_OPPONENT_MOVES, NMP_REDUCTION,
    RFP_MARGIN, STATIC_DEPTH,
};
use crate::eval::evaluate::Evaluate;
use crate::root::Shared;
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::piece::Piece;
use crate::rules::side::Sides;
use crate::score::{INFINITE, Score};
use crate::see::{prize, see_at_least};

/// The pruning data of a node with a null window, before any move is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pruning {
    /// The score of the node is known without searching moves.
    Settled(Score),
    /// Moves have to be searched.
    Open {
        /// The static score for the searching seat.
        score: Score,
        /// Is the searching seat to move?
        own: bool,
        /// The remaining depth.
        depth: i32,
    },
}

impl Pruning {
    /// A score that causes a cutoff without searching moves: by a null move, or because the static score of the
    /// seat to move is good enough (reverse futility pruning).
    pub(crate) fn settles(self, beta: Score) -> Option<Score> {
        match self {
            Pruning::Settled(score) => Some(score),
            Pruning::Open { score, own: true, depth } => {
                Some(score - RFP_MARGIN * depth).filter(|&score| score >= beta)
            }
            Pruning::Open { score, own: false, depth } => {
                Some(score + RFP_MARGIN * depth).filter(|&score| score < beta)
            }
        }
    }

    /// Futility pruning: the best possible score of a move, if that is not enough for its seat.
    pub(crate) fn rejects<R: Evaluate>(self, board: &Board<R>, mv: Move, beta: Score) -> Option<Score> {
        self.rejects_gain(prize(board, mv), beta)
    }

    /// The same for all quiet moves of the node.
    pub(crate) fn rejects_quiet(self, beta: Score) -> Option<Score> {
        self.rejects_gain(0, beta)
    }

    /// The same for a move that gains this much at once.
    fn rejects_gain(self, gain: Score, beta: Score) -> Option<Score> {
        let Pruning::Open { score, own, depth: depth @ ..=FUTILITY_DEPTH } = self else { return None };
        let most = gain * FUTILITY_CAPTURE.0 / FUTILITY_CAPTURE.1 + FUTILITY_MARGIN * depth;
        if own {
            Some(score + most).filter(|&score| score < beta)
        } else {
            Some(score - most).filter(|&score| score >= beta)
        }
    }
}

/// The window for the static score of a node; outside it a bound is enough. Reverse futility pruning only asks whether
/// the score is beyond its margin. Near the horizon futility pruning needs the score of each node that is not cut off.
fn static_window(depth: i32, own: bool, beta: Score) -> (Score, Score) {
    let margin = RFP_MARGIN * depth;
    let high = if own { beta + margin } else { beta - margin };
    match (depth <= FUTILITY_DEPTH, own) {
        (true, true) => (-INFINITE, high),
        (true, false) => (high - 1, INFINITE),
        (false, _) => (high - 1, high),
    }
}

/// Late move pruning: the quiet moves of a node after so many moves are skipped. `own`: the searching seat is to move.
fn quiet_moves(depth: i32, own: bool) -> usize {
    match depth {
        ..=1 => LMP_MOVES,
        2.. if !own => LMP_OPPONENT_MOVES * (depth - 1) as usize,
        _ => usize::MAX,
    }
}

impl<R: Evaluate> MultiSearch<R> {
    /// The pruning data of a node: near the horizon its static score, elsewhere whether the searching seat can even
    /// afford a null move.
    pub(crate) fn pruning(
        &mut self,
        board: &Board<R>,
        checked: Sides,
        (depth, ply): (i32, usize),
        beta: Score,
        shared: Shared<'_>,
    ) -> Option<Pruning> {
        let own = board.turn() == self.root;
        // An army in check may fall, or be saved by a quiet move: the static score says too little.
        if beta.abs() >= ELIMINATION || checked.count() > 0 {
            return None;
        }
        let mut pruning = None;
        if depth <= STATIC_DEPTH {
            let score = self.leaf_score(board, static_window(depth, own, beta));
            pruning = Some(Pruning::Open { score, own, depth });
        }
        let settled = pruning.is_some_and(|pruning| pruning.settles(beta).is_some());
        if !settled && own && self.null_move(board, depth, ply, beta, shared) {
            pruning = Some(Pruning::Settled(beta));
        }
        pruning
    }

    /// Late move pruning: is this quiet move, number `count` of its node, skipped? At depth 1 the score of the next
    /// position already counts hanging pieces, so there attacks are not searched either.
    pub(crate) fn is_late(&self, board: &Board<R>, mv: Move, count: usize, depth: i32) -> bool {
        let own = board.turn() == self.root;
        count > quiet_moves(depth, own) && (depth <= 1 || !self.threatens(board, mv))
    }

    /// Does the piece that an opponent moves attack a piece of the searching seat from its new square?
    fn threatens(&self, board: &Board<R>, mv: Move) -> bool {
        let mover = board.tables().mover(Piece::new(board.turn(), mv.kind));
        let occupied = board.occupied().without(mv.from);
        mover.captures().targets_among(mv.to, occupied, board.side(self.root)).any()
    }

    /// Is this move bad for the opponent that makes it? A capture that gains nothing, or a move that loses material, only
    /// helps the other seats, unless it gives check to the searching seat.
    pub(crate) fn is_unwanted(&self, board: &Board<R>, mv: Move) -> bool {
        let least = Score::from(board.captured(mv).is_some());
        !see_at_least(board, mv, least) && !board.after(mv).in_check(self.root)
    }

    /// Null move pruning: does the score stay at least `beta` if the searching seat, which is to move, passes?
    fn null_move(&mut self, board: &Board<R>, depth: i32, ply: usize, beta: Score, shared: Shared<'_>) -> bool {
        if !R::TRAITS.may_pass || depth < NMP_REDUCTION || R::phase(board) == 0 || self.evaluate_root(board) < beta
        {
            return false;
        }
        let next = board.after_pass();
        self.enter_pass(&next, ply);
        let score = self.search(&next, depth - NMP_REDUCTION, ply + 1, (beta - 1, beta), false, shared);
        self.leave_move();
        !shared.control.is_over() && score >= beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::many::method::Method;
    use crate::rules::game::CompiledGame;
    use crate::rules::mv::MoveList;
    use crate::rules::notation::machine;

    #[test]
    fn pruning_settles_for_whoever_is_to_move() {
        let of = |own, score| Pruning::Open { score, own, depth: 2 }.settles(101);
        assert_eq!((of(true, 100 + 2 * RFP_MARGIN), of(true, 101 + 2 * RFP_MARGIN)), (None, Some(101)));
        assert_eq!((of(false, 101 - 2 * RFP_MARGIN), of(false, 100 - 2 * RFP_MARGIN)), (None, Some(100)));
    }

    #[test]
    fn all_quiet_moves_are_rejected_as_one() {
        let mut board: Board<Armies> = Board::read(Armies::SPEC.setups[0].fen).expect("it is a position");
        let mut checked = 0;
        for turn in 0..300_usize {
            let moves = board.legal();
            for own in [true, false] {
                let pruning = Pruning::Open { score: 0, own, depth: 1 };
                for beta in [-FUTILITY_MARGIN, 1 - FUTILITY_MARGIN, FUTILITY_MARGIN, FUTILITY_MARGIN + 1] {
                    let all = pruning.rejects_quiet(beta);
                    let quiet = moves.iter().filter(|&&mv| board.is_quiet(mv));
                    checked += quiet.clone().count();
                    assert!(quiet.map(|&mv| pruning.rejects(&board, mv, beta)).all(|one| one == all));
                }
            }
            board = board.after(moves[turn * 7919 % moves.len()]);
            if board.living().count() < 2 {
                break;
            }
        }
        assert!(checked > 1_000, "{checked}");
    }

    #[test]
    fn a_score_outside_the_static_window_decides_without_being_exact() {
        let beta = 50;
        for (own, depth) in [(true, 1), (true, 3), (false, 2), (false, 3)] {
            let (low, high) = static_window(depth, own, beta);
            let settles = |score| Pruning::Open { score, own, depth }.settles(beta).is_some();
            // The cutoff begins or ends at one end of the window; near the horizon the other end is open.
            assert_ne!(settles(if own { high - 1 } else { low + 1 }), settles(if own { high } else { low }));
            let open = if own { low == -INFINITE } else { high == INFINITE };
            assert_eq!(open, depth <= FUTILITY_DEPTH);
        }
    }

    #[test]
    fn opponents_have_few_quiet_moves_at_all_depths() {
        assert_eq!(
            [1, 2, 4, 5].map(|depth| quiet_moves(depth, true)),
            [LMP_MOVES, usize::MAX, usize::MAX, usize::MAX]
        );
        let few = LMP_OPPONENT_MOVES;
        assert_eq!([1, 2, 4, 5].map(|depth| quiet_moves(depth, false)), [LMP_MOVES, few, 3 * few, 4 * few]);
    }

    /// Orange is to move and has a Rook. Red has a guarded Rook and a Knight without a guard on the same level.
    fn orange_rook() -> Board<Armies> {
        let text = "8oK/9/9/9/9/9/9/9/9|4rN4/9/9/9/rR3oR4/9/9/9/rRrK7|8gK/9/9/9/9/9/9/9/8bK o rogb - 0 9";
        Board::read(text).expect("it is a position")
    }

    /// The move with this notation.
    fn find(board: &Board<Armies>, text: &str) -> Move {
        let mut moves = MoveList::new();
        board.moves(&mut moves);
        *moves.iter().find(|&&mv| machine(board, mv) == text).expect("a move")
    }

    #[test]
    fn an_attack_by_an_opponent_is_late_only_at_the_horizon() {
        let board = orange_rook();
        let search = MultiSearch::alone(Armies::tables(), Method::Paranoid);
        let late = |text, count, depth| search.is_late(&board, find(&board, text), count, depth);
        // The Rook attacks the red Rook from one of these cells, and nothing of Red from the other.
        let [attacks, leaves] = ["ve2vd2", "ve2ve1"];
        let many = LMP_MOVES + 1;
        assert_eq!([2, 3].map(|depth| late(leaves, 3, depth)), [true, false]);
        assert_eq!([2, 3].map(|depth| late(leaves, 5, depth)), [true, true]);
        assert_eq!([2, 3].map(|depth| late(attacks, many, depth)), [false, false]);
        assert!(late(attacks, many, 1), "at the horizon hanging pieces are counted");
    }

    #[test]
    fn nobody_gives_as_much_as_it_takes_but_for_a_check() {
        let board = orange_rook();
        let search = MultiSearch::alone(Armies::tables(), Method::BestReplyPlus);
        let unwanted = |text| search.is_unwanted(&board, find(&board, text));
        // The Rook is defended, the Knight is not; moves next to the Rook, far from it, and next to it with check.
        let of = ["ve2re2", "ve2vi2", "ve2ue2", "ve2vh2", "ve2se2"].map(unwanted);
        assert_eq!(of, [true, false, true, false, false]);
    }
}
