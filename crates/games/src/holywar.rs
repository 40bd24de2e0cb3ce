//! Holywar (Fergus Duniho, 1999). Special rules: the reserve is dropped before other moves; King and Lady can
//! exchange squares; 2,880 shuffled arrays.

mod describe;
mod eval;
mod shuffle;
mod spec;

use std::sync::LazyLock;

use crate::rules::attack::Scene;
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::{Board, Edit};
use crate::rules::explain::Attempt;
use crate::rules::game::{CompiledGame, Rules};
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::{Geometry, Square};
use crate::rules::mv::{Move, NO_VIAS};
use crate::rules::note::Note;
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::Piece;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;

/// The exchange: King and Lady exchange squares.
pub const EXCHANGE: u8 = 0;

/// The rules of Holywar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holywar;

impl Rules for Holywar {
    type Set = Bits64;
    type Kinds = [Bits64; 11];
    type Extra = ();
    type State = ();
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
    const PUZZLES: &'static str = include_str!("holywar/puzzles.pgn");

    fn setup(_: &Tables<Self>, name: &str) -> Option<String> {
        shuffle::setup(name)
    }

    /// While a seat has a reserve, drops are its only legal moves.
    #[inline]
    fn generate<K: Sink<Bits64>>(generator: &Generator<'_, Self>, sink: &mut K) {
        let reserve = generator.board.reserve(generator.side);
        if reserve.is_empty() {
            generator.ordinary(sink);
            exchanges(generator, sink);
        } else {
            for kind in Self::SPEC.all_kinds().filter(|&kind| reserve.count(kind) > 0) {
                generator.drops(kind, sink);
            }
        }
    }

    /// King and Lady exchange squares. Nothing is captured.
    fn play_special(edit: &mut Edit<'_, Self>, mv: Move) -> Option<Piece> {
        if let (Some(king), Some(lady)) = (edit.take(mv.from), edit.take(mv.to)) {
            edit.put(mv.from, lady);
            edit.put(mv.to, king);
        }
        None
    }

    #[inline]
    fn special_captures_on(_: &Board<Self>, _: Move) -> Option<Square> {
        None
    }

    fn motif(_: &Board<Self>, mv: Move) -> Option<&'static str> {
        mv.is_special().then_some("exchange")
    }

    fn special_text(board: &Board<Self>, mv: Move) -> Option<String> {
        Some(describe::written(board, mv))
    }

    fn mark(board: &Board<Self>, so_far: &[Pick], next: Pick) -> Option<Mark> {
        describe::mark(board, so_far, next)
    }

    fn why_not(board: &Board<Self>, attempt: &Attempt<'_>) -> Option<String> {
        describe::why_not(board, attempt)
    }

    fn remark(board: &Board<Self>, mv: Move) -> Option<String> {
        describe::remark(board, mv)
    }

    /// First the squares for the reserve, then those of promotion.
    fn goal_squares(board: &Board<Self>, side: Side) -> Bits64 {
        let tables = board.tables();
        if board.reserve(side).is_empty() { tables.must[side] } else { tables.drops[side] }
    }

    fn goal_use(board: &Board<Self>, side: Side) -> String {
        let words = if board.reserve(side).is_empty() {
            "Pawns promote here."
        } else {
            "Pieces in reserve are dropped here."
        };
        words.to_owned()
    }

    fn notes(board: &Board<Self>, side: Side) -> Vec<Note> {
        describe::notes(board, side)
    }

    fn dead(board: &Board<Self>) -> bool {
        Self::SPEC.sides().all(|side| board.is_alone(side)) && board.kind(spec::KING).count() == 2
    }
}

impl CompiledGame for Holywar {
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Holywar>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}

/// The King exchanges squares with a Lady on a square that it could step to, if it is safe there.
#[inline]
fn exchanges<K: Sink<Bits64>>(generator: &Generator<'_, Holywar>, sink: &mut K) {
    let Some(king) = generator.guard.royal else { return };
    let ladies = generator.own & generator.board.kind(spec::LADY);
    if ladies.is_empty() {
        return;
    }
    let steps =
        generator.board.tables().mover(Piece::new(generator.side, spec::KING)).quiet.targets(king, Bits64::EMPTY);
    let scene = Scene { occupied: generator.occupied, hitters: generator.hostile };
    for lady in (steps & ladies).iter() {
        if !generator.board.attacked(lady, scene) {
            sink.one(Move::special(EXCHANGE, spec::KING, king, NO_VIAS, lady));
        }
    }
}
