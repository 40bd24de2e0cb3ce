//! Black Holes (Juraj Lörinc, 1999). Special rules: Holes are dropped without a limit, and pieces enter one own
//! Hole and come out of another, keeping their direction.

mod describe;
mod eval;
mod spec;
mod warp;

pub use warp::WARP;

use std::sync::LazyLock;

use crate::rules::attack::Scene;
use crate::rules::bits::Bits64;
use crate::rules::board::Board;
use crate::rules::explain::Attempt;
use crate::rules::game::{CompiledGame, Rules};
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::{Geometry, Square};
use crate::rules::guard::Guard;
use crate::rules::mv::Move;
use crate::rules::note::Note;
use crate::rules::pick::{Mark, Pick};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;

/// The rules of Black Holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlackHoles;

impl Rules for BlackHoles {
    type Set = Bits64;
    type Kinds = [Bits64; 11];
    type Extra = warp::Rays;
    type State = ();
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
    const PUZZLES: &'static str = include_str!("blackholes/puzzles.pgn");

    #[inline]
    fn generate<K: Sink<Bits64>>(generator: &Generator<'_, Self>, sink: &mut K) {
        generator.ordinary(sink);
        generator.drops(spec::HOLE, sink);
        warp::moves(generator, sink);
    }

    #[inline]
    fn hit_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Bits64>) -> bool {
        warp::hits(board, royal, scene)
    }

    /// The piece on the last square is captured, even if it is the mover's own.
    #[inline]
    fn special_captures_on(board: &Board<Self>, mv: Move) -> Option<Square> {
        (mv.to != mv.from && board.piece(mv.to).is_some()).then_some(mv.to)
    }

    /// A dropped Hole can be captured, also by its owner, and a captured one dropped again. A Pawn comes back through
    /// Holes.
    #[inline]
    fn reversible_plies(_: &Board<Self>) -> usize {
        usize::MAX
    }

    fn special_picks(mv: Move) -> Vec<Square> {
        vec![mv.from, mv.vias[0], mv.vias[1], mv.to]
    }

    fn motif(_: &Board<Self>, mv: Move) -> Option<&'static str> {
        mv.is_special().then_some("through-a-hole")
    }

    fn special_text(board: &Board<Self>, mv: Move) -> Option<String> {
        Some(describe::written(board, mv))
    }

    fn explain_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Bits64>) -> Option<String> {
        describe::explain_check(board, royal, scene)
    }

    fn why_not(board: &Board<Self>, attempt: &Attempt<'_>) -> Option<String> {
        describe::why_not(board, attempt)
    }

    fn ask(board: &Board<Self>, so_far: &[Pick]) -> Option<String> {
        describe::ask(board, so_far)
    }

    fn mark(board: &Board<Self>, so_far: &[Pick], next: Pick) -> Option<Mark> {
        describe::mark(board, so_far, next)
    }

    fn remark(board: &Board<Self>, mv: Move) -> Option<String> {
        describe::remark(board, mv)
    }

    fn notes(board: &Board<Self>, side: Side) -> Vec<Note> {
        describe::notes(board, side)
    }

    #[inline]
    fn guard_otherwise(board: &Board<Self>, royal: Square, scene: Scene<Bits64>, guard: &mut Guard<Bits64>) {
        warp::guard(board, royal, scene, guard);
    }
}

impl CompiledGame for BlackHoles {
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<BlackHoles>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(board: &Geometry) -> warp::Rays {
        warp::Rays::compile(board)
    }
}
