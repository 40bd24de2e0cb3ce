//! The inputs of the neural network: which pieces stand where, from the view of each seat. Each seat numbers
//! the squares from its own corner, and the owners of pieces from itself on, in turn order.

use super::BUCKETS;
use crate::bits::SquareSet;
use crate::board::{Board, KindSets as _, Reserve};
use crate::game::Rules;
use crate::geometry::{Coord, Geometry, Square};
use crate::piece::Kind;
use crate::side::{SEATS, Side};
use crate::spec::{Seat, Spec};

/// The part of a board that the network uses: pieces on squares and pieces in reserve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<R: Rules, const SEATS: usize> {
    pieces: [R::Kinds; SEATS],
    reserves: [Reserve; SEATS],
}

impl<R: Rules, const SEATS: usize> Placement<R, SEATS> {
    pub(super) fn empty() -> Placement<R, SEATS> {
        Placement { pieces: [R::Kinds::EMPTY; SEATS], reserves: [Reserve::default(); SEATS] }
    }

    #[inline]
    pub(super) fn of(board: &Board<R>) -> Placement<R, SEATS> {
        let mut placement = Placement::<R, SEATS>::empty();
        for side in board.spec().sides() {
            for kind in board.spec().all_kinds() {
                placement.pieces[side.index()].as_mut()[kind.index()] = board.pieces(side, kind);
            }
            placement.reserves[side.index()] = board.reserve(side);
        }
        placement
    }
}

/// The numbering of the inputs: one input for each kind of each owner on each square, numbered from the
/// seat's own corner, and one input for the first, second and so on piece of each kind in a reserve.
#[derive(Debug)]
pub struct View {
    seats: usize,
    kinds: usize,
    pub(super) squares: usize,
    /// The largest number of each kind in a reserve.
    held: Vec<u8>,
    /// The number of each square from the view of each seat.
    local: Vec<Vec<u8>>,
    /// The number of men that begin the game.
    men: usize,
    /// Does every captured man go to a hand? Then the number of men in the game never changes, and that of men on the
    /// board says how far it is.
    keeps_men: bool,
}

impl View {
    /// Compiles the inputs of a game.
    ///
    /// # Panics
    /// If the board does not look the same from all seats.
    pub fn compile(spec: &Spec, board: &Geometry) -> View {
        View::of(spec, board).expect("all seats see the same board")
    }

    /// The same; nothing if the board does not look the same from all seats.
    pub fn of(spec: &Spec, board: &Geometry) -> Option<View> {
        let local = |seat: &Seat| -> Option<Vec<u8>> {
            let at = |square| board.at(seat.frame.local(board.coord(square))).map(|square| square.0);
            board.squares().map(at).collect()
        };
        let local: Vec<_> = spec.seats.iter().map(local).collect::<Option<_>>()?;
        // Captured pieces may all be in one hand.
        let most = |kind| spec.men_at_start(|other| spec.of(other).held_as == Some(kind)) as u8;
        let held = spec.all_kinds().map(|kind| spec.of(kind).reserve.saturating_add(most(kind))).collect();
        Some(View {
            seats: local.len(),
            kinds: spec.kinds.len(),
            squares: board.len(),
            held,
            local,
            men: spec.men_at_start(|_| true).max(1),
            keeps_men: spec.has_hand(),
        })
    }

    /// The output layer in a game for two: by the number of men, on the board and in reserve; where captured men come
    /// back, by that on the board.
    #[inline]
    pub fn bucket_of_two<R: Rules>(&self, board: &Board<R>) -> usize {
        let keeps_men = R::FIXED.map_or(self.keeps_men, Spec::has_hand);
        let reserved = if keeps_men { 0 } else { board.reserved() };
        let men = (board.occupied().count() + reserved) as usize;
        (men.clamp(1, self.men) * BUCKETS - 1) / self.men
    }

    /// The output layer in a game for more than two seats: by whether all armies live, and by how many places after this
    /// seat the seat to move has its turn.
    #[inline]
    pub fn bucket_of_many<R: Rules>(&self, board: &Board<R>, seat: Side) -> usize {
        let all = usize::from(board.living().count() == self.seats);
        BUCKETS / 2 * all + Self::distance::<SEATS>(board.turn().index(), seat.index())
    }

    /// The output layer of [`View::bucket_of_many`] in a mirror where the neighbours of the seat change places.
    pub fn swapped_bucket(bucket: usize) -> usize {
        let distance = bucket % (BUCKETS / 2);
        bucket - distance + (BUCKETS / 2 - distance) % (BUCKETS / 2)
    }

    #[inline]
    fn all_kinds<R: Rules>(&self) -> impl Iterator<Item = Kind> + use<R> {
        let count = R::FIXED.map_or(self.kinds, |spec| spec.kinds.len());
        (0..count).map(|index| Kind(index as u8))
    }

    /// The number of inputs for pieces on the board.
    pub(super) fn placed(&self) -> usize {
        self.seats * self.kinds * self.squares
    }

    /// The number of inputs for one seat's reserve.
    fn kept(&self) -> usize {
        self.held.iter().map(|&most| usize::from(most)).sum()
    }

    /// The most inputs that can be active at once.
    pub fn most_active(&self) -> usize {
        self.squares + self.seats * self.kept()
    }

    /// The number of all inputs.
    pub fn inputs(&self) -> usize {
        self.placed() + self.seats * self.kept()
    }

    /// How many places after this seat the owner has its turn.
    #[inline]
    fn distance<const SEATS: usize>(owner: usize, seat: usize) -> usize {
        (owner + SEATS - seat) % SEATS
    }

    /// Calls `see` with each active input of a seat: one per piece.
    pub fn look<R: Rules, const SEATS: usize>(&self, board: &Board<R>, seat: Side, mut see: impl FnMut(usize)) {
        self.compare::<R, SEATS, 1>([seat], &Placement::empty(), &Placement::of(board), |_, [input]| see(input));
    }

    /// Calls `see` for each input that differs between two placements: whether it was added, and its number
    /// from the view of each of these seats.
    #[inline]
    pub(super) fn compare<R: Rules, const SEATS: usize, const VIEWS: usize>(
        &self,
        seats: [Side; VIEWS],
        before: &Placement<R, SEATS>,
        now: &Placement<R, SEATS>,
        mut see: impl FnMut(bool, [usize; VIEWS]),
    ) {
        for owner in 0..SEATS {
            for kind in self.all_kinds::<R>() {
                let of = |placement: &Placement<R, SEATS>| placement.pieces[owner].as_ref()[kind.index()];
                let (old, new) = (of(before), of(now));
                let changed = old ^ new;
                for square in changed.iter() {
                    see(new.has(square), seats.map(|seat| self.on::<SEATS>(owner, kind, square, seat)));
                }
            }
            if before.reserves[owner] != now.reserves[owner] {
                let first =
                    seats.map(|seat| self.placed() + Self::distance::<SEATS>(owner, seat.index()) * self.kept());
                self.compare_reserves::<R, VIEWS>(first, before.reserves[owner], now.reserves[owner], &mut see);
            }
        }
    }

    /// The input of a piece on a square, from the view of a seat.
    #[inline]
    fn on<const SEATS: usize>(&self, owner: usize, kind: Kind, square: Square, seat: Side) -> usize {
        let local = self.local[seat.index()][square.index()];
        self.placed_at(Self::distance::<SEATS>(owner, seat.index()), kind.index(), local.into())
    }

    /// The input of a piece by the distance of its owner (see [`View::distance`]), its kind, and its square in the
    /// numbering of the seat.
    #[inline]
    fn placed_at(&self, distance: usize, kind: usize, local: usize) -> usize {
        (distance * self.kinds + kind) * self.squares + local
    }

    /// The number of each input in a mirror of a board with several levels. The levels may change places, and so may
    /// the two directions ahead; then the neighbours of the seat change places too.
    pub fn mirrored(&self, board: &Geometry, upside_down: bool, swapped: bool) -> Vec<u16> {
        let mut inputs: Vec<u16> = (0..self.inputs()).map(|input| input as u16).collect();
        for distance in 0..self.seats {
            let facing = if swapped { (self.seats - distance) % self.seats } else { distance };
            for square in board.squares() {
                let Coord { x, y, z } = board.coord(square);
                let (x, y) = if swapped { (y, x) } else { (x, y) };
                let z = if upside_down { board.size()[2] - 1 - z } else { z };
                let to = board.at(Coord::new(x, y, z)).expect("the board has this mirror").index();
                for kind in 0..self.kinds {
                    inputs[self.placed_at(distance, kind, square.index())] =
                        self.placed_at(facing, kind, to) as u16;
                }
            }
        }
        inputs
    }

    /// Calls `see` for each input of an owner's reserve that differs. `first` is its first input from each view.
    fn compare_reserves<R: Rules, const VIEWS: usize>(
        &self,
        mut first: [usize; VIEWS],
        before: Reserve,
        now: Reserve,
        see: &mut impl FnMut(bool, [usize; VIEWS]),
    ) {
        for (kind, &most) in self.all_kinds::<R>().zip(&self.held) {
            // A position from a FEN may hold more pieces in reserve than the start of a game.
            let [old, new] = [before, now].map(|reserve| usize::from(reserve.count(kind).min(most)));
            for number in old.min(new)..old.max(new) {
                see(new > old, first.map(|first| first + number));
            }
            first = first.map(|first| first + usize::from(most));
        }
    }
}
