//! Checks and pins: the pieces that give check, the squares where a check can be answered, and the pieces that
//! may be pinned. Computed once per position, so that most moves need no legality test.

use super::attack::Scene;
use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::tables::Need;

/// Checks and pins of the King of the seat to move.
#[derive(Clone, Copy, Debug)]
pub struct Guard<S> {
    /// The square of the King, if it is on the board.
    pub royal: Option<Square>,
    /// Is the King in check?
    pub check: bool,
    /// In check: a move of another piece can only evade the check if it ends on one of these squares.
    pub evasions: S,
    /// Not in check: only moves of these pieces can expose the King.
    pub pinned: S,
    /// Not in check: a piece that comes to one of these empty squares may expose the King, because a hostile one hops over
    /// it.
    pub(crate) bridges: S,
}

impl<S: SquareSet> Guard<S> {
    /// The guard of a game without kings, or of a seat whose King is not on the board. Nothing is restricted.
    pub(crate) const FREE: Guard<S> =
        Guard { royal: None, check: false, evasions: S::EMPTY, pinned: S::EMPTY, bridges: S::EMPTY };

    /// Computes the guard of the seat to move.
    #[inline]
    pub(crate) fn of<R: Rules<Set = S>>(board: &Board<R>) -> Guard<S> {
        let side = board.turn();
        let Some(royal) = board.royal(side) else { return Guard::FREE };
        let mut guard = Guard { royal: Some(royal), ..Guard::FREE };
        let scene = board.scene(side);
        guard.leaps(board, royal, scene);
        guard.lines(board, royal, scene);
        guard.roads(board, royal, scene);
        if Board::<R>::MAY_HOP {
            guard.hops(board, royal, scene);
        }
        R::guard_otherwise(board, royal, scene, &mut guard);
        guard
    }

    #[inline]
    fn leaps<R: Rules<Set = S>>(&mut self, board: &Board<R>, royal: Square, scene: Scene<S>) {
        for hit in &board.tables().hits.leaps {
            let near = hit.onto[royal.index()] & scene.hitters;
            if near.any() {
                self.evasions |= near & board.members(&hit.members);
            }
        }
        self.check = self.evasions.any();
    }

    #[inline]
    fn lines<R: Rules<Set = S>>(&mut self, board: &Board<R>, royal: Square, scene: Scene<S>) {
        for hit in &board.tables().hits.lines {
            let snipers = hit.onto[royal.index()] & scene.hitters & board.members(&hit.members);
            if snipers.is_empty() {
                continue;
            }
            for &line in hit.lines(royal) {
                if ((line.below | line.above) & snipers).is_empty() {
                    continue;
                }
                // First the squares up to the first piece in each direction, then those up to the second.
                let near = S::along(line, scene.occupied);
                let first = near & scene.occupied;
                if (first & snipers).any() {
                    self.check = true;
                    self.evasions |= near;
                }
                let far = S::along(line, scene.occupied ^ first);
                if (far & snipers & !first).any() {
                    self.pinned |= first & !scene.hitters;
                }
            }
        }
    }

    #[inline]
    fn roads<R: Rules<Set = S>>(&mut self, board: &Board<R>, royal: Square, scene: Scene<S>) {
        for hit in &board.tables().hits.roads {
            let walkers = hit.onto[royal.index()] & scene.hitters & board.members(&hit.members);
            if walkers.is_empty() {
                continue;
            }
            for way in hit.ways(royal).iter().filter(|way| walkers.has(way.from)) {
                let blockers = way.blockers(scene.occupied);
                if blockers.is_empty() {
                    self.check = true;
                    self.evasions |= S::collect(way.vias().iter().copied()).with(way.from);
                } else {
                    self.pinned |= blockers & !scene.hitters;
                }
            }
        }
    }

    fn hops<R: Rules<Set = S>>(&mut self, board: &Board<R>, royal: Square, scene: Scene<S>) {
        for hit in &board.tables().hits.hops {
            let hoppers = hit.onto[royal.index()] & scene.hitters & board.members(&hit.members);
            if hoppers.is_empty() {
                continue;
            }
            for (from, need) in hit.ways(royal).iter().flat_map(|way| way.needs(hoppers)) {
                self.hop(from, need, scene, board.tables().squares);
            }
        }
    }

    /// One piece that can hop to the King. `all` are the squares of the board.
    fn hop(&mut self, from: Square, need: Need<S>, scene: Scene<S>, all: S) {
        // The pieces that are needed, those that are too many, and the squares where a needed one is missing.
        let (hurdles, extra, missing) = match need {
            Need::One(between) => {
                let there = between & scene.occupied;
                match there.count() {
                    0 => (there, there, between),
                    1 => (there, S::EMPTY, S::EMPTY),
                    2 => {
                        // Each of the two is one too many.
                        self.pinned |= there & !scene.hitters;
                        return;
                    }
                    _ => return,
                }
            }
            Need::Each { empty, full } => {
                let missing = full & !scene.occupied;
                if missing.has_at_least(2) {
                    return;
                }
                (full & scene.occupied, empty & scene.occupied, missing)
            }
        };
        match (extra.is_empty(), missing.is_empty()) {
            (true, true) => {
                self.check = true;
                let between = match need {
                    Need::One(between) => between,
                    Need::Each { empty, .. } => empty,
                };
                // An own hurdle answers the check by going away, wherever it goes.
                let own = (hurdles & !scene.hitters).any();
                self.evasions |= if own { all } else { between.with(from) };
            }
            (true, false) => self.bridges |= missing,
            (false, _) if !extra.has_at_least(2) => self.pinned |= extra & !scene.hitters,
            (false, _) => {}
        }
    }
}
