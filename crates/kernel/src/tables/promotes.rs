//! Where pieces promote.

use crate::bits::SquareSet;
use crate::frame::Frame;
use crate::geometry::{Geometry, Square};
use crate::spec::{Promotion, Zone};

/// The squares where a piece promotes.
#[derive(Clone, Copy, Debug)]
pub struct Promotes<S> {
    /// Where it must promote.
    pub(crate) must: S,
    /// Where it can promote; these include those where it must.
    pub can: S,
    /// From where it can promote wherever it goes.
    pub(crate) leaving: S,
    /// Does it go as it is where it must promote, while there is nothing to become?
    pub(crate) stays: bool,
}

impl<S: SquareSet> Promotes<S> {
    /// Those of a kind, for the seat with this frame.
    pub(super) fn of(promotion: Promotion, board: &Geometry, frame: Frame) -> Promotes<S> {
        let squares =
            |zone: Zone| S::collect(board.squares().filter(|&square| zone.has(frame.local(board.coord(square)))));
        let must = squares(promotion.must);
        Promotes {
            must,
            can: must | squares(promotion.may),
            leaving: squares(promotion.leaving),
            stays: promotion.stays,
        }
    }

    /// Can it promote with a move between these squares?
    #[inline]
    pub(crate) fn on(&self, from: Square, to: Square) -> bool {
        self.can.has(to) || self.leaving.has(from)
    }
}
