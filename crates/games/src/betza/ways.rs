//! A set of the eight directions in which an atom can step.

/// A set of directions, numbered clockwise from straight ahead as in [`Atom::step`](super::Atom::step).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ways(u8);

impl Ways {
    /// All eight.
    pub(crate) const ALL: Ways = Ways(0xFF);
    /// Ahead, right, back, left.
    pub(crate) const STRAIGHT: Ways = Ways(0x55);
    /// The four between them.
    pub(crate) const DIAGONAL: Ways = Ways(0xAA);

    /// Those directions for which this holds.
    pub(crate) fn where_holds(mut holds: impl FnMut(u8) -> bool) -> Ways {
        Ways((0..8).filter(|&way| holds(way)).fold(0, |set, way| set | 1 << way))
    }

    /// Does it contain a direction?
    pub(crate) fn has(self, way: u8) -> bool {
        self.0 & 1 << (way % 8) != 0
    }

    /// Its directions.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |&way| self.has(way))
    }

    /// The directions that are in both.
    #[must_use]
    pub(crate) fn and(self, other: Ways) -> Ways {
        Ways(self.0 & other.0)
    }

    /// The directions that are in one of both.
    #[must_use]
    pub(crate) fn or(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }
}
