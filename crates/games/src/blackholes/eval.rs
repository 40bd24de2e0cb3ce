//! The evaluation of Black Holes: a neural network, and the limits of the levels.

use std::sync::LazyLock;

use super::BlackHoles;
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::{Eyes, Skill, Skills};
use crate::eval::tables::EvalTables;
use crate::eval::terms::SearchTraits;
use crate::rules::tables::Tables;

const SKILLS: Skills = Skills::new([
    Skill::human(Eyes { plies: 1, overlooks: 300, hasty: 5, knows: 0, careless: 0 }, 200),
    Skill::human(Eyes { plies: 1, overlooks: 110, hasty: 5, knows: 0, careless: 0 }, 120),
    Skill::human(Eyes { plies: 2, overlooks: 74, hasty: 0, knows: 4, careless: 0 }, 90),
    Skill::new(97, 132),
    Skill::new(191, 115),
    Skill::new(393, 98),
    Skill::new(1_040, 77),
    Skill::new(3_300, 54),
    Skill::new(50_000, 6),
]);

impl Evaluate for BlackHoles {
    const WORTH: &'static [i32] = &[10_000, 900, 520, 380, 330, 120, 450];
    const NET: Option<&'static [u8]> = Some(include_bytes!("net.bin"));
    const TRAITS: SearchTraits = SearchTraits { may_pass: false, capture_plies: 3, pawn: 400 };
    const SKILLS: &'static Skills = &SKILLS;

    fn eval_tables(_: &'static Tables<Self>) -> &'static EvalTables {
        static TABLES: LazyLock<EvalTables> = LazyLock::new(EvalTables::compile::<BlackHoles>);
        &TABLES
    }
}
