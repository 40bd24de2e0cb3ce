//! How much the seats of a game with Kings have left, without knowing its rules.

use crate::rules::position::{Position, Stock};
use crate::rules::side::Side;

/// The rivals of a seat that claims the game have at most this many pieces together, beside their Kings.
const NEXT_TO_NOTHING: usize = 2;
/// The claiming seat has at least this many more than all of them.
const PLENTY_MORE: usize = 3;

/// The number of pieces of a seat beside its King, on the board and in reserve, and whether a Pawn is among them.
fn others(position: &dyn Position, side: Side) -> (usize, bool) {
    let spec = position.spec();
    let (mut count, mut pawns) = (0, false);
    for piece in position.geometry().squares().filter_map(|square| position.piece(square)) {
        if piece.side() == side && Some(piece.kind()) != spec.royal {
            count += 1;
            pawns |= Some(piece.kind()) == spec.pawn;
        }
    }
    for (kind, stock) in position.reserve(side) {
        count += match stock {
            Stock::Count(held) if Some(kind) != spec.royal => usize::from(held),
            Stock::Count(_) => 0,
            Stock::Endless => 1,
        };
    }
    (count, pawns)
}

/// Has a seat at most this many pieces beside its King, and no Pawn that could promote?
pub(super) fn few_left(position: &dyn Position, side: Side, most: usize) -> bool {
    let (count, pawns) = others(position, side);
    position.spec().royal.is_some() && count <= most && !pawns
}

/// Have the rivals of a living seat together next to nothing, so that it may claim the game?
pub(super) fn may_claim(position: &dyn Position, side: Side) -> bool {
    let living = position.living();
    let rivals = || living.without(side).iter().map(|rival| others(position, rival));
    let left: usize = rivals().map(|(count, _)| count).sum();
    position.spec().royal.is_some()
        && living.has(side)
        && left <= NEXT_TO_NOTHING
        && rivals().all(|(_, pawns)| !pawns)
        && others(position, side).0 >= left + PLENTY_MORE
}
