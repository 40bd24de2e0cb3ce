//! Pruning and reductions of the search of games for more than two seats.

use super::evaluate::OUT;
use super::multi_search::MultiSearch;
use crate::engine::score::{INFINITE, Score};
use crate::engine::see::{prize, see_at_least};
use crate::engine::two::reduce::reduction;
use crate::engine::two::worker::Shared;
use crate::eval::evaluate::Evaluate;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::side::Sides;

/// Static pruning is used up to this depth.
const NEAR: i32 = 3;
/// Beyond this value a score means that an army falls.
const FALLS: Score = -OUT * 3 / 4;

/// Margin per ply of reverse futility pruning.
const SWING: Score = 120;
/// Margin per ply of futility pruning, besides the captured piece.
const PROMISE: Score = 150;
/// Futility pruning of single moves is used up to this depth.
const NEXT: i32 = 2;
/// Depth reduction of the null move search.
const LESS: i32 = 3;

/// The pruning data of a node with a null window, before any move is searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Glance {
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

impl Glance {
    /// A score that causes a cutoff without searching moves: by a null move, or because the static score of the
    /// seat to move is good enough (reverse futility pruning).
    pub(in crate::engine) fn settles(self, beta: Score) -> Option<Score> {
        match self {
            Glance::Settled(score) => Some(score),
            Glance::Open { score, own: true, depth } => Some(score - SWING * depth).filter(|&score| score >= beta),
            Glance::Open { score, own: false, depth } => Some(score + SWING * depth).filter(|&score| score < beta),
        }
    }

    /// Futility pruning: the best possible score of a move, if that is not enough for its seat.
    pub(in crate::engine) fn rejects<R: Evaluate>(self, board: &Board<R>, mv: Move, beta: Score) -> Option<Score> {
        let Glance::Open { score, own, depth: depth @ ..=NEXT } = self else { return None };
        let most = prize(board, mv) * 4 / 3 + PROMISE * depth;
        if own {
            Some(score + most).filter(|&score| score < beta)
        } else {
            Some(score - most).filter(|&score| score >= beta)
        }
    }
}

/// The late move reduction of quiet move number `count` with this rank in the move ordering.
pub(in crate::engine) fn late_move_reduction(depth: i32, count: i32, rank: i32) -> i32 {
    let less = reduction(depth, count) * 6 / 5 - rank.clamp(-20_000, 20_000) / 20;
    (less / 1000).clamp(0, (depth - 1).max(0))
}

impl<R: Evaluate> MultiSearch<R> {
    /// The pruning data of a node: near the horizon its static score, elsewhere whether the searching seat can even
    /// afford a null move.
    pub(in crate::engine) fn glance(
        &mut self,
        board: &Board<R>,
        checked: Sides,
        (depth, ply): (i32, usize),
        beta: Score,
        shared: Shared<'_>,
    ) -> Option<Glance> {
        let own = board.turn() == self.root;
        // An army in check may fall, or be saved by a quiet move: the static score says too little.
        if beta.abs() >= FALLS || checked.count() > 0 {
            return None;
        }
        let mut glance = None;
        if depth <= NEAR {
            let score = self.outlook(board, ply, (-INFINITE, INFINITE));
            glance = Some(Glance::Open { score, own, depth });
        }
        let settled = glance.is_some_and(|glance| glance.settles(beta).is_some());
        if !settled && own && self.holds(board, depth, ply, beta, shared) {
            glance = Some(Glance::Settled(beta));
        }
        glance
    }

    /// Is this move, which leads to the position `next`, bad for the opponent that makes it? A capture that gains
    /// nothing, or a move that loses material, only helps the other seats, unless it gives check to the searching
    /// seat.
    pub(in crate::engine) fn is_unwanted(&self, board: &Board<R>, mv: Move, next: &Board<R>) -> bool {
        let least = Score::from(board.captured(mv).is_some());
        !see_at_least(board, mv, least) && !next.in_check(self.root)
    }

    /// Null move pruning: does the score stay at least `beta` if the searching seat, which is to move, passes?
    fn holds(&mut self, board: &Board<R>, depth: i32, ply: usize, beta: Score, shared: Shared<'_>) -> bool {
        if !R::TRAITS.may_pass || depth < LESS || R::phase(board) == 0 || self.evaluate(board)[self.root] < beta {
            return false;
        }
        let next = board.after_pass();
        self.enter_pass(&next, ply);
        let score = self.value(&next, depth - LESS, ply + 1, (beta - 1, beta), false, shared);
        self.leave_move();
        !shared.control.is_over() && score >= beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::many::method::Method;
    use crate::games::armies::Armies;
    use crate::rules::fen;
    use crate::rules::mv::MoveList;
    use crate::rules::notation::machine;

    #[test]
    fn a_glance_settles_for_whoever_is_to_move() {
        let of = |own, score| Glance::Open { score, own, depth: 2 }.settles(101);
        assert_eq!((of(true, 100 + 2 * SWING), of(true, 101 + 2 * SWING)), (None, Some(101)));
        assert_eq!((of(false, 101 - 2 * SWING), of(false, 100 - 2 * SWING)), (None, Some(100)));
    }

    #[test]
    fn nobody_gives_as_much_as_it_takes_but_for_a_check() {
        let text = "8oK/9/9/9/9/9/9/9/9|4rN4/9/9/9/rR3oR4/9/9/9/rRrK7|8gK/9/9/9/9/9/9/9/8bK o rogb - 0 9";
        let board: Board<Armies> = fen::read(text).expect("it is a position");
        let mut moves = MoveList::new();
        board.moves(&mut moves);
        let elder = MultiSearch::alone(Method::BestReplyPlus);
        let unwanted = |text: &str| {
            let mv = *moves.iter().find(|&&mv| machine(&board, mv) == text).expect("a move");
            elder.is_unwanted(&board, mv, &board.after(mv))
        };
        // The Rook is defended, the Knight is not; moves next to the Rook, far from it, and next to it with check.
        let of = ["ve2re2", "ve2vi2", "ve2ue2", "ve2vh2", "ve2se2"].map(unwanted);
        assert_eq!(of, [true, false, true, false, false]);
    }

    #[test]
    fn later_moves_are_looked_at_less_deep_and_never_less_than_not_at_all() {
        assert_eq!(late_move_reduction(1, 40, 0), 0);
        assert!(late_move_reduction(6, 30, 0) > late_move_reduction(6, 4, 0));
        assert!(late_move_reduction(6, 30, -20_000) > late_move_reduction(6, 30, 20_000));
        assert!((1..9).all(|depth| late_move_reduction(depth, 60, -20_000) < depth));
    }
}
