//! Bitboards: sets of squares as bits. One 64-bit word for boards of up to 64 squares, four words for up to
//! 256. The kernel is generic over [`SquareSet`] and is compiled for each.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::geometry::Square;
use super::piece::Piece;
use crate::simd;

/// A straight line through a square, in two parts: the squares with lower numbers and those with higher
/// numbers.
#[derive(Clone, Copy, Default, Debug)]
pub struct Line<S> {
    /// The squares of the line with lower numbers.
    pub below: S,
    /// The squares of the line with higher numbers.
    pub above: S,
}

/// A set of squares.
pub trait SquareSet:
    Copy
    + Eq
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The array with the piece on each square.
    type Cells: Copy + Eq + Debug + Send + Sync + AsRef<[Option<Piece>]> + AsMut<[Option<Piece>]>;

    /// An array with no piece on any square.
    const NO_CELLS: Self::Cells;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;
    /// Is no square in the set?
    fn is_empty(self) -> bool;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// Are at least so many squares in the set? For small numbers this is faster than to count.
    #[inline]
    fn has_at_least(mut self, least: u32) -> bool {
        for _ in 1..least {
            self.pop();
        }
        least == 0 || self.any()
    }
    /// The square with the lowest number.
    fn lowest(self) -> Option<Square>;
    /// The square with the highest number.
    fn highest(self) -> Option<Square>;
    /// Removes and returns the square with the lowest number.
    fn pop(&mut self) -> Option<Square>;
    /// The set with every square number increased by `by` (decreased if it is negative).
    #[must_use]
    fn shifted(self, by: i16) -> Self;
    /// The squares of a line, in each direction up to and including the first occupied one.
    fn along(line: Line<Self>, occupied: Self) -> Self;

    /// Is the square in the set?
    #[inline]
    fn has(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }
    /// Is any square in the set?
    #[inline]
    fn any(self) -> bool {
        !self.is_empty()
    }
    /// The set with this square.
    #[inline]
    #[must_use]
    fn with(self, square: Square) -> Self {
        self | Self::of(square)
    }
    /// The set without this square.
    #[inline]
    #[must_use]
    fn without(self, square: Square) -> Self {
        self & !Self::of(square)
    }
    /// The squares, in ascending order.
    #[inline]
    fn iter(self) -> Iter<Self> {
        Iter(self)
    }
    /// The set of these squares.
    fn collect(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// An iterator over the squares of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Iter<S>(S);

impl<S: SquareSet> Iterator for Iter<S> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }
}

/// A bitboard for boards of up to 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bits64(pub u64);

impl SquareSet for Bits64 {
    type Cells = [Option<Piece>; 64];
    const NO_CELLS: Self::Cells = [None; 64];
    const EMPTY: Self = Bits64(0);

    #[inline]
    fn of(square: Square) -> Self {
        Bits64(1 << (square.0 & 63))
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[inline]
    fn count(self) -> u32 {
        simd::count_ones(self.0)
    }
    #[inline]
    fn has_at_least(mut self, least: u32) -> bool {
        for _ in 1..least {
            self.0 &= self.0.wrapping_sub(1);
        }
        least == 0 || self.any()
    }
    #[inline]
    fn lowest(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(self.0.trailing_zeros() as u8))
    }
    #[inline]
    fn highest(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(63 - self.0.leading_zeros() as u8))
    }
    #[inline]
    fn pop(&mut self) -> Option<Square> {
        let square = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
    #[inline]
    fn shifted(self, by: i16) -> Self {
        Bits64(if by >= 0 { self.0 << (by & 63) } else { self.0 >> (-by & 63) })
    }
    /// Twice the nearest blocker above minus the nearest blocker below sets every bit between the two.
    #[inline]
    fn along(line: Line<Self>, occupied: Self) -> Self {
        let below = line.below.0 & occupied.0;
        let above = line.above.0 & occupied.0;
        let from_nearest_below = u64::MAX << (63 ^ (below | 1).leading_zeros());
        let nearest_above = above & above.wrapping_neg();
        Bits64((line.below.0 | line.above.0) & nearest_above.wrapping_mul(2).wrapping_add(from_nearest_below))
    }
}

/// A bitboard for boards of up to 256 squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bits256(pub [u64; 4]);

impl Bits256 {
    /// All bits up to and including this number.
    #[inline]
    fn up_to(last: u8) -> Self {
        let word = usize::from(last >> 6);
        let mut set = [0; 4];
        for (index, bits) in set.iter_mut().enumerate() {
            *bits = if index < word { u64::MAX } else { 0 };
        }
        set[word] = u64::MAX >> (63 - (last & 63));
        Bits256(set)
    }
}

impl SquareSet for Bits256 {
    type Cells = [Option<Piece>; 256];
    const NO_CELLS: Self::Cells = [None; 256];
    const EMPTY: Self = Bits256([0; 4]);

    #[inline]
    fn of(square: Square) -> Self {
        let mut set = [0; 4];
        set[usize::from(square.0 >> 6)] = 1 << (square.0 & 63);
        Bits256(set)
    }
    #[inline]
    fn has(self, square: Square) -> bool {
        self.0[usize::from(square.0 >> 6)] >> (square.0 & 63) & 1 == 1
    }
    #[inline]
    fn with(mut self, square: Square) -> Self {
        self.0[usize::from(square.0 >> 6)] |= 1 << (square.0 & 63);
        self
    }
    #[inline]
    fn without(mut self, square: Square) -> Self {
        self.0[usize::from(square.0 >> 6)] &= !(1 << (square.0 & 63));
        self
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|&word| simd::count_ones(word)).sum()
    }
    #[inline]
    fn lowest(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square((word as u8) << 6 | self.0[word].trailing_zeros() as u8))
    }
    #[inline]
    fn highest(self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square((word as u8) << 6 | (63 - self.0[word].leading_zeros() as u8)))
    }
    #[inline]
    fn pop(&mut self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let square = Square((word as u8) << 6 | self.0[word].trailing_zeros() as u8);
        self.0[word] &= self.0[word] - 1;
        Some(square)
    }
    #[inline]
    fn shifted(self, by: i16) -> Self {
        let (words, bits) = (usize::from(by.unsigned_abs() >> 6), u32::from(by.unsigned_abs() & 63));
        let mut set = [0; 4];
        for (index, target) in set.iter_mut().enumerate() {
            let part = |place: Option<usize>| place.and_then(|place| self.0.get(place)).copied().unwrap_or(0);
            *target = if by >= 0 {
                let (near, far) = (part(index.checked_sub(words)), part(index.checked_sub(words + 1)));
                near << bits | if bits == 0 { 0 } else { far >> (64 - bits) }
            } else {
                let (near, far) = (part(Some(index + words)), part(Some(index + words + 1)));
                near >> bits | if bits == 0 { 0 } else { far << (64 - bits) }
            };
        }
        Bits256(set)
    }
    #[inline]
    fn along(line: Line<Self>, occupied: Self) -> Self {
        let mut open = line.below | line.above;
        if let Some(nearest) = (line.below & occupied).highest() {
            open &= !Self::up_to(nearest.0) | Self::of(nearest);
        }
        if let Some(nearest) = (line.above & occupied).lowest() {
            open &= Self::up_to(nearest.0);
        }
        open
    }
}

macro_rules! bitwise {
    ($set:ident, $a:ident, $b:ident, $and:expr, $or:expr, $xor:expr, $not:expr) => {
        impl BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                $set($and)
            }
        }
        impl BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                $set($or)
            }
        }
        impl BitXor for $set {
            type Output = Self;
            #[inline]
            fn bitxor(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                $set($xor)
            }
        }
        impl Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                let $a = self.0;
                $set($not)
            }
        }
        impl BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }
        impl BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }
        impl BitXorAssign for $set {
            #[inline]
            fn bitxor_assign(&mut self, other: Self) {
                *self = *self ^ other;
            }
        }
    };
}

bitwise!(Bits64, a, b, a & b, a | b, a ^ b, !a);
bitwise!(
    Bits256,
    a,
    b,
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]],
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]],
    [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]],
    [!a[0], !a[1], !a[2], !a[3]]
);

#[cfg(test)]
mod tests {
    use super::*;

    fn small_and_large_agree(line: Line<Bits64>, occupied: u64, shift: i16) {
        let large = |set: Bits64| Bits256([0, set.0, 0, 0]);
        let wide = Line { below: large(line.below), above: large(line.above) };
        let narrow = Bits64::along(line, Bits64(occupied));
        assert_eq!(Bits256::along(wide, large(Bits64(occupied))), large(narrow));
        let moved = large(Bits64(occupied)).shifted(shift);
        let numbers: Vec<i16> = moved.iter().map(|square| i16::from(square.0)).collect();
        let expected: Vec<i16> = Bits64(occupied).iter().map(|square| i16::from(square.0) + 64 + shift).collect();
        assert_eq!(numbers, expected);
    }

    #[test]
    fn lines_stop_at_the_nearest_blocker() {
        let rank = Line { below: Bits64(0b0000_0111), above: Bits64(0b1111_0000) };
        assert_eq!(Bits64::along(rank, Bits64(0)), Bits64(0b1111_0111));
        assert_eq!(Bits64::along(rank, Bits64(0b0110_0011)), Bits64(0b0011_0110));
        for occupied in 0..=255 {
            small_and_large_agree(rank, occupied, 7);
            small_and_large_agree(rank, occupied, -61);
            small_and_large_agree(rank, occupied, 64);
        }
    }

    #[test]
    fn squares_come_lowest_first() {
        let set = Bits256::collect([Square(3), Square(64), Square(242)]);
        assert_eq!(set.iter().map(|square| square.0).collect::<Vec<_>>(), [3, 64, 242]);
        assert_eq!((set.lowest(), set.highest(), set.count()), (Some(Square(3)), Some(Square(242)), 3));
        assert!((0..=3).all(|least| set.has_at_least(least)) && !set.has_at_least(4));
        assert!(set.has(Square(64)) && !set.without(Square(64)).has(Square(64)));
    }
}
