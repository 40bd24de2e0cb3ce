//! Which seats of a game with Kings may claim it, by what the seats have left.

use crate::rules::position::Position;
use crate::rules::remaining::left;
use crate::rules::side::{Side, Sides};

/// The rivals of a seat that claims the game have at most this many pieces together, beside their Kings.
const NEXT_TO_NOTHING: usize = 2;
/// The claiming seat has at least this many more than all of them.
const PLENTY_MORE: usize = 3;

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
