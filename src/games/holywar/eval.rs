//! The evaluation of Holywar: a neural network, and the limits of the levels.

use std::sync::LazyLock;

use super::Holywar;
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Eyes, Skill, Skills};
use crate::eval::tables::EvalTables;

const SKILLS: Skills = Skills::new([
    Skill::human(Eyes { plies: 1, overlooks: 160, hasty: 30, knows: 0, careless: 0 }, 200),
    Skill::human(Eyes { plies: 1, overlooks: 50, hasty: 12, knows: 5, careless: 0 }, 120),
    Skill::human(Eyes { plies: 2, overlooks: 46, hasty: 0, knows: 18, careless: 0 }, 90),
    Skill::new(225, 127),
    Skill::new(590, 104),
    Skill::new(1_700, 78),
    Skill::new(4_950, 54),
    Skill::new(17_400, 28),
    Skill::new(100_000, 2),
]);

impl Evaluate for Holywar {
    const WORTH: &'static [i32] = &[10_000, 650, 700, 330, 320, 110];
    const NET: Option<&'static [u8]> = Some(include_bytes!("net.bin"));
    const SKILLS: &'static Skills = &SKILLS;

    fn eval_tables() -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<Holywar>);
        &TABLES
    }
}
