//! Training of the evaluation: positions from self-play, and evaluation weights or neural networks that predict the
//! results of the games best.

mod adam;
mod data;
mod dataset;
mod error;
mod fit;
mod lessons;
mod model;
mod of_many;
mod of_two;
mod sample;
mod teach;

pub use data::{GameLog, LogError, Position as Noted};
pub use error::TrainError;
pub use fit::{Fit, Report, fit};
pub use teach::{First, teach};

use super::makers::{Makers, makers};
use crate::eval::evaluate::Evaluate;
use crate::games::Registry;

/// The settings of self-play.
#[derive(Clone, Copy, Debug)]
pub struct Making<'a> {
    /// The opening; none for the first of the game.
    pub setup: Option<&'a str>,
    /// The number of games.
    pub games: usize,
    /// The number of nodes per move.
    pub nodes: u64,
    /// The maximum number of random plies at the start.
    pub random_plies: usize,
    /// The number of games played at the same time.
    pub parallel: usize,
    /// The seed of the games.
    pub seed: u64,
}

/// Plays games of the engine against itself; `told` gets each game with its positions. Returns false if the game id
/// is unknown.
pub fn make(games: &Registry, game: &str, making: Making<'_>, told: &(dyn Fn(&GameLog) + Sync)) -> bool {
    makers(games, game).map(|makers| (makers.positions)(making, told)).is_some()
}

/// The same for a game known by its type.
pub(super) fn positions<R: Evaluate>(making: Making<'_>, told: &(dyn Fn(&GameLog) + Sync)) {
    data::make::<R>(making, told);
}

/// Fits the evaluation weights of a game (middlegame and endgame) to these positions, starting from its current
/// weights.
pub fn weigh(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, TrainError> {
    (known(games, game)?.weights)(logs, how, told)
}

fn known(games: &Registry, game: &str) -> Result<Makers, TrainError> {
    makers(games, game).ok_or_else(|| TrainError::NoGame { id: game.to_owned() })
}

/// Trains a neural network, and returns its file contents.
pub fn net(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    first: First<'_>,
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    (known(games, game)?.net)(logs, first, how, told)
}
