//! Where everything lies in a picture, in its own units.

use crate::outline::Plane;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::spec::Spec;
use crate::view::View;

/// The side of a square: a board of several levels has smaller ones.
const SQUARE: (u32, u32) = (64, 44);
/// The margin around everything, and where the names of rows and columns stand.
pub(super) const MARGIN: u32 = 32;
/// The height of the line above the board.
pub(super) const HEAD: u32 = 44;
/// The height of the line of a seat below the board.
pub(super) const LINE: u32 = 36;
/// Between two levels.
const GAP: u32 = 28;

/// The layout of a picture.
pub(super) struct Places {
    board: Geometry,
    view: View,
    seats: u32,
}

impl Places {
    pub(super) fn new(spec: &Spec, view: View) -> Places {
        Places { board: spec.geometry(), view, seats: spec.seats.len() as u32 }
    }

    pub(super) fn board(&self) -> &Geometry {
        &self.board
    }

    pub(super) fn levels(&self) -> impl Iterator<Item = Plane<'_>> {
        (0..self.board.size()[2]).map(|level| Plane { board: &self.board, view: self.view, level })
    }

    /// The side of a square.
    pub(super) fn square(&self) -> u32 {
        if self.board.size()[2] == 1 { SQUARE.0 } else { SQUARE.1 }
    }

    /// The left edge of a level.
    pub(super) fn left(&self, level: u8) -> u32 {
        let (columns, _) = self.view.size(&self.board);
        MARGIN + u32::from(level) * (u32::from(columns) * self.square() + GAP)
    }

    /// The upper edge of the board. A board of several levels has their names above it.
    pub(super) fn top(&self) -> u32 {
        HEAD + if self.board.size()[2] > 1 { 24 } else { 0 }
    }

    /// The lower edge of the board.
    pub(super) fn bottom(&self) -> u32 {
        let (_, rows) = self.view.size(&self.board);
        self.top() + u32::from(rows) * self.square()
    }

    /// The corner of a square.
    pub(super) fn at(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.view.place(&self.board, square);
        let left = self.left(self.board.coord(square).z);
        (left + u32::from(column) * self.square(), self.top() + u32::from(row) * self.square())
    }

    /// The upper edge of the line of a seat.
    pub(super) fn line(&self, seat: usize) -> u32 {
        self.bottom() + MARGIN + 4 + seat as u32 * LINE
    }

    /// The width and height of the picture.
    pub(super) fn size(&self) -> (u32, u32) {
        let (columns, _) = self.view.size(&self.board);
        let last = self.left(self.board.size()[2] - 1);
        (last + u32::from(columns) * self.square() + MARGIN, self.line(self.seats as usize) + 8)
    }
}
