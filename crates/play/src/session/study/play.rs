//! One game of a study.

use std::time::Duration;

use thiserror::Error;

use super::{MOST_PLIES, Study};
use crate::engine::giving_up::GivingUp;
use crate::engine::interface::{Engine, EngineOptions, Line, NoEngine, Report, create};
use crate::engine::levels;
use crate::engine::limits::Stop;
use crate::games::Registry;
use crate::record::game::Game;
use crate::record::judgement::final_eval;
use crate::record::result::GameResult;
use crate::record::tree::{Id, PlayedMove};
use crate::rules::mv::Move;
use crate::rules::position::{MoveError, Position};
use crate::rules::side::BySide;
use crate::rules::timeline::Act;
use crate::rules::variant::OpeningError;
use crate::rules::zobrist::mix;
use crate::session::survey::eval_of;
use crate::task;

/// Why a study cannot be played.
#[derive(Debug, Error)]
pub enum StudyError {
    /// No engine plays the game.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// The opening is none of the game.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The computer found no move, though the game is not over.
    #[error("the computer found no move in {0}")]
    NoMove(String),
    /// Its move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A thread panicked.
    #[error(transparent)]
    Panic(#[from] task::Panic),
}

/// Plays the game with this number. The player is kept for the next game.
pub(super) fn play(
    study: &Study<'_>,
    number: usize,
    player: &mut Option<Box<dyn Engine>>,
    registry: &Registry,
) -> Result<Game, StudyError> {
    let mut game = Game::begin(study.variant, study.setup, None)?;
    let engine = if let Some(engine) = player {
        engine.forget();
        engine
    } else {
        let id = study.variant.spec().id;
        let options = levels::options(study.level, registry, id, EngineOptions::default());
        player.insert(create(registry, id, options)?)
    };
    head(&mut game, study, number);
    let mut position = game.tree.position(Id::ROOT);
    let mut dice = mix(study.seed ^ mix(number as u64 + 1));
    let mut at = Id::ROOT;
    let seats = study.variant.spec().seats.len();
    let mut giving_up = BySide::<GivingUp>::default();
    for ply in 0..MOST_PLIES * seats {
        if let Some(outcome) = position.outcome() {
            game.tags.set("Termination", outcome.cause.id);
            game.shares = Some(outcome.shares);
            break;
        }
        dice = mix(dice);
        let (mv, line) = match ply {
            0 if study.spread => (in_turn(position.as_ref(), number), None),
            _ => chosen(study, engine.as_mut(), position.as_ref(), dice),
        };
        let mv = mv.ok_or_else(|| StudyError::NoMove(position.fen()))?;
        let eval = line.as_ref().map(|line| eval_of(position.as_ref(), line));
        // As at the table: a level leaves a game of more than two that is lost.
        let scores = line.and_then(|line| line.seats);
        let side = position.turn();
        let leaves = seats > 2 && giving_up[side].sees(position.as_ref(), scores, study.level);
        let act = if leaves { Act::Leave(side) } else { Act::Move(mv) };
        let deed = PlayedMove::of(position.as_ref(), act);
        deed.repeat(position.as_mut())?;
        at = game.tree.attach(at, deed);
        game.tree.notes_mut(at).eval = final_eval(position.as_ref()).or(eval);
    }
    let result = GameResult::of(seats, game.shares);
    game.tags.set("Result", result.to_string());
    Ok(game)
}

fn head(game: &mut Game, study: &Study<'_>, number: usize) {
    game.tags.set("Event", study.event());
    game.tags.set("Round", (number + 1).to_string());
    let spec = study.variant.spec();
    for side in spec.sides() {
        game.tags.set(Game::seat_tag(spec, side), format!("level {}", study.level));
    }
}

/// The first move of this game, so that all possible ones are played equally often.
fn in_turn(position: &dyn Position, number: usize) -> Option<Move> {
    let mut legal = position.legal();
    legal.sort_by_key(|&mv| position.machine(mv));
    legal.get(number % legal.len().max(1)).copied()
}

/// What the player chooses, and the line that it expects.
fn chosen(
    study: &Study<'_>,
    engine: &mut dyn Engine,
    position: &dyn Position,
    dice: u64,
) -> (Option<Move>, Option<Line>) {
    let limits = levels::of_seat(study.level, engine.skills(), position, None, Duration::ZERO, dice);
    let mut line = None;
    let report = &mut |newest: &Report| line = newest.lines.first().cloned();
    let mv = engine.think(position, &limits, &Stop::default(), report);
    (mv, line)
}
