//! Self-play games with their quiet positions and the search scores of these positions.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use super::Making;
use crate::engine::interface::EngineOptions;
use crate::engine::limits::{Limits, Stop};
use crate::engine::makers::Makers;
use crate::engine::score::Score;
use crate::eval::evaluate::Evaluate;
use crate::rules::game::Rules;
use crate::rules::position::Position as Game;
use crate::rules::side::SEATS;
use crate::rules::timeline::Timeline;
use crate::rules::variant::{Opening, begin};
use crate::rules::zobrist::mix;
use crate::task;

/// A training position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Its FEN.
    pub fen: String,
    /// The search score for the seat to move.
    pub score: Score,
}

/// A self-play game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLog {
    /// The share of the point that each seat got.
    pub shares: [f32; SEATS],
    /// The cause of its end.
    pub cause: String,
    /// Its quiet positions.
    pub positions: Vec<Position>,
}

/// One line per game: the cause of its end, the shares, and its positions.
impl fmt::Display for GameLog {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares: Vec<String> = self.shares.iter().map(|share| format!("{share:.4}")).collect();
        write!(out, "{}\t{}", self.cause, shares.join(" "))?;
        self.positions.iter().try_for_each(|position| write!(out, "\t{}\t{}", position.score, position.fen))
    }
}

/// Why a line is not a self-play game: what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}")]
pub struct LogError {
    expected: &'static str,
}

impl std::str::FromStr for GameLog {
    type Err = LogError;

    fn from_str(line: &str) -> Result<GameLog, LogError> {
        let wrong = |expected| LogError { expected };
        let mut fields = line.split('\t');
        let cause = fields.next().unwrap_or_default().to_owned();
        let mut shares = [0.0; SEATS];
        let told = fields.next().ok_or_else(|| wrong("the share of each seat"))?;
        for (share, text) in shares.iter_mut().zip(told.split(' ')) {
            *share = text.parse().map_err(|_| wrong("the share of each seat"))?;
        }
        let mut positions = Vec::new();
        while let Some(score) = fields.next() {
            let score = score.parse().map_err(|_| wrong("a score"))?;
            let fen = fields.next().ok_or_else(|| wrong("a position"))?.to_owned();
            positions.push(Position { fen, score });
        }
        Ok(GameLog { shares, cause, positions })
    }
}

/// Positions with scores beyond this are skipped: the game is decided, so they do not help to fit weights.
const MOST: Score = 2_500;
/// Maximum number of plies per seat; in a longer game the living seats share the point.
const LONGEST: usize = 300;

pub(super) fn make<R: Evaluate>(making: Making, told: &(dyn Fn(&GameLog) + Sync)) {
    let next = AtomicUsize::new(0);
    let work = || {
        let options = EngineOptions { megabytes: 4, ..EngineOptions::default() };
        let Ok(mut engine) = (Makers::of::<R>().engine)(options) else {
            return;
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= making.games {
                return;
            }
            engine.forget();
            if let Some(log) = play::<R>(engine.as_mut(), making, number as u64) {
                told(&log);
            }
        }
    };
    if let Err(why) = task::share("games", making.parallel, work) {
        std::panic::resume_unwind(Box::new(why.to_string()));
    }
}

fn play<R: Rules>(
    engine: &mut dyn crate::engine::interface::Engine,
    making: Making,
    number: u64,
) -> Option<GameLog> {
    let mut dice = mix(making.seed ^ mix(number + 1));
    let mut game: Timeline<R> = begin(Opening::Start).ok()?;
    let random = dice as usize % (making.random_plies + 1);
    for _ in 0..random {
        dice = mix(dice);
        let legal = game.legal();
        game.play(*legal.get(dice as usize % legal.len().max(1))?);
    }
    let mut positions = Vec::new();
    let mut plies = 0;
    while game.outcome().is_none() && plies < LONGEST * R::SPEC.seats.len() {
        dice = mix(dice);
        let limits = Limits { nodes: Some(making.nodes), noise: 6, seed: dice, ..Limits::default() };
        let mut score = None;
        let best = engine.think(&game, &limits, &Stop::default(), &mut |report| {
            score = report.lines.first().map(|line| line.score);
        })?;
        let board = game.board();
        let quiet = !board.in_check(board.turn()) && board.is_quiet(best);
        if let Some(score) = score
            && quiet
            && score.abs() < MOST
        {
            positions.push(Position { fen: game.fen(), score });
        }
        game.play(best);
        plies += 1;
    }
    let mut shares = [0.0; SEATS];
    let living = game.board().living();
    let outcome = game.outcome();
    for side in R::SPEC.sides() {
        shares[side.index()] = match &outcome {
            Some(outcome) => outcome.shares[side].value() as f32,
            None if living.has(side) => 1.0 / living.count() as f32,
            None => 0.0,
        };
    }
    let cause = outcome.map_or("long", |outcome| outcome.cause.id).to_owned();
    Some(GameLog { shares, cause, positions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_written_and_read() {
        let position = |fen: &str, score| Position { fen: fen.to_owned(), score };
        let log = GameLog {
            shares: [0.5, 0.0, 0.5, 0.0],
            cause: "plies".to_owned(),
            positions: vec![position("a w - - 0 1", -30), position("b", 7)],
        };
        assert_eq!(log.to_string().parse(), Ok(log));
        assert!("plies".parse::<GameLog>().is_err() && "plies\t1 0\tx\ta".parse::<GameLog>().is_err());
    }
}
