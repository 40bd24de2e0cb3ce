//! Fits evaluation weights to game results and search scores. The win probabilities of the seats are the softmax of
//! their evaluations; the weights are optimised by gradient descent (Adam).

use super::adam::Adam;
use super::data::GameLog;
use super::dataset::{Dataset, dataset, shuffle};
use super::error::TrainError;
use super::sample::{Count, Sample, sample};
use crate::eval::evaluate::Evaluate;
use crate::rules::side::{SEATS, Side};
use crate::rules::tables::Tables;

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The number of epochs.
    pub epochs: usize,
    /// The part of the game result in the target; the rest is the search score.
    pub result: f32,
    /// For nets, how much of the target comes from later searches and the result, from each search on.
    pub later: f32,
    /// For nets, the scores at which the net expects odds of e to 1, in hundredths of a Pawn, with hardly any men (in a
    /// game for two) and with all of them. Without them, it is the one at which the results of all examples have these odds.
    pub scale: Option<(f32, f32)>,
    /// The learning rate, in hundredths of a Pawn per step.
    pub rate: f32,
    /// For nets, the number of examples in a step.
    pub batch: usize,
}

impl Fit {
    /// The usual number of examples in a step.
    pub const BATCH: usize = 16_384;
}

/// A progress report of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The epoch; 0 before the first.
    pub(crate) epoch: usize,
    /// The loss on the training set.
    pub(crate) loss: f32,
    /// The loss on the validation set, one game in ten.
    pub validation_loss: f32,
    /// The number of training positions.
    pub(crate) positions: usize,
    /// The scale of the softmax: the lead in hundredths of a Pawn that means odds of e to 1.
    pub(crate) scale: f32,
}

const BATCH: usize = 4096;
/// Regularisation: the part of the distance to its initial value that each weight moves back in each step.
const PULL: f32 = 0.001;

/// Fits the evaluation weights of a game.
pub(super) fn fit<R: Evaluate>(
    tables: &'static Tables<R>,
    logs: &[GameLog],
    how: Fit,
    listener: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, TrainError> {
    if R::weights(tables).is_empty() {
        return Err(TrainError::NoTerms);
    }
    let mut counts = Vec::new();
    let mut weights: Vec<[f32; 2]> =
        R::weights(tables).iter().map(|weight| [weight.middle() as f32, weight.end() as f32]).collect();
    let Dataset { mut learnt, held } = dataset(tables, logs, |board, noted, (_, log), samples| {
        samples.push(sample(board, log.shares, noted, &mut counts));
    })?;
    let scale = scale(&held, &counts, &weights);
    for sample in &mut learnt {
        let Some(expected) = expected(sample, tables.spec().seats.len(), scale) else { continue };
        for (share, expected) in sample.shares.iter_mut().zip(expected) {
            *share = *share * how.result + expected * (1.0 - how.result);
        }
    }
    let report = |epoch, weights: &[[f32; 2]], learnt: &[Sample]| Report {
        epoch,
        loss: loss(learnt, &counts, weights, scale),
        validation_loss: loss(&held, &counts, weights, scale),
        positions: learnt.len(),
        scale,
    };
    listener(&report(0, &weights, &learnt));
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
        listener(&report(epoch, &weights, &learnt));
    }
    // The pruning margins of the search are tuned for evaluations of the initial size, so the weights are scaled
    // back to it.
    let size = spread(&held, &counts, &first) / spread(&held, &counts, &weights).max(1.0);
    weights.iter_mut().flatten().for_each(|weight| *weight *= size);
    let whole = |value: f32| value.round().clamp(-30_000.0, 30_000.0) as i32;
    Ok(weights.iter().map(|&[middle, end]| (whole(middle), whole(end))).collect())
}

/// The shares that the searches of the seats expect; none if one of them is missing. Each score is what a seat is worth
/// minus what the others are worth on average, also those that have fallen; only the last two play as in a game for two.
fn expected(sample: &Sample, seats: usize, scale: f32) -> Option<[f32; SEATS]> {
    let seats = if sample.living.count() == 2 { 2.0 } else { seats as f32 };
    let mut worth = [0.0; SEATS];
    for seat in sample.living.iter().map(Side::index) {
        worth[seat] = sample.scores[seat]? * (seats - 1.0) / seats;
    }
    Some(chances(sample, &worth, scale))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::side::Sides;

    fn sample(living: Sides, scores: [Option<f32>; SEATS]) -> Sample {
        Sample { counts: 0..0, phase: 1.0, living, shares: [0.0; SEATS], scores }
    }

    #[test]
    fn the_last_two_expect_what_their_lead_says() {
        let two = sample(Sides::first(2), [Some(300.0), Some(-300.0), None, None]);
        let expected = expected(&two, 4, 200.0).expect("both have searched");
        assert!((expected[0] - 1.0 / (1.0 + (-1.5f32).exp())).abs() < 1e-6, "{expected:?}");
        assert_eq!(expected[2..], [0.0, 0.0]);
    }

    #[test]
    fn the_scores_of_four_lead_back_to_what_each_is_worth() {
        let worth = [900.0f32, 500.0, 400.0, 200.0];
        let all: f32 = worth.iter().sum();
        let four = sample(Sides::first(4), worth.map(|own| Some(own - (all - own) / 3.0)));
        let (expected, shares) = (expected(&four, 4, 200.0), chances(&four, &worth, 200.0));
        for (expected, share) in expected.expect("all have searched").into_iter().zip(shares) {
            assert!((expected - share).abs() < 1e-5, "{expected} {share}");
        }
    }

    #[test]
    fn nothing_is_expected_where_a_search_is_missing() {
        let three = sample(Sides::first(3), [Some(10.0), None, Some(-5.0), None]);
        assert!(expected(&three, 4, 200.0).is_none());
    }
}
