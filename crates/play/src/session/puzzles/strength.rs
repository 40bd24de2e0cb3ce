//! How hard a puzzle is: the levels of the computer try to solve it, and its rating is that of an opponent against whom
//! they would have scored so much.

use std::time::Duration;

use crate::engine::interface::Engine;
use crate::engine::levels;
use crate::engine::limits::Stop;
use crate::record::puzzle::Puzzle;
use crate::rules::zobrist::mix;

/// The levels that try, with the number of times each does.
const TRIES: [(u8, u32); 9] = [(1, 4), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 2), (8, 2), (9, 1)];

/// The rating of level 1, and how much more each level has.
const LOWEST: f64 = 600.0;
const STEP: f64 = 200.0;

/// The bounds of a rating.
const LEAST: f64 = 300.0;
const MOST: f64 = 2700.0;

fn rating_of(level: u8) -> f64 {
    LOWEST + STEP * f64::from(level - 1)
}

/// The level that is as strong at puzzles as a player with this rating.
pub(crate) fn level_at(rating: f64) -> f64 {
    1.0 + (rating - LOWEST) / STEP
}

/// The share that a player with this rating is expected to solve of puzzles with that one.
fn expected(player: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf((puzzle - player) / 400.0))
}

/// The rating at which these numbers of solutions would be expected: pairs of a level's tries and solutions.
fn fitted(solved: &[(u8, u32, u32)]) -> u32 {
    let sum: f64 = solved.iter().map(|&(_, _, solved)| f64::from(solved)).sum();
    let (mut low, mut high) = (LEAST, MOST);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        let likely: f64 =
            solved.iter().map(|&(level, tries, _)| f64::from(tries) * expected(rating_of(level), middle)).sum();
        if likely > sum { low = middle } else { high = middle }
    }
    low.round() as u32
}

/// The rating of a puzzle: every level tries it with fixed numbers, so it is the same on every machine. `goes_on` is asked
/// before each try and may wait. `None` if it was stopped.
pub(crate) fn rate(
    puzzle: &Puzzle,
    engine: &mut dyn Engine,
    stop: &Stop,
    goes_on: &dyn Fn() -> bool,
) -> Option<u32> {
    let mut all = Vec::new();
    for (level, tries) in TRIES {
        let mut solved = 0;
        for number in 0..tries {
            if !goes_on() {
                return None;
            }
            solved += u32::from(solves(puzzle, engine, level, number, stop));
            if stop.is_requested() {
                return None;
            }
        }
        all.push((level, tries, solved));
    }
    Some(fitted(&all))
}

fn solves(puzzle: &Puzzle, engine: &mut dyn Engine, level: u8, number: u32, stop: &Stop) -> bool {
    let mut position = puzzle.start.fork();
    let seed = mix(puzzle.key() ^ u64::from(number));
    for &mv in &puzzle.line {
        if position.turn() == puzzle.solver() && position.living() == puzzle.start.living() {
            engine.forget();
            let limits =
                levels::of_seat(level, engine.skills(), position.as_ref(), None, Duration::from_millis(1), seed);
            if engine.think(position.as_ref(), &limits, stop, &mut |_| {}) != Some(mv) {
                return false;
            }
        }
        if position.play(mv).is_err() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_levels_solve_is_easy() {
        let with = |solved: fn(u8, u32) -> u32| {
            let all: Vec<_> = TRIES.iter().map(|&(level, tries)| (level, tries, solved(level, tries))).collect();
            fitted(&all)
        };
        let easy = with(|_, tries| tries);
        let middle = with(|level, tries| if level >= 5 { tries } else { 0 });
        let hard = with(|_, _| 0);
        assert_eq!((easy, hard), (300, 2700));
        assert!((1200..1500).contains(&middle), "{middle}");
    }
}
