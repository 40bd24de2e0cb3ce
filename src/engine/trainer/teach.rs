//! Trains a neural network to predict search scores and game results.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::adam::Adam;
use super::data::{GameLog, Position};
use super::dataset::{Dataset, chance, dataset, shuffle};
use super::error::TrainError;
use super::fit::{Fit, Report};
use super::model::{Model, Seen, see};
use crate::eval::evaluate::Evaluate;
use crate::eval::net::View;
use crate::rules::board::Board;
use crate::task;

/// A training position.
#[derive(Clone, Copy, Debug)]
struct Example {
    /// The index of its first input in the list of all inputs.
    first: usize,
    inputs: u16,
    /// The output layer, by the number of men.
    bucket: u16,
    /// The search score for the seat to move.
    score: f32,
    /// The factor by which the search reduces the evaluation: after this many quiet plies, and if the seat that is
    /// ahead can hardly win.
    left: f32,
    /// The result of the game for the seat to move.
    result: f32,
}

impl Example {
    fn seen<'a>(&self, all: &'a [u16]) -> Seen<'a> {
        Seen { inputs: &all[self.first..][..usize::from(self.inputs)], bucket: usize::from(self.bucket) }
    }
}

const BATCH: usize = 16_384;
/// A batch is split into so many parts, which threads share. The gradients of the parts are summed in order, so the
/// number of threads does not change the net.
const PARTS: usize = 8;
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

    /// The loss of an example, and the derivative of it by the evaluation.
    fn judge(&self, example: &Example, worth: f32) -> (f64, f32) {
        let (expected, target) = (chance(worth * example.left, self.scale), self.target(example));
        (surprise(expected, target), (expected - target) * example.left)
    }

    /// The mean loss.
    fn loss<const HIDDEN: usize>(&self, model: &Model<HIDDEN>, examples: &[Example]) -> f32 {
        let of = |example: &Example| self.judge(example, model.worth(example.seen(&self.all))).0;
        (examples.iter().map(of).sum::<f64>() / examples.len() as f64) as f32
    }

    /// Adds the gradients and the losses of a batch to its parts.
    fn look<const HIDDEN: usize>(
        &self,
        model: &Model<HIDDEN>,
        parts: &[Mutex<Part>],
        batch: &[Example],
        threads: usize,
    ) {
        let next = AtomicUsize::new(0);
        let size = batch.len().div_ceil(parts.len());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(number) else { return };
                let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
                let Part { gradient, loss } = &mut *part;
                for example in batch.iter().skip(number * size).take(size) {
                    model.look(gradient, example.seen(&self.all), |worth| {
                        let (surprise, pull) = self.judge(example, worth);
                        *loss += surprise;
                        pull
                    });
                }
            }
        };
        if let Err(why) = task::share("batch", threads, work) {
            std::panic::resume_unwind(Box::new(why.to_string()));
        }
    }
}

/// The gradient and the summed loss of a part of a batch.
struct Part {
    gradient: Vec<f32>,
    loss: f64,
}

fn parts<const HIDDEN: usize>(model: &Model<HIDDEN>) -> Vec<Mutex<Part>> {
    (0..PARTS).map(|_| Mutex::new(Part { gradient: vec![0.0; model.size()], loss: 0.0 })).collect()
}

/// Trains a network with `hidden` neurons in the hidden layer per seat. Of all epochs the one with the least validation
/// loss is kept.
pub fn teach<R: Evaluate>(
    logs: &[GameLog],
    hidden: usize,
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    match hidden {
        32 => teach_hidden::<R, 32>(logs, how, told),
        64 => teach_hidden::<R, 64>(logs, how, told),
        128 => teach_hidden::<R, 128>(logs, how, told),
        256 => teach_hidden::<R, 256>(logs, how, told),
        _ => Err(TrainError::Hidden { hidden }),
    }
}

fn teach_hidden<R: Evaluate, const HIDDEN: usize>(
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
    let mut adam = Adam::new(model.size(), 1e-8);
    let mut parts = parts(&model);
    let threads = task::processors().min(PARTS);
    let steps = (how.epochs * learnt.len().div_ceil(BATCH)) as f32;
    let mut step = 0.0;
    let mut best = (f32::INFINITY, model.written());
    for epoch in 1..=how.epochs {
        shuffle(&mut learnt, epoch as u64);
        let mut loss = 0.0;
        for batch in learnt.chunks(BATCH) {
            step += 1.0;
            // Cosine decay of the learning rate.
            let slower = 0.02 + 0.49 * (1.0 + (std::f32::consts::PI * step / steps).cos());
            teacher.look(&model, &parts, batch, threads);
            for part in &mut parts {
                let Part { gradient, loss: of_part } = part.get_mut().unwrap_or_else(PoisonError::into_inner);
                adam.add(gradient);
                loss += std::mem::take(of_part);
            }
            model.learn(&mut adam, batch.len(), how.rate * slower * (step / CAREFUL).min(1.0));
        }
        let validation_loss = teacher.loss(&model, &held);
        if validation_loss < best.0 {
            best = (validation_loss, model.written());
        }
        let loss = (loss / learnt.len() as f64) as f32;
        told(&Report { epoch, loss, validation_loss, positions: learnt.len(), scale: teacher.scale });
    }
    Ok(best.1)
}

fn example<R: Evaluate>(
    view: &View,
    board: &Board<R>,
    noted: &Position,
    log: &GameLog,
    all: &mut Vec<u16>,
) -> Example {
    let first = all.len();
    see(view, board, all);
    let turn = board.turn();
    let ahead = if noted.score > 0 { turn } else { board.living().after(turn) };
    // The same factors as in the search.
    let quiet = 1.0 - board.plies() as f32 / (2 * R::SPEC.draw_plies) as f32;
    Example {
        first,
        inputs: (all.len() - first) as u16,
        bucket: view.bucket(board) as u16,
        score: noted.score as f32,
        left: quiet * R::prospects(board, ahead) as f32 / 64.0,
        result: log.shares[turn.index()],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::zobrist::mix;

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let inputs = 40;
        let seen = 10u16;
        let all: Vec<u16> = (0..1000).map(|at| (mix(at) % inputs) as u16).collect();
        let example = |at: usize| Example {
            first: at * usize::from(seen),
            inputs: seen,
            bucket: at as u16 % 8,
            score: (at as f32 - 50.0) * 10.0,
            left: 1.0,
            result: 0.5,
        };
        let batch: Vec<Example> = (0..100).map(example).collect();
        let teacher = Teacher { all, scale: 300.0, result: 0.2 };
        let model = Model::<32>::new(inputs as usize);
        let look = |threads| {
            let parts = parts(&model);
            teacher.look(&model, &parts, &batch, threads);
            let part = |part: Mutex<Part>| part.into_inner().unwrap_or_else(PoisonError::into_inner);
            parts.into_iter().map(part).map(|part| (part.gradient, part.loss)).collect::<Vec<_>>()
        };
        let alone = look(1);
        assert!(alone.iter().all(|(gradient, loss)| *loss > 0.0 && gradient.iter().any(|&slope| slope != 0.0)));
        assert!(look(3) == alone && look(PARTS) == alone);
    }
}
