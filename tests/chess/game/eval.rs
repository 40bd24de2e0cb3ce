//! What is good in chess, in ten lines: pieces, and pieces in the middle.

use std::sync::LazyLock;

use heterodox::eval::evaluate::Evaluate;
use heterodox::eval::tables::EvalTables;
use heterodox::eval::terms::{Tally, Weight};
use heterodox::rules::bits::SquareSet;
use heterodox::rules::board::Board;
use heterodox::rules::game::CompiledGame;
use heterodox::rules::tables::Tables;

use super::Chess;

/// The term of each step nearer to the middle, after one term for each kind.
const MIDDLE: usize = 6;

impl Evaluate for Chess {
    /// King, Queen, Rook, Bishop, Knight, Pawn.
    const WORTH: &'static [i32] = &[10_000, 950, 500, 330, 320, 100];
    const WEIGHTS: &'static [Weight] = &[
        Weight::new(0, 0),
        Weight::new(950, 950),
        Weight::new(500, 520),
        Weight::new(330, 330),
        Weight::new(320, 300),
        Weight::new(90, 120),
        Weight::new(6, 9),
    ];

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Chess>);
        &TABLES
    }

    fn weigh<T: Tally>(board: &Board<Self>, tally: &mut T) {
        for side in Chess::SPEC.sides() {
            for square in board.side(side).iter() {
                let Some(piece) = board.piece(square) else { continue };
                let at = board.geometry().coord(square);
                tally.add(side, piece.kind().index(), 1);
                tally.add(side, MIDDLE, i32::from(at.x.min(7 - at.x) + at.y.min(7 - at.y)));
            }
        }
    }
}
