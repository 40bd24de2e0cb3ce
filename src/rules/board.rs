//! A position of any game, without its past: small, `Copy`, compared and hashed as the rules
//! compare positions. Read here by everyone; written only through [`Edit`].

mod edit;

pub use edit::Edit;

use super::bits::SquareSet;
use super::game::Rules;
use super::geometry::{Geometry, Square};
use super::mv::{Move, Verb};
use super::piece::{KINDS, Kind, Piece};
use super::side::{BySide, SEATS, Side, Sides};
use super::tables::{Members, Tables};

/// A double step that may still be answered en passant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Passed {
    /// The square passed over.
    pub over: Square,
    /// Where the pawn stands.
    pub at: Square,
}

/// How many of each kind a seat holds in reserve: four bits a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reserve(u64);

impl Reserve {
    /// Is nothing left?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of a kind are left.
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> (kind.0 * 4) & 15) as u8
    }

    /// How many pieces are left.
    #[inline]
    pub fn total(self) -> u32 {
        (0..KINDS).map(|kind| u32::from(self.count(Kind(kind as u8)))).sum()
    }

    /// The reserve with one more of a kind.
    #[must_use]
    pub const fn plus(self, kind: Kind) -> Reserve {
        Reserve(self.0 + (1 << (kind.0 * 4)))
    }

    /// The reserve with one less of a kind.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub const fn minus(self, kind: Kind) -> Reserve {
        assert!(self.count(kind) > 0, "only what is in reserve can be taken from it");
        Reserve(self.0 - (1 << (kind.0 * 4)))
    }

    const fn packed(self) -> u64 {
        self.0
    }
}

/// A position.
///
/// Equal boards are the same position in the sense of repetition: placement, reserves,
/// rights of en passant, turn and state; the counters do not matter.
#[derive(Clone, Copy, Debug)]
pub struct Board<R: Rules> {
    tables: &'static Tables<R>,
    cells: <R::Set as SquareSet>::Cells,
    sides: [R::Set; SEATS],
    kinds: [R::Set; KINDS],
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
    /// A board with nothing on it and everyone alive.
    pub fn empty() -> Board<R> {
        let tables = R::tables();
        Board {
            tables,
            cells: R::Set::NO_CELLS,
            sides: [R::Set::EMPTY; SEATS],
            kinds: [R::Set::EMPTY; KINDS],
            reserves: BySide::default(),
            passed: BySide::default(),
            state: R::State::default(),
            hash: tables.turn_key(Side::FIRST),
            turn: Side::FIRST,
            living: Sides::first(R::SPEC.seats.len()),
            passes: 0,
            plies: 0,
            round: 1,
        }
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

    /// What stands on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.cells.as_ref()[square.index()]
    }

    /// Does a piece of the seat to move stand on a square?
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
        self.kinds[kind.index()]
    }

    /// The squares of a seat's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> R::Set {
        self.side(side) & self.kind(kind)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> R::Set {
        let mut all = self.sides[0] | self.sides[1];
        for &side in &self.sides[2..R::SPEC.seats.len()] {
            all |= side;
        }
        all
    }

    /// The squares of everyone else's pieces.
    #[inline]
    pub fn hostile(&self, side: Side) -> R::Set {
        self.occupied() ^ self.side(side)
    }

    /// The squares of the pieces that share a power.
    #[inline]
    pub fn members(&self, members: &Members) -> R::Set {
        let mut all = R::Set::EMPTY;
        for &kind in &members.kinds {
            all |= self.kind(kind);
        }
        match members.side {
            Some(side) => all & self.side(side),
            None => all,
        }
    }

    /// Where a seat's King stands.
    #[inline]
    pub fn royal(&self, side: Side) -> Option<Square> {
        self.pieces(side, R::SPEC.royal?).lowest()
    }

    /// Has a seat nothing but one piece?
    #[inline]
    pub fn is_alone(&self, side: Side) -> bool {
        self.side(side).count() == 1 && self.reserve(side).is_empty()
    }

    /// Has the seat to move more than its King, and no other that lives?
    pub fn faces_kings_alone(&self) -> bool {
        let rivals = self.living().without(self.turn);
        R::SPEC.royal.is_some() && !self.is_alone(self.turn) && rivals.iter().all(|side| self.is_alone(side))
    }

    /// What a seat holds in reserve.
    #[inline]
    pub fn reserve(&self, side: Side) -> Reserve {
        self.reserves[side]
    }

    /// The double step of a seat that may still be answered.
    #[inline]
    pub fn passed(&self, side: Side) -> Option<Passed> {
        self.passed[side]
    }

    /// Whose turn it is.
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

    /// The number of the move or round.
    #[inline]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Passes in a row.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// What the position has beside its board: rights, counts.
    #[inline]
    pub fn state(&self) -> R::State {
        self.state
    }

    /// The hash, kept up with every change.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many pieces of a kind a seat has on the board.
    #[inline]
    pub fn count(&self, side: Side, kind: Kind) -> u32 {
        self.pieces(side, kind).count()
    }

    /// The kinds a seat's pawn could become now, within the limits of its array.
    pub fn promotions(&self, side: Side) -> Choices {
        let mut choices = Choices::default();
        for &kind in R::SPEC.promotion.to {
            let spec = R::SPEC.of(kind);
            let room = spec.limit.is_none_or(|limit| self.count(side, kind) < u32::from(limit));
            if room && spec.owned_by(side) {
                choices.push(kind);
            }
        }
        choices
    }

    /// The square of the piece that a legal move captures, if it captures one. A piece of the
    /// mover's own is captured where the game allows that.
    #[inline]
    pub fn captures_on(&self, mv: Move) -> Option<Square> {
        match mv.verb {
            Verb::Step => self.piece(mv.to).map(|_| mv.to),
            Verb::Passant => Some(mv.vias[0]),
            Verb::Special(_) => R::special_captures_on(self, mv),
            Verb::Stride | Verb::Drop | Verb::Pass => None,
        }
    }

    /// The kind of the hostile piece that a legal move captures, if it captures one.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Kind> {
        match mv.verb {
            Verb::Step => self.piece(mv.to).map(Piece::kind),
            Verb::Passant => R::SPEC.pawn,
            Verb::Special(_) => {
                self.special_captured(mv).filter(|piece| piece.side() != self.turn).map(Piece::kind)
            }
            Verb::Stride | Verb::Drop | Verb::Pass => None,
        }
    }

    /// The kind of the own piece that a legal move captures: some games allow it.
    #[inline]
    pub fn captured_own(&self, mv: Move) -> Option<Kind> {
        match mv.verb {
            Verb::Special(_) => {
                self.special_captured(mv).filter(|piece| piece.side() == self.turn).map(Piece::kind)
            }
            _ => None,
        }
    }

    #[inline]
    fn special_captured(&self, mv: Move) -> Option<Piece> {
        self.piece(R::special_captures_on(self, mv)?)
    }

    /// Does a legal move leave what there is: it captures nothing hostile, and no pawn becomes something else?
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

    /// The position if the seat to move gave its turn up, which is no move of its game.
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

    /// The position right after a legal move, before the next turn has begun.
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

    /// The kinds.
    #[inline]
    pub fn as_slice(&self) -> &[Kind] {
        &self.kinds[..usize::from(self.count) % (KINDS + 1)]
    }
}
