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
    Means { nodes: 290, noise: 570 },
    Means { nodes: 440, noise: 425 },
    Means { nodes: 640, noise: 335 },
    Means { nodes: 970, noise: 262 },
    Means { nodes: 1_650, noise: 198 },
    Means { nodes: 3_200, noise: 142 },
    Means { nodes: 7_000, noise: 92 },
    Means { nodes: 17_000, noise: 54 },
    Means { nodes: 60_000, noise: 12 },
];

/// Levels 1 to 9 of games for more.
const MORE: [Means; 9] = [
    Means { nodes: 100, noise: 240 },
    Means { nodes: 240, noise: 150 },
    Means { nodes: 600, noise: 95 },
    Means { nodes: 1_500, noise: 60 },
    Means { nodes: 3_600, noise: 36 },
    Means { nodes: 8_500, noise: 20 },
    Means { nodes: 20_000, noise: 10 },
    Means { nodes: 45_000, noise: 4 },
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
