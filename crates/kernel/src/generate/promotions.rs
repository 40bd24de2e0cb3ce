//! Moves of pieces that promote.

use super::{Generator, Sink};
use crate::bits::SquareSet;
use crate::board::Choices;
use crate::game::Rules;
use crate::geometry::Square;
use crate::mv::Move;
use crate::piece::{Kind, Piece};
use crate::tables::{Mover, Promotes};

impl<R: Rules> Generator<'_, R> {
    /// Does the compiler know that no kind but the pawn promotes?
    const ONLY_PAWNS: bool = match R::FIXED {
        Some(spec) => spec.only_pawns_promote(),
        None => false,
    };

    /// Where this kind of the seat to move promotes, if it does.
    #[inline]
    pub(super) fn promotes<'m>(&self, kind: Kind, mover: &'m Mover<R::Set>) -> Option<&'m Promotes<R::Set>> {
        if Self::ONLY_PAWNS && Some(kind) != self.board.spec().pawn {
            return None;
        }
        mover.promotes.as_ref()
    }

    /// The moves of a kind that promotes, and captures as it moves.
    #[inline(never)]
    pub(super) fn promoting<K: Sink<R::Set>>(&self, kind: Kind, mover: &Mover<R::Set>, men: R::Set, sink: &mut K) {
        let Some(promotes) = &mover.promotes else { return };
        mover.quiet.each(men, self.occupied, |from, reached| {
            self.promote((kind, promotes), from, self.keep_safe(from, reached & !self.closed), sink);
        });
    }

    /// The legal moves of one piece to these squares, with each promotion that it can or must make.
    #[inline(never)]
    pub(super) fn promote<K: Sink<R::Set>>(
        &self,
        (kind, promotes): (Kind, &Promotes<R::Set>),
        from: Square,
        targets: R::Set,
        sink: &mut K,
    ) {
        let promoting = if promotes.leaving.has(from) { targets } else { targets & promotes.can };
        let choices = if promoting.any() { self.board.promotions(self.side, kind) } else { Choices::default() };
        let forced = if choices.is_empty() && promotes.stays { R::Set::EMPTY } else { promotes.must };
        sink.steps(kind, from, targets & !forced);
        for &choice in choices.as_slice() {
            sink.same_but_last(Move::step(kind, from, from).promoting(Some(choice)), promoting);
        }
    }

    /// Many moves of a kind by the same shift, with each promotion that they can or must make where it promotes.
    #[inline]
    pub(super) fn sweep<K: Sink<R::Set>>(
        &self,
        kind: Kind,
        [must, can]: [R::Set; 2],
        targets: R::Set,
        by: i16,
        sink: &mut K,
    ) {
        let promoting = targets & can;
        if promoting.is_empty() {
            sink.sweep(kind, targets, by, None);
        } else {
            sink.sweep(kind, targets & !must, by, None);
            self.promote_all(kind, promoting, by, sink);
        }
    }

    /// The promotions of a sweep. They are rare, and kept apart so that a sweep without them stays short.
    #[inline(never)]
    fn promote_all<K: Sink<R::Set>>(&self, kind: Kind, promoting: R::Set, by: i16, sink: &mut K) {
        let choices = self.board.promotions(self.side, kind);
        for &choice in choices.as_slice() {
            sink.sweep(kind, promoting, by, Some(choice));
        }
        let promotes = self.board.tables().mover(Piece::new(self.side, kind)).promotes.as_ref();
        if let Some(promotes) = promotes.filter(|promotes| choices.is_empty() && promotes.stays) {
            sink.sweep(kind, promoting & promotes.must, by, None);
        }
    }

    /// One legal move, with each promotion that it can or must make.
    pub fn advance<K: Sink<R::Set>>(&self, mv: Move, sink: &mut K) {
        let mover = self.board.tables().mover(Piece::new(self.side, mv.kind));
        let Some(promotes) = self.promotes(mv.kind, mover) else {
            sink.one(mv);
            return;
        };
        let can = promotes.on(mv.from, mv.to);
        let choices = if can { self.board.promotions(self.side, mv.kind) } else { Choices::default() };
        if !promotes.must.has(mv.to) || choices.is_empty() && promotes.stays {
            sink.one(mv);
        }
        for &choice in choices.as_slice() {
            sink.one(mv.promoting(Some(choice)));
        }
    }
}
