//! The mouse on a board: a press picks, and a piece goes with the pointer until the button is released.

use super::Selection;
use crate::input::Pointing;
use crate::rules::geometry::Square;

/// Where a piece is taken up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A square.
    Square(Square),
    /// A piece from the reserve, beside the board.
    Reserve,
}

/// The mouse button while it is held.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Held {
    /// What it was pressed on.
    hold: Option<Origin>,
    /// The other square that the pointer is over.
    over: Option<Square>,
    /// Where a piece was taken up that was put down by the mouse last.
    dropped: Option<Origin>,
}

/// A piece that goes with the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Carried {
    /// Where it stands.
    pub(crate) from: Origin,
    /// Where it is shown.
    pub(crate) over: Square,
}

/// What the mouse has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointed<T> {
    /// It picks this.
    Picks(T),
    /// A piece that goes with it is shown elsewhere.
    Moves,
    /// Nothing that is seen.
    Nothing,
}

impl Selection {
    /// Is the mouse button pressed on the board, or on a piece of the reserve?
    pub(crate) const fn is_pointing(&self) -> bool {
        self.held.hold.is_some()
    }

    /// The mouse button is pressed on a piece of the reserve.
    pub(crate) fn hold_reserve(&mut self) {
        self.held = Held { hold: Some(Origin::Reserve), ..Held::default() };
    }

    /// Handles the mouse on a square or elsewhere. A release on another square than the press ends a drag, so it picks
    /// too.
    pub(crate) fn point(&mut self, at: Option<Square>, how: Pointing) -> Pointed<Square> {
        let carried = self.carried();
        let other = at.filter(|&at| self.held.hold.is_some_and(|hold| hold != Origin::Square(at)));
        let picked = match how {
            Pointing::Press => at,
            Pointing::Drag => None,
            Pointing::Release => other,
        };
        match how {
            Pointing::Press => self.held = Held { hold: at.map(Origin::Square), ..Held::default() },
            Pointing::Drag => self.held.over = other,
            Pointing::Release => {
                self.held = Held { dropped: carried.map(|carried| carried.from), ..Held::default() };
            }
        }
        if let Some(square) = picked {
            self.go(Some(square));
            return Pointed::Picks(square);
        }
        if carried == self.carried() { Pointed::Nothing } else { Pointed::Moves }
    }

    /// The piece that goes with the mouse: the one that was picked when the button was pressed.
    pub(crate) fn carried(&self) -> Option<Carried> {
        let over = self.held.over?;
        let from = self.held.hold?;
        let is_picked = match from {
            Origin::Square(from) => self.from() == Some(from),
            Origin::Reserve => self.reserved().is_some(),
        };
        is_picked.then_some(Carried { from, over })
    }

    /// Where the piece was taken up that was put down by the mouse just now. Its move has been seen.
    pub(crate) fn take_dropped(&mut self) -> Option<Origin> {
        self.held.dropped.take()
    }
}
