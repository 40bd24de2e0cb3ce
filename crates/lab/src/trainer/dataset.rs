//! The training set and the validation set: one game in ten is held out.

use super::data::{GameLog, Position};
use super::error::TrainError;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::tables::Tables;
use crate::rules::zobrist::mix;

/// Training and validation samples.
pub(super) struct Dataset<S> {
    pub(super) learnt: Vec<S>,
    /// The validation set: not used for training, it shows overfitting.
    pub(super) held: Vec<S>,
}

/// Reads the positions of all games: `read` appends the samples of a position to those of its set.
pub(super) fn dataset<R: Rules, S>(
    tables: &'static Tables<R>,
    logs: &[GameLog],
    mut read: impl FnMut(&Board<R>, &Position, (usize, &GameLog), &mut Vec<S>),
) -> Result<Dataset<S>, TrainError> {
    let mut dataset = Dataset { learnt: Vec::new(), held: Vec::new() };
    for (number, log) in logs.iter().enumerate() {
        let Dataset { learnt, held } = &mut dataset;
        let samples = if mix(number as u64).is_multiple_of(10) { held } else { learnt };
        for noted in &log.positions {
            let board =
                tables.read(&noted.fen).map_err(|error| TrainError::Position { number: number + 1, error })?;
            read(&board, noted, (number, log), samples);
        }
    }
    if dataset.learnt.is_empty() || dataset.held.is_empty() {
        return Err(TrainError::TooFew);
    }
    Ok(dataset)
}

pub(super) fn shuffle<S>(samples: &mut [S], seed: u64) {
    let mut dice = mix(seed);
    for at in (1..samples.len()).rev() {
        dice = mix(dice);
        samples.swap(at, dice as usize % (at + 1));
    }
}

/// The expected result of a seat that is ahead by `worth` in a game for two (logistic function).
pub(super) fn chance(worth: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-worth / scale).exp())
}
