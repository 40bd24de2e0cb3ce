//! The first moves of the games, and those that decide them.

use std::collections::BTreeMap;

use super::facts::Facts;
use super::interval::Interval;

/// From so many games on something is said about an opening.
const FEWEST: usize = 8;
/// An opening decides if the share of the first seat is this far from its mean.
const FAR: f64 = 0.15;

/// The games with the same first moves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Opening {
    /// The first move, or the first two.
    pub(crate) moves: Vec<String>,
    /// The number of games.
    pub(crate) games: usize,
    /// The points of the first seat.
    pub(crate) share: Interval,
    /// Are the points far from those of all games, and not by chance?
    pub(crate) decides: bool,
}

/// The openings of one and two moves with enough games: those that decide first, then by the number of games.
pub(super) fn openings(games: &[Facts]) -> Vec<Opening> {
    let mut found: BTreeMap<&[String], Vec<f64>> = BTreeMap::new();
    let mut all = Vec::new();
    for facts in games {
        let Some(share) = facts.end.as_ref().map(|end| end.points[0]) else { continue };
        all.push(share);
        for length in 1..=facts.opening.len() {
            found.entry(&facts.opening[..length]).or_default().push(share);
        }
    }
    let mean = Interval::of_shares(&all).value;
    let enough = found.into_iter().filter(|(_, shares)| shares.len() >= FEWEST);
    let mut openings: Vec<Opening> = enough
        .map(|(moves, shares)| {
            let careful = Interval::careful(&shares);
            let far = (careful.value - mean).abs() >= FAR && !careful.holds(mean);
            let share = Interval::of_shares(&shares);
            Opening { moves: moves.to_vec(), games: shares.len(), share, decides: far }
        })
        .collect();
    openings.sort_by_key(|opening| (!opening.decides, opening.moves.len(), std::cmp::Reverse(opening.games)));
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::outcome::Cause;
    use crate::session::study::facts::End;

    fn game(opening: &[&str], share: f64) -> Facts {
        Facts {
            end: Some(End { points: vec![share, 1.0 - share], cause: Cause::CHECKMATE, winner: None }),
            choices: Vec::new(),
            opening: opening.iter().map(|&text| text.to_owned()).collect(),
            changes: 0,
            came_back: false,
            decided: None,
            deeds: Vec::new(),
            surplus: Vec::new(),
        }
    }

    #[test]
    fn an_opening_that_nearly_always_wins_decides() {
        let mut games: Vec<Facts> = (0..60).map(|at| game(&["e4", "e5"], f64::from(at % 2))).collect();
        games.extend((0..20).map(|at| game(&["d4", "d5"], f64::from(u8::from(at > 0)))));
        games.extend((0..7).map(|_| game(&["a4", "a5"], 0.0)));
        let found = openings(&games);
        let decide: Vec<String> = found.iter().filter(|one| one.decides).map(|one| one.moves.join(" ")).collect();
        assert_eq!(decide, ["d4", "d4 d5"]);
        assert!(found.iter().all(|one| one.moves[0] != "a4"), "seven games are too few");
        assert_eq!(found.len(), 4);
    }
}
