//! What is good in Black Holes: own holes above all, and what comes out of them.

use super::weights::WEIGHTS;
use super::{BlackHoles, spec, warp};
use crate::games::terms::{Layout, common, other};
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::side::Side;
use crate::rules::weigh::{PHASES, Tally, Weight};

const LAYOUT: Layout = Layout::new(7, 24);
/// How many own holes there are.
const HOLES: usize = LAYOUT.own;
const MOST_HOLES: usize = 9;
/// Pieces that can go into a hole.
const ENTERING: usize = HOLES + MOST_HOLES + 1;
/// Squares that can be reached through holes.
const REACHED: usize = ENTERING + 1;
/// Those of them next to the enemy's King.
const BESIEGED: usize = ENTERING + 2;
/// Hostile pieces that can be captured through holes, by kind.
const HIT: usize = ENTERING + 3;
/// How many terms there are.
pub(super) const TERMS: usize = HIT + 7;

/// What each term is worth.
pub(super) static ALL: [Weight; TERMS] = WEIGHTS;

/// What a piece of each kind is worth in an exchange.
pub(super) const WORTH: &[i32] = &[10_000, 900, 520, 380, 330, 120, 450];

pub(super) fn weigh<T: Tally>(board: &Board<BlackHoles>, tally: &mut T) {
    common(board, &LAYOUT, &board.tables().extra.spans, tally);
    for side in [Side::new(0), Side::new(1)] {
        let holes = board.pieces(side, spec::HOLE);
        tally.add(side, HOLES + (holes.count() as usize).min(MOST_HOLES), 1);
        if holes.any() {
            through_holes(board, side, tally);
        }
    }
}

fn through_holes<T: Tally>(board: &Board<BlackHoles>, side: Side, tally: &mut T) {
    let occupied = board.occupied();
    let (mut entering, mut reached) = (0, Bits64::EMPTY);
    for from in (board.side(side) & !board.kind(spec::KING)).iter() {
        let Some(piece) = board.piece(from) else { continue };
        let entries = warp::entries(board, piece, from, occupied);
        if entries.is_empty() {
            continue;
        }
        entering += 1;
        for entry in entries.iter() {
            for exit in warp::exits(board, piece, from).iter() {
                reached |= warp::finals(board, from, entry, exit);
            }
        }
    }
    tally.add(side, ENTERING, entering);
    tally.add(side, REACHED, reached.count() as i32);
    if let Some(king) = board.royal(other(side)) {
        let Some(piece) = board.piece(king) else { return };
        let about = board.tables().mover(piece).quiet.targets(king, Bits64::EMPTY);
        tally.add(side, BESIEGED, (about & reached).count() as i32);
    }
    let hit = reached & board.side(other(side));
    if hit.any() {
        for kind in spec::SPEC.all_kinds() {
            tally.add(side, HIT + kind.index(), (hit & board.kind(kind)).count() as i32);
        }
    }
}

/// Holes come and go at will: they say nothing of how far the game has got.
pub(super) fn phase(board: &Board<BlackHoles>) -> i32 {
    let light = board.kind(spec::PAWN) | board.kind(spec::HOLE);
    let men = (board.occupied() & !light).count() as i32;
    (men * PHASES / board.tables().men).min(PHASES)
}
