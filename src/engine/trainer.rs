//! Weights and nets from games: positions of self-play, what an evaluation counts or a net sees in
//! them, and the weights that tell best how their games ended.

mod adam;
mod data;
mod dataset;
mod fit;
mod model;
mod sample;
mod teach;

pub use data::{GameLog, Position as Noted};
pub use fit::{Fit, Report, fit};
pub use teach::teach;

use super::makers::{Makers, makers};
use crate::rules::game::Rules;

/// How the positions are made.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// How many games.
    pub games: usize,
    /// Positions looked at for a move.
    pub nodes: u64,
    /// At most so many random plies come first.
    pub random_plies: usize,
    /// Games at the same time.
    pub parallel: usize,
    /// Other games.
    pub seed: u64,
}

/// Plays games of the engine against itself; each is told with its positions. False if there is no
/// such game.
pub fn make(game: &str, making: Making, told: &(dyn Fn(&GameLog) + Sync)) -> bool {
    makers(game).map(|makers| (makers.positions)(making, told)).is_some()
}

/// The same for a game whose type is known.
pub(super) fn positions<R: Rules>(making: Making, told: &(dyn Fn(&GameLog) + Sync)) {
    data::make::<R>(making, told);
}

/// The weights of a game (in the middle and at the end) that fit these positions best, starting from
/// those it has.
pub fn weigh(
    game: &str,
    diaries: &[GameLog],
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, String> {
    (known(game)?.weights)(diaries, how, told)
}

fn known(game: &str) -> Result<Makers, String> {
    makers(game).ok_or_else(|| format!("there is no game \"{game}\""))
}

/// A net for a game, of so many units a seat, that knows nothing but these positions, as it is written.
pub fn net(
    game: &str,
    diaries: &[GameLog],
    units: usize,
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, String> {
    (known(game)?.net)(diaries, units, how, told)
}

/// The same for a game whose type is known.
pub(super) fn teach_two<R: Rules>(
    diaries: &[GameLog],
    units: usize,
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, String> {
    if R::SPEC.seats.len() != 2 {
        return Err("a net is for games for two".to_owned());
    }
    teach::<R>(diaries, units, how, told)
}
