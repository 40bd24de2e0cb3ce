//! Sanctuary Chess (Paul DeWitte, 2004). Deviations: nothing is royal; two pieces that no reply
//! captures on the far rank win; pawns become refugees there.

mod eval;
mod spec;
mod weights;

use std::sync::LazyLock;

use super::terms::{Spans, folded};
use crate::rules::attack::Scene;
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::geometry::{Coord, Geometry, Square};
use crate::rules::outcome::Cause;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;
use crate::rules::weigh::{Tally, Weight};

/// The rules of Sanctuary Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sanctuary;

/// Two pieces stand safe on the far rank.
const SANCTUARY: Cause = Cause { id: "sanctuary", words: "with two safe pieces on the far rank" };

/// How many safe arrivals win.
const NEEDED: u32 = 2;

impl Rules for Sanctuary {
    type Set = Bits64;
    type Extra = Spans<Bits64>;
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Sanctuary>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(board: &Geometry) -> Spans<Bits64> {
        Spans::compile(&spec::SPEC, board)
    }

    /// Only the one who has just moved is judged.
    #[inline]
    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        let mover = board.living().after(board.turn());
        let arrived = arrivals(board, mover);
        if arrived.count() < NEEDED {
            return None;
        }
        (safe(board, arrived, mover).count() >= NEEDED).then_some((mover, SANCTUARY))
    }

    fn flaw(board: &Board<Self>) -> Option<String> {
        let stray = |side| board.pieces(side, spec::REFUGEE) & !board.tables().must[side];
        let stray = Self::SPEC.sides().find_map(|side| stray(side).lowest())?;
        Some(format!("{}: a Refugee stands on the far rank only", board.geometry().label(stray)))
    }

    /// Who stands on the far rank, and whether it is safe there.
    fn notes(board: &Board<Self>, side: Side) -> Vec<String> {
        let arrived = arrivals(board, side);
        let safe = safe(board, arrived, side);
        let told = |square: Square| {
            let letter = board.piece(square).map_or(' ', |piece| spec::SPEC.of(piece.kind()).letter);
            let state = if safe.has(square) { "safe" } else { "attacked" };
            format!("{letter} {} {state}", board.geometry().label(square))
        };
        if arrived.is_empty() {
            return Vec::new();
        }
        let all: Vec<String> = arrived.iter().map(told).collect();
        vec![all.join(", "), format!("{} of {NEEDED} needed", safe.count())]
    }

    fn dead(board: &Board<Self>) -> bool {
        Self::SPEC.sides().all(|side| board.side(side).count() < NEEDED)
    }

    const WORTH: &'static [i32] = eval::WORTH;
    const WEIGHTS: &'static [Weight] = &eval::ALL;

    fn spot(at: Coord) -> u8 {
        folded(at.x, at.y, 8)
    }

    #[inline]
    fn weigh<T: Tally>(board: &Board<Self>, tally: &mut T) {
        eval::weigh(board, &board.tables().extra, tally);
    }

    fn prospects(board: &Board<Self>, side: Side) -> i32 {
        eval::prospects(board, side)
    }

    #[inline]
    fn goals(board: &Board<Self>) -> Bits64 {
        eval::goals(board)
    }
}

/// The pieces of a seat on the far rank.
#[inline]
fn arrivals(board: &Board<Sanctuary>, side: Side) -> Bits64 {
    board.side(side) & board.tables().must[side]
}

/// Those of them that nothing hostile can capture.
fn safe(board: &Board<Sanctuary>, arrived: Bits64, side: Side) -> Bits64 {
    let scene = Scene { occupied: board.occupied(), hitters: board.hostile(side) };
    let refugees = board.kind(spec::REFUGEE);
    let exposed = (arrived & !refugees).iter().filter(|&square| board.hit(square, scene));
    arrived & !Bits64::collect(exposed)
}
