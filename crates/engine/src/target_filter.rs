//! Generates only some of the moves: those that end on given squares, and optionally promotions and captures in
//! passing.

use crate::rules::bits::SquareSet;
use crate::rules::generate::Sink;
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, MoveList};
use crate::rules::piece::Kind;

/// Keeps the moves that end on given squares; optionally also promotions and captures in passing.
#[derive(Debug)]
pub(crate) struct TargetFilter<'a, S> {
    /// The target squares of the kept moves.
    pub(crate) on: S,
    /// Keep promotions and captures in passing on all target squares?
    pub(crate) tactical: bool,
    /// The list that receives the kept moves.
    pub(crate) list: &'a mut MoveList,
}

impl<S: SquareSet> Sink<S> for TargetFilter<'_, S> {
    #[inline]
    fn steps(&mut self, kind: Kind, from: Square, targets: S) {
        Sink::<S>::steps(self.list, kind, from, self.kept(targets));
    }
    #[inline]
    fn sweep(&mut self, kind: Kind, targets: S, by: i16, promotion: Option<Kind>) {
        let kept = if self.tactical && promotion.is_some() { targets } else { targets & self.on };
        Sink::<S>::sweep(self.list, kind, kept, by, promotion);
    }
    #[inline]
    fn strides(&mut self, kind: Kind, targets: S, by: i16) {
        Sink::<S>::strides(self.list, kind, targets & self.on, by);
    }
    #[inline]
    fn one(&mut self, mv: Move) {
        let tactical = self.tactical && (mv.promotion().is_some() || mv.taken_in_passing().is_some());
        if !mv.is_pass() && (tactical || self.on.has(mv.to)) {
            self.list.push(mv);
        }
    }
    #[inline]
    fn same_but_last(&mut self, mv: Move, targets: S) {
        let kept = if self.tactical && mv.promotion().is_some() { targets } else { targets & self.on };
        Sink::<S>::same_but_last(self.list, mv, kept);
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    #[inline]
    fn kept(&self, targets: S) -> S {
        targets & self.on
    }
}
