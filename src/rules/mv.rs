//! A move: one small type for all games, so that lists, records and screens need no generics.

use super::geometry::Square;
use super::piece::Kind;

/// What a move does. Only the rules of games ask for it: everyone else asks the questions of
/// [`Move`], of [`Board`](super::board::Board) and
/// [`Position::effects`](super::position::Position::effects).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Verb {
    /// A piece goes to an empty square or captures there.
    Step,
    /// A pawn goes two steps and leaves the right of en passant behind.
    Stride,
    /// A pawn captures a pawn that has just passed; that pawn stands on the first via.
    Passant,
    /// A piece from the reserve is put on the board.
    Drop,
    /// A move of this game alone, with the number its game gives it. What it does, how it is
    /// picked and how it is written is said by the hooks of [`Rules`](super::game::Rules).
    Special(u8),
    /// Nothing moves.
    Pass,
}

impl Verb {
    /// The number of a verb, as it is part of [`Move::packed`].
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
/// No squares on the way.
pub const NO_VIAS: [Square; 2] = [Square(0); 2];

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

    /// A move of one game alone, with the number and the squares on the way that its game gives
    /// it. The number is below 250.
    #[inline]
    pub const fn special(number: u8, kind: Kind, from: Square, vias: [Square; 2], to: Square) -> Move {
        let mut mv = Move::new(Verb::Special(number), kind, from, to);
        mv.vias = vias;
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

    /// Does a piece of the board go to a square by its own powers, capturing there or not?
    #[inline]
    pub const fn is_step(self) -> bool {
        matches!(self.verb, Verb::Step)
    }

    /// Is a piece from the reserve put on the board?
    #[inline]
    pub const fn is_drop(self) -> bool {
        matches!(self.verb, Verb::Drop)
    }

    /// Does nothing move?
    #[inline]
    pub const fn is_pass(self) -> bool {
        matches!(self.verb, Verb::Pass)
    }

    /// Where the pawn stands that is captured in passing, if one is.
    #[inline]
    pub const fn taken_in_passing(self) -> Option<Square> {
        if matches!(self.verb, Verb::Passant) { Some(self.vias[0]) } else { None }
    }

    /// The move as a number, another one for every move.
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

    /// What the piece becomes, if it changes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        if self.promoted == NO_KIND { None } else { Some(Kind(self.promoted)) }
    }
}

/// The legal moves of a position, or part of them.
pub type MoveList = Vec<Move>;
