//! How far the levels look in a game without an author for it.

use crate::eval::skill::{Skill, Skills};
use crate::rules::bits::SquareSet;
use crate::rules::tables::Tables;

use super::game::FileGame;

/// So many positions are searched at least, without errors, when the rival has next to nothing left: whoever has won the
/// pieces can also mate.
const FINISH: u64 = 20_000;

/// The levels of most games.
pub(super) const USUAL: Skills = Skills::UNTUNED.finish(FINISH);

/// The lowest level looks at no more positions than this, however many choices there are.
const MOST: u64 = 1_000;

/// The levels of a game. In a race without a King only the answer to a move shows whether a runner gets through, so the
/// lowest level looks at as many positions as there are answers to all moves of the opening.
pub(super) fn of<S: SquareSet>(tables: &'static Tables<FileGame<S>>) -> Skills {
    let races = tables.spec().royal.is_none() && tables.extra.data.goal.is_some();
    let choices = || tables.read(tables.spec().setups[0].fen).map_or(0, |board| board.legal().len() as u64);
    if races { from(choices().pow(2).min(MOST)) } else { USUAL }
}

/// The usual levels, of which the lowest one looks at least at so many positions. The next ones gain less and less by it, and the highest
/// one nothing.
fn from(least: u64) -> Skills {
    let mut skills = USUAL;
    let usual = skills.levels[0].nodes;
    let (more, steps) = (least.saturating_sub(usual), skills.levels.len() as u64 - 1);
    for (level, skill) in (0..).zip(&mut skills.levels) {
        *skill = Skill { nodes: skill.nodes + skill.nodes * more * (steps - level) / (usual * steps), ..*skill };
    }
    skills
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(skills: &Skills) -> [u64; 9] {
        skills.levels.map(|skill| skill.nodes)
    }

    #[test]
    fn low_levels_gain_most_and_each_looks_at_more_than_the_one_below() {
        let skills = from(480);
        let (more, usual) = (nodes(&skills), nodes(&USUAL));
        assert_eq!((more[0], more[8]), (480, usual[8]));
        assert!(more.is_sorted_by(|one, next| one < next), "{more:?}");
        let gains: Vec<f64> = more.iter().zip(usual).map(|(&more, usual)| more as f64 / usual as f64).collect();
        assert!(gains.is_sorted_by(|one, next| one > next), "{gains:?}");
        assert_eq!(nodes(&from(10)), usual, "no level looks at fewer positions");
    }
}
