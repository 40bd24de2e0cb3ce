//! Attacks over a hurdle: they need a piece on their way, and one more or one less there changes them.

use super::hits::Members;
use super::lane::beyond;
use super::reach::lines;
use crate::bits::{Line, SquareSet};
use crate::frame::Frame;
use crate::gait::{Gait, Path};
use crate::geometry::{Geometry, Square};
use crate::piece::Kind;

/// Attacks over a hurdle.
#[derive(Clone, Debug)]
pub(crate) struct HopHit<S> {
    /// The pieces with this movement.
    pub(crate) members: Members,
    /// For each square, the squares from which it may be attacked.
    pub(crate) onto: Vec<S>,
    /// The kind, if it neither hops over its own kind nor captures it.
    pub(crate) shy: Option<Kind>,
    /// For each square, the ways by which it may be attacked.
    ways: Vec<Vec<HopWay<S>>>,
}

/// A way by which a square may be attacked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HopWay<S> {
    /// Over exactly one piece anywhere between.
    Hop(Line<S>),
    /// Over exactly one piece, which stands next to the square.
    Vault(Line<S>),
    /// By one path.
    Path {
        /// Where the attacker stands.
        from: Square,
        /// The squares that must be empty.
        empty: S,
        /// The squares that must be occupied.
        full: S,
    },
}

/// What one attacker needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need<S> {
    /// Exactly one of these squares is occupied.
    One(S),
    /// The first squares are empty and the others occupied.
    Each {
        /// The squares that must be empty.
        empty: S,
        /// The squares that must be occupied.
        full: S,
    },
}

impl<S: SquareSet> HopHit<S> {
    /// The attacks by a gait that hops; the paths are all of them, with their start squares. `shy` is the kind, if it is
    /// shy.
    pub(super) fn compile(
        (members, shy): (Members, Option<Kind>),
        (gait, frame): (Gait, Frame),
        board: &Geometry,
        paths: &[(Square, Path)],
    ) -> HopHit<S> {
        let mut onto = vec![S::EMPTY; board.len()];
        let mut ways = vec![Vec::new(); board.len()];
        for (from, path) in paths {
            onto[path.to.index()] = onto[path.to.index()].with(*from);
        }
        match gait {
            Gait::Hop(directions) | Gait::Vault(directions) => {
                let way = if matches!(gait, Gait::Hop(_)) { HopWay::Hop } else { HopWay::Vault };
                for square in board.squares() {
                    ways[square.index()].extend(lines(board, square, frame, directions, -1).into_iter().map(way));
                }
            }
            _ => {
                for (from, path) in paths {
                    let [empty, full] = [&path.vias, &path.hurdles].map(|set| S::collect(set.iter().copied()));
                    ways[path.to.index()].push(HopWay::Path { from: *from, empty, full });
                }
            }
        }
        HopHit { members, onto, shy, ways }
    }

    /// The ways by which a square may be attacked.
    #[inline]
    pub(crate) fn ways(&self, square: Square) -> &[HopWay<S>] {
        &self.ways[square.index()]
    }
}

impl<S: SquareSet> HopWay<S> {
    /// Those of these pieces that attack the square.
    #[inline]
    pub(crate) fn seen(&self, hoppers: S, occupied: S) -> S {
        match *self {
            HopWay::Hop(line) => beyond(line, occupied) & occupied & hoppers,
            HopWay::Vault(line) => {
                let mut sides = S::EMPTY;
                if line.above.lowest().is_some_and(|next| occupied.has(next)) {
                    sides |= line.above;
                }
                if line.below.highest().is_some_and(|next| occupied.has(next)) {
                    sides |= line.below;
                }
                beyond(line, occupied) & occupied & hoppers & sides
            }
            HopWay::Path { from, empty, full } => {
                let open = (empty & occupied).is_empty() && (full & !occupied).is_empty();
                if open { hoppers & S::of(from) } else { S::EMPTY }
            }
        }
    }

    /// The same where no piece of `same` is hopped over.
    pub(crate) fn seen_over_others(&self, hoppers: S, occupied: S, same: S) -> S {
        match *self {
            HopWay::Hop(line) | HopWay::Vault(line) => {
                self.seen(hoppers, occupied) & beyond(line, occupied & !same)
            }
            HopWay::Path { .. } => self.seen(hoppers, occupied),
        }
    }

    /// What each of these pieces needs to attack the square.
    pub(crate) fn needs(self, hoppers: S) -> impl Iterator<Item = (Square, Need<S>)> {
        let reached = match self {
            HopWay::Hop(line) | HopWay::Vault(line) => (line.below | line.above) & hoppers,
            HopWay::Path { from, .. } => S::of(from) & hoppers,
        };
        reached.iter().filter_map(move |from| Some((from, self.need(from)?)))
    }

    /// What the piece on this square needs. `None` if it is too near.
    fn need(self, from: Square) -> Option<Need<S>> {
        let between = |line: Line<S>| {
            let half = if line.above.has(from) { line.above } else { line.below };
            S::along(line, S::of(from)).without(from) & half
        };
        match self {
            HopWay::Hop(line) => Some(Need::One(between(line))).filter(|need| *need != Need::One(S::EMPTY)),
            HopWay::Vault(line) => {
                let between = between(line);
                let next = if line.above.has(from) { between.lowest() } else { between.highest() }?;
                Some(Need::Each { empty: between.without(next), full: S::of(next) })
            }
            HopWay::Path { empty, full, .. } => Some(Need::Each { empty, full }),
        }
    }
}
