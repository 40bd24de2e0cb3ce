//! A neural network in training: the weights of a [`crate::eval::net::Net`] as floats, before quantisation.

use super::adam::Adam;
use crate::eval::net::{BUCKETS, Net, ONE, OUT, WORTH};
use crate::rules::zobrist::mix;

/// The network that training starts with.
#[derive(Clone, Copy, Debug)]
pub enum First<'a> {
    /// An untrained one with so many neurons in the hidden layer per view.
    Untrained(usize),
    /// The file contents of a trained one.
    Trained(&'a [u8]),
}

/// The active input features of each view, which all have the same number of features. With two seats the seat to move
/// comes first.
pub(super) type Inputs<'a> = &'a [u16];

/// What the network sees of a position.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) inputs: Inputs<'a>,
    /// The output layer.
    pub(super) bucket: usize,
}

/// Upper bound of the absolute weights: quantised output weights then fit into a byte.
const MOST: f32 = 1.98;

/// The upper bound of the weights of the hidden layer where so many inputs can be active. On a board of up to 64 squares no
/// net has come near it; on a larger one it holds the sum of all in 16 bits.
fn most(active: usize) -> f32 {
    const SMALL: usize = 64;
    if active <= SMALL { MOST } else { (i16::MAX as f32 / ONE as f32 - 1.0) / (active + 1) as f32 }.min(MOST)
}

/// Sums are added up in so many lanes, so that the compiler can use vectors.
const LANES: usize = 16;

/// A network with `HIDDEN` hidden neurons per view.
pub(super) struct Model<const HIDDEN: usize, const VIEWS: usize> {
    /// One row per input, the biases of the hidden neurons, one row of weights per view for each output layer, and the
    /// biases of the output layers.
    pub(super) weights: Vec<f32>,
    inputs: usize,
    /// The most that a weight of the hidden layer can be, so that their sums fit in 16 bits.
    most: f32,
}

fn clamped(neuron: f32) -> f32 {
    neuron.clamp(0.0, 1.0)
}

impl<const HIDDEN: usize, const VIEWS: usize> Model<HIDDEN, VIEWS> {
    fn row(weights: &[f32], number: usize) -> &[f32; HIDDEN] {
        weights[number * HIDDEN..].first_chunk().expect("a row is whole")
    }

    fn row_mut(weights: &mut [f32], number: usize) -> &mut [f32; HIDDEN] {
        weights[number * HIDDEN..].first_chunk_mut().expect("a row is whole")
    }

    /// An untrained network with random weights.
    pub(super) fn new((inputs, active): (usize, usize)) -> Model<HIDDEN, VIEWS> {
        let size = Net::size(inputs, VIEWS, HIDDEN);
        let chance = |number: usize| (mix(number as u64) >> 40) as f32 / (1u64 << 24) as f32 - 0.5;
        let mut weights: Vec<f32> = (0..size).map(|number| 0.3 * chance(number)).collect();
        // Positive biases: hidden neurons that are never active would get no gradient.
        Self::row_mut(&mut weights, inputs).fill(0.1);
        weights[size - BUCKETS..].fill(0.0);
        Model { weights, inputs, most: most(active) }
    }

    /// A trained network from its file contents: what [`Model::written`] gives.
    fn read((inputs, active): (usize, usize), net: &[u8]) -> Model<HIDDEN, VIEWS> {
        let weights = vec![0.0; Net::size(inputs, VIEWS, HIDDEN)];
        let mut model = Model { weights, inputs, most: most(active) };
        for (number, &two) in net.as_chunks().0.iter().enumerate().take(model.size()) {
            model.weights[number] = f32::from(i16::from_le_bytes(two)) / model.unit(number);
        }
        model
    }

    /// The network that training starts with, of so many inputs, of which so many can be active.
    pub(super) fn first(inputs: (usize, usize), first: First<'_>) -> Model<HIDDEN, VIEWS> {
        match first {
            First::Untrained(_) => Model::new(inputs),
            First::Trained(net) => Model::read(inputs, net),
        }
    }

    /// The integer that stands for a weight of 1 at this number.
    fn unit(&self, number: usize) -> f32 {
        let (behind, last) = ((self.inputs + 1) * HIDDEN, self.weights.len() - BUCKETS);
        let unit = match number {
            _ if number < behind => ONE,
            _ if number < last => OUT,
            _ => ONE * OUT,
        };
        unit as f32
    }

    /// The number of weights.
    pub(super) fn size(&self) -> usize {
        self.weights.len()
    }

    /// The row of an output layer for a view.
    fn out(&self, bucket: usize, view: usize) -> usize {
        self.inputs + 1 + VIEWS * bucket + view
    }

    fn hidden(&self, seen: Inputs<'_>) -> [[f32; HIDDEN]; VIEWS] {
        let of_each = seen.len() / VIEWS;
        std::array::from_fn(|view| {
            let mut hidden = *Self::row(&self.weights, self.inputs);
            for &input in &seen[view * of_each..][..of_each] {
                let weights = Self::row(&self.weights, usize::from(input));
                hidden.iter_mut().zip(weights).for_each(|(neuron, weight)| *neuron += weight);
            }
            hidden
        })
    }

    fn sum(&self, hidden: &[[f32; HIDDEN]; VIEWS], bucket: usize) -> f32 {
        let mut lanes = [0.0; LANES];
        for (view, hidden) in hidden.iter().enumerate() {
            let out = Self::row(&self.weights, self.out(bucket, view));
            for (neurons, weights) in hidden.as_chunks::<LANES>().0.iter().zip(out.as_chunks::<LANES>().0) {
                for lane in 0..LANES {
                    let neuron = clamped(neurons[lane]);
                    lanes[lane] += neuron * neuron * weights[lane];
                }
            }
        }
        self.weights[self.weights.len() - BUCKETS + bucket] + lanes.iter().sum::<f32>()
    }

    /// The output for a position, in hundredths of a Pawn.
    pub(super) fn worth(&self, seen: Seen<'_>) -> f32 {
        self.sum(&self.hidden(seen.inputs), seen.bucket) * WORTH as f32
    }

    /// Adds the gradient of an example to a list with one number for each weight. `excess` maps the output to the
    /// derivative of the error.
    pub(super) fn look(&self, gradient: &mut [f32], seen: Seen<'_>, excess: impl FnOnce(f32) -> f32) {
        let Seen { inputs, bucket } = seen;
        let hidden = self.hidden(inputs);
        let pull = excess(self.sum(&hidden, bucket) * WORTH as f32);
        gradient[self.weights.len() - BUCKETS + bucket] += pull;
        let of_each = inputs.len() / VIEWS;
        for (view, hidden) in hidden.iter().enumerate() {
            let number = self.out(bucket, view);
            let out = Self::row(&self.weights, number);
            let to_out = Self::row_mut(gradient, number);
            let mut back = [0.0; HIDDEN];
            for neuron in 0..HIDDEN {
                let active = clamped(hidden[neuron]);
                to_out[neuron] += pull * active * active;
                let moves = if hidden[neuron] < 1.0 { 2.0 * active } else { 0.0 };
                back[neuron] = pull * out[neuron] * moves;
            }
            let rows = inputs[view * of_each..][..of_each].iter().map(|&input| usize::from(input));
            for number in rows.chain([self.inputs]) {
                let to_row = Self::row_mut(gradient, number);
                to_row.iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
            }
        }
    }

    /// Makes a training step with the gradient of so many examples.
    pub(super) fn learn(&mut self, adam: &mut Adam, examples: usize, rate: f32) {
        adam.step(&mut self.weights, examples, rate);
        // Weight decay.
        let (hidden, behind) = self.weights.split_at_mut((self.inputs + 1) * HIDDEN);
        for (weights, most) in [(hidden, self.most), (behind, MOST)] {
            for weight in weights {
                *weight = (*weight * (1.0 - rate * 0.01)).clamp(-most, most);
            }
        }
    }

    /// The quantised network in the format that [`Net::compile`] reads.
    pub(super) fn written(&self) -> Vec<u8> {
        let whole = |(number, weight): (usize, &f32)| (weight * self.unit(number)).round() as i16;
        self.weights.iter().enumerate().map(whole).flat_map(i16::to_le_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::{BLOCK as HIDDEN, DuelAccumulator, View};
    use crate::games::blackholes::BlackHoles;
    use crate::rules::board::Board;
    use crate::rules::game::CompiledGame;
    use crate::trainer::of_two::see;

    #[test]
    fn the_gradient_is_the_slope() {
        let mut model = Model::<HIDDEN, 2>::new((10, 10));
        let seen = Seen { inputs: &[1, 4, 7, 2, 4, 9], bucket: 1 };
        let mut gradient = vec![0.0; model.size()];
        model.look(&mut gradient, seen, |_| 1.0);
        let bias = model.size() - BUCKETS + 1;
        let (own, other) = (row_of(model.out(1, 0)), row_of(model.out(1, 1)));
        for number in [row_of(1), row_of(9) + 3, row_of(10) + 5, own + 7, other + 31, bias] {
            let slope: Vec<f32> = [-0.01, 0.01]
                .iter()
                .map(|step| {
                    model.weights[number] += step;
                    let worth = model.worth(seen) / WORTH as f32;
                    model.weights[number] -= step;
                    worth
                })
                .collect();
            let slope = (slope[1] - slope[0]) / 0.02;
            assert!((slope - gradient[number]).abs() < 2e-3, "{number}: {slope} {}", gradient[number]);
        }
        let unused = row_of(model.out(2, 0));
        assert!(gradient[unused..][..HIDDEN].iter().all(|&slope| slope == 0.0));
    }

    fn row_of(number: usize) -> usize {
        number * HIDDEN
    }

    fn says_the_same_when_written<const HIDDEN: usize>() {
        let geometry = &BlackHoles::tables().geometry;
        let view = View::compile(BlackHoles::SPEC, geometry);
        let model = Model::<HIDDEN, 2>::new((view.inputs(), view.most_active()));
        let net = Net::compile(BlackHoles::SPEC, geometry, &model.written());
        for text in ["rsbqk/ppppp/5/5/5/5/PPPPP/RSBQK w - - 0 1", "r1bhk/pphpp/2s2/5/1q3/4P/RBPPQ/1SHHK b - - 1 9"]
        {
            let board: Board<BlackHoles> = Board::read(text).expect("it is a position");
            let mut inputs = Vec::new();
            see(&view, &board, &mut inputs);
            let seen = Seen { inputs: &inputs, bucket: view.bucket_of_two(&board) };
            let (before, after) = (model.worth(seen), net.evaluate(&board, &mut DuelAccumulator::default()) as f32);
            // Each weight is rounded, so the error grows with the square root of their number.
            let near = 2.25 * (HIDDEN as f32).sqrt();
            assert!((before - after).abs() < near, "{text}: {before} became {after}");
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let model = Model::<HIDDEN, 2>::new((10, 10));
        let read = Model::<HIDDEN, 2>::read((10, 10), &model.written());
        assert_eq!(read.written(), model.written());
        let near = |(before, after): (&f32, &f32)| (before - after).abs() <= 0.5 / OUT as f32;
        assert!(model.weights.iter().zip(&read.weights).all(near));
    }

    #[test]
    fn what_is_written_says_the_same() {
        says_the_same_when_written::<32>();
        says_the_same_when_written::<256>();
    }
}
