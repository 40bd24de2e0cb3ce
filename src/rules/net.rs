//! A small net that says what a position is worth, for games for two. Each seat looks at the board
//! as if it were its own side of it, with the same weights for both; what the two see is weighed up
//! for whoever is to move. So it has nothing to say of colours, only of who moves.

use super::bits::SquareSet;
use super::board::{Board, Reserve};
use super::game::Rules;
use super::geometry::Geometry;
use super::side::{Side, Sides};
use super::spec::Spec;

/// How many units each seat looks with.
pub const UNITS: usize = 32;
/// What a unit says at most, and what a weight of 1 is written as: a unit says from 0 to 1.
pub const ONE: i32 = 255;
/// What a weight of 1 is written as behind the units.
pub const OUT: i32 = 64;
/// What 1 is worth behind the units, in hundredths of a Pawn.
pub const WORTH: i32 = 400;

type Units = [i16; UNITS];

/// What seats see: an input for each kind, own or hostile, on each square counted from the seat's
/// own corner; and one for the first, the second and so on of each kind in a reserve.
#[derive(Debug)]
pub struct View {
    kinds: usize,
    squares: usize,
    /// The most of each kind that a reserve holds.
    held: Vec<u8>,
    /// The number of a square, counted from each seat's corner.
    local: [Vec<u8>; 2],
}

impl View {
    /// The view of a game.
    ///
    /// # Panics
    /// If the board does not look the same from both seats.
    pub fn compile(spec: &Spec, board: &Geometry) -> View {
        assert!(spec.seats.len() == 2, "{}: a net is for two", spec.id);
        let local = |seat: usize| {
            let frame = spec.seats[seat].frame;
            let at = |square| board.at(frame.local(board.coord(square))).expect("both seats see the same board").0;
            board.squares().map(at).collect()
        };
        let held = spec.kinds.iter().map(|kind| kind.reserve).collect();
        View { kinds: spec.kinds.len(), squares: board.len(), held, local: [local(0), local(1)] }
    }

    /// How many inputs there are for pieces on the board.
    fn placed(&self) -> usize {
        2 * self.kinds * self.squares
    }

    /// How many there are for a reserve.
    fn kept(&self) -> usize {
        self.held.iter().map(|&most| usize::from(most)).sum()
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.placed() + 2 * self.kept()
    }

    /// Names the inputs that a seat sees, one a piece.
    #[inline]
    pub fn look<R: Rules>(&self, board: &Board<R>, seat: Side, mut see: impl FnMut(usize)) {
        let local = &self.local[seat.index() % 2];
        for side in [Side::new(0), Side::new(1)] {
            let hostile = usize::from(side != seat) * self.kinds;
            for kind in R::SPEC.all_kinds() {
                for square in board.pieces(side, kind).iter() {
                    see((hostile + kind.index()) * self.squares + usize::from(local[square.index()]));
                }
            }
            let reserve = board.reserve(side);
            if !reserve.is_empty() {
                self.hold::<R>(reserve, side == seat, &mut see);
            }
        }
    }

    /// Names the inputs of a reserve.
    fn hold<R: Rules>(&self, reserve: Reserve, own: bool, see: &mut impl FnMut(usize)) {
        let mut first = self.placed() + if own { 0 } else { self.kept() };
        for (kind, &most) in R::SPEC.all_kinds().zip(&self.held) {
            // A position that was made up may hold more than a game begins with.
            (0..usize::from(reserve.count(kind).min(most))).for_each(|number| see(first + number));
            first += usize::from(most);
        }
    }
}

/// The net of a game.
#[derive(Debug)]
pub struct Net {
    /// What the seats see.
    pub view: View,
    /// What each input means to each unit.
    rows: Vec<Units>,
    bias: Units,
    /// What the units of the seat to move and those of the other say.
    out: [Units; 2],
    out_bias: i32,
}

impl Net {
    /// How many numbers of two bytes a net of so many inputs is written as: a row for each input, the
    /// bias of the units, a row for each seat, and what is added at the end, times [`ONE`] and [`OUT`].
    pub const fn size(inputs: usize) -> usize {
        (inputs + 3) * UNITS + 1
    }

    /// The net that was written so, little end first.
    ///
    /// # Panics
    /// If that is no net of this game: it is part of the program.
    pub fn compile(spec: &Spec, board: &Geometry, bytes: &[u8]) -> Net {
        let view = View::compile(spec, board);
        let numbers: Vec<i16> = bytes.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two)).collect();
        assert_eq!(bytes.len(), 2 * Net::size(view.inputs()), "{}: a net of another size", spec.id);
        let (rows, rest) = numbers.as_chunks();
        let (rows, last) = rows.split_at(view.inputs());
        let net =
            Net { rows: rows.to_vec(), bias: last[0], out: [last[1], last[2]], out_bias: i32::from(rest[0]), view };
        assert!(net.fits(), "{}: a unit can become too great for its number", spec.id);
        net
    }

    /// Does every unit stay within its number, whatever stands on the squares and is in reserve?
    fn fits(&self) -> bool {
        let squares = self.view.squares;
        let (placed, kept) = self.rows.split_at(self.view.placed());
        (0..UNITS).all(|unit| {
            let size = |row: &Units| i32::from(row[unit]).abs();
            let on = |square: usize| placed.iter().skip(square).step_by(squares).map(size).max().unwrap_or(0);
            let most: i32 = (0..squares).map(on).chain(kept.iter().map(size)).sum();
            most + size(&self.bias) <= i32::from(i16::MAX)
        })
    }

    /// What the position is worth to the seat to move, in hundredths of a Pawn.
    #[inline]
    pub fn worth<R: Rules>(&self, board: &Board<R>) -> i32 {
        let turn = board.turn();
        let mut sum = self.out_bias;
        for (seat, out) in [turn, Sides::first(2).after(turn)].into_iter().zip(&self.out) {
            let mut units = self.bias;
            self.view.look(board, seat, |input| {
                for (unit, weight) in units.iter_mut().zip(&self.rows[input]) {
                    *unit += weight;
                }
            });
            let said = |unit: i16| i32::from(unit.clamp(0, ONE as i16));
            sum += units.iter().zip(out).map(|(&unit, &weight)| said(unit) * i32::from(weight)).sum::<i32>();
        }
        // Weights behind the units are below 2: this stays far within the number.
        sum * (WORTH / 16) / (ONE * OUT / 16)
    }
}
