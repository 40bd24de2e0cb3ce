//! What a seat holds in reserve.

use crate::piece::Kind;
use crate::spec::Spec;

/// The number of pieces of each kind that a seat holds in reserve, in a few bits per kind. Only the first kinds of a game
/// can be held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reserve(u64);

/// The bits of one kind.
const BITS: u8 = 64 / Reserve::KINDS;

/// The first bit after those of all kinds.
const LAST: u8 = BITS * Reserve::KINDS;

impl Reserve {
    /// The most pieces of one kind that are counted.
    pub(crate) const MOST: u8 = (1 << BITS) - 1;
    /// The kinds that can be held: so many of the first ones of a game.
    pub const KINDS: u8 = 12;

    /// The most of a kind that a reserve of this game can have.
    pub(crate) fn most_of(spec: &Spec, kind: Kind) -> u8 {
        if spec.holds(kind) { Reserve::MOST } else { spec.of(kind).reserve }
    }

    /// Is the reserve empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces of a kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        // Beyond the last kind that can be held, all bits are 0.
        let place = kind.0 * BITS;
        (self.0 >> if place < LAST { place } else { LAST }) as u8 & Reserve::MOST
    }

    /// The number of all pieces.
    #[inline]
    pub fn total(self) -> u32 {
        (0..Reserve::KINDS).map(|kind| u32::from(self.count(Kind(kind)))).sum()
    }

    /// The reserve with one more piece of a kind. More than `Reserve::MOST` are not counted, and neither are kinds that
    /// cannot be held.
    #[must_use]
    pub const fn plus(self, kind: Kind) -> Reserve {
        if kind.0 >= Reserve::KINDS || self.count(kind) == Reserve::MOST {
            return self;
        }
        Reserve(self.0 + (1 << (kind.0 * BITS)))
    }

    /// The reserve with one piece less of a kind.
    ///
    /// # Panics
    /// If there is none of this kind.
    #[must_use]
    pub const fn minus(self, kind: Kind) -> Reserve {
        assert!(self.count(kind) > 0, "only what is in reserve can be taken from it");
        Reserve(self.0 - (1 << (kind.0 * BITS)))
    }

    /// The number from which the hash is made: four bits per kind as long as that is enough, so that a reserve has the
    /// same hash whatever the greatest number is.
    pub(super) const fn packed(self) -> u64 {
        if self.0 & MANY != 0 {
            return self.0 | 1 << 63;
        }
        let (mut packed, mut kind) = (0, 0);
        while kind < Reserve::KINDS {
            packed |= (self.0 >> kind) & 15 << (kind * 4);
            kind += 1;
        }
        packed
    }
}

/// The bits that are set where more than 15 of a kind are held.
const MANY: u64 = {
    let (mut bits, mut kind) = (0, 0);
    while kind < Reserve::KINDS {
        bits |= 16 << (kind * BITS);
        kind += 1;
    }
    bits
};
