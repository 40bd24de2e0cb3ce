//! What a seat holds in reserve.

use crate::piece::{KINDS, Kind};

/// The number of pieces of each kind that a seat holds in reserve, in a few bits per kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reserve(u64);

/// The bits of one kind.
const BITS: u8 = 64 / KINDS as u8;

impl Reserve {
    /// The most pieces of one kind that are counted.
    pub const MOST: u8 = (1 << BITS) - 1;

    /// Is the reserve empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces of a kind.
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> (kind.0 * BITS)) as u8 & Reserve::MOST
    }

    /// The number of all pieces.
    #[inline]
    pub fn total(self) -> u32 {
        (0..KINDS).map(|kind| u32::from(self.count(Kind(kind as u8)))).sum()
    }

    /// The reserve with one more piece of a kind. More than [`Reserve::MOST`] are not counted.
    #[must_use]
    pub const fn plus(self, kind: Kind) -> Reserve {
        if self.count(kind) == Reserve::MOST {
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
        let (mut packed, mut kind) = (0, 0);
        while kind < KINDS as u8 {
            let count = self.count(Kind(kind));
            if count > 15 {
                return self.0 | 1 << 63;
            }
            packed |= (count as u64) << (kind * 4);
            kind += 1;
        }
        packed
    }
}
