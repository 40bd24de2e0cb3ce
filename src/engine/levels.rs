//! How strong the computer plays: positions looked at and errors of judgement, level by level, as each
//! game says. No level blunders on purpose.

use std::time::Duration;

use super::interface::EngineOptions;
use super::limits::{Limits, TimeBudget};
use crate::rules::position::Position;
use crate::rules::spec::Spec;

/// The highest level: no errors, all cores, all the time there is.
pub const HIGHEST: u8 = 10;

/// In the first plies even the highest level errs this much, so that games differ.
const OPENING_NOISE: i32 = 10;
/// A draw is what nobody came for.
const CONTEMPT: i32 = 15;

/// So many plies each seat.
const OPENING_PLIES: usize = 4;

/// What limits a move of a level: the clock where there is one; else the highest takes `by_itself` at most.
pub fn limits(
    level: u8,
    spec: &Spec,
    played: usize,
    clock: Option<(Duration, Duration)>,
    by_itself: Duration,
    seed: u64,
) -> Limits {
    let opening = played < OPENING_PLIES * spec.seats.len();
    let time = clock.map(|(left, increment)| TimeBudget::of_clock(left, increment));
    // Among more than two, a move that has been the best for some depths is not yet the clear one.
    let without = if spec.seats.len() > 2 { TimeBudget::fixed } else { TimeBudget::at_most };
    let level = usize::from(level.clamp(1, HIGHEST));
    let least = if opening { OPENING_NOISE } else { 0 };
    match spec.skills.levels.get(level - 1) {
        Some(skill) => Limits {
            nodes: Some(skill.nodes),
            // A level that looks at few positions still has to keep its clock.
            time,
            noise: skill.noise.max(least),
            finish: spec.skills.finish,
            contempt: CONTEMPT,
            seed,
            ..Limits::default()
        },
        None => Limits {
            time: Some(time.unwrap_or_else(|| without(by_itself))),
            noise: least,
            contempt: CONTEMPT,
            seed,
            ..Limits::default()
        },
    }
}

/// What limits a move of a seat of this level in this position. Whoever plays as a level asks here: the
/// computer at the board, and the protocol with its option `Level`.
pub fn of_seat(
    level: u8,
    position: &dyn Position,
    clock: Option<(Duration, Duration)>,
    by_itself: Duration,
    seed: u64,
) -> Limits {
    let limits = limits(level, position.spec(), position.acts().len(), clock, by_itself, seed);
    // Nobody waits for an only move.
    let depth = (position.legal().len() == 1).then_some(Limits::ONLY_MOVE);
    Limits { depth, ..limits }
}

/// The limits of a seat of this level where somebody asks for a search with limits of its own: it looks at
/// no more than either allows, in the time that is asked for.
pub fn of_seat_within(level: u8, position: &dyn Position, asked: &Limits, seed: u64) -> Limits {
    let seat = of_seat(level, position, None, Duration::ZERO, seed);
    let less = |one: Option<u64>, other: Option<u64>| [one, other].into_iter().flatten().min();
    Limits {
        depth: [seat.depth, asked.depth].into_iter().flatten().min(),
        nodes: less(seat.nodes, asked.nodes),
        finish: asked.nodes.map_or(seat.finish, |nodes| seat.finish.min(nodes)),
        time: asked.time,
        mate: asked.mate,
        moves: asked.moves.clone(),
        lines: asked.lines,
        ..seat
    }
}

/// Megabytes for the table of whoever looks at few positions.
const SMALL_TABLE: usize = 8;

/// What a level uses of what there is.
pub fn options(level: u8, all: EngineOptions) -> EngineOptions {
    if level >= HIGHEST {
        return all;
    }
    EngineOptions { threads: 1, megabytes: all.megabytes.min(SMALL_TABLE), ..all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn each_level_looks_further_and_errs_less_than_the_one_below() {
        for game in GAMES {
            let skills = &game.spec().skills.levels;
            assert_eq!(skills.len() + 1, usize::from(HIGHEST));
            for pair in skills.windows(2) {
                assert!(
                    pair[0].nodes < pair[1].nodes && pair[0].noise > pair[1].noise,
                    "{}: {pair:?}",
                    game.spec().id
                );
            }
            assert!(skills.iter().all(|skill| skill.nodes <= 100_000), "{}", game.spec().id);
        }
    }

    #[test]
    fn the_highest_level_is_limited_by_time_only() {
        for game in GAMES {
            let limits = |level| limits(level, game.spec(), 100, None, Duration::from_secs(3), 1);
            assert_eq!((limits(HIGHEST).nodes, limits(HIGHEST).noise), (None, 0));
            assert!(limits(HIGHEST).time.is_some() && limits(HIGHEST - 1).time.is_none());
            let ends_early = limits(HIGHEST).time.is_some_and(|time| time.wish < time.most);
            assert_eq!(ends_early, game.spec().seats.len() == 2, "{}", game.spec().id);
        }
    }
}
