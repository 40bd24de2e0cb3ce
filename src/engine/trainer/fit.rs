//! Fits evaluation weights to game results. The win probabilities of the seats are the softmax of their
//! evaluations; the weights are optimised by gradient descent (Adam).

use super::adam::Adam;
use super::data::GameLog;
use super::dataset::{Dataset, chance, dataset, shuffle};
use super::error::TrainError;
use super::sample::{Count, Sample, sample};
use crate::eval::evaluate::Evaluate;
use crate::rules::side::{SEATS, Side};

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The number of epochs.
    pub epochs: usize,
    /// The part of the game result in the target; the rest is the search score.
    pub result: f32,
    /// The learning rate, in hundredths of a Pawn per step.
    pub rate: f32,
}

/// A progress report of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The epoch; 0 before the first.
    pub epoch: usize,
    /// The loss on the training set.
    pub loss: f32,
    /// The loss on the validation set, one game in ten.
    pub validation_loss: f32,
    /// The number of training positions.
    pub positions: usize,
    /// The scale of the softmax: the lead in hundredths of a Pawn that means odds of e to 1.
    pub scale: f32,
}

const BATCH: usize = 4096;
/// Regularisation: the part of the distance to its initial value that each weight moves back in each step.
const PULL: f32 = 0.001;

/// Fits the evaluation weights of a game.
pub fn fit<R: Evaluate>(
    logs: &[GameLog],
    how: Fit,
    told: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, TrainError> {
    if R::WEIGHTS.is_empty() {
        return Err(TrainError::NoTerms);
    }
    let mut counts = Vec::new();
    let mut weights: Vec<[f32; 2]> =
        R::WEIGHTS.iter().map(|weight| [weight.middle() as f32, weight.end() as f32]).collect();
    let Dataset { mut learnt, held } =
        dataset::<R, _>(logs, |board, noted, log| sample(board, log.shares, noted.score, &mut counts))?;
    let scale = scale(&held, &counts, &weights);
    if R::SPEC.seats.len() == 2 {
        for sample in &mut learnt {
            let chance = chance(sample.score, scale);
            let other = Side::new(1 - sample.turn.index());
            for (side, expected) in [(sample.turn, chance), (other, 1.0 - chance)] {
                let share = &mut sample.shares[side.index()];
                *share = *share * how.result + expected * (1.0 - how.result);
            }
        }
    }
    let report = |epoch, weights: &[[f32; 2]], learnt: &[Sample]| Report {
        epoch,
        loss: loss(learnt, &counts, weights, scale),
        validation_loss: loss(&held, &counts, weights, scale),
        positions: learnt.len(),
        scale,
    };
    told(&report(0, &weights, &learnt));
    let first = weights.clone();
    let mut adam = Adam::new(2 * weights.len(), 1e-5);
    for epoch in 1..=how.epochs {
        shuffle(&mut learnt, epoch as u64);
        // The learning rate decreases linearly.
        let rate = how.rate * (1.0 - (epoch - 1) as f32 / how.epochs as f32);
        for batch in learnt.chunks(BATCH) {
            for sample in batch {
                look(sample, &counts, &weights, scale, adam.gradient.as_chunks_mut().0);
            }
            adam.step(weights.as_flattened_mut(), batch.len(), rate);
            // Weights that the positions hardly determine stay near their initial values.
            for (weight, first) in weights.iter_mut().flatten().zip(first.iter().flatten()) {
                *weight += (first - *weight) * PULL;
            }
        }
        told(&report(epoch, &weights, &learnt));
    }
    // The pruning margins of the search are tuned for evaluations of the initial size, so the weights are scaled
    // back to it.
    let size = spread(&held, &counts, &first) / spread(&held, &counts, &weights).max(1.0);
    weights.iter_mut().flatten().for_each(|weight| *weight *= size);
    let whole = |value: f32| value.round().clamp(-30_000.0, 30_000.0) as i32;
    Ok(weights.iter().map(|&[middle, end]| (whole(middle), whole(end))).collect())
}

/// The evaluation of the position for each seat.
fn worth(sample: &Sample, counts: &[Count], weights: &[[f32; 2]]) -> [f32; SEATS] {
    let mut worth = [0.0; SEATS];
    for count in &counts[sample.counts.clone()] {
        let [middle, end] = weights[usize::from(count.term)];
        let weight = middle * sample.phase + end * (1.0 - sample.phase);
        worth[usize::from(count.seat)] += weight * f32::from(count.times);
    }
    worth
}

/// The root mean square of the evaluation of the first seat relative to the second.
fn spread(samples: &[Sample], counts: &[Count], weights: &[[f32; 2]]) -> f32 {
    let of = |sample: &Sample| {
        let worth = worth(sample, counts, weights);
        (worth[0] - worth[1]).powi(2)
    };
    (samples.iter().map(of).sum::<f32>() / samples.len().max(1) as f32).sqrt()
}

/// The win probability of each seat.
fn chances(sample: &Sample, worth: &[f32; SEATS], scale: f32) -> [f32; SEATS] {
    let living = || sample.living.iter().map(Side::index);
    let most = living().map(|seat| worth[seat]).fold(f32::MIN, f32::max);
    let mut chances = [0.0; SEATS];
    living().for_each(|seat| chances[seat] = ((worth[seat] - most) / scale).exp());
    let all: f32 = chances.iter().sum();
    chances.map(|chance| chance / all)
}

fn loss(samples: &[Sample], counts: &[Count], weights: &[[f32; 2]], scale: f32) -> f32 {
    let of = |sample: &Sample| -> f64 {
        let chances = chances(sample, &worth(sample, counts, weights), scale);
        let seats = chances.iter().zip(&sample.shares);
        f64::from(seats.map(|(chance, share)| -share * chance.max(1e-6).ln()).sum::<f32>())
    };
    (samples.iter().map(of).sum::<f64>() / samples.len() as f64) as f32
}

/// The scale with which the given weights predict the results best.
fn scale(samples: &[Sample], counts: &[Count], weights: &[[f32; 2]]) -> f32 {
    let loss = |scale: &f32| loss(samples, counts, weights, *scale);
    let scales = (0..40).map(|step| 40.0 * 1.1f32.powi(step));
    scales.min_by(|a, b| loss(a).total_cmp(&loss(b))).unwrap_or(200.0)
}

/// Adds the gradient of one position.
fn look(sample: &Sample, counts: &[Count], weights: &[[f32; 2]], scale: f32, gradient: &mut [[f32; 2]]) {
    let chances = chances(sample, &worth(sample, counts, weights), scale);
    for count in &counts[sample.counts.clone()] {
        let seat = usize::from(count.seat);
        let pull = (chances[seat] - sample.shares[seat]) * f32::from(count.times);
        let gradient = &mut gradient[usize::from(count.term)];
        gradient[0] += pull * sample.phase;
        gradient[1] += pull * (1.0 - sample.phase);
    }
}
