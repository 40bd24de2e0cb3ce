//! Self-play games with their quiet positions and the search scores of these positions.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use thiserror::Error;

use super::Making;
use crate::engine::interface::{Engine, EngineOptions};
use crate::engine::limits::{Limits, Stop};
use crate::engine::makers::EngineMaker;
use crate::engine::many::ELIMINATED;
use crate::engine::score::Score;
use crate::eval::evaluate::Evaluate;
use crate::rules::game::Rules;
use crate::rules::position::Position as _;
use crate::rules::side::{SEATS, Side, Sides};
use crate::rules::tables::Tables;
use crate::rules::timeline::Timeline;
use crate::rules::variant::{Opening, start};
use crate::rules::zobrist::mix;
use crate::task;

/// A training position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Its FEN.
    pub(crate) fen: String,
    /// The search score for the seat to move.
    pub(crate) score: Score,
    /// In games for more than two seats, what the next search of each other living seat said about it, in turn
    /// order. None if the game ended before.
    pub(crate) rivals: Vec<Option<Score>>,
}

impl Position {
    /// A position with the score of the seat to move alone.
    pub fn new(fen: String, score: Score) -> Position {
        Position { fen, score, rivals: Vec::new() }
    }

    /// The scores as they are written: `-30,12,-,8`.
    fn scores(&self) -> String {
        let rivals = self.rivals.iter().map(|score| score.map_or("-".to_owned(), |score| score.to_string()));
        let all: Vec<String> = std::iter::once(self.score.to_string()).chain(rivals).collect();
        all.join(",")
    }

    fn read(scores: &str, fen: &str) -> Option<Position> {
        let mut scores = scores.split(',');
        let mut position = Position::new(fen.to_owned(), scores.next()?.parse().ok()?);
        for score in scores {
            position.rivals.push(if score == "-" { None } else { Some(score.parse().ok()?) });
        }
        Some(position)
    }
}

/// A self-play game.
#[derive(Clone, PartialEq, Default, Debug)]
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
        self.positions.iter().try_for_each(|position| write!(out, "\t{}\t{}", position.scores(), position.fen))
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
        let text_of_shares = fields.next().ok_or_else(|| wrong("the share of each seat"))?;
        for (share, text) in shares.iter_mut().zip(text_of_shares.split(' ')) {
            *share = text.parse().map_err(|_| wrong("the share of each seat"))?;
        }
        let mut positions = Vec::new();
        while let Some(scores) = fields.next() {
            let fen = fields.next().ok_or_else(|| wrong("a position"))?;
            positions.push(Position::read(scores, fen).ok_or_else(|| wrong("a score"))?);
        }
        Ok(GameLog { shares, cause, positions })
    }
}

/// Positions with scores beyond this are skipped: the game is decided, so they do not help to fit weights.
const MOST: Score = 2_500;
/// The same in games for more than two seats, where each fallen army adds to the score of the others.
const MOST_OF_MANY: Score = 8_000;
/// Maximum number of plies per seat; in a longer game the living seats share the point.
const LONGEST_PLIES: usize = 300;

/// Plays games by the engine that this maker makes. `report` gets the number of each game and the game, if there was one
/// to play on in its opening, and says whether to continue.
pub(super) fn make<R: Evaluate>(
    tables: &'static Tables<R>,
    maker: &dyn EngineMaker,
    making: &Making<'_>,
    report: &(dyn Fn(usize, Option<GameLog>) -> bool + Sync),
) {
    let next = AtomicUsize::new(making.games.start);
    let over = AtomicBool::new(false);
    let work = || {
        let options = EngineOptions { megabytes: 1, ..EngineOptions::default() };
        let Ok(mut engine) = maker.engine(options) else {
            return;
        };
        while !over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= making.games.end {
                return;
            }
            engine.forget();
            if !report(number, play(tables, engine.as_mut(), making, number as u64)) {
                over.store(true, Ordering::Relaxed);
            }
        }
    };
    if let Err(why) = task::share("games", making.parallel, work) {
        std::panic::resume_unwind(Box::new(why.to_string()));
    }
}

fn play<R: Rules>(
    tables: &'static Tables<R>,
    engine: &mut dyn Engine,
    making: &Making<'_>,
    number: u64,
) -> Option<GameLog> {
    let mut dice = mix(making.seed ^ mix(number + 1));
    let opening = making.setup.map_or(Opening::Start, Opening::Named);
    let spec = tables.spec();
    let mut game: Timeline<R> = start(tables, opening).ok()?;
    let random = dice as usize % (making.random_plies + 1);
    for _ in 0..random {
        dice = mix(dice);
        let legal = game.legal();
        game.play(*legal.get(dice as usize % legal.len().max(1))?);
    }
    let most = if spec.seats.len() > 2 { MOST_OF_MANY } else { MOST };
    let mut positions = Vec::new();
    // The seat that searched at each ply, and its score.
    let mut searched: Vec<(Side, Score)> = Vec::new();
    while game.outcome().is_none() && searched.len() < LONGEST_PLIES * spec.seats.len() {
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
            && score.abs() < most
        {
            positions.push((searched.len(), board.living(), Position::new(game.fen(), score)));
        }
        searched.push((board.turn(), score.unwrap_or(0)));
        game.play(best);
    }
    let positions = positions.into_iter().map(|(ply, living, mut position)| {
        let turn = searched[ply].0;
        if spec.seats.len() > 2 {
            let rivals = turns(turn, living).skip(1);
            position.rivals = rivals.map(|rival| next_score(&searched[ply..], rival)).collect();
        }
        position
    });
    let positions = positions.collect();
    let mut shares = [0.0; SEATS];
    let living = game.board().living();
    let outcome = game.outcome();
    for side in spec.sides() {
        shares[side.index()] = match &outcome {
            Some(outcome) => outcome.shares[side].value() as f32,
            None if living.has(side) => 1.0 / living.count() as f32,
            None => 0.0,
        };
    }
    let cause = outcome.map_or("long", |outcome| outcome.cause.id).to_owned();
    Some(GameLog { shares, cause, positions })
}

/// The living seats in turn order, from the seat to move on.
pub(super) fn turns(turn: Side, living: Sides) -> impl Iterator<Item = Side> {
    std::iter::successors(Some(turn), move |&side| Some(living.after(side)).filter(|&next| next != turn))
}

/// The score of the next search of a rival after the first of these plies: that of an eliminated seat if the first
/// seat is to move again before.
fn next_score(searched: &[(Side, Score)], rival: Side) -> Option<Score> {
    let (turn, _) = searched[0];
    let next = searched[1..].iter().find(|&&(side, _)| side == rival || side == turn)?;
    Some(if next.0 == rival { next.1 } else { ELIMINATED })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_written_and_read() {
        let position = |fen: &str, score| Position::new(fen.to_owned(), score);
        let of_four = Position { rivals: vec![Some(12), None, Some(ELIMINATED)], ..position("c", 40) };
        let log = GameLog {
            shares: [0.5, 0.0, 0.5, 0.0],
            cause: "plies".to_owned(),
            positions: vec![position("a w - - 0 1", -30), position("b", 7), of_four],
        };
        assert_eq!(log.to_string().parse(), Ok(log));
        assert!("plies".parse::<GameLog>().is_err() && "plies\t1 0\tx\ta".parse::<GameLog>().is_err());
    }

    #[test]
    fn a_rival_says_what_it_thinks_at_its_next_turn() {
        let [red, orange, green, blue] = [0, 1, 2, 3].map(Side::new);
        let searched = [(red, 5), (orange, 10), (blue, -40), (red, 7), (orange, 99)];
        let of = |from: usize, rival| next_score(&searched[from..], rival);
        assert_eq!([orange, green, blue].map(|rival| of(0, rival)), [Some(10), Some(ELIMINATED), Some(-40)]);
        assert_eq!((of(3, orange), of(3, blue), of(4, red)), (Some(99), None, None));
        let living = Sides::first(4).without(green);
        assert_eq!(turns(blue, living).collect::<Vec<_>>(), [blue, red, orange]);
    }
}
