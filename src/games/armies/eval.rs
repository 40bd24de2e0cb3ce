//! What is good in Armies of Faith: pieces, where they stand, and Kings that few can come near.

use super::weights::WEIGHTS;
use super::{Armies, spec};
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::geometry::Coord;
use crate::rules::side::BySide;
use crate::rules::weigh::{Tally, Weight};

const SPOTS: usize = 90;
/// Hostile pieces close to the own King.
const NEAR_KING: usize = 9 * SPOTS;
/// Armies still in the game beside the own.
const TURN: usize = NEAR_KING + 1;
/// How many terms there are.
pub(super) const TERMS: usize = TURN + 1;

/// What each term is worth.
pub(super) static ALL: [Weight; TERMS] = WEIGHTS;

/// What a piece of each kind is worth in an exchange.
pub(super) const WORTH: &[i32] = &[10_000, 500, 330, 300, 380, 420, 280, 420, 100];

pub(super) fn weigh<T: Tally>(board: &Board<Armies>, tally: &mut T) {
    let spots: &BySide<Vec<u8>> = &board.tables().spots;
    for side in board.living().iter() {
        let spots = &spots[side];
        for square in board.side(side).iter() {
            if let Some(piece) = board.piece(square) {
                tally.add(side, piece.kind().index() * SPOTS + usize::from(spots[square.index()]), 1);
            }
        }
        if let Some(king) = board.royal(side) {
            let about = board
                .tables()
                .mover(crate::rules::piece::Piece::new(side, spec::KING))
                .quiet
                .targets(king, crate::rules::bits::Bits256::EMPTY);
            tally.add(side, NEAR_KING, (about & board.hostile(side)).count() as i32);
        }
    }
    tally.add(board.turn(), TURN, 1);
}

/// Both ways ahead are alike to an army, and so are the outer levels.
pub(super) fn spot(at: Coord) -> u8 {
    let (near, far) = (at.x.min(at.y), at.x.max(at.y));
    let level = u8::from(at.z == 1);
    level * 45 + far * (far + 1) / 2 + near
}
