//! What is good in chess, in ten lines: pieces, and pieces in the middle.

use heterodox::rules::bits::SquareSet;
use heterodox::rules::board::Board;
use heterodox::rules::game::Rules;
use heterodox::rules::weigh::{Tally, Weight};

use super::Chess;

/// King, Queen, Rook, Bishop, Knight, Pawn, and each step nearer to the middle.
pub(super) const WORTH: &[i32] = &[10_000, 950, 500, 330, 320, 100];
pub(super) const WEIGHTS: &[Weight] = &[
    Weight::new(0, 0),
    Weight::new(950, 950),
    Weight::new(500, 520),
    Weight::new(330, 330),
    Weight::new(320, 300),
    Weight::new(90, 120),
    Weight::new(6, 9),
];
const MIDDLE: usize = 6;

pub(super) fn weigh<T: Tally>(board: &Board<Chess>, tally: &mut T) {
    for side in Chess::SPEC.sides() {
        for square in board.side(side).iter() {
            let Some(piece) = board.piece(square) else { continue };
            let at = board.geometry().coord(square);
            tally.add(side, piece.kind().index(), 1);
            tally.add(side, MIDDLE, i32::from(at.x.min(7 - at.x) + at.y.min(7 - at.y)));
        }
    }
}
