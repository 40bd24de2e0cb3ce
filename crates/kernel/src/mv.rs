//! Moves: one small type for all games, so that lists, records and screens need no generics.

use super::geometry::Square;
use super::piece::Kind;

/// The type of a move. Only the rules of games match on it. Other code uses the methods of [`Move`], of
/// [`Board`](super::board::Board) and [`Position::effects`](super::position::Position::effects).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Verb {
    /// A piece moves to an empty square or captures there.
    Step,
    /// A pawn makes a double step, which creates an en passant right.
    Stride,
    /// A pawn captures en passant. The captured pawn stands on the first via.
    Passant,
    /// A piece from the reserve is dropped on the board.
    Drop,
    /// A special move of this game, with a number that the game defines. The hooks of
    /// [`Rules`](super::game::Rules) define its effect, its picks and its notation.
    Special(u8),
    /// A pass: no piece moves.
    Pass,
}

impl Verb {
    /// The number of a verb, used in [`Move::packed`].
    #[inline]
    const fn code(self) -> u8 {
        match self {
            Verb::Step => 0,
            Verb::Stride => 1,
            Verb::Passant => 2,
            Verb::Drop => 3,
            Verb::Special(number) => 4 + number,
            Verb::Pass => u8::MAX,
        }
    }
}

/// A move of any game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The type of the move.
    pub verb: Verb,
    /// The kind of the moving piece, before any promotion.
    pub kind: Kind,
    /// The start square (for a drop: the square of the drop).
    pub from: Square,
    /// The square where the move ends.
    pub to: Square,
    /// Intermediate squares; their meaning depends on the verb.
    pub vias: [Square; 2],
    promoted: u8,
}

const NO_KIND: u8 = u8::MAX;
/// No intermediate squares.
pub const NO_VIAS: [Square; 2] = [Square(0); 2];

impl Move {
    /// The pass.
    pub const PASS: Move = Move::new(Verb::Pass, Kind(0), Square(0), Square(0));

    const fn new(verb: Verb, kind: Kind, from: Square, to: Square) -> Move {
        Move { verb, kind, from, to, vias: NO_VIAS, promoted: NO_KIND }
    }

    /// A normal move or capture.
    #[inline]
    pub const fn step(kind: Kind, from: Square, to: Square) -> Move {
        Move::new(Verb::Step, kind, from, to)
    }

    /// A pawn's double step over the square `over`.
    #[inline]
    pub const fn stride(kind: Kind, from: Square, over: Square, to: Square) -> Move {
        let mut mv = Move::new(Verb::Stride, kind, from, to);
        mv.vias[0] = over;
        mv
    }

    /// An en passant capture of the pawn that stands on `taken`.
    pub const fn passant(kind: Kind, from: Square, to: Square, taken: Square) -> Move {
        let mut mv = Move::new(Verb::Passant, kind, from, to);
        mv.vias[0] = taken;
        mv
    }

    /// A drop from the reserve.
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move::new(Verb::Drop, kind, to, to)
    }

    /// A special move of one game, with its number and its intermediate squares. The number is below 250.
    #[inline]
    pub const fn special(number: u8, kind: Kind, from: Square, vias: [Square; 2], to: Square) -> Move {
        let mut mv = Move::new(Verb::Special(number), kind, from, to);
        mv.vias = vias;
        mv
    }

    /// The same move with this promotion, or without one.
    #[inline]
    #[must_use]
    pub const fn promoting(mut self, kind: Option<Kind>) -> Move {
        self.promoted = match kind {
            Some(kind) => kind.0,
            None => NO_KIND,
        };
        self
    }

    /// The same move with another last square.
    #[inline]
    #[must_use]
    pub const fn ending(mut self, to: Square) -> Move {
        self.to = to;
        self
    }

    /// Is this a normal move or capture of a piece on the board?
    #[inline]
    pub const fn is_step(self) -> bool {
        matches!(self.verb, Verb::Step)
    }

    /// Is it a move of a kind that only this game has?
    pub const fn is_special(self) -> bool {
        matches!(self.verb, Verb::Special(_))
    }

    /// Is it the double step of a pawn?
    pub const fn is_stride(self) -> bool {
        matches!(self.verb, Verb::Stride)
    }

    /// Is it a capture en passant?
    pub const fn is_passant(self) -> bool {
        matches!(self.verb, Verb::Passant)
    }

    /// Is this a drop from the reserve?
    #[inline]
    pub const fn is_drop(self) -> bool {
        matches!(self.verb, Verb::Drop)
    }

    /// Is this a pass?
    #[inline]
    pub const fn is_pass(self) -> bool {
        matches!(self.verb, Verb::Pass)
    }

    /// The square of the pawn captured en passant, if any.
    #[inline]
    pub const fn taken_in_passing(self) -> Option<Square> {
        if matches!(self.verb, Verb::Passant) { Some(self.vias[0]) } else { None }
    }

    /// The move as a number, unique for every move.
    #[inline]
    pub const fn packed(self) -> u64 {
        let parts = [self.verb.code(), self.kind.0, self.from.0, self.to.0, self.vias[0].0, self.vias[1].0];
        let mut packed = match self.promotion() {
            Some(kind) => kind.0 as u64 + 1,
            None => 0,
        };
        let mut at = 0;
        while at < parts.len() {
            packed = packed << 8 | parts[at] as u64;
            at += 1;
        }
        packed
    }

    /// The kind to which the piece promotes, if it does.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        if self.promoted == NO_KIND { None } else { Some(Kind(self.promoted)) }
    }
}

/// The legal moves of a position, or part of them.
pub type MoveList = Vec<Move>;
