//! Training of the evaluation: positions from self-play, and evaluation weights or neural networks that predict the
//! results of the games best.

mod adam;
mod data;
mod dataset;
mod error;
mod fit;
mod model;
mod of_many;
mod of_two;
mod sample;
mod train;
mod training_set;

pub(crate) use data::LogError;
pub use data::{GameLog, Position as Noted};
pub(crate) use error::TrainError;
pub use fit::Fit;
pub(crate) use fit::{Report, fit};
pub use model::First;
pub(crate) use train::train;

use crate::eval::evaluate::Evaluate;
use crate::games::{self, Registry, Visitor};
use crate::rules::game::CompiledGame;

/// The settings of self-play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Making<'a> {
    /// The opening; none for the first of the game.
    pub(crate) setup: Option<&'a str>,
    /// The number of games.
    pub(crate) games: usize,
    /// The number of nodes per move.
    pub(crate) nodes: u64,
    /// The maximum number of random plies at the start.
    pub(crate) random_plies: usize,
    /// The number of games played at the same time.
    pub(crate) parallel: usize,
    /// The seed of the games.
    pub(crate) seed: u64,
}

type Make = fn(Making<'_>, &(dyn Fn(&GameLog) + Sync));
type Weigh = fn(&[GameLog], Fit, &mut dyn FnMut(&Report)) -> Result<Vec<(i32, i32)>, TrainError>;
type Train = fn(&[GameLog], First<'_>, Fit, &mut dyn FnMut(&Report)) -> Result<Vec<u8>, TrainError>;

/// The training functions of one game.
#[derive(Clone, Copy, Debug)]
struct Training {
    positions: Make,
    weights: Weigh,
    net: Train,
}

impl Training {
    fn of<R: Evaluate + CompiledGame>() -> Training {
        Training { positions: data::make::<R>, weights: fit::<R>, net: train::<R> }
    }
}

struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = Training;
    fn visit<R: Evaluate + CompiledGame>(self) -> Training {
        Training::of::<R>()
    }
}

fn training(games: &Registry, game: &str) -> Result<Training, TrainError> {
    let known = games.kept::<Training>(game).copied().or_else(|| games::visit(game, BuiltIn));
    known.ok_or_else(|| TrainError::NoGame { id: game.to_owned() })
}

/// The registry, whose game `R` can be trained. The built-in games need no such call.
pub fn add<R: Evaluate + CompiledGame>(registry: Registry) -> Registry {
    registry.keeping(R::SPEC.id, Training::of::<R>())
}

/// Plays games of the engine against itself; `told` gets each game with its positions.
pub(crate) fn make(
    games: &Registry,
    game: &str,
    making: Making<'_>,
    report: &(dyn Fn(&GameLog) + Sync),
) -> Result<(), TrainError> {
    (training(games, game)?.positions)(making, report);
    Ok(())
}

/// Fits the evaluation weights of a game (middlegame and endgame) to these positions, starting from its current
/// weights.
pub(crate) fn weigh(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, TrainError> {
    (training(games, game)?.weights)(logs, how, report)
}

/// Trains a neural network, and returns its file contents.
pub fn net(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    first: First<'_>,
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    (training(games, game)?.net)(logs, first, how, report)
}
