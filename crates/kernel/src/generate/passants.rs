//! Captures of pawns that have just made a double or triple step.

use super::{Generator, Sink};
use crate::bits::SquareSet;
use crate::game::Rules;
use crate::geometry::Square;
use crate::mv::Move;
use crate::piece::Kind;

impl<R: Rules> Generator<'_, R> {
    /// En passant captures.
    #[inline]
    pub(super) fn passants<K: Sink<R::Set>>(&self, sink: &mut K) {
        let Some(pawn) = self.board.spec().pawn else { return };
        for seat in self.board.spec().sides() {
            let Some(passed) = self.board.passed(seat) else { continue };
            self.passants_on(pawn, passed.over, passed.at, sink);
            if self.board.may_dash()
                && let Some(also) = self.board.passed_also(passed)
            {
                self.passants_on(pawn, also, passed.at, sink);
            }
        }
    }

    /// En passant captures on one square of the pawn on another.
    #[inline]
    fn passants_on<K: Sink<R::Set>>(&self, pawn: Kind, over: Square, at: Square, sink: &mut K) {
        for from in self.board.takers(self.side, over).iter() {
            let mut scene = self.moved(from, over);
            scene.occupied = scene.occupied.without(at);
            scene.hitters = scene.hitters.without(at);
            if self.board.spec().royal.is_none() || self.safe(scene) {
                self.advance(Move::passant(pawn, from, over, at), sink);
            }
        }
    }
}
