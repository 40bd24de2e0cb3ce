//! The evaluation of Holywar: a neural network, and the limits of the levels.

use std::sync::LazyLock;

use super::Holywar;
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Skill, Skills};
use crate::eval::tables::EvalTables;

const SKILLS: Skills = Skills::new([
    Skill::new(90, 135),
    Skill::new(167, 133),
    Skill::new(330, 122),
    Skill::new(675, 103),
    Skill::new(1_520, 82),
    Skill::new(3_600, 61),
    Skill::new(9_600, 40),
    Skill::new(28_000, 21),
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
