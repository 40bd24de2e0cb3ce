//! A small net that says what a position is worth, for games for two. Each seat looks at the board
//! as if it were its own side of it, with the same weights for both; what the two see is weighed up
//! for whoever is to move. So it has nothing to say of colours, only of who moves.

mod view;

pub use view::View;

use self::view::Placement;
use super::board::Board;
use super::game::Rules;
use super::geometry::Geometry;
use super::side::Sides;
use super::spec::Spec;

/// The units that each seat looks with are counted in blocks of so many.
pub const BLOCK: usize = 32;
/// What a unit says at most, and what a weight of 1 is written as: a unit says from 0 to 1.
pub const ONE: i32 = 255;
/// What a weight of 1 is written as behind the units.
pub const OUT: i32 = 64;
/// What 1 is worth behind the units, in hundredths of a Pawn.
pub const WORTH: i32 = 400;

type Block = [i16; BLOCK];

/// What a net saw last, and what its units came to. The next position is mostly a few pieces away.
#[derive(Debug)]
pub struct Accumulator<R: Rules> {
    placement: Placement<R>,
    /// Of each seat; none before the first look.
    units: [Vec<Block>; 2],
    /// What has changed since then, to each seat.
    gone: [Vec<u16>; 2],
    come: [Vec<u16>; 2],
}

impl<R: Rules> Default for Accumulator<R> {
    /// Nothing has been seen.
    fn default() -> Accumulator<R> {
        let (units, gone, come) = Default::default();
        Accumulator { placement: Placement::empty(), units, gone, come }
    }
}

/// The net of a game.
#[derive(Debug)]
pub struct Net {
    /// What the seats see.
    pub view: View,
    /// What each input means to each unit, all blocks of one input together.
    rows: Vec<Block>,
    bias: Vec<Block>,
    /// What the units of the seat to move and those of the other say.
    out: [Vec<Block>; 2],
    out_bias: i32,
}

impl Net {
    /// How many numbers of two bytes a net of so many inputs and units is written as: a row for each input, the
    /// bias of the units, a row for each seat, and what is added at the end, times [`ONE`] and [`OUT`].
    pub const fn size(inputs: usize, units: usize) -> usize {
        (inputs + 3) * units + 1
    }

    /// The net that was written so, little end first.
    ///
    /// # Panics
    /// If that is no net of this game: it is part of the program.
    pub fn compile(spec: &Spec, board: &Geometry, bytes: &[u8]) -> Net {
        let view = View::compile(spec, board);
        let numbers: Vec<i16> = bytes.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two)).collect();
        let blocks = numbers.len() / ((view.inputs() + 3) * BLOCK);
        let whole = bytes.len() == 2 * Net::size(view.inputs(), blocks * BLOCK);
        assert!(blocks > 0 && whole, "{}: a net of another size", spec.id);
        let (rows, rest) = numbers.as_chunks();
        let (rows, last) = rows.split_at(view.inputs() * blocks);
        let last: Vec<Vec<Block>> = last.chunks(blocks).map(<[Block]>::to_vec).collect();
        let [bias, own, other] = last.try_into().expect("the size is right");
        let net = Net { rows: rows.to_vec(), bias, out: [own, other], out_bias: i32::from(rest[0]), view };
        assert!(net.fits(), "{}: a unit can become too great for its number", spec.id);
        net
    }

    /// Does every unit stay within its number, whatever stands on the squares and is in reserve?
    fn fits(&self) -> bool {
        let squares = self.view.squares;
        let unit_fits = |block: usize, unit: usize| {
            let size = |input: usize| i32::from(self.rows[input * self.bias.len() + block][unit]).abs();
            let placed = self.view.placed();
            let on = |square: usize| (square..placed).step_by(squares).map(size).max().unwrap_or(0);
            let kept = placed..self.view.inputs();
            let most: i32 = (0..squares).map(on).chain(kept.map(size)).sum();
            most + i32::from(self.bias[block][unit]).abs() <= i32::from(i16::MAX)
        };
        (0..self.bias.len()).all(|block| (0..BLOCK).all(|unit| unit_fits(block, unit)))
    }

    /// What the position is worth to the seat to move, in hundredths of a Pawn.
    #[inline]
    pub fn worth<R: Rules>(&self, board: &Board<R>, accumulator: &mut Accumulator<R>) -> i32 {
        self.follow(board, accumulator);
        let turn = board.turn();
        let mut sum = self.out_bias;
        for (seat, out) in [turn, Sides::first(2).after(turn)].into_iter().zip(&self.out) {
            for (units, out) in accumulator.units[seat.index() % 2].iter().zip(out) {
                sum += said(units, out);
            }
        }
        // Weights behind the units are below 2: this stays far within the number.
        sum * (WORTH / 16) / (ONE * OUT / 16)
    }

    /// Brings what was seen last up to this position.
    #[inline]
    fn follow<R: Rules>(&self, board: &Board<R>, accumulator: &mut Accumulator<R>) {
        let Accumulator { placement, units, gone, come } = accumulator;
        let now = Placement::of(board);
        for seat in 0..2 {
            gone[seat].clear();
            come[seat].clear();
        }
        self.view.compare(placement, &now, |has_come, inputs| {
            let lists = if has_come { &mut *come } else { &mut *gone };
            for (list, input) in lists.iter_mut().zip(inputs) {
                list.push(input as u16);
            }
        });
        *placement = now;
        for seat in 0..2 {
            if units[seat].is_empty() {
                units[seat].clone_from(&self.bias);
            }
            for (block, units) in units[seat].iter_mut().enumerate() {
                let row = |input: u16| &self.rows[usize::from(input) * self.bias.len() + block];
                let mut sum = *units;
                // What is gone first: so no unit is ever asked for more than a board can hold.
                for &input in &gone[seat] {
                    let row = row(input);
                    sum = std::array::from_fn(|unit| sum[unit] - row[unit]);
                }
                for &input in &come[seat] {
                    let row = row(input);
                    sum = std::array::from_fn(|unit| sum[unit] + row[unit]);
                }
                *units = sum;
            }
        }
    }
}

/// What a block of units says, weighed up.
#[inline]
fn said(units: &Block, weights: &Block) -> i32 {
    let said: Block = std::array::from_fn(|unit| units[unit].clamp(0, ONE as i16));
    let product = |unit: usize| i32::from(said[unit]) * i32::from(weights[unit]);
    let pairs: [i32; BLOCK / 2] = std::array::from_fn(|pair| product(2 * pair) + product(2 * pair + 1));
    pairs.iter().sum()
}
