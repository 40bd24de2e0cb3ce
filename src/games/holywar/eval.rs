//! What is good in Holywar: a King that can change places with his Lady, and pieces dropped where
//! they serve.

use super::weights::WEIGHTS;
use super::{Holywar, spec};
use crate::games::terms::{Layout, Spans, common};
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::piece::Piece;
use crate::rules::side::Side;
use crate::rules::weigh::{Tally, Weight};

const LAYOUT: Layout = Layout::new(6, 32);
/// Pieces in reserve, by kind.
const RESERVE: usize = LAYOUT.own;
/// The Lady stands where the King can change places with her.
const ESCORT: usize = RESERVE + 6;
/// How many terms there are.
pub(super) const TERMS: usize = ESCORT + 1;

/// What each term is worth.
pub(super) static ALL: [Weight; TERMS] = WEIGHTS;

/// What a piece of each kind is worth in an exchange.
pub(super) const WORTH: &[i32] = &[10_000, 650, 700, 330, 320, 110];

pub(super) fn weigh<T: Tally>(board: &Board<Holywar>, spans: &Spans<Bits64>, tally: &mut T) {
    common(board, &LAYOUT, spans, tally);
    for side in [Side::new(0), Side::new(1)] {
        let reserve = board.reserve(side);
        if !reserve.is_empty() {
            for kind in spec::SPEC.all_kinds() {
                tally.add(side, RESERVE + kind.index(), i32::from(reserve.count(kind)));
            }
        }
        if let Some(king) = board.royal(side) {
            let steps = board.tables().mover(Piece::new(side, spec::KING)).quiet.targets(king, Bits64::EMPTY);
            tally.add(side, ESCORT, i32::from((steps & board.pieces(side, spec::LADY)).any()));
        }
    }
}
