//! A position without its history, for any game. It is small and `Copy`, and it is compared and hashed as the
//! rules compare positions. Only [`Edit`] changes it.

mod edit;
mod kind_sets;
mod reserve;

pub use edit::Edit;
pub(crate) use kind_sets::KindSets;
pub use reserve::Reserve;

use super::bits::SquareSet;
use super::game::Rules;
use super::geometry::{Delta, Geometry, Square};
use super::mv::{Move, Verb};
use super::piece::{KINDS, Kind, Piece};
use super::side::{BySide, SEATS, Side, Sides};
use super::spec::Spec;
use super::tables::{Members, Tables};

/// A pawn's double or triple step that can still be captured en passant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Passed {
    /// The square that the pawn passed over first. The second one of a triple step is [`Board::passed_also`].
    pub over: Square,
    /// The square the pawn stands on.
    pub at: Square,
}

/// A position.
///
/// Equal boards are the same position for the repetition rule: placement, reserves, en passant rights, turn and
/// state are equal. The counters are not compared.
#[derive(Clone, Copy, Debug)]
pub struct Board<R: Rules> {
    tables: &'static Tables<R>,
    cells: <R::Set as SquareSet>::Cells,
    sides: [R::Set; SEATS],
    kinds: R::Kinds,
    reserves: BySide<Reserve>,
    passed: BySide<Option<Passed>>,
    state: R::State,
    hash: u64,
    turn: Side,
    living: Sides,
    passes: u8,
    plies: u32,
    round: u32,
}

impl<R: Rules> PartialEq for Board<R> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.turn == other.turn
            && self.cells == other.cells
            && self.reserves == other.reserves
            && self.passed == other.passed
            && self.state == other.state
    }
}

impl<R: Rules> Eq for Board<R> {}

impl<R: Rules> Board<R> {
    /// An empty board with all seats in the game.
    pub fn empty(tables: &'static Tables<R>) -> Board<R> {
        Board {
            tables,
            cells: R::Set::NO_CELLS,
            sides: [R::Set::EMPTY; SEATS],
            kinds: R::Kinds::EMPTY,
            reserves: BySide::default(),
            passed: BySide::default(),
            state: R::State::default(),
            hash: tables.turn_key(Side::FIRST),
            turn: Side::FIRST,
            living: Sides::first(tables.spec().seats.len()),
            passes: 0,
            plies: 0,
            round: 1,
        }
    }

    /// The description of the game as data.
    #[inline]
    pub fn spec(&self) -> &'static Spec {
        self.tables.spec()
    }

    /// The compiled tables of the game.
    #[inline]
    pub fn tables(&self) -> &'static Tables<R> {
        self.tables
    }

    /// The squares of the game.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        &self.tables.geometry
    }

    /// The piece on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells.as_ref()[square.index()]
    }

    /// Does the seat to move have a piece on this square?
    pub fn owns(&self, square: Square) -> bool {
        self.piece(square).is_some_and(|piece| piece.side() == self.turn)
    }

    /// The squares of a seat's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> R::Set {
        self.sides[side.index()]
    }

    /// The squares of all pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> R::Set {
        self.kinds.as_ref()[kind.index()]
    }

    /// The squares of all pieces of each kind.
    #[inline]
    pub(super) fn kinds(&self) -> &[R::Set] {
        self.kinds.as_ref()
    }

    /// The squares of a seat's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> R::Set {
        self.side(side) & self.kind(kind)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> R::Set {
        let mut all = self.sides[0] | self.sides[1];
        match R::FIXED {
            Some(spec) => self.sides[2..spec.seats.len()].iter().for_each(|&side| all |= side),
            // Seats that a game has not own nothing, and to look is faster than to count them.
            None => all |= self.sides[2] | self.sides[3],
        }
        all
    }

    /// The number of pieces in all reserves.
    #[inline]
    pub fn reserved(&self) -> u32 {
        if !self.spec().has_reserve() {
            return 0;
        }
        // Hardly ever is something left in a reserve, and counting it takes longer than to see that nothing is.
        let full = self.spec().sides().map(|side| self.reserve(side)).filter(|reserve| !reserve.is_empty());
        full.map(Reserve::total).sum()
    }

    /// The squares of all other seats' pieces.
    #[inline]
    pub fn hostile(&self, side: Side) -> R::Set {
        self.occupied() ^ self.side(side)
    }

    /// The squares of the pieces that share a movement.
    #[inline]
    pub(crate) fn members(&self, members: &Members) -> R::Set {
        let mut all = R::Set::EMPTY;
        for &kind in &members.kinds {
            all |= self.kind(kind);
        }
        match members.side {
            Some(side) => all & self.side(side),
            None => all,
        }
    }

    /// The square of a seat's King.
    #[inline]
    pub fn royal(&self, side: Side) -> Option<Square> {
        self.pieces(side, self.spec().royal?).lowest()
    }

    /// Has a seat only one piece on the board and none in reserve?
    #[inline]
    pub fn is_alone(&self, side: Side) -> bool {
        self.side(side).any() && !self.side(side).has_at_least(2) && self.reserve(side).is_empty()
    }

    /// Has the seat to move more than its King, while every other living seat has only its King?
    pub fn faces_kings_alone(&self) -> bool {
        let rivals = self.living().without(self.turn);
        self.spec().royal.is_some() && !self.is_alone(self.turn) && rivals.iter().all(|side| self.is_alone(side))
    }

    /// The living seats that no living seat is ahead of in points; all of them in a game without points.
    pub fn leaders(&self) -> Sides {
        let most = self.living.iter().filter_map(|side| R::points(self, side)).max();
        self.living.iter().filter(|&side| R::points(self, side) == most).collect()
    }

    /// The reserve of a seat.
    #[inline]
    pub fn reserve(&self, side: Side) -> Reserve {
        self.reserves[side]
    }

    /// The double step of a seat that can still be captured en passant.
    #[inline]
    pub fn passed(&self, side: Side) -> Option<Passed> {
        self.passed[side]
    }

    /// The second square that a pawn passed over with a triple step, between the first one and where it stands.
    pub fn passed_also(&self, passed: Passed) -> Option<Square> {
        let board = self.geometry();
        let [x, y, z] = board.delta(passed.over, passed.at).parts();
        let half = Delta::new(x / 2, y / 2, z / 2);
        board.offset(passed.over, half).filter(|_| half.plus(half).parts() == [x, y, z])
    }

    /// The seat to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The seats still in the game.
    #[inline]
    pub fn living(&self) -> Sides {
        self.living
    }

    /// Plies since the last capture, pawn move, drop or elimination.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The move number or round number.
    #[inline]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The number of passes in a row.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The rest of the state of the position, such as castling rights or counters.
    #[inline]
    pub fn state(&self) -> R::State {
        self.state
    }

    /// The hash. It is updated with every change.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The number of pieces of a kind that a seat has on the board.
    #[inline]
    pub fn count(&self, side: Side, kind: Kind) -> u32 {
        self.pieces(side, kind).count()
    }

    /// The kinds to which a seat's piece of this kind can promote now. Kinds with a limit are left out once the seat has
    /// that many.
    pub fn promotions(&self, side: Side, promoting: Kind) -> Choices {
        let mut choices = Choices::default();
        for &kind in self.spec().promotes_to(promoting) {
            let spec = self.spec().of(kind);
            let room = spec.limit.is_none_or(|limit| self.count(side, kind) < u32::from(limit));
            if room && spec.owned_by(side) {
                choices.push(kind);
            }
        }
        choices
    }

    /// The square of the piece that a legal move captures, if any. In games that allow it, this can be the
    /// mover's own piece.
    #[inline]
    pub fn captures_on(&self, mv: Move) -> Option<Square> {
        match mv.verb {
            Verb::Step => self.piece(mv.to).map(|_| mv.to),
            Verb::Passant => Some(mv.vias[0]),
            Verb::Special(_) => R::special_captures_on(self, mv),
            Verb::Stride | Verb::Drop | Verb::Pass => None,
        }
    }

    /// The kind of the hostile piece that a legal move captures, if any.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Kind> {
        match mv.verb {
            Verb::Step => self.piece(mv.to).filter(|&piece| !self.is_own_prey(piece)).map(Piece::kind),
            Verb::Passant => self.spec().pawn,
            Verb::Special(_) => {
                self.special_captured(mv).filter(|piece| piece.side() != self.turn).map(Piece::kind)
            }
            Verb::Stride | Verb::Drop | Verb::Pass => None,
        }
    }

    /// The kind of the mover's own piece that a legal move captures. Only some games allow this.
    #[inline]
    pub fn captured_own(&self, mv: Move) -> Option<Kind> {
        match mv.verb {
            Verb::Special(_) => {
                self.special_captured(mv).filter(|piece| piece.side() == self.turn).map(Piece::kind)
            }
            Verb::Step => self.piece(mv.to).filter(|&piece| self.is_own_prey(piece)).map(Piece::kind),
            _ => None,
        }
    }

    /// Is it a piece of the seat to move? Where a normal move ends, games written in Rust have none.
    #[inline]
    fn is_own_prey(&self, piece: Piece) -> bool {
        R::FIXED.is_none() && piece.side() == self.turn
    }

    #[inline]
    fn special_captured(&self, mv: Move) -> Option<Piece> {
        self.piece(R::special_captures_on(self, mv)?)
    }

    /// Is this legal move quiet: no capture of a hostile piece, and no promotion?
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        mv.promotion().is_none() && self.captured(mv).is_none()
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Board<R> {
        let mut next = *self;
        R::play(&mut Edit::new(&mut next), mv);
        next
    }

    /// The position after a null move: the seat to move gives up its turn. The games have no such move.
    #[must_use]
    pub fn after_pass(&self) -> Board<R> {
        let mut next = *self;
        let mut edit = Edit::new(&mut next);
        edit.set_passed(self.turn, None);
        edit.set_plies(self.plies + 1);
        edit.give_turn();
        R::begin_turn(&mut edit);
        next
    }

    /// The position right after a legal move, before the next turn begins.
    #[must_use]
    pub fn just_after(&self, mv: Move) -> Board<R> {
        let mut next = *self;
        Edit::new(&mut next).play(mv);
        next
    }
}

/// A short list of kinds.
#[derive(Clone, Copy, Default, Debug)]
pub struct Choices {
    kinds: [Kind; KINDS],
    count: u8,
}

impl Choices {
    fn push(&mut self, kind: Kind) {
        self.kinds[usize::from(self.count)] = kind;
        self.count += 1;
    }

    /// Is there nothing to choose?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The kinds.
    #[inline]
    pub fn as_slice(&self) -> &[Kind] {
        &self.kinds[..usize::from(self.count) % (KINDS + 1)]
    }
}
