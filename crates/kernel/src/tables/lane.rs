//! Lanes: moves from a square that need more than the first piece on a line. They end in a zone, or hop over a piece.

use crate::bits::{Line, SquareSet};
use crate::gait::Path;
use crate::geometry::Square;

/// One lane from a square. The set beside a line is where it may end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lane<S> {
    /// As far as the first piece.
    Slide(Line<S>, S),
    /// Over the first piece as far as the second.
    Hop(Line<S>, S),
    /// Over the first piece to the square right behind it.
    Vault(Line<S>, S),
    /// To one square.
    Path {
        /// The squares that must be empty.
        empty: S,
        /// The squares that must be occupied.
        full: S,
        /// Where it ends.
        to: S,
    },
}

impl<S: SquareSet> Lane<S> {
    /// One path, written out.
    pub(super) fn of(path: &Path) -> Lane<S> {
        let set = |squares: &[Square]| S::collect(squares.iter().copied());
        Lane::Path { empty: set(&path.vias), full: set(&path.hurdles), to: S::of(path.to) }
    }

    /// The squares where it ends on a board with these squares occupied.
    #[inline]
    pub(super) fn reached(&self, occupied: S) -> S {
        match *self {
            Lane::Slide(line, zone) => S::along(line, occupied) & zone,
            Lane::Hop(line, zone) => beyond(line, occupied) & zone,
            Lane::Vault(line, zone) => {
                let beyond = beyond(line, occupied);
                let behind = [(beyond & line.above).lowest(), (beyond & line.below).highest()];
                S::collect(behind.into_iter().flatten()) & zone
            }
            Lane::Path { empty, full, to } => {
                let open = (empty & occupied).is_empty() && (full & !occupied).is_empty();
                if open { to } else { S::EMPTY }
            }
        }
    }
}

/// The squares of a line behind the first piece on each side, up to and including the second.
#[inline]
pub(super) fn beyond<S: SquareSet>(line: Line<S>, occupied: S) -> S {
    let near = S::along(line, occupied);
    S::along(line, occupied & !near) & !near
}
