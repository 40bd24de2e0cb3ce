//! Sanctuary Chess (Paul DeWitte, 2004). Special rules: no piece is royal; a seat wins with two pieces on the
//! far rank that the opponent cannot capture; Pawns promote to Refugees there.

mod spec;

use std::sync::LazyLock;

use crate::rules::attack::Scene;
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::outcome::Cause;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;

/// The rules of Sanctuary Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sanctuary;

/// A win with two safe pieces on the far rank.
const SANCTUARY: Cause = Cause { id: "sanctuary", words: "with two safe pieces on the far rank" };

/// The number of safe pieces that win.
const NEEDED: u32 = 2;

impl Rules for Sanctuary {
    type Set = Bits64;
    type Extra = ();
    type State = ();
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Sanctuary>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}

    /// Only the seat that has just moved can win.
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

    /// The pieces on the far rank, and whether they are safe there.
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

    const WORTH: &'static [i32] = &[780, 720, 500, 330, 310, 110, 0];
    const NET: Option<&'static [u8]> = Some(include_bytes!("sanctuary/net.bin"));

    /// A seat with too few pieces to win by sanctuary has no winning prospects.
    fn prospects(board: &Board<Self>, side: Side) -> i32 {
        match board.side(side).count() {
            0..NEEDED => 0,
            NEEDED => 32,
            _ => 64,
        }
    }

    #[inline]
    fn goals(board: &Board<Self>) -> Bits64 {
        let side = board.turn();
        match arrivals(board, side).count() + 1 {
            0..NEEDED => Bits64::EMPTY,
            NEEDED => board.tables().must[side] & !board.side(side),
            // A piece that is already on the far rank can become safe by a move on any square.
            _ => !board.side(side) & board.tables().squares,
        }
    }
}

/// The pieces of a seat on the far rank.
#[inline]
fn arrivals(board: &Board<Sanctuary>, side: Side) -> Bits64 {
    board.side(side) & board.tables().must[side]
}

/// Those of them that no hostile piece can capture.
fn safe(board: &Board<Sanctuary>, arrived: Bits64, side: Side) -> Bits64 {
    let scene = Scene { occupied: board.occupied(), hitters: board.hostile(side) };
    let refugees = board.kind(spec::REFUGEE);
    let exposed = (arrived & !refugees).iter().filter(|&square| board.hit(square, scene));
    arrived & !Bits64::collect(exposed)
}
