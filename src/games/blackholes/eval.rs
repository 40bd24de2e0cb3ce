//! The evaluation of Black Holes: a neural network, and the limits of the levels.

use std::sync::LazyLock;

use super::BlackHoles;
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Skill, Skills};
use crate::eval::tables::EvalTables;
use crate::eval::terms::SearchTraits;

const SKILLS: Skills = Skills::new([
    Skill::new(42, 150),
    Skill::new(71, 140),
    Skill::new(128, 125),
    Skill::new(203, 114),
    Skill::new(343, 101),
    Skill::new(690, 85),
    Skill::new(1_800, 65),
    Skill::new(7_500, 38),
    Skill::new(50_000, 6),
]);

impl Evaluate for BlackHoles {
    const WORTH: &'static [i32] = &[10_000, 900, 520, 380, 330, 120, 450];
    const NET: Option<&'static [u8]> = Some(include_bytes!("net.bin"));
    const TRAITS: SearchTraits = SearchTraits { may_pass: false, capture_plies: 3 };
    const SKILLS: &'static Skills = &SKILLS;

    fn eval_tables() -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<BlackHoles>);
        &TABLES
    }
}
