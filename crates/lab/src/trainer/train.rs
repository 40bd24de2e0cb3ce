//! Trains a neural network to predict search scores and game results.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::adam::Adam;
use super::course::Course;
use super::data::GameLog;
use super::dataset::{Dataset, dataset, shuffle};
use super::error::TrainError;
use super::fit::{Fit, Report};
use super::model::{First, Model, Seen};
use super::snapshot::Snapshot;
use super::training_set::{Example, TrainingSet};
use super::{of_many, of_two};

use crate::engine::many::method::Method;
use crate::engine::many::multi_search::MultiSearch;
use crate::eval::evaluate::Evaluate;
use crate::eval::net::{Net, View};
use crate::rules::tables::Tables;
use crate::rules::zobrist::mix;
use crate::task;

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
pub(super) fn train<R: Evaluate>(
    tables: &'static Tables<R>,
    logs: &[GameLog],
    first: First<'_>,
    how: Fit,
    course: &mut Course<'_>,
) -> Result<Option<Vec<u8>>, TrainError> {
    let view = View::of(tables.spec(), &tables.geometry).ok_or(TrainError::Board)?;
    let hidden = match first {
        First::Untrained(hidden) => hidden,
        First::Trained(net) => {
            let hidden = Net::hidden(net.len(), view.inputs(), Net::views(tables.spec()));
            hidden.ok_or(TrainError::Net { bytes: net.len() })?
        }
    };
    match hidden {
        32 => train_hidden::<R, 32>(tables, logs, &view, first, how, course),
        64 => train_hidden::<R, 64>(tables, logs, &view, first, how, course),
        128 => train_hidden::<R, 128>(tables, logs, &view, first, how, course),
        256 => train_hidden::<R, 256>(tables, logs, &view, first, how, course),
        _ => Err(TrainError::Hidden { hidden }),
    }
}

fn train_hidden<R: Evaluate, const HIDDEN: usize>(
    tables: &'static Tables<R>,
    logs: &[GameLog],
    view: &View,
    first: First<'_>,
    how: Fit,
    course: &mut Course<'_>,
) -> Result<Option<Vec<u8>>, TrainError> {
    let board = &tables.geometry;
    let seats = tables.spec().seats.len();
    let inputs = (view.inputs(), view.most_active());
    let mut all = Vec::new();
    if seats == 2 {
        let mut dataset = dataset(tables, logs, |board, noted, log, examples| {
            examples.push(of_two::example(view, board, noted, log, &mut all));
        })?;
        let set = TrainingSet::new(all, Vec::new(), &mut dataset, (seats, R::TRAITS.pawn), how);
        return Ok(train_epochs(&set, dataset, Model::<HIDDEN, 2>::first(inputs, first), first, how, course));
    }
    let mut search = MultiSearch::alone(tables, Method::Paranoid);
    let mut dataset = dataset(tables, logs, |board, noted, log, examples| {
        of_many::examples((view, &mut search), board, noted, log, &mut all, examples);
    })?;
    let set = TrainingSet::new(all, of_many::mirrors(view, board), &mut dataset, (seats, R::TRAITS.pawn), how);
    Ok(train_epochs(&set, dataset, Model::<HIDDEN, 1>::first(inputs, first), first, how, course))
}

fn train_epochs<const HIDDEN: usize, const VIEWS: usize>(
    set: &TrainingSet,
    Dataset { mut learnt, held }: Dataset<Example>,
    mut model: Model<HIDDEN, VIEWS>,
    first: First<'_>,
    how: Fit,
    course: &mut Course<'_>,
) -> Option<Vec<u8>> {
    let scale = set.measured;
    let mut adam = Adam::new(model.size(), 1e-8);
    let mut parts = parts(&model);
    let threads = course.threads.min(PARTS);
    let steps_of_epoch = learnt.len().div_ceil(how.batch);
    let steps = (how.epochs * steps_of_epoch) as f32;
    let of = number(&learnt, model.size(), how);
    let mut best = Best::new(model.written());
    let before = match first {
        First::Untrained(_) => loss_without(set, &held),
        First::Trained(net) => {
            let before = loss(set, &model, &held);
            best.offer(before, || net.to_vec());
            before
        }
    };
    let positions = learnt.len();
    let report = |course: &mut Course<'_>, epoch, loss, validation_loss| {
        (course.report)(&Report { epoch, loss, validation_loss, positions, scale });
    };
    report(course, 0, before, before);
    let state = course.state.and_then(|bytes| Snapshot::read(bytes, model.size())).filter(|state| state.of == of);
    let done = state.as_ref().map_or(0, |state| state.epoch);
    if let Some(state) = state {
        model.weights = state.weights;
        (adam.mean, adam.square, adam.steps) = (state.mean, state.square, state.steps);
        best = Best { loss: state.loss, net: state.best };
    }
    for epoch in 1..=how.epochs {
        shuffle(&mut learnt, epoch as u64);
        if epoch <= done {
            continue;
        }
        let mut step = ((epoch - 1) * steps_of_epoch) as f32;
        let mut sum = 0.0;
        for batch in learnt.chunks(how.batch) {
            if course.is_stopped() {
                return None;
            }
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
        if let Some(keep) = &mut course.keep {
            let (weights, mean, square) = (model.weights.clone(), adam.mean.clone(), adam.square.clone());
            let (steps, loss, best) = (adam.steps, best.loss, best.net.clone());
            keep(&Snapshot { epoch, steps, of, weights, mean, square, loss, best }.written());
        }
        report(course, epoch, loss, validation_loss);
    }
    Some(best.net)
}

/// A number of the examples and of how they are learnt.
fn number(learnt: &[Example], weights: usize, how: Fit) -> u64 {
    let mut sum = mix(learnt.len() as u64 ^ mix(weights as u64));
    let part = |number: f32| u64::from(number.to_bits());
    let scale = how.scale.map_or(0, |(few, many)| part(few) ^ mix(part(many)));
    for number in [how.epochs as u64, how.batch as u64, part(how.result), part(how.later), part(how.rate), scale] {
        sum = mix(sum ^ mix(number));
    }
    let of = |sum: u64, example: &Example| mix(sum ^ (part(example.score) << 32) ^ part(example.later));
    learnt.iter().fold(sum, of)
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
        let how = Fit { epochs: 1, result: 0.2, later: 0.0, scale: None, rate: 0.01, batch: 100 };
        let set = TrainingSet::new(all, Vec::new(), &mut dataset, (2, 100), how);
        let model = Model::<32, 2>::new((inputs as usize, 10));
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
