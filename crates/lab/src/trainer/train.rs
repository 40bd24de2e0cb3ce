//! Trains a neural network to predict search scores and game results.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::adam::Adam;
use super::data::GameLog;
use super::dataset::{Dataset, dataset, shuffle};
use super::error::TrainError;
use super::fit::{Fit, Report};
use super::model::{First, Model, Seen};
use super::training_set::{Example, TrainingSet};
use super::{of_many, of_two};

use crate::engine::many::method::Method;
use crate::engine::many::multi_search::MultiSearch;
use crate::eval::evaluate::Evaluate;
use crate::eval::net::{Net, View};
use crate::rules::game::CompiledGame;
use crate::task;

const BATCH: usize = 16_384;
/// A batch is split into so many parts, which threads share. The gradients of the parts are summed in order, so the
/// number of threads does not change the net.
const PARTS: usize = 8;
/// The number of warm-up steps with an increasing learning rate, because the first gradient statistics of Adam are
/// inaccurate.
const CAREFUL: f32 = 50.0;

/// The mean loss.
fn loss<const HIDDEN: usize, const VIEWS: usize>(
    set: &TrainingSet,
    model: &Model<HIDDEN, VIEWS>,
    examples: &[Example],
) -> f32 {
    let mut inputs = Vec::new();
    let of = |example: &Example| {
        inputs.clear();
        let bucket = set.see(example, 0, &mut inputs);
        set.judge(example, model.worth(Seen { inputs: &inputs, bucket })).0
    };
    (examples.iter().map(of).sum::<f64>() / examples.len() as f64) as f32
}

/// The mean loss where a network says nothing.
fn loss_without(set: &TrainingSet, examples: &[Example]) -> f32 {
    let sum: f64 = examples.iter().map(|example| set.judge(example, 0.0).0).sum();
    (sum / examples.len() as f64) as f32
}

/// Adds the gradients and the losses of a batch to its parts.
fn look<const HIDDEN: usize, const VIEWS: usize>(
    set: &TrainingSet,
    model: &Model<HIDDEN, VIEWS>,
    parts: &[Mutex<Part>],
    (batch, epoch): (&[Example], usize),
    threads: usize,
) {
    let next = AtomicUsize::new(0);
    let size = batch.len().div_ceil(parts.len());
    let work = || {
        let mut inputs = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { return };
            let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
            let Part { gradient, loss } = &mut *part;
            for example in batch.iter().skip(number * size).take(size) {
                inputs.clear();
                let bucket = set.see(example, epoch, &mut inputs);
                model.look(gradient, Seen { inputs: &inputs, bucket }, |worth| {
                    let (surprise, pull) = set.judge(example, worth);
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

/// The gradient and the summed loss of a part of a batch.
struct Part {
    gradient: Vec<f32>,
    loss: f64,
}

fn parts<const HIDDEN: usize, const VIEWS: usize>(model: &Model<HIDDEN, VIEWS>) -> Vec<Mutex<Part>> {
    (0..PARTS).map(|_| Mutex::new(Part { gradient: vec![0.0; model.size()], loss: 0.0 })).collect()
}

/// Trains a network. Of all epochs the one with the least validation loss is kept; training that makes a trained network
/// worse returns it as it was.
pub(crate) fn train<R: Evaluate + CompiledGame>(
    logs: &[GameLog],
    first: First<'_>,
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    let view = View::compile(R::SPEC, &R::tables().geometry);
    let hidden = match first {
        First::Untrained(hidden) => hidden,
        First::Trained(net) => {
            let hidden = Net::hidden(net.len(), view.inputs(), Net::views(R::SPEC));
            hidden.ok_or(TrainError::Net { bytes: net.len() })?
        }
    };
    match hidden {
        32 => train_hidden::<R, 32>(logs, &view, first, how, report),
        64 => train_hidden::<R, 64>(logs, &view, first, how, report),
        128 => train_hidden::<R, 128>(logs, &view, first, how, report),
        256 => train_hidden::<R, 256>(logs, &view, first, how, report),
        _ => Err(TrainError::Hidden { hidden }),
    }
}

fn train_hidden<R: Evaluate + CompiledGame, const HIDDEN: usize>(
    logs: &[GameLog],
    view: &View,
    first: First<'_>,
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    let board = &R::tables().geometry;
    let seats = R::SPEC.seats.len();
    let mut all = Vec::new();
    if seats == 2 {
        let mut dataset = dataset::<R, _>(logs, |board, noted, log, examples| {
            examples.push(of_two::example(view, board, noted, log, &mut all));
        })?;
        let set = TrainingSet::new(all, Vec::new(), &mut dataset, (seats, R::TRAITS.pawn), how);
        return Ok(train_epochs(
            &set,
            dataset,
            Model::<HIDDEN, 2>::first(view.inputs(), first),
            first,
            how,
            report,
        ));
    }
    let mut search = MultiSearch::alone(R::tables(), Method::Paranoid);
    let mut dataset = dataset::<R, _>(logs, |board, noted, log, examples| {
        of_many::examples((view, &mut search), board, noted, log, &mut all, examples);
    })?;
    let set = TrainingSet::new(all, of_many::mirrors(view, board), &mut dataset, (seats, R::TRAITS.pawn), how);
    Ok(train_epochs(&set, dataset, Model::<HIDDEN, 1>::first(view.inputs(), first), first, how, report))
}

fn train_epochs<const HIDDEN: usize, const VIEWS: usize>(
    set: &TrainingSet,
    Dataset { mut learnt, held }: Dataset<Example>,
    mut model: Model<HIDDEN, VIEWS>,
    first: First<'_>,
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Vec<u8> {
    let scale = set.measured;
    let mut adam = Adam::new(model.size(), 1e-8);
    let mut parts = parts(&model);
    let threads = task::processors().min(PARTS);
    let steps = (how.epochs * learnt.len().div_ceil(BATCH)) as f32;
    let mut step = 0.0;
    let mut best = Best::new(model.written());
    let before = match first {
        First::Untrained(_) => loss_without(set, &held),
        First::Trained(net) => {
            let before = loss(set, &model, &held);
            best.offer(before, || net.to_vec());
            before
        }
    };
    report(&Report { epoch: 0, loss: before, validation_loss: before, positions: learnt.len(), scale });
    for epoch in 1..=how.epochs {
        shuffle(&mut learnt, epoch as u64);
        let mut sum = 0.0;
        for batch in learnt.chunks(BATCH) {
            step += 1.0;
            // Cosine decay of the learning rate.
            let slower = 0.02 + 0.49 * (1.0 + (std::f32::consts::PI * step / steps).cos());
            look(set, &model, &parts, (batch, epoch), threads);
            for part in &mut parts {
                let Part { gradient, loss } = part.get_mut().unwrap_or_else(PoisonError::into_inner);
                adam.add(gradient);
                sum += std::mem::take(loss);
            }
            model.learn(&mut adam, batch.len(), how.rate * slower * (step / CAREFUL).min(1.0));
        }
        let validation_loss = loss(set, &model, &held);
        best.offer(validation_loss, || model.written());
        let loss = (sum / learnt.len() as f64) as f32;
        report(&Report { epoch, loss, validation_loss, positions: learnt.len(), scale });
    }
    best.net
}

/// The net with the least validation loss so far.
struct Best {
    loss: f32,
    net: Vec<u8>,
}

impl Best {
    /// An untrained net, which any trained one replaces.
    fn new(net: Vec<u8>) -> Best {
        Best { loss: f32::INFINITY, net }
    }

    fn offer(&mut self, loss: f32, written: impl FnOnce() -> Vec<u8>) {
        if loss < self.loss {
            *self = Best { loss, net: written() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::side::Side;
    use crate::rules::zobrist::mix;

    #[test]
    fn the_best_epoch_is_kept() {
        let mut best = Best::new(vec![0]);
        for (epoch, loss) in [(1, 0.6), (2, 0.5), (3, 0.5), (4, 0.7), (5, f32::NAN)] {
            best.offer(loss, || vec![epoch]);
        }
        assert_eq!(best.net, [2]);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let inputs = 40;
        let seen = 10u16;
        let all: Vec<u16> = (0..1000).map(|at| (mix(at) % inputs) as u16).collect();
        let example = |at: usize| Example {
            game: at,
            seat: Side::FIRST,
            own: true,
            first: at * usize::from(seen),
            inputs: seen,
            bucket: at as u16 % 8,
            terms: 0.0,
            left: 1.0,
            score: (at as f32 - 50.0) * 10.0,
            later: 0.0,
            result: 0.5,
        };
        let batch: Vec<Example> = (0..100).map(example).collect();
        let mut dataset = Dataset { learnt: batch.clone(), held: batch.clone() };
        let how = Fit { epochs: 1, result: 0.2, later: 0.0, scale: None, rate: 0.01 };
        let set = TrainingSet::new(all, Vec::new(), &mut dataset, (2, 100), how);
        let model = Model::<32, 2>::new(inputs as usize);
        let with = |threads| {
            let parts = parts(&model);
            look(&set, &model, &parts, (&batch, 1), threads);
            let part = |part: Mutex<Part>| part.into_inner().unwrap_or_else(PoisonError::into_inner);
            parts.into_iter().map(part).map(|part| (part.gradient, part.loss)).collect::<Vec<_>>()
        };
        let alone = with(1);
        assert!(alone.iter().all(|(gradient, loss)| *loss > 0.0 && gradient.iter().any(|&slope| slope != 0.0)));
        assert!(with(3) == alone && with(PARTS) == alone);
    }
}
