//! What is learnt from: the positions of games, one game in ten held out.

use super::data::{GameLog, Position};
use crate::rules::board::Board;
use crate::rules::fen;
use crate::rules::game::Rules;
use crate::rules::zobrist::mix;

/// What is learnt from.
pub(super) struct Dataset<S> {
    pub(super) learnt: Vec<S>,
    /// Never learnt from: they tell whether more was learnt than was shown.
    pub(super) held: Vec<S>,
}

/// Reads the positions of all games.
pub(super) fn dataset<R: Rules, S>(
    diaries: &[GameLog],
    mut read: impl FnMut(&Board<R>, &Position, &GameLog) -> S,
) -> Result<Dataset<S>, String> {
    let mut dataset = Dataset { learnt: Vec::new(), held: Vec::new() };
    for (number, diary) in diaries.iter().enumerate() {
        let Dataset { learnt, held } = &mut dataset;
        let samples = if mix(number as u64).is_multiple_of(10) { held } else { learnt };
        for noted in &diary.positions {
            let board = fen::read::<R>(&noted.fen).map_err(|error| format!("game {}: {error}", number + 1))?;
            samples.push(read(&board, noted, diary));
        }
    }
    if dataset.learnt.is_empty() || dataset.held.is_empty() {
        return Err("too few games: at least some tens are needed".to_owned());
    }
    Ok(dataset)
}

/// The same in another order.
pub(super) fn shuffle<S>(samples: &mut [S], seed: u64) {
    let mut dice = mix(seed);
    for at in (1..samples.len()).rev() {
        dice = mix(dice);
        samples.swap(at, dice as usize % (at + 1));
    }
}

/// What a seat that is so far ahead of one other should expect.
pub(super) fn chance(worth: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-worth / scale).exp())
}
