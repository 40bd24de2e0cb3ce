//! Trains a neural network to predict search scores and game results.

use super::data::{GameLog, Position};
use super::dataset::{Dataset, chance, dataset, shuffle};
use super::error::TrainError;
use super::fit::{Fit, Report};
use super::model::{Inputs, Model, see};
use crate::eval::net::View;
use crate::rules::board::Board;
use crate::rules::game::Rules;

/// A training position.
#[derive(Clone, Copy, Debug)]
struct Example {
    /// The index of its first input in the list of all inputs.
    first: usize,
    inputs: usize,
    /// The search score for the seat to move.
    score: f32,
    /// The factor by which the search reduces the evaluation after this many quiet plies.
    left: f32,
    /// The result of the game for the seat to move.
    result: f32,
}

impl Example {
    fn seen<'a>(&self, all: &'a [u16]) -> Inputs<'a> {
        &all[self.first..][..self.inputs]
    }
}

const BATCH: usize = 16_384;
/// The number of warm-up steps with an increasing learning rate, because the first gradient statistics of Adam are
/// inaccurate.
const CAREFUL: f32 = 50.0;

/// The cross-entropy of a predicted win probability and the actual share.
fn surprise(chance: f32, share: f32) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    f64::from(-share * chance.ln() - (1.0 - share) * (1.0 - chance).ln())
}

/// The training inputs, and the mix of search scores and results in the target.
struct Teacher {
    all: Vec<u16>,
    scale: f32,
    result: f32,
}

impl Teacher {
    /// The target: the expected result of the seat to move.
    fn target(&self, example: &Example) -> f32 {
        let said = chance(example.score, self.scale);
        said + (example.result - said) * self.result
    }

    fn loss<const HIDDEN: usize>(&self, model: &Model<HIDDEN>, examples: &[Example]) -> f32 {
        let of = |example: &Example| {
            let worth = model.worth(example.seen(&self.all)) * example.left;
            surprise(chance(worth, self.scale), self.target(example))
        };
        (examples.iter().map(of).sum::<f64>() / examples.len() as f64) as f32
    }

    fn step<const HIDDEN: usize>(&self, model: &mut Model<HIDDEN>, batch: &[Example], rate: f32) {
        for example in batch {
            model.look(example.seen(&self.all), |worth| {
                let expected = chance(worth * example.left, self.scale);
                (expected - self.target(example)) * example.left
            });
        }
        model.learn(batch.len(), rate);
    }
}

/// Trains a network with `hidden` neurons in the hidden layer per seat.
pub fn teach<R: Rules>(
    logs: &[GameLog],
    hidden: usize,
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    match hidden {
        32 => teach_hidden::<R, 32>(logs, how, told),
        64 => teach_hidden::<R, 64>(logs, how, told),
        128 => teach_hidden::<R, 128>(logs, how, told),
        _ => Err(TrainError::Hidden { hidden }),
    }
}

fn teach_hidden<R: Rules, const HIDDEN: usize>(
    logs: &[GameLog],
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    let view = View::compile(R::SPEC, &R::tables().geometry);
    let mut all = Vec::new();
    let Dataset { mut learnt, held } =
        dataset::<R, _>(logs, |board, noted, log| example(&view, board, noted, log, &mut all))?;
    let teacher = Teacher { all, scale: scale(&held), result: how.result };
    let mut model = Model::<HIDDEN>::new(view.inputs());
    let report = |epoch, model: &Model<HIDDEN>, learnt: &[Example]| Report {
        epoch,
        loss: teacher.loss(model, learnt),
        validation_loss: teacher.loss(model, &held),
        positions: learnt.len(),
        scale: teacher.scale,
    };
    let steps = (how.epochs * learnt.len().div_ceil(BATCH)) as f32;
    let mut step = 0.0;
    for epoch in 1..=how.epochs {
        shuffle(&mut learnt, epoch as u64);
        for batch in learnt.chunks(BATCH) {
            step += 1.0;
            // Cosine decay of the learning rate.
            let slower = 0.02 + 0.49 * (1.0 + (std::f32::consts::PI * step / steps).cos());
            teacher.step(&mut model, batch, how.rate * slower * (step / CAREFUL).min(1.0));
        }
        told(&report(epoch, &model, &learnt));
    }
    Ok(model.written())
}

fn example<R: Rules>(
    view: &View,
    board: &Board<R>,
    noted: &Position,
    log: &GameLog,
    all: &mut Vec<u16>,
) -> Example {
    let first = all.len();
    see(view, board, all);
    Example {
        first,
        inputs: all.len() - first,
        score: noted.score as f32,
        // The same factor as in the search.
        left: 1.0 - board.plies() as f32 / (2 * R::SPEC.draw_plies) as f32,
        result: log.shares[board.turn().index()],
    }
}

/// The scale with which the search scores predict the results best.
fn scale(examples: &[Example]) -> f32 {
    let loss = |scale: f32| -> f64 {
        examples.iter().map(|example| surprise(chance(example.score, scale), example.result)).sum()
    };
    let scales = (0..40).map(|step| 40.0 * 1.1f32.powi(step));
    scales.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(400.0)
}
