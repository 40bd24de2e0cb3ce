//! Static exchange evaluation (SEE): the result of a capture if both sides keep capturing on the same square, each
//! with its least valuable piece first.

use super::score::Score;
use crate::eval::evaluate::Evaluate;
use crate::rules::attack::Scene;
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::piece::Kind;
use crate::rules::side::Side;

/// The value of a kind of piece in an exchange.
#[inline]
pub(crate) fn worth<R: Evaluate>(board: &Board<R>, kind: Kind) -> Score {
    R::worth(board.tables())[kind.index()]
}

/// The gain in value by a promotion.
#[inline]
pub(crate) fn promoted<R: Evaluate>(board: &Board<R>, mv: Move) -> Score {
    mv.promotion().map_or(0, |kind| worth(board, kind) - worth(board, mv.kind))
}

/// The immediate gain of a move: the captured piece and the gain by promotion.
#[inline]
pub(crate) fn prize<R: Evaluate>(board: &Board<R>, mv: Move) -> Score {
    board.captured(mv).map_or(0, |kind| worth(board, kind)) + promoted(board, mv)
}

/// Does the exchange that this move of the seat to move starts gain at least `least`?
#[inline]
pub(crate) fn see_at_least<R: Evaluate>(board: &Board<R>, mv: Move, least: Score) -> bool {
    see_at_least_by(board, board.turn(), mv, least)
}

/// Does the exchange that this move starts gain at least `least` for its seat, if it is that seat's turn?
pub(crate) fn see_at_least_by<R: Evaluate>(board: &Board<R>, own: Side, mv: Move, least: Score) -> bool {
    let mut swap = prize(board, mv) - least;
    let becomes = mv.promotion().unwrap_or(mv.kind);
    if swap < 0 || board.spec().of(becomes).untouchable {
        return swap >= 0;
    }
    // Is the gain enough even if the moved piece is lost?
    swap = worth(board, becomes) - swap;
    if swap <= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(mv.from).with(mv.to);
    if let Some(taken) = mv.taken_in_passing() {
        occupied = occupied.without(taken);
    }
    let men = [board.hostile(own).without(mv.to), board.side(own).without(mv.from)];
    let takers =
        |ours: bool, occupied| board.hitters(mv.to, Scene { occupied, hitters: men[usize::from(ours)] & occupied });
    let cheapest = |takers: R::Set| {
        takers.iter().filter_map(|square| Some((worth(board, board.piece(square)?.kind()), square))).min()
    };
    let (mut gained, mut ours) = (true, false);
    while let Some((least, from)) = cheapest(takers(ours, occupied)) {
        gained = !gained;
        occupied = occupied.without(from);
        // A King cannot capture a defended piece.
        if board.spec().royal.is_some_and(|royal| board.kind(royal).has(from)) {
            return gained != takers(!ours, occupied).any();
        }
        swap = least - swap;
        if swap < Score::from(gained) {
            break;
        }
        ours = !ours;
    }
    gained
}
