//! The coordinate system of a seat: its origin, and its directions right and ahead.

use super::geometry::{Coord, Delta};

/// The coordinate system of a seat: its corner, and its directions right and ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The column and rank of the seat's origin.
    pub corner: (u8, u8),
    /// The direction in which the seat counts columns.
    pub right: Delta,
    /// The direction in which the seat counts ranks.
    pub ahead: Delta,
    /// The highest level, if the seat counts levels down from it; otherwise it counts them up.
    pub top: Option<u8>,
}

impl Frame {
    /// A seat at the lower edge, with its origin in the lower left corner.
    pub const SOUTH: Frame =
        Frame { corner: (0, 0), right: Delta::new(1, 0, 0), ahead: Delta::new(0, 1, 0), top: None };

    /// A seat at the upper edge of a board with this many ranks, with its origin in the upper left corner: the
    /// board is mirrored, not rotated.
    pub const fn north(ranks: u8) -> Frame {
        Frame { corner: (0, ranks - 1), right: Delta::new(1, 0, 0), ahead: Delta::new(0, -1, 0), top: None }
    }

    /// A seat at the upper edge of a board with so many columns and ranks, with its origin in the upper right corner: the
    /// board is rotated.
    pub const fn rotated(columns: u8, ranks: u8) -> Frame {
        Frame {
            corner: (columns - 1, ranks - 1),
            right: Delta::new(-1, 0, 0),
            ahead: Delta::new(0, -1, 0),
            top: None,
        }
    }

    /// The same seat on a board with so many levels, which it counts down from the highest one.
    #[must_use]
    pub const fn from_above(self, levels: u8) -> Frame {
        Frame { top: if levels > 1 { Some(levels - 1) } else { None }, ..self }
    }

    /// Converts a direction of the seat to a direction of the board.
    #[must_use]
    pub fn turned(self, way: Delta) -> Delta {
        let z = if self.top.is_some() { -way.z } else { way.z };
        Delta::new(way.x * self.right.x + way.y * self.ahead.x, way.x * self.right.y + way.y * self.ahead.y, z)
    }

    /// Converts a board coordinate to the seat's own coordinate.
    #[must_use]
    pub fn local(self, at: Coord) -> Coord {
        let (dx, dy) = (at.x as i8 - self.corner.0 as i8, at.y as i8 - self.corner.1 as i8);
        let along = |axis: Delta| (dx * axis.x + dy * axis.y) as u8;
        let z = self.top.map_or(at.z, |top| top.wrapping_sub(at.z));
        Coord::new(along(self.right), along(self.ahead), z)
    }
}
