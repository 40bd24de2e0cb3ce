//! The only way to change a position. [`Edit`] keeps the hash, the bitboards and the squares consistent. Undo
//! restores a copy of the board, so there is no code to reverse a move.

use super::{Board, Passed, Reserve};
use crate::bits::SquareSet;
use crate::game::Rules;
use crate::geometry::Square;
use crate::hand::can_hold;
use crate::mv::{Move, Verb};
use crate::piece::{Kind, Piece};
use crate::side::{SEATS, Side, Sides};
use crate::zobrist::{Feature, key, state_key};

/// Write access to a board.
#[derive(Debug)]
pub struct Edit<'a, R: Rules>(&'a mut Board<R>);

impl<'a, R: Rules> Edit<'a, R> {
    /// Can a captured piece go to a reserve? The compiler knows it of games whose data it knows.
    const HOLDS: bool = can_hold::<R>();

    /// Write access to this board.
    #[inline]
    pub fn new(board: &'a mut Board<R>) -> Edit<'a, R> {
        Edit(board)
    }

    /// The board in its current state.
    #[inline]
    pub fn board(&self) -> &Board<R> {
        self.0
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = R::Set::of(square);
        self.0.sides[piece.side().index()] ^= bit;
        self.0.kinds.as_mut()[piece.kind().index()] ^= bit;
        self.0.hash ^= self.0.tables.piece_key(piece, square);
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.0.cells.as_mut()[square.index()] = Some(piece);
        self.toggle(square, piece);
    }

    /// Removes and returns the piece on a square, if there is one.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.0.cells.as_mut()[square.index()].take()?;
        self.toggle(square, piece);
        Some(piece)
    }

    /// Sets the reserve of a seat.
    pub fn set_reserve(&mut self, side: Side, reserve: Reserve) {
        let packed = |reserve: Reserve| key(Feature::Reserve(side.index(), reserve.packed()));
        self.0.hash ^= packed(self.0.reserves[side]) ^ packed(reserve);
        self.0.reserves[side] = reserve;
    }

    /// Takes a piece of this kind from the reserve of the seat to move, which has one.
    pub fn spend(&mut self, kind: Kind) {
        self.set_reserve(self.0.turn, self.0.reserves[self.0.turn].minus(kind));
    }

    /// Sets the double step of a seat that can be captured en passant.
    #[inline]
    pub(crate) fn set_passed(&mut self, side: Side, passed: Option<Passed>) {
        let old = std::mem::replace(&mut self.0.passed[side], passed);
        for passed in [old, passed].into_iter().flatten() {
            self.0.hash ^= key(Feature::Passed(side.index(), passed.over.index()));
        }
    }

    /// Sets the state of the position.
    #[inline]
    pub fn set_state(&mut self, state: R::State) {
        if state != self.0.state {
            self.0.hash ^= state_key(&self.0.state) ^ state_key(&state);
            self.0.state = state;
        }
    }

    /// Sets the seat to move.
    #[inline]
    pub fn set_turn(&mut self, turn: Side) {
        self.0.hash ^= self.0.tables.turn_key(self.0.turn) ^ self.0.tables.turn_key(turn);
        self.0.turn = turn;
    }

    /// Sets the living seats. The hash does not need them, because it includes the pieces.
    pub fn set_living(&mut self, living: Sides) {
        self.0.living = living;
    }

    /// Sets the ply count.
    pub(crate) fn set_plies(&mut self, plies: u32) {
        self.0.plies = plies;
    }

    /// Sets the move number or round number.
    pub(crate) fn set_round(&mut self, round: u32) {
        self.0.round = round;
    }

    /// Plays a move by the rules that all games share, and passes the turn.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let mover = self.0.turn;
        let mut passed = None;
        let mut quiet = Some(mv.kind) != self.board().spec().pawn;
        let mut passes = 0;
        match mv.verb {
            Verb::Step => {
                let captured = self.step(mv);
                quiet &= captured.is_none();
                self.hold(captured);
            }
            Verb::Stride => {
                let piece = self.take(mv.from);
                self.settle(mover, mv, piece);
                passed = Some(Passed { over: mv.vias[0], at: mv.to });
            }
            Verb::Passant => {
                let piece = self.take(mv.from);
                let captured = self.take(mv.vias[0]);
                self.settle(mover, mv, piece);
                self.hold(captured);
            }
            Verb::Drop => {
                quiet = false;
                if self.0.reserves[mover].count(mv.kind) > 0 {
                    self.set_reserve(mover, self.0.reserves[mover].minus(mv.kind));
                }
                self.put(mv.to, Piece::new(mover, mv.kind));
            }
            Verb::Special(_) => {
                let captured = R::play_special(self, mv);
                quiet &= captured.is_none();
                self.hold(captured);
            }
            Verb::Pass => {
                quiet = true;
                passes = self.0.passes.saturating_add(1);
            }
        }
        self.0.plies = if quiet { self.0.plies.saturating_add(1) } else { 0 };
        self.0.passes = passes;
        self.set_passed(mover, passed);
        self.give_turn();
    }

    /// Puts a captured piece in the reserve of the seat to move, if that is what the game does with it.
    #[inline]
    fn hold(&mut self, captured: Option<Piece>) {
        if Self::HOLDS
            && let Some(piece) = captured
            && piece.side() != self.0.turn
            && let Some(kind) = self.board().spec().of(piece.kind()).held_as
        {
            self.set_reserve(self.0.turn, self.0.reserves[self.0.turn].plus(kind));
        }
    }

    /// Moves the piece from its start square to its end square, with promotion if there is one, and returns the
    /// captured piece.
    #[inline]
    pub fn step(&mut self, mv: Move) -> Option<Piece> {
        let piece = self.take(mv.from);
        let captured = self.take(mv.to);
        self.settle(self.0.turn, mv, piece);
        captured
    }

    #[inline]
    fn settle(&mut self, mover: Side, mv: Move, piece: Option<Piece>) {
        let piece = match mv.promotion() {
            Some(kind) => Some(Piece::new(mover, kind)),
            None => piece,
        };
        if let Some(piece) = piece {
            self.put(mv.to, piece);
        }
    }

    /// Passes the turn to the next living seat.
    #[inline]
    pub(crate) fn give_turn(&mut self) {
        let next = self.0.living.after(self.0.turn);
        if next <= self.0.turn {
            self.0.round = self.0.round.saturating_add(1);
        }
        self.set_turn(next);
        self.keep_usable_rights();
    }

    /// Removes en passant rights that no seat can use any more.
    #[inline]
    pub(crate) fn keep_usable_rights(&mut self) {
        // Seats that a game has not have made no step, and to look is faster than to count them.
        let seats = R::FIXED.map_or(SEATS, |spec| spec.seats.len());
        for side in Side::all(seats) {
            if let Some(passed) = self.0.passed[side] {
                self.keep_if_usable(side, passed);
            }
        }
    }

    /// There are few double steps, and they are kept apart so that other moves stay short.
    #[inline(never)]
    fn keep_if_usable(&mut self, side: Side, passed: Passed) {
        if !self.0.answerable(side, passed) {
            self.set_passed(side, None);
        }
    }

    /// Counts the special move that was just made as a pass, after so many passes in a row.
    pub fn count_pass(&mut self, before: u8) {
        self.0.passes = before.saturating_add(1);
    }

    /// Begins to count quiet plies anew, after a move that is progress.
    pub fn reset_plies(&mut self) {
        self.0.plies = 0;
    }

    /// Removes a seat from the game with all its pieces.
    pub fn remove_army(&mut self, side: Side) {
        for square in self.0.side(side).iter() {
            self.take(square);
        }
        self.set_passed(side, None);
        self.0.living = self.0.living.without(side);
        self.0.plies = 0;
        self.0.passes = 0;
        self.keep_usable_rights();
    }
}

impl<R: Rules> Board<R> {
    /// Can a living seat that moves before `side` capture the passed pawn of `side` en passant? The safety of
    /// Kings is ignored.
    pub(crate) fn answerable(&self, side: Side, passed: Passed) -> bool {
        let Some(pawn) = self.spec().pawn.map(|pawn| Piece::new(side, pawn)) else { return false };
        if side == self.turn || self.piece(passed.at) != Some(pawn) {
            return false;
        }
        let also = if self.may_dash() { self.passed_also(passed) } else { None };
        self.can_be_taken(side, passed.over) || also.is_some_and(|also| self.can_be_taken(side, also))
    }

    /// Can a living seat that moves before `side` capture a pawn of `side` on this square that it has passed over?
    fn can_be_taken(&self, side: Side, over: Square) -> bool {
        if self.piece(over).is_some() {
            return false;
        }
        let mut seat = self.turn;
        while seat != side {
            if self.takers(seat, over).any() {
                return true;
            }
            seat = self.living.after(seat);
        }
        false
    }

    /// The pawns of a seat that can capture en passant on this square. The safety of Kings is ignored.
    #[inline]
    pub(crate) fn takers(&self, seat: Side, over: Square) -> R::Set {
        let Some(pawn) = self.spec().pawn else { return R::Set::EMPTY };
        self.tables.hits.pawns[seat][over.index()] & self.pieces(seat, pawn)
    }

    /// The hash, computed from scratch.
    pub fn hash_from_scratch(&self) -> u64 {
        let mut hash = self.tables.turn_key(self.turn) ^ state_key(&self.state);
        for square in self.occupied().iter() {
            if let Some(piece) = self.piece(square) {
                hash ^= self.tables.piece_key(piece, square);
            }
        }
        for side in self.spec().sides() {
            hash ^= key(Feature::Reserve(side.index(), self.reserves[side].packed()));
            if let Some(passed) = self.passed[side] {
                hash ^= key(Feature::Passed(side.index(), passed.over.index()));
            }
        }
        hash
    }
}
