//! Playing strength: node limits and evaluation errors for each level, defined by each game. The lowest levels also
//! overlook moves that are hard to see.

use std::time::Duration;

use super::interface::EngineOptions;
use super::limits::{Limits, TimeBudget};
use super::makers::{Wanted, maker};
use crate::eval::skill::Skills;
use crate::games::Registry;
use crate::rules::position::Position;
use crate::rules::spec::Spec;

/// The highest level: no evaluation errors after the opening, all threads, the whole time limit.
pub const HIGHEST: u8 = 10;

/// Evaluation error of all levels in the first plies, so that games differ.
const OPENING_NOISE: i32 = 10;
/// Contempt: a draw is worth this much less than 0 to the searching seat.
const CONTEMPT: i32 = 15;

/// The longest time for a move on any clock: nobody waits longer for a computer.
const LONGEST: Duration = Duration::from_secs(120);

/// Number of opening plies per seat.
const OPENING_PLIES: usize = 4;

/// The limits of a move at this level: the time comes from the clock if there is one; otherwise the highest level
/// takes at most `by_itself`. The engine of the game knows its `skills`.
pub fn limits(
    level: u8,
    skills: &Skills,
    spec: &Spec,
    played: usize,
    clock: Option<(Duration, Duration)>,
    by_itself: Duration,
    seed: u64,
) -> Limits {
    let opening = played < OPENING_PLIES * spec.seats.len();
    let time = clock.map(|(left, increment)| TimeBudget::of_clock(left, increment).within(LONGEST));
    // With more than two seats, a best move that is stable over some depths is not yet certain.
    let without = if spec.seats.len() > 2 { TimeBudget::fixed } else { TimeBudget::at_most };
    let level = usize::from(level.clamp(1, HIGHEST));
    let least = if opening { OPENING_NOISE } else { 0 };
    match skills.levels.get(level - 1) {
        Some(skill) => Limits {
            nodes: Some(skill.nodes),
            depth: skill.eyes.map(|eyes| eyes.plies),
            overlooks: skill.eyes.map_or(0, |eyes| eyes.overlooks),
            hasty: skill.eyes.map_or(0, |eyes| eyes.hasty),
            knows: skill.eyes.map_or(0, |eyes| eyes.knows),
            careless: skill.eyes.map_or(0, |eyes| eyes.careless),
            // A level with a node limit must still not exceed its clock.
            time,
            noise: skill.noise.max(least),
            // A level that overlooks moves does so to the end.
            finish: if skill.eyes.is_some() { 0 } else { skills.finish },
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

/// The limits of a move at this level in this position. Used by the computer player and by the `Level` option of
/// the UCI protocol, so that both play alike.
pub fn of_seat(
    level: u8,
    skills: &Skills,
    position: &dyn Position,
    clock: Option<(Duration, Duration)>,
    by_itself: Duration,
    seed: u64,
) -> Limits {
    let limits = limits(level, skills, position.spec(), position.acts().len(), clock, by_itself, seed);
    // An only move does not need a long search.
    let only = (position.legal().len() == 1).then_some(Limits::ONLY_MOVE);
    Limits { depth: limits.depth.or(only), ..limits }
}

/// The limits at this level for a search request with its own limits: depth and nodes are the smaller of both, the
/// time is that of the request.
pub(crate) fn of_seat_within(
    level: u8,
    skills: &Skills,
    position: &dyn Position,
    asked: &Limits,
    seed: u64,
) -> Limits {
    let seat = of_seat(level, skills, position, None, Duration::ZERO, seed);
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

/// The size in megabytes of the transposition table of the levels with a node limit, whatever memory there is: with the
/// same seed a level chooses the same moves everywhere.
const SMALL_TABLE_MEGABYTES: usize = 2;

/// The largest continuation history of these levels, in bytes. A game that needs more plays them without.
const SMALL_HISTORY_BYTES: usize = 1 << 20;

/// The engine options of a level for a game. The highest level uses all resources.
pub fn options<'a>(level: u8, games: &Registry, game: impl Into<Wanted<'a>>, all: EngineOptions) -> EngineOptions {
    if level >= HIGHEST {
        return all;
    }
    let continuation = maker(games, game).is_some_and(|maker| maker.needs().continuation <= SMALL_HISTORY_BYTES);
    EngineOptions { threads: 1, megabytes: SMALL_TABLE_MEGABYTES, continuation, ..all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate::Evaluate;
    use crate::games::{GAMES, Visitor, visit};
    use crate::rules::game::CompiledGame;

    struct Levels;

    impl Visitor for Levels {
        type Output = &'static Skills;
        fn visit<R: Evaluate + CompiledGame>(self) -> &'static Skills {
            R::SKILLS
        }
    }

    fn skills(game: &str) -> &'static Skills {
        visit(game, Levels).expect("a built-in game")
    }

    #[test]
    fn each_level_looks_further_and_errs_less_than_the_one_below() {
        for game in GAMES {
            let skills = &skills(game.spec().id).levels;
            assert_eq!(skills.len() + 1, usize::from(HIGHEST));
            for pair in skills.windows(2) {
                let better = match (pair[0].eyes, pair[1].eyes) {
                    (Some(eyes), Some(others)) => {
                        eyes.plies <= others.plies
                            && eyes.overlooks > others.overlooks
                            && eyes.hasty >= others.hasty
                    }
                    (Some(_), None) => true,
                    (None, Some(_)) => false,
                    (None, None) => pair[0].nodes < pair[1].nodes && pair[0].noise > pair[1].noise,
                };
                assert!(better, "{}: {pair:?}", game.spec().id);
            }
            assert!(skills.iter().all(|skill| skill.nodes <= 100_000), "{}", game.spec().id);
        }
    }

    #[test]
    fn no_clock_makes_a_computer_think_for_hours() {
        let game = GAMES[0].spec();
        let time = |left, increment| {
            let clock = Some((Duration::from_secs(left), Duration::from_secs(increment)));
            limits(HIGHEST, skills(game.id), game, 100, clock, Duration::from_secs(3), 1).time.expect("a limit")
        };
        for (left, increment) in [(600 * 60, 600), (30 * 24 * 60 * 60, 0), (u64::from(u32::MAX), 600)] {
            let budget = time(left, increment);
            assert!(budget.hard <= LONGEST && budget.soft < budget.hard, "{left} {increment}: {budget:?}");
        }
        assert_eq!(time(300, 3), TimeBudget::of_clock(Duration::from_secs(300), Duration::from_secs(3)));
    }

    #[test]
    fn the_highest_level_is_limited_by_time_only() {
        for game in GAMES {
            let limits =
                |level| limits(level, skills(game.spec().id), game.spec(), 100, None, Duration::from_secs(3), 1);
            assert_eq!((limits(HIGHEST).nodes, limits(HIGHEST).noise), (None, 0));
            assert!(limits(HIGHEST).time.is_some() && limits(HIGHEST - 1).time.is_none());
            let ends_early = limits(HIGHEST).time.is_some_and(|time| time.soft < time.hard);
            assert_eq!(ends_early, game.spec().seats.len() == 2, "{}", game.spec().id);
        }
    }
}
