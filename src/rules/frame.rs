//! How a seat sees the board: where it counts from, and what it calls right and ahead.

use super::geometry::{Coord, Delta};

/// Where a seat sits: its corner, and what it calls right and ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The column and rank the seat counts from.
    pub corner: (u8, u8),
    /// The direction of its own columns.
    pub right: Delta,
    /// The direction of its own ranks.
    pub ahead: Delta,
}

impl Frame {
    /// A seat at the lower edge, counting from the lower left.
    pub const SOUTH: Frame = Frame { corner: (0, 0), right: Delta::new(1, 0, 0), ahead: Delta::new(0, 1, 0) };

    /// A seat at the upper edge of a board with this many ranks, its columns mirrored.
    pub const fn north(ranks: u8) -> Frame {
        Frame { corner: (0, ranks - 1), right: Delta::new(1, 0, 0), ahead: Delta::new(0, -1, 0) }
    }

    /// A direction of the seat as one of the board.
    #[must_use]
    pub fn turned(self, way: Delta) -> Delta {
        Delta::new(way.x * self.right.x + way.y * self.ahead.x, way.x * self.right.y + way.y * self.ahead.y, way.z)
    }

    /// A place of the board as the seat counts it.
    #[must_use]
    pub fn local(self, at: Coord) -> Coord {
        let (dx, dy) = (at.x as i8 - self.corner.0 as i8, at.y as i8 - self.corner.1 as i8);
        let along = |axis: Delta| (dx * axis.x + dy * axis.y) as u8;
        Coord::new(along(self.right), along(self.ahead), at.z)
    }
}
