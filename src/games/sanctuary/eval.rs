//! What is good in Sanctuary Chess: the race of two pieces to a safe place on the far rank, and the
//! guard of the own back rank.

use super::weights::WEIGHTS;
use super::{NEEDED, Sanctuary, arrivals, safe};
use crate::games::terms::{Layout, Sight, Spans, common, other};
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::piece::Piece;
use crate::rules::side::Side;
use crate::rules::weigh::{Tally, Weight};

const LAYOUT: Layout = Layout::new(7, 32);
/// Safe arrivals (none, one) by pieces that can arrive safely in one move (none to three).
const RACE: usize = LAYOUT.own;
const MOST_RUNNERS: usize = 3;
/// Squares of the far rank that nothing hostile hits.
const OPEN: usize = RACE + 2 * (MOST_RUNNERS + 1);
/// The same, with one safe arrival already.
const OPEN_LATE: usize = OPEN + 1;
/// Arrivals that can be captured.
const EXPOSED: usize = OPEN + 2;
/// How many terms there are.
pub(super) const TERMS: usize = OPEN + 3;

/// What each term is worth.
pub(super) static ALL: [Weight; TERMS] = WEIGHTS;

/// What a piece of each kind is worth in an exchange.
pub(super) const WORTH: &[i32] = &[780, 720, 500, 330, 310, 110, 0];

pub(super) fn weigh<T: Tally>(board: &Board<Sanctuary>, spans: &Spans<Bits64>, tally: &mut T) {
    let sight = common(board, &LAYOUT, spans, tally);
    for side in [Side::new(0), Side::new(1)] {
        race(board, &sight, side, tally);
    }
}

fn race<T: Tally>(board: &Board<Sanctuary>, sight: &Sight<Bits64>, side: Side, tally: &mut T) {
    let far = board.tables().must[side];
    let arrived = arrivals(board, side);
    let safe = if arrived.is_empty() { Bits64::EMPTY } else { safe(board, arrived, side) };
    let open = far & !sight.all[other(side)] & !board.side(side);
    let late = usize::from(safe.any());
    let runners = runners(board, sight, side, open, arrived).min(MOST_RUNNERS);
    tally.add(side, RACE + late * (MOST_RUNNERS + 1) + runners, 1);
    tally.add(side, if late == 1 { OPEN_LATE } else { OPEN }, open.count() as i32);
    tally.add(side, EXPOSED, (arrived & !safe).count() as i32);
}

/// How many pieces can reach an open square of the far rank in one move.
fn runners(board: &Board<Sanctuary>, sight: &Sight<Bits64>, side: Side, open: Bits64, arrived: Bits64) -> usize {
    let occupied = board.occupied();
    let mut count = 0;
    if (open & sight.pieces[side]).any() {
        let still = board.kind(super::spec::REFUGEE) | board.kind(super::spec::PAWN) | arrived;
        for from in (board.side(side) & !still).iter() {
            let Some(piece) = board.piece(from) else { continue };
            let reached = board.tables().mover(piece).quiet.targets(from, occupied);
            count += usize::from((reached & open).any());
        }
    }
    let pawns = board.tables().mover(Piece::new(side, super::spec::PAWN));
    let steps = pawns.quiet_sweeps.iter().fold(Bits64::EMPTY, |steps, sweep| {
        steps | (board.pieces(side, super::spec::PAWN) & sweep.from).shifted(sweep.by)
    });
    let takes = sight.pawns[side] & board.side(other(side)) & !board.kind(super::spec::REFUGEE);
    count + ((steps & !occupied | takes) & board.tables().must[side]).count() as usize
}

/// Where a move would have to end to win at once.
pub(super) fn goals(board: &Board<Sanctuary>) -> Bits64 {
    let side = board.turn();
    match arrivals(board, side).count() + 1 {
        0..NEEDED => Bits64::EMPTY,
        NEEDED => board.tables().must[side] & !board.side(side),
        // A piece that is there already may become safe by a move elsewhere.
        _ => !board.side(side) & board.tables().squares,
    }
}

/// Who has fewer pieces than must arrive cannot win.
pub(super) fn prospects(board: &Board<Sanctuary>, side: Side) -> i32 {
    match board.side(side).count() {
        0..NEEDED => 0,
        NEEDED => 32,
        _ => 64,
    }
}
