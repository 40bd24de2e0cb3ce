//! The evaluation of Holywar: a neural network, and the limits of the levels.

use std::sync::LazyLock;

use super::{Holywar, spec};
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Eyes, Skill, Skills};
use crate::eval::tables::EvalTables;
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::side::Side;
use crate::rules::tables::Tables;

const SKILLS: Skills = Skills::new([
    Skill::human(Eyes { plies: 1, overlooks: 160, hasty: 30, knows: 0, careless: 0 }, 200),
    Skill::human(Eyes { plies: 1, overlooks: 50, hasty: 12, knows: 6, careless: 0 }, 120),
    Skill::human(Eyes { plies: 2, overlooks: 46, hasty: 0, knows: 22, careless: 0 }, 90),
    Skill::new(212, 128),
    Skill::new(560, 104),
    Skill::new(1_500, 82),
    Skill::new(4_400, 57),
    Skill::new(17_400, 28),
    Skill::new(100_000, 2),
]);

/// The part of an advantage that counts with Bishops of one colour or one Squire alone, out of 64.
const CANNOT_MATE: i32 = 4;
/// The same with both.
const HARDLY_MATES: i32 = 24;

impl Evaluate for Holywar {
    const WORTH: &'static [i32] = &[10_000, 650, 700, 330, 320, 110];
    const NET: Option<&'static [u8]> = Some(include_bytes!("net.bin"));
    const SKILLS: &'static Skills = &SKILLS;

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Holywar>);
        &TABLES
    }

    /// Bishops that go on squares of one colour do not mate a King, nor does one Squire, and both together do from about
    /// half of the positions. The net does not know that. Bishops of both colours mate, and so do two Squires, a
    /// Crusader or a Lady.
    fn prospects(board: &Board<Holywar>, side: Side) -> i32 {
        let pieces = board.side(side);
        let mates = board.kind(spec::PAWN) | board.kind(spec::LADY) | board.kind(spec::CRUSADER);
        let [bishops, squires] = [spec::BISHOP, spec::SQUIRE].map(|kind| pieces & board.kind(kind));
        let can = (pieces & mates).any()
            || squires.has_at_least(2)
            || are_of_both_colours(board, bishops)
            || !board.reserve(side).is_empty();
        match can {
            true => 64,
            false if bishops.any() && squires.any() => HARDLY_MATES,
            false => CANNOT_MATE,
        }
    }
}

/// Do some of these pieces stand on light squares and others on dark ones?
fn are_of_both_colours(board: &Board<Holywar>, pieces: Bits64) -> bool {
    let mut met = [false; 2];
    for square in pieces.iter() {
        let at = board.geometry().coord(square);
        met[usize::from((at.x + at.y) % 2)] = true;
    }
    met == [true; 2]
}
