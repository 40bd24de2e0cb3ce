//! The evaluation of Sanctuary Chess: a neural network, the squares where a move can win, and the limits of the
//! levels.

use std::sync::LazyLock;

use super::{NEEDED, Sanctuary, arrivals, spec};
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Eyes, Skill, Skills};
use crate::eval::tables::EvalTables;
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::side::Side;
use crate::rules::tables::Tables;

const SKILLS: Skills = Skills::new([
    Skill::human(Eyes { plies: 1, overlooks: 120, hasty: 30, knows: 0, careless: 0 }, 150),
    Skill::human(Eyes { plies: 1, overlooks: 44, hasty: 10, knows: 11, careless: 0 }, 140),
    Skill::human(Eyes { plies: 2, overlooks: 33, hasty: 0, knows: 25, careless: 0 }, 76),
    Skill::new(240, 50),
    Skill::new(600, 44),
    Skill::new(1_700, 31),
    Skill::new(4_700, 20),
    Skill::new(16_000, 11),
    Skill::new(50_000, 3),
]);

/// The part of an advantage that counts, out of 64, by the number of pieces, where the rival has a piece that can trade
/// itself for one of them.
const AGAINST_PIECES: &[i32] = &[0, 0, 28, 44, 54, 60];
/// The same where the rival has Pawns and Refugees alone.
const AGAINST_PAWNS: &[i32] = &[0, 0, 48];

/// The same by the number of the rival's pieces, where the seat has more pieces: a rival trades its last pieces, or is
/// stalemated.
const AGAINST_FEW: &[i32] = &[40, 40, 56];

impl Evaluate for Sanctuary {
    const WORTH: &'static [i32] = &[780, 720, 500, 330, 310, 110, 0];
    const NET: Option<&'static [u8]> = Some(include_bytes!("net.bin"));
    const SKILLS: &'static Skills = &SKILLS;

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Sanctuary>);
        &TABLES
    }

    /// A win takes two pieces, so each one that a rival can still trade counts.
    fn prospects(board: &Board<Self>, side: Side) -> i32 {
        let by_men = if pieces(board, board.hostile(side)) > 0 { AGAINST_PIECES } else { AGAINST_PAWNS };
        part(by_men, board.side(side).count() as usize)
    }

    fn caution(board: &Board<Self>, side: Side) -> i32 {
        let rival = pieces(board, board.hostile(side));
        if pieces(board, board.side(side)) > rival { part(AGAINST_FEW, rival) } else { 64 }
    }

    #[inline]
    fn goals(board: &Board<Self>) -> Bits64 {
        let side = board.turn();
        let arrived = arrivals(board, side);
        if arrived.has_at_least(NEEDED) {
            // A piece that is already on the far rank can become safe by a move on any square.
            !board.side(side) & board.tables().squares
        } else if arrived.has_at_least(NEEDED - 1) {
            board.tables().must[side] & !board.side(side)
        } else {
            Bits64::EMPTY
        }
    }
}

/// The number of men that are neither Pawns nor Refugees.
fn pieces(board: &Board<Sanctuary>, men: Bits64) -> usize {
    let still = board.kind(spec::PAWN) | board.kind(spec::REFUGEE);
    (men & !still).count() as usize
}

/// The entry of a table for this count; 64 after its last entry.
fn part(table: &[i32], count: usize) -> i32 {
    table.get(count).copied().unwrap_or(64)
}
