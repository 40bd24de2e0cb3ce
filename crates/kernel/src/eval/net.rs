//! A small neural network (NNUE) that evaluates positions. Each seat sees the board from its own side, and all use
//! the same weights. The activation of a hidden neuron is its value clamped to 0..1 and squared (SCReLU).
//!
//! With two seats the output layer combines the hidden neurons of both from the view of the seat to move, so the
//! network knows only who moves, not colours. There are several output layers; the number of men in the game chooses
//! one.
//!
//! With more seats the network corrects the evaluation terms for one seat, and sees the board from that seat's side
//! alone. Who is to move and whether all armies live chooses the output layer.

mod view;

pub use view::View;

use thiserror::Error;

use self::view::Placement;
use crate::board::Board;
use crate::game::Rules;
use crate::geometry::Geometry;
use crate::side::{SEATS, Side, Sides};
use crate::simd::Kernels;
use crate::spec::Spec;

/// The hidden neurons of each view are stored in blocks of this size.
pub const BLOCK: usize = 32;
/// The number of output layers. What chooses one depends on the number of seats.
pub const BUCKETS: usize = 8;
/// Quantization of the hidden layer: the integer that stands for 1.
pub const ONE: i32 = 255;
/// Quantization of the output weights: the integer that stands for a weight of 1.
pub const OUT: i32 = 64;
/// An output of 1 in hundredths of a Pawn.
pub const WORTH: i32 = 400;

/// The accumulator: the placement that was evaluated last, and the hidden neurons for it from the view of some seats.
/// The next position usually differs in only a few pieces, so an incremental update is cheap.
#[derive(Debug)]
pub struct Accumulator<R: Rules, const SEATS: usize, const VIEWS: usize> {
    placement: Placement<R, SEATS>,
    /// The seats from whose view the board is seen.
    views: [Side; VIEWS],
    /// The hidden neurons of each view. Empty before the first evaluation.
    hidden: [Vec<i16>; VIEWS],
    /// The inputs that have changed since the last evaluation, from each view.
    gone: [Vec<u16>; VIEWS],
    come: [Vec<u16>; VIEWS],
}

/// The accumulator of a game for two.
pub type DuelAccumulator<R> = Accumulator<R, 2, 2>;
/// The accumulator of one seat in a game for more.
pub type SeatAccumulator<R> = Accumulator<R, SEATS, 1>;

impl<R: Rules, const SEATS: usize, const VIEWS: usize> Default for Accumulator<R, SEATS, VIEWS> {
    /// An accumulator before the first evaluation, of the first seats.
    fn default() -> Accumulator<R, SEATS, VIEWS> {
        Accumulator::new(std::array::from_fn(Side::new))
    }
}

impl<R: Rules, const SEATS: usize, const VIEWS: usize> Accumulator<R, SEATS, VIEWS> {
    /// An accumulator before the first evaluation, from the view of these seats.
    pub fn new(views: [Side; VIEWS]) -> Accumulator<R, SEATS, VIEWS> {
        Accumulator {
            placement: Placement::empty(),
            views,
            hidden: [const { Vec::new() }; VIEWS],
            gone: [const { Vec::new() }; VIEWS],
            come: [const { Vec::new() }; VIEWS],
        }
    }
}

/// An output layer.
#[derive(Debug)]
struct OutputLayer {
    /// The weights for the hidden neurons of each view; with two seats, of the seat to move and of the other one.
    weights: Vec<Vec<i16>>,
    bias: i32,
}

/// Why bytes are not a network of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetFlaw {
    /// The board does not look the same from all seats, so they cannot share weights.
    #[error("the board does not look the same from all seats")]
    Board,
    /// No network of this game has this size.
    #[error("{bytes} bytes: expected a net of {inputs} inputs")]
    Size {
        /// The number of bytes.
        bytes: usize,
        /// The number of inputs of this game.
        inputs: usize,
    },
    /// A hidden neuron can become too great for its number.
    #[error("a hidden neuron can become too great")]
    Neuron,
    /// An output can become too great for its number.
    #[error("an output can become too great")]
    Output,
}

/// The network of a game.
#[derive(Debug)]
pub struct Net {
    /// The inputs of the network.
    pub(crate) view: View,
    /// The input weights: for each input its weight for every hidden neuron, all weights of one input together.
    rows: Vec<i16>,
    bias: Vec<i16>,
    /// The output layers.
    out: Vec<OutputLayer>,
    kernels: Kernels,
}

impl Net {
    /// The number of views that the output layers read: that of each seat in a game for two, otherwise only that of the
    /// searching seat.
    pub const fn views(spec: &Spec) -> usize {
        if spec.seats.len() == 2 { 2 } else { 1 }
    }

    /// The number of 16-bit integers in the file of a network with these numbers of inputs and hidden neurons:
    /// one row for each input, the biases of the hidden neurons, one row for each view of each output layer, and the
    /// biases of the output layers (scaled by [`ONE`] and [`OUT`]).
    pub const fn size(inputs: usize, views: usize, hidden: usize) -> usize {
        (inputs + 1 + views * BUCKETS) * hidden + BUCKETS
    }

    /// The number of hidden neurons of each view in a file of so many bytes; none if no network has this size.
    pub fn hidden(bytes: usize, inputs: usize, views: usize) -> Option<usize> {
        let blocks = (bytes / 2).checked_sub(BUCKETS)? / (Net::size(inputs, views, BLOCK) - BUCKETS);
        (blocks > 0 && bytes == 2 * Net::size(inputs, views, blocks * BLOCK)).then_some(blocks * BLOCK)
    }

    /// Reads the network of a game that is a part of the program.
    ///
    /// # Panics
    /// If the bytes are no network for this game.
    pub fn compile(spec: &Spec, board: &Geometry, bytes: &[u8]) -> Net {
        Net::read(spec, board, bytes).unwrap_or_else(|flaw| panic!("{}: {flaw}", spec.id))
    }

    /// Reads the network from little-endian bytes.
    pub fn read(spec: &Spec, board: &Geometry, bytes: &[u8]) -> Result<Net, NetFlaw> {
        let view = View::of(spec, board).ok_or(NetFlaw::Board)?;
        let numbers: Vec<i16> = bytes.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two)).collect();
        let views = Net::views(spec);
        let hidden = Net::hidden(bytes.len(), view.inputs(), views);
        let hidden = hidden.ok_or(NetFlaw::Size { bytes: bytes.len(), inputs: view.inputs() })?;
        let (rows, rest) = numbers.split_at(view.inputs() * hidden);
        let (bias, rest) = rest.split_at(hidden);
        let (weights, biases) = rest.split_at(views * BUCKETS * hidden);
        let layer = |(weights, &bias): (&[i16], &i16)| OutputLayer {
            weights: weights.chunks(hidden).map(<[i16]>::to_vec).collect(),
            bias: i32::from(bias),
        };
        let out = weights.chunks(views * hidden).zip(biases).map(layer).collect();
        let (rows, bias) = (rows.to_vec(), bias.to_vec());
        let net = Net { rows, bias, out, kernels: Kernels::detect(), view };
        match () {
            () if !net.neurons_fit() => Err(NetFlaw::Neuron),
            () if !net.outputs_fit() => Err(NetFlaw::Output),
            () => Ok(net),
        }
    }

    /// Does every hidden neuron fit in 16 bits for all possible pieces on the squares and in reserve?
    fn neurons_fit(&self) -> bool {
        let squares = self.view.squares;
        let neuron_fits = |neuron: usize| {
            let size = |input: usize| i32::from(self.rows[input * self.bias.len() + neuron]).abs();
            let placed = self.view.placed();
            let on = |square: usize| (square..placed).step_by(squares).map(size).max().unwrap_or(0);
            let kept = placed..self.view.inputs();
            let most: i32 = (0..squares).map(on).chain(kept.map(size)).sum();
            most + i32::from(self.bias[neuron]).abs() <= i32::from(i16::MAX)
        };
        (0..self.bias.len()).all(neuron_fits)
    }

    /// Does every product of a clamped neuron and its weight fit in 16 bits, and every sum of such products, times the
    /// neuron again, in 32?
    fn outputs_fit(&self) -> bool {
        let size = |weight: &i16| i64::from(*weight).abs() * i64::from(ONE);
        let fits = |row: &Vec<i16>| {
            row.iter().all(|weight| size(weight) <= i64::from(i16::MAX))
                && row.iter().map(size).sum::<i64>() * i64::from(ONE) <= i64::from(i32::MAX)
        };
        self.out.iter().flat_map(|layer| &layer.weights).all(fits)
    }

    /// The same net with other kernels.
    #[must_use]
    pub fn with(self, kernels: Kernels) -> Net {
        Net { kernels, ..self }
    }

    /// The evaluation of a game for two for the seat to move, in hundredths of a Pawn.
    #[inline]
    pub fn evaluate<R: Rules>(&self, board: &Board<R>, accumulator: &mut DuelAccumulator<R>) -> i32 {
        self.update(board, accumulator);
        let turn = board.turn();
        let layer = &self.out[self.view.bucket_of_two(board)];
        let hidden = |seat: Side| &accumulator.hidden[seat.index() % 2];
        self.output(layer, [hidden(turn), hidden(Sides::first(2).after(turn))])
    }

    /// In a game for more than two seats, the correction of the evaluation terms for the accumulator's seat, in
    /// hundredths of a Pawn.
    #[inline]
    pub fn correct<R: Rules>(&self, board: &Board<R>, accumulator: &mut SeatAccumulator<R>) -> i32 {
        self.update(board, accumulator);
        let [seat] = accumulator.views;
        let layer = &self.out[self.view.bucket_of_many(board, seat)];
        self.output(layer, [&accumulator.hidden[0]])
    }

    #[inline]
    fn output<const VIEWS: usize>(&self, layer: &OutputLayer, hidden: [&Vec<i16>; VIEWS]) -> i32 {
        let mut sum = 0;
        for (hidden, weights) in hidden.into_iter().zip(&layer.weights) {
            sum += i64::from(self.kernels.output(hidden, weights, ONE as i16));
        }
        let sum = (sum / i64::from(ONE)) as i32 + layer.bias;
        sum * (WORTH / 16) / (ONE * OUT / 16)
    }

    /// Updates the accumulator to this position.
    #[inline]
    fn update<R: Rules, const SEATS: usize, const VIEWS: usize>(
        &self,
        board: &Board<R>,
        accumulator: &mut Accumulator<R, SEATS, VIEWS>,
    ) {
        let Accumulator { placement, views, hidden, gone, come } = accumulator;
        let now = Placement::of(board);
        for view in 0..VIEWS {
            gone[view].clear();
            come[view].clear();
        }
        self.view.compare(*views, placement, &now, |has_come, inputs| {
            let lists = if has_come { &mut *come } else { &mut *gone };
            for (list, input) in lists.iter_mut().zip(inputs) {
                list.push(input as u16);
            }
        });
        *placement = now;
        for view in 0..VIEWS {
            if hidden[view].is_empty() {
                hidden[view].clone_from(&self.bias);
            }
            // Removed inputs are subtracted first, so that no sum exceeds what a possible board can produce.
            self.kernels.update(&mut hidden[view], &self.rows, &gone[view], &come[view]);
        }
    }
}
