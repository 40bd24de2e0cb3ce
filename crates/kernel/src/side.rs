//! Seats (players): [`Side`], sets of seats, and one value per seat. This module knows no boards or pieces.
//! Every game has two to four seats.

use std::ops::{Index, IndexMut};

/// The most seats in any game.
pub const SEATS: usize = 4;

/// A seat, numbered from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Side(u8);

impl Side {
    /// The seat that moves first if all seats are in the game.
    pub const FIRST: Side = Side(0);

    /// The seat with this index in turn order.
    ///
    /// # Panics
    /// If `index` is not below [`SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Side {
        assert!(index < SEATS, "there are at most four seats");
        Side(index as u8)
    }

    /// The index in turn order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `count` seats in turn order.
    #[inline]
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Side> + Clone {
        (0..count).map(Side::new)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Sides(u8);

impl Sides {
    /// No seat.
    pub const NONE: Sides = Sides(0);

    /// The first `count` seats.
    pub const fn first(count: usize) -> Sides {
        Sides(((1u16 << count) - 1) as u8)
    }

    /// The set of one seat.
    pub const fn only(side: Side) -> Sides {
        Sides(1 << side.0)
    }

    /// Is this seat in the set?
    #[inline]
    pub const fn has(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// The set with this seat.
    #[must_use]
    pub const fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side.0)
    }

    /// The set without this seat.
    #[must_use]
    pub const fn without(self, side: Side) -> Sides {
        Sides(self.0 & !(1 << side.0))
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The next seat of the set in turn order after `side`. It is `side` itself if the set has no other.
    #[inline]
    pub fn after(self, side: Side) -> Side {
        let doubled = u16::from(self.0) | u16::from(self.0) << SEATS;
        let ahead = doubled >> (side.0 + 1);
        if ahead == 0 { side } else { Side((side.0 + 1 + ahead.trailing_zeros() as u8) % SEATS as u8) }
    }

    /// The seats in turn order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::all(SEATS).filter(move |&side| self.has(side))
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Sides {
        sides.into_iter().fold(Sides::NONE, Sides::with)
    }
}

/// One value per seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct BySide<T>([T; SEATS]);

impl<T> BySide<T> {
    /// Makes the values by calling a function for each seat.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide(std::array::from_fn(|index| value(Side::new(index))))
    }

    /// The values in turn order, including those of unused seats at the end.
    #[inline]
    pub fn values(&self) -> &[T; SEATS] {
        &self.0
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index() % SEATS]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index() % SEATS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_goes_round_the_living() {
        let living = Sides::first(4).without(Side::new(1));
        assert_eq!(living.after(Side::new(0)), Side::new(2));
        assert_eq!(living.after(Side::new(3)), Side::new(0));
        assert_eq!(Sides::only(Side::new(2)).after(Side::new(2)), Side::new(2));
        assert_eq!(Sides::first(2).after(Side::new(1)), Side::new(0));
    }
}
