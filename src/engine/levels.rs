//! How strong the computer plays: positions looked at and errors of judgement, level by level. No
//! level blunders on purpose.

use std::time::Duration;

use super::limits::{Allowance, Limits};
use crate::rules::spec::Spec;

/// The highest level: no errors, all cores, all the time there is.
pub const HIGHEST: u8 = 10;

/// What a level may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Means {
    nodes: u64,
    noise: i32,
}

/// Levels 1 to 9 of games for two.
const TWO: [Means; 9] = [
    Means { nodes: 340, noise: 205 },
    Means { nodes: 620, noise: 182 },
    Means { nodes: 1_150, noise: 152 },
    Means { nodes: 2_150, noise: 124 },
    Means { nodes: 4_300, noise: 92 },
    Means { nodes: 9_000, noise: 62 },
    Means { nodes: 20_000, noise: 38 },
    Means { nodes: 45_000, noise: 16 },
    Means { nodes: 100_000, noise: 0 },
];

/// Levels 1 to 9 of games for more.
const MORE: [Means; 9] = [
    Means { nodes: 100, noise: 600 },
    Means { nodes: 300, noise: 180 },
    Means { nodes: 800, noise: 80 },
    Means { nodes: 2_000, noise: 50 },
    Means { nodes: 4_500, noise: 30 },
    Means { nodes: 10_000, noise: 18 },
    Means { nodes: 22_000, noise: 8 },
    Means { nodes: 46_000, noise: 3 },
    Means { nodes: 100_000, noise: 0 },
];

/// In the first plies even the highest level errs this much, so that games differ.
const OPENING_NOISE: i32 = 10;
/// A draw is what nobody came for.
const CONTEMPT: i32 = 15;

/// So many plies each seat.
const OPENING_PLIES: usize = 4;

/// What limits a move of a level: by the clock where there is one, else `by_itself` a move.
pub fn limits(
    level: u8,
    spec: &Spec,
    played: usize,
    clock: Option<(Duration, Duration)>,
    by_itself: Duration,
    seed: u64,
) -> Limits {
    let opening = played < OPENING_PLIES * spec.seats.len();
    let time = clock.map(|(left, increment)| Allowance::of_clock(left, increment));
    let table = if spec.seats.len() == 2 { &TWO } else { &MORE };
    let level = usize::from(level.clamp(1, HIGHEST));
    let least = if opening { OPENING_NOISE } else { 0 };
    match table.get(level - 1) {
        Some(means) => Limits {
            nodes: Some(means.nodes),
            // A level that looks at few positions still has to keep its clock.
            time,
            noise: means.noise.max(least),
            contempt: CONTEMPT,
            seed,
            ..Limits::default()
        },
        None => Limits {
            time: Some(time.unwrap_or_else(|| Allowance::fixed(by_itself))),
            noise: least,
            contempt: CONTEMPT,
            seed,
            ..Limits::default()
        },
    }
}

/// How many threads a level uses, of those there are.
pub fn threads(level: u8, cores: usize) -> usize {
    if level >= HIGHEST { cores.max(1) } else { 1 }
}
