//! How much the seats of a game with Kings have left, without knowing its rules.

use crate::rules::position::{Position, Stock};
use crate::rules::side::{BySide, Side, Sides};

/// The rivals of a seat that claims the game have at most this many pieces together, beside their Kings.
const NEXT_TO_NOTHING: usize = 2;
/// The claiming seat has at least this many more than all of them.
const PLENTY_MORE: usize = 3;

/// What a seat has beside its King, on the board and in reserve.
#[derive(Clone, Copy, Default)]
struct Left {
    count: usize,
    pawns: bool,
}

fn left(position: &dyn Position) -> BySide<Left> {
    let spec = position.spec();
    let mut left = BySide::<Left>::default();
    for piece in position.geometry().squares().filter_map(|square| position.piece(square)) {
        if Some(piece.kind()) != spec.royal {
            let own = &mut left[piece.side()];
            own.count += 1;
            own.pawns |= Some(piece.kind()) == spec.pawn;
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
pub(super) fn few_left(position: &dyn Position, side: Side, most: usize) -> bool {
    let left = left(position)[side];
    position.spec().royal.is_some() && left.count <= most && !left.pawns
}

/// The living seats whose rivals have together next to nothing, so that they may claim the game.
pub(super) fn claimants(position: &dyn Position) -> Sides {
    // Where points win, their number says who does, and the end is near.
    if position.spec().royal.is_none() || position.points(position.turn()).is_some() {
        return Sides::NONE;
    }
    let (living, left) = (position.living(), left(position));
    let may = |&side: &Side| {
        let rivals = || living.without(side).iter().map(|rival| left[rival]);
        let theirs: usize = rivals().map(|rival| rival.count).sum();
        theirs <= NEXT_TO_NOTHING && rivals().all(|rival| !rival.pawns) && left[side].count >= theirs + PLENTY_MORE
    };
    living.iter().filter(may).collect()
}
