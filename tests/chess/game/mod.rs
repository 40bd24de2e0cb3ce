//! Chess, as somebody outside this package would write it: the public API and nothing else.
//! Deviations from what the kernel does by itself: castling, and too few pieces to win with.

mod castling;
mod eval;
mod spec;

use std::sync::LazyLock;

use heterodox::rules::bits::{Bits64, SquareSet};
use heterodox::rules::board::{Board, Edit};
use heterodox::rules::explain::Attempt;
use heterodox::rules::fen::FenError;
use heterodox::rules::game::{CompiledGame, Rules};
use heterodox::rules::generate::{Generator, Sink};
use heterodox::rules::geometry::Geometry;
use heterodox::rules::mv::Move;
use heterodox::rules::piece::Piece;
use heterodox::rules::spec::Spec;
use heterodox::rules::tables::Tables;

/// The rules of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chess;

/// The light squares.
const LIGHT: Bits64 = Bits64(0x55aa_55aa_55aa_55aa);

impl Rules for Chess {
    type Set = Bits64;
    type Kinds = [Bits64; 6];
    type Extra = ();
    type State = castling::Rights;
    const FIXED: Option<&'static Spec> = Some(Self::SPEC);
    const PUZZLES: &'static str = include_str!("puzzles.pgn");

    fn generate<K: Sink<Bits64>>(generator: &Generator<'_, Self>, sink: &mut K) {
        generator.ordinary(sink);
        castling::moves(generator, sink);
    }

    fn play(edit: &mut Edit<'_, Self>, mv: Move) {
        edit.play(mv);
        castling::forget(edit, mv);
    }

    fn play_special(edit: &mut Edit<'_, Self>, mv: Move) -> Option<Piece> {
        castling::play(edit, mv)
    }

    fn special_text(_: &Board<Self>, mv: Move) -> Option<String> {
        Some(castling::written(mv))
    }

    fn state_text(board: &Board<Self>) -> Option<String> {
        Some(castling::text(board.state()))
    }

    fn read_state(board: &Board<Self>, text: &str) -> Result<castling::Rights, FenError> {
        castling::read(board, text)
    }

    fn why_not(board: &Board<Self>, attempt: &Attempt<'_>) -> Option<String> {
        castling::why_not(board, attempt)
    }

    /// Nobody can win with one Bishop or Knight, or where all Bishops go on squares of one colour.
    fn dead(board: &Board<Self>) -> bool {
        let men = board.occupied() & !board.kind(spec::KING);
        let (bishops, knights) = (board.kind(spec::BISHOP), board.kind(spec::KNIGHT));
        let alone = men.count() <= 1 && men == men & (bishops | knights);
        let alike = men == bishops && ((men & LIGHT).is_empty() || (men & !LIGHT).is_empty());
        alone || alike
    }
}

impl CompiledGame for Chess {
    const SPEC: &'static Spec = &spec::SPEC;

    fn tables() -> &'static Tables<Self> {
        static TABLES: LazyLock<Tables<Chess>> = LazyLock::new(Tables::compile);
        &TABLES
    }

    fn extra(_: &Geometry) {}
}
