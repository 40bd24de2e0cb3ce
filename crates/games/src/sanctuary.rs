//! Sanctuary Chess (Paul DeWitte, 2004). Special rules: no piece is royal; a seat wins with two pieces on the
//! far rank that the opponent cannot capture; Pawns promote to Refugees there.

mod eval;
mod spec;

use std::sync::LazyLock;

use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::game::{CompiledGame, Rules};
use crate::rules::geometry::{Geometry, Square};
use crate::rules::note::Note;
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
    type Kinds = [Bits64; 11];
    type Extra = ();
    type State = ();
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
    const PUZZLES: &'static str = include_str!("sanctuary/puzzles.pgn");

    /// Only the seat that has just moved can win.
    #[inline]
    fn won(board: &Board<Self>) -> Option<(Side, Cause)> {
        let mover = board.living().after(board.turn());
        let arrived = arrivals(board, mover);
        if !arrived.has_at_least(NEEDED) {
            return None;
        }
        safe(board, arrived, mover).has_at_least(NEEDED).then_some((mover, SANCTUARY))
    }

    fn decided_by(board: &Board<Self>, winner: Side) -> Bits64 {
        safe(board, arrivals(board, winner), winner)
    }

    fn flaw(board: &Board<Self>) -> Option<String> {
        let stray = |side| board.pieces(side, spec::REFUGEE) & !board.tables().must[side];
        let stray = Self::SPEC.sides().find_map(|side| stray(side).lowest())?;
        Some(format!("{}: a Refugee stands on the far rank only", board.geometry().label(stray)))
    }

    fn goal_use(_: &Board<Self>, _: Side) -> String {
        "Two safe pieces on this rank win.".to_owned()
    }

    /// The number of safe pieces on the far rank, and the pieces there.
    fn notes(board: &Board<Self>, side: Side) -> Vec<Note> {
        let arrived = arrivals(board, side);
        let safe = safe(board, arrived, side);
        let told = |square: Square| {
            let letter = board.piece(square).map_or(' ', |piece| spec::SPEC.of(piece.kind()).letter);
            let state = if safe.has(square) { "safe" } else { "attacked" };
            format!("{letter} {} {state}", board.geometry().label(square))
        };
        let all: Vec<String> = arrived.iter().map(told).collect();
        let count = Note::Game(format!("{} of {NEEDED} safe", safe.count()));
        if all.is_empty() { vec![count] } else { vec![count, Note::Game(all.join(", "))] }
    }

    fn dead(board: &Board<Self>) -> bool {
        Self::SPEC.sides().all(|side| !board.side(side).has_at_least(NEEDED))
    }
}

impl CompiledGame for Sanctuary {
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Sanctuary>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

/// The pieces of a seat on the far rank.
#[inline]
fn arrivals(board: &Board<Sanctuary>, side: Side) -> Bits64 {
    board.side(side) & board.tables().must[side]
}

/// Those of them that no hostile piece can capture.
fn safe(board: &Board<Sanctuary>, arrived: Bits64, side: Side) -> Bits64 {
    let scene = board.scene(side);
    let refugees = board.kind(spec::REFUGEE);
    let exposed = (arrived & !refugees).iter().filter(|&square| board.hit(square, scene));
    arrived & !Bits64::collect(exposed)
}
