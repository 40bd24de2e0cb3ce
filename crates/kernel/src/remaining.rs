//! How much the seats of a game with Kings have left, without knowing its rules.

use super::position::{Position, Stock};
use super::side::{BySide, Side};

/// What a seat has beside its King, on the board and in reserve.
#[derive(Clone, Copy, Default, Debug)]
pub struct Left {
    /// The number of its pieces.
    pub count: usize,
    /// Are there Pawns among them, or others that could promote?
    pub pawns: bool,
}

/// What each seat has left.
pub fn left(position: &dyn Position) -> BySide<Left> {
    let spec = position.spec();
    let mut left = BySide::<Left>::default();
    for piece in position.geometry().squares().filter_map(|square| position.piece(square)) {
        if Some(piece.kind()) != spec.royal {
            let own = &mut left[piece.side()];
            own.count += 1;
            own.pawns |= Some(piece.kind()) == spec.pawn || !spec.promotes_to(piece.kind()).is_empty();
        }
    }
    for side in spec.sides() {
        for (kind, stock) in position.reserve(side) {
            left[side].count += match stock {
                Stock::Count(held) if Some(kind) != spec.royal => usize::from(held),
                Stock::Count(_) => 0,
                Stock::Endless => 1,
            };
        }
    }
    left
}

/// Has a seat at most this many pieces beside its King, and no Pawn that could promote?
pub fn few_left(position: &dyn Position, side: Side, most: usize) -> bool {
    let left = left(position)[side];
    position.spec().royal.is_some() && left.count <= most && !left.pawns
}
