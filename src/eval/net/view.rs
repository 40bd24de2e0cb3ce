//! The inputs of the neural network: which pieces stand where, from the view of each seat. Each seat numbers
//! the squares from its own corner.

use super::BUCKETS;
use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Reserve};
use crate::rules::game::Rules;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::piece::{KINDS, Kind};
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// The part of a board that the network uses: pieces on squares and pieces in reserve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<R: Rules> {
    pieces: [[R::Set; KINDS]; 2],
    reserves: [Reserve; 2],
}

impl<R: Rules> Placement<R> {
    pub(super) fn empty() -> Placement<R> {
        Placement { pieces: [[R::Set::EMPTY; KINDS]; 2], reserves: [Reserve::default(); 2] }
    }

    #[inline]
    pub(super) fn of(board: &Board<R>) -> Placement<R> {
        let mut placement = Placement::empty();
        for side in R::SPEC.sides() {
            for kind in R::SPEC.all_kinds() {
                placement.pieces[side.index()][kind.index()] = board.pieces(side, kind);
            }
            placement.reserves[side.index()] = board.reserve(side);
        }
        placement
    }
}

/// The numbering of the inputs: one input for each kind (own or hostile) on each square, numbered from the
/// seat's own corner, and one input for the first, second and so on piece of each kind in a reserve.
#[derive(Debug)]
pub struct View {
    kinds: usize,
    pub(super) squares: usize,
    /// The largest number of each kind in a reserve.
    held: Vec<u8>,
    /// The number of each square from the view of each seat.
    local: [Vec<u8>; 2],
    /// The number of men that begin the game.
    men: usize,
}

impl View {
    /// Compiles the inputs of a game.
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
        let men = spec.men_at_start(|_| true).max(1);
        let held = spec.kinds.iter().map(|kind| kind.reserve).collect();
        View { kinds: spec.kinds.len(), squares: board.len(), held, local: [local(0), local(1)], men }
    }

    /// The output layer for this number of men, on the board and in reserve.
    #[inline]
    pub(crate) fn bucket<R: Rules>(&self, board: &Board<R>) -> usize {
        let men = (board.occupied().count() + board.reserved()) as usize;
        (men.clamp(1, self.men) * BUCKETS - 1) / self.men
    }

    /// The number of inputs for pieces on the board.
    pub(super) fn placed(&self) -> usize {
        2 * self.kinds * self.squares
    }

    /// The number of inputs for one seat's reserve.
    fn kept(&self) -> usize {
        self.held.iter().map(|&most| usize::from(most)).sum()
    }

    /// The number of all inputs.
    pub fn inputs(&self) -> usize {
        self.placed() + 2 * self.kept()
    }

    /// Calls `see` with each active input of a seat: one per piece.
    pub fn look<R: Rules>(&self, board: &Board<R>, seat: Side, mut see: impl FnMut(usize)) {
        self.compare(&Placement::empty(), &Placement::of(board), |_, inputs| see(inputs[seat.index() % 2]));
    }

    /// Calls `see` for each input that differs between two placements: whether it was added, and its number
    /// from the view of each seat.
    #[inline]
    pub(super) fn compare<R: Rules>(
        &self,
        before: &Placement<R>,
        now: &Placement<R>,
        mut see: impl FnMut(bool, [usize; 2]),
    ) {
        for owner in 0..2 {
            for kind in R::SPEC.all_kinds() {
                let (old, new) = (before.pieces[owner][kind.index()], now.pieces[owner][kind.index()]);
                let changed = old ^ new;
                for square in changed.iter() {
                    see(new.has(square), self.on(owner, kind, square));
                }
            }
            if before.reserves[owner] != now.reserves[owner] {
                self.compare_reserves::<R>(owner, before.reserves[owner], now.reserves[owner], &mut see);
            }
        }
    }

    /// The input of a piece on a square, from the view of each seat.
    #[inline]
    fn on(&self, owner: usize, kind: Kind, square: Square) -> [usize; 2] {
        [0, 1].map(|seat| {
            let hostile = usize::from(owner != seat) * self.kinds;
            (hostile + kind.index()) * self.squares + usize::from(self.local[seat][square.index()])
        })
    }

    fn compare_reserves<R: Rules>(
        &self,
        owner: usize,
        before: Reserve,
        now: Reserve,
        see: &mut impl FnMut(bool, [usize; 2]),
    ) {
        let mut first = [0, 1].map(|seat| self.placed() + usize::from(owner != seat) * self.kept());
        for (kind, &most) in R::SPEC.all_kinds().zip(&self.held) {
            // A position from a FEN may hold more pieces in reserve than the start of a game.
            let [old, new] = [before, now].map(|reserve| usize::from(reserve.count(kind).min(most)));
            for number in old.min(new)..old.max(new) {
                see(new > old, first.map(|first| first + number));
            }
            first = first.map(|first| first + usize::from(most));
        }
    }
}
