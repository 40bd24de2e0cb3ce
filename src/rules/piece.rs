//! Kinds of piece and pieces: a kind with its owner. What a kind may do is said in `spec`.

use std::num::NonZeroU8;

use super::side::{SEATS, Side};

/// The most kinds any game has. A piece could tell 16 apart, but each board has a set for every kind:
/// with 11 a board of 64 squares is 256 bytes, and copying more takes twice the instructions.
pub const KINDS: usize = 11;

/// A kind of piece, counted in the order its game lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// The place in the game's list.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board or in a reserve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of this kind and owner.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece(NonZeroU8::MIN.saturating_add((side.index() as u8) << 4 | kind.0))
    }

    /// Whose it is.
    #[inline]
    pub const fn side(self) -> Side {
        Side::new((self.0.get() - 1) as usize >> 4 & (SEATS - 1))
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind((self.0.get() - 1) & 15)
    }
}
