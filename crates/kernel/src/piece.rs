//! Kinds of pieces, and pieces: a kind with its owner. The movement of each kind is defined in `spec`.

use std::num::NonZeroU8;

use super::side::{SEATS, Side};

/// The most kinds in any game: a piece has four bits for its kind.
pub const KINDS: usize = 16;

/// A kind of piece: its index in the list of its game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Kind(pub u8);

impl Kind {
    /// The index in the list of the game.
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

    /// A number that no other piece has: the kinds of a seat follow each other, [`KINDS`] of them.
    #[inline]
    pub(super) const fn number(self) -> usize {
        (self.0.get() - 1) as usize
    }

    /// The owner.
    #[inline]
    pub const fn side(self) -> Side {
        Side::new((self.0.get() - 1) as usize >> 4 & (SEATS - 1))
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind((self.0.get() - 1) & 15)
    }
}
