//! Moves of a kind that neither hops over its own kind nor captures it.

use super::{Generator, Sink};
use crate::bits::SquareSet;
use crate::game::Rules;
use crate::piece::Kind;
use crate::tables::{Mover, Reach};

impl<R: Rules> Generator<'_, R> {
    /// The moves of all pieces of such a kind. What it reaches as well without the others of its kind, it reaches over
    /// none of them.
    #[inline(never)]
    pub(super) fn shy<K: Sink<R::Set>>(&self, kind: Kind, mover: &Mover<R::Set>, men: R::Set, sink: &mut K) {
        let (all, same) = (self.occupied, self.board.kind(kind));
        for from in men.iter() {
            let of = |reach: &Reach<R::Set>| reach.targets(from, all) & reach.targets(from, all & !same) & !same;
            let reached = match &mover.capture {
                None => of(&mover.quiet),
                Some(capture) => of(&mover.quiet) & !all | of(capture) & self.prey,
            };
            let targets = reached & !self.closed;
            match self.promotes(kind, mover) {
                Some(promotes) => self.promote((kind, promotes), from, self.keep_safe(from, targets), sink),
                None => sink.steps(kind, from, self.keep_safe(from, sink.kept(targets))),
            }
        }
    }
}
