//! A move: one small type for all games, so that lists, records and screens need no generics.

use super::geometry::Square;
use super::piece::Kind;

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Verb {
    /// A piece goes to an empty square or captures there.
    Step,
    /// A pawn goes two steps and leaves the right of en passant behind.
    Stride,
    /// A pawn captures a pawn that has just passed; that pawn stands on the first via.
    Passant,
    /// A piece from the reserve is put on the board.
    Drop,
    /// Two own pieces change places.
    Swap,
    /// A piece enters the first via, comes out of the second and goes on.
    Warp,
    /// Nothing moves.
    Pass,
}

/// A move of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// What is done.
    pub verb: Verb,
    /// The kind that moves, before any promotion.
    pub kind: Kind,
    /// Where it stands (for a drop: where it is put).
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// Squares on the way that the verb names.
    pub vias: [Square; 2],
    promoted: u8,
}

const NO_KIND: u8 = u8::MAX;
const NO_VIAS: [Square; 2] = [Square(0); 2];

impl Move {
    /// The move that leaves everything where it is.
    pub const PASS: Move = Move::new(Verb::Pass, Kind(0), Square(0), Square(0));

    const fn new(verb: Verb, kind: Kind, from: Square, to: Square) -> Move {
        Move { verb, kind, from, to, vias: NO_VIAS, promoted: NO_KIND }
    }

    /// A move or capture.
    #[inline]
    pub const fn step(kind: Kind, from: Square, to: Square) -> Move {
        Move::new(Verb::Step, kind, from, to)
    }

    /// A pawn's double step over a square.
    #[inline]
    pub const fn stride(kind: Kind, from: Square, over: Square, to: Square) -> Move {
        let mut mv = Move::new(Verb::Stride, kind, from, to);
        mv.vias[0] = over;
        mv
    }

    /// A capture of the pawn standing on `taken` on the square it passed.
    pub const fn passant(kind: Kind, from: Square, to: Square, taken: Square) -> Move {
        let mut mv = Move::new(Verb::Passant, kind, from, to);
        mv.vias[0] = taken;
        mv
    }

    /// A drop from the reserve.
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move::new(Verb::Drop, kind, to, to)
    }

    /// Two own pieces change places.
    pub const fn swap(kind: Kind, from: Square, with: Square) -> Move {
        Move::new(Verb::Swap, kind, from, with)
    }

    /// In at one square, out of another, and on.
    pub const fn warp(kind: Kind, from: Square, entry: Square, exit: Square, to: Square) -> Move {
        let mut mv = Move::new(Verb::Warp, kind, from, to);
        mv.vias = [entry, exit];
        mv
    }

    /// The same move with this promotion, or with none.
    #[inline]
    #[must_use]
    pub const fn promoting(mut self, kind: Option<Kind>) -> Move {
        self.promoted = match kind {
            Some(kind) => kind.0,
            None => NO_KIND,
        };
        self
    }

    /// The same move with this last square.
    #[inline]
    #[must_use]
    pub const fn ending(mut self, to: Square) -> Move {
        self.to = to;
        self
    }

    /// What the piece becomes, if it changes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        if self.promoted == NO_KIND { None } else { Some(Kind(self.promoted)) }
    }
}

/// The legal moves of a position, or part of them.
pub type MoveList = Vec<Move>;
