//! What a neural network learns from: examples, their targets, and the error of what it says about them.

use super::dataset::{Dataset, chance};
use super::fit::Fit;
use crate::engine::score::Score;
use crate::eval::net::{BUCKETS, View};
use crate::rules::side::{BySide, Side};
use crate::rules::zobrist::mix;

/// A training position from the view of one seat: the seat to move in a game for two, any living seat in a game for more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    /// The number of the game.
    pub(super) game: usize,
    pub(super) seat: Side,
    /// Is the seat to move?
    pub(super) own: bool,
    /// The index of its first input in the list of all inputs.
    pub(super) first: usize,
    pub(super) inputs: u16,
    /// The output layer.
    pub(super) bucket: u16,
    /// What the evaluation terms say, which the network corrects; 0 if it says everything itself.
    pub(super) terms: f32,
    /// The factor by which the search reduces the evaluation.
    pub(super) left: f32,
    /// The score of the seat's search here, or of its next one.
    pub(super) score: f32,
    /// What the searches after that said, the earlier ones more than the later ones, and the result.
    pub(super) later: f32,
    /// The result of the game for the seat, from 0 to 1; an equal share is 0.5.
    pub(super) result: f32,
}

/// The mirrors of a board: the levels in either order, and the two directions ahead in either order.
pub(super) const MIRRORS: usize = 4;
pub(super) const UPSIDE_DOWN: usize = 1;
pub(super) const SWAPPED: usize = 2;

/// The inputs of all examples, and how the network is to judge them.
pub(super) struct TrainingSet {
    all: Vec<u16>,
    /// The number of each input in each mirror of the board; none if the board has no mirrors.
    mirrors: Vec<Vec<u16>>,
    /// The scale with which the scores of all examples predict the results best.
    pub(super) measured: f32,
    /// The scale of what each output layer of the network says.
    said: [f32; BUCKETS],
    /// The scale with which the scores predict the results best, for the examples of each output layer: with two seats
    /// a lead means less the fewer men are left. So the network says less there.
    scales: [f32; BUCKETS],
    result: f32,
    later: f32,
}

impl TrainingSet {
    /// Completes the examples with what came later, for which the scale of the scores has to be known. The examples of
    /// a game are in its order.
    pub(super) fn new(
        all: Vec<u16>,
        mirrors: Vec<Vec<u16>>,
        dataset: &mut Dataset<Example>,
        (seats, pawn): (usize, Score),
        how: Fit,
    ) -> TrainingSet {
        let measured = scale(&dataset.held.iter());
        let scales = if seats == 2 { scales(&dataset.held, measured) } else { [measured; BUCKETS] };
        for examples in [&mut dataset.learnt, &mut dataset.held] {
            look_ahead(examples, seats, &scales, how.later);
        }
        // The scores of the examples are reported ones, the network gives search scores.
        let in_search = measured * pawn as f32 / 100.0;
        let (few, many) = how.scale.unwrap_or((in_search, in_search));
        // With more than two seats the layers do not stand for numbers of men.
        let few = if seats == 2 { few } else { many };
        let said = std::array::from_fn(|bucket| mixed(few, many, bucket as f32 / (BUCKETS - 1) as f32));
        TrainingSet { all, mirrors, measured, said, scales, result: how.result, later: how.later }
    }

    /// Appends the active inputs of an example. Returns its output layer. In each epoch from 1 on, the example is seen
    /// in one of the mirrors.
    pub(super) fn see(&self, example: &Example, epoch: usize, inputs: &mut Vec<u16>) -> usize {
        let seen = &self.all[example.first..][..usize::from(example.inputs)];
        let bucket = usize::from(example.bucket);
        if epoch == 0 || self.mirrors.is_empty() {
            inputs.extend_from_slice(seen);
            return bucket;
        }
        let mirror = mix((example.first ^ epoch << 48) as u64) as usize % MIRRORS;
        inputs.extend(seen.iter().map(|&input| self.mirrors[mirror][usize::from(input)]));
        if mirror & SWAPPED == 0 { bucket } else { View::swapped_bucket(bucket) }
    }

    /// The loss for an output of this worth, and the derivative of the loss by that.
    pub(super) fn judge(&self, example: &Example, worth: f32) -> (f64, f32) {
        let target = mixed(hoped(example, &self.scales), example.later, self.later);
        let target = mixed(target, example.result, self.result);
        let said = self.said[usize::from(example.bucket)];
        let expected = chance((example.terms + worth) * example.left, said);
        (cross_entropy(expected, target), (expected - target) * example.left)
    }
}

/// A mix of two expectations with this share of the second.
fn mixed(first: f32, second: f32, share: f32) -> f32 {
    first + (second - first) * share
}

/// The cross-entropy of a predicted win probability and the actual share.
fn cross_entropy(chance: f32, share: f32) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    f64::from(-share * chance.ln() - (1.0 - share) * (1.0 - chance).ln())
}

/// With fewer examples than this an output layer has no scale of its own.
const ENOUGH: usize = 1_000;

/// What the score of an example expects of the result.
fn hoped(example: &Example, scales: &[f32; BUCKETS]) -> f32 {
    chance(example.score, scales[usize::from(example.bucket)])
}

/// The scale with which the scores predict the results best.
fn scale<'a>(examples: &(impl Iterator<Item = &'a Example> + Clone)) -> f32 {
    let loss = |scale: f32| -> f64 {
        examples.clone().map(|example| cross_entropy(chance(example.score, scale), example.result)).sum()
    };
    let scales = (0..40).map(|step| 40.0 * 1.1f32.powi(step));
    scales.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(400.0)
}

/// The scale of each output layer; the given one where it has too few examples.
fn scales(examples: &[Example], otherwise: f32) -> [f32; BUCKETS] {
    std::array::from_fn(|bucket| {
        let of_bucket = examples.iter().filter(|example| usize::from(example.bucket) == bucket);
        if of_bucket.clone().count() < ENOUGH { otherwise } else { scale(&of_bucket) }
    })
}

/// Computes what came later. With two seats, what a search says of one seat it says of the other too.
fn look_ahead(examples: &mut [Example], seats: usize, scales: &[f32; BUCKETS], later: f32) {
    let mut game = None;
    let mut ahead: BySide<Option<f32>> = BySide::default();
    for example in examples.iter_mut().rev() {
        if game.replace(example.game) != Some(example.game) {
            ahead = BySide::default();
        }
        example.later = ahead[example.seat].unwrap_or(example.result);
        if example.own {
            let expected = mixed(hoped(example, scales), example.later, later);
            if seats == 2 {
                ahead = BySide::from_fn(|_| Some(1.0 - expected));
            }
            ahead[example.seat] = Some(expected);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(game: usize, seat: usize, own: bool, score: f32, result: f32) -> Example {
        Example {
            game,
            seat: Side::new(seat),
            own,
            first: 0,
            inputs: 0,
            bucket: 0,
            terms: 0.0,
            left: 1.0,
            score,
            later: 0.0,
            result,
        }
    }

    fn assert_later(mut examples: [Example; 4], seats: usize, later: f32, expected: [f32; 4]) {
        look_ahead(&mut examples, seats, &[100.0; BUCKETS], later);
        for (example, expected) in examples.iter().zip(expected) {
            assert!((example.later - expected).abs() < 1e-6, "{} instead of {expected}", example.later);
        }
    }

    #[test]
    fn later_scores_count_less_and_less() {
        let examples = [
            example(0, 0, true, 100.0, 0.0),
            example(1, 0, true, 0.0, 1.0),
            example(1, 1, true, -200.0, 0.0),
            example(1, 0, true, 50.0, 1.0),
        ];
        let third = f32::midpoint(chance(50.0, 100.0), 1.0);
        let second = f32::midpoint(chance(-200.0, 100.0), 1.0 - third);
        assert_later(examples, 2, 0.5, [0.0, 1.0 - second, 1.0 - third, 1.0]);
    }

    /// A lead of three Pawns that wins so many of 2,000 games.
    fn leads(bucket: u16, won: usize) -> impl Iterator<Item = Example> {
        let result = move |game| if game < won { 1.0 } else { 0.0 };
        (0..2_000).map(move |game| Example { bucket, ..example(game, 0, true, 300.0, result(game)) })
    }

    #[test]
    fn a_lead_means_less_where_it_wins_less() {
        let examples: Vec<_> = leads(0, 1_200).chain(leads(7, 1_900)).chain(leads(3, 2_000).take(10)).collect();
        let scales = scales(&examples, 200.0);
        assert!((scales[3] - 200.0).abs() < f32::EPSILON, "ten examples say little");
        for (bucket, wins) in [(0, 0.6), (7, 0.95)] {
            let expected = chance(300.0, scales[bucket]);
            assert!((expected - wins).abs() < 0.02, "{bucket}: {expected} instead of {wins}");
        }
    }

    #[test]
    fn the_network_may_speak_on_another_scale() {
        let learnt: Vec<_> = leads(0, 1_200).chain(leads(7, 1_900)).collect();
        let said = |scale| {
            let how = Fit { epochs: 1, result: 0.0, later: 0.0, scale, rate: 0.01, batch: Fit::BATCH };
            let mut dataset = Dataset { learnt: learnt.clone(), held: learnt.clone() };
            let set = TrainingSet::new(Vec::new(), Vec::new(), &mut dataset, (2, 100), how);
            let least = |example: &Example| {
                let loss = |&worth: &f32| set.judge(example, worth).0;
                let worths = (0..1_000).map(|worth| worth as f32);
                worths.min_by(|a, b| loss(a).total_cmp(&loss(b))).expect("there are worths")
            };
            [0, 2_000].map(|number| least(&learnt[number]))
        };
        let [[few, many], [few_twice, many_twice], [once, twice]] =
            [(100.0, 100.0), (200.0, 200.0), (100.0, 200.0)].map(|scale| said(Some(scale)));
        assert!((once - few).abs() <= 2.0 && (twice - many_twice).abs() <= 2.0, "{once} {twice}");
        assert!(few * 5.0 < many, "{few} against {many}");
        assert!((few_twice - 2.0 * few).abs() <= 2.0 && (many_twice - 2.0 * many).abs() <= 2.0);
    }

    #[test]
    fn each_seat_of_four_looks_ahead_to_its_own_next_turn() {
        let examples = [
            example(0, 0, true, 10.0, 0.0),
            example(0, 1, false, 70.0, 1.0),
            example(0, 0, false, 60.0, 0.0),
            example(0, 0, true, 60.0, 0.0),
        ];
        let at_last = chance(60.0, 100.0) * 0.75;
        assert_later(examples, 4, 0.25, [at_last, 1.0, at_last, 0.0]);
    }
}
