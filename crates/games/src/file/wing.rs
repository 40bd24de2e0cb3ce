//! One way to castle: by coordinates, as a file gives it, and by the squares of a board.

use crate::rules::bits::SquareSet;
use crate::rules::geometry::{Coord, Geometry, Square};
use crate::rules::piece::Kind;
use crate::rules::side::Side;

/// A way to castle by coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct WingData {
    pub(super) side: Side,
    /// The letter of its right in a FEN.
    pub(super) letter: char,
    /// From where to where the King goes.
    pub(super) king: [Coord; 2],
    /// The same of its partner.
    pub(super) partner: [Coord; 2],
    /// Their kinds.
    pub(super) kinds: [Kind; 2],
}

/// One way to castle.
#[derive(Debug)]
pub(super) struct Wing<S> {
    pub(super) side: Side,
    pub(super) letter: char,
    pub(super) king: [Square; 2],
    pub(super) partner: [Square; 2],
    pub(super) kinds: [Kind; 2],
    /// The squares that must be empty, but for the two pieces themselves.
    pub(super) between: S,
    /// The squares where the King must be safe, in order.
    pub(super) way: Vec<Square>,
}

impl<S: SquareSet> Wing<S> {
    /// The squares of a way to castle on this board, if all are there.
    pub(super) fn of(data: &WingData, board: &Geometry) -> Option<Wing<S>> {
        let pair = |pair: [Coord; 2]| Some([board.at(pair[0])?, board.at(pair[1])?]);
        let (king, partner) = (pair(data.king)?, pair(data.partner)?);
        let along = |[from, to]: [Coord; 2]| {
            let (low, high) = (from.x.min(to.x), from.x.max(to.x));
            (low..=high).map(|x| board.at(Coord::new(x, from.y, from.z))).collect::<Option<Vec<_>>>()
        };
        let crossed = [data.king, data.partner, [data.king[0], data.partner[0]]].map(along);
        let [Some(way), Some(other), Some(rest)] = crossed else { return None };
        let all = S::collect(way.iter().chain(&other).chain(&rest).copied());
        let between = all.without(king[0]).without(partner[0]);
        let mut way: Vec<Square> = way.into_iter().filter(|&square| square != king[0]).collect();
        if way.is_empty() {
            // Its partner goes away, and may have stood before an attack.
            way.push(king[1]);
        }
        if data.king[1].x < data.king[0].x {
            way.reverse();
        }
        Some(Wing { side: data.side, letter: data.letter, king, partner, kinds: data.kinds, between, way })
    }

    /// Is the right lost when something moves from a square or to it?
    pub(super) fn depends_on(&self, square: Square) -> bool {
        self.king[0] == square || self.partner[0] == square
    }

    /// Is it castling to the left, the side of the Queen?
    pub(super) fn is_long(&self) -> bool {
        self.letter.eq_ignore_ascii_case(&'q')
    }
}
