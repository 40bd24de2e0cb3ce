//! Attack detection: which pieces attack a square. It works on the current board and on a hypothetical one,
//! with other squares occupied or some pieces removed.

use super::bits::SquareSet;
use super::board::Board;
use super::gait::Gait;
use super::game::Rules;
use super::geometry::Square;
use super::piece::Kind;
use super::side::{Side, Sides};
use super::spec::KindSpec;
use super::tables::HopWay;

/// A hypothetical board: the occupied squares, and the pieces that can attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scene<S> {
    /// The occupied squares.
    pub occupied: S,
    /// The squares of the pieces that can attack. They stand where they stand on the real board.
    pub hitters: S,
}

impl<S: SquareSet> Scene<S> {
    /// The scene after a plain move or capture by the seat that is attacked.
    #[inline]
    #[must_use]
    pub fn moved(self, from: Square, to: Square) -> Scene<S> {
        Scene { occupied: self.occupied.without(from).with(to), hitters: self.hitters.without(to) }
    }
}

/// Does any piece hop over others?
const fn some_hop(kinds: &[KindSpec]) -> bool {
    let mut kind = 0;
    while kind < kinds.len() {
        let moves = kinds[kind].moves;
        let mut index = 0;
        while index < moves.len() {
            if moves[index].gait.hops() {
                return true;
            }
            index += 1;
        }
        kind += 1;
    }
    false
}

/// Does any piece make triple steps?
const fn some_dash(kinds: &[KindSpec]) -> bool {
    let mut kind = 0;
    while kind < kinds.len() {
        let moves = kinds[kind].moves;
        let mut index = 0;
        while index < moves.len() {
            if matches!(moves[index].gait, Gait::Dash(_)) {
                return true;
            }
            index += 1;
        }
        kind += 1;
    }
    false
}

impl<R: Rules> Board<R> {
    /// May a piece of this type of rules hop over others? The compiler knows it of games that are written in Rust.
    pub(super) const MAY_HOP: bool = match R::FIXED {
        Some(spec) => some_hop(spec.kinds),
        None => true,
    };

    /// May a piece shun its own kind? The compiler knows it of games that are written in Rust.
    pub(super) const MAY_BE_SHY: bool = match R::FIXED {
        Some(spec) => spec.some_are_shy(),
        None => true,
    };

    /// May a pawn make a triple step that can be captured en passant? The compiler knows it of games that are written in
    /// Rust.
    const MAY_DASH: bool = match R::FIXED {
        Some(spec) => some_dash(spec.kinds),
        None => true,
    };

    /// The same in this game.
    #[inline]
    pub(super) fn may_dash(&self) -> bool {
        Self::MAY_DASH && self.tables().dashes
    }

    /// The current board, with the pieces hostile to a seat as attackers.
    #[inline]
    pub fn scene(&self, against: Side) -> Scene<R::Set> {
        Scene { occupied: self.occupied(), hitters: self.hostile(against) }
    }

    /// Is a square attacked by a normal move?
    #[inline]
    pub fn hit(&self, target: Square, scene: Scene<R::Set>) -> bool {
        self.any_hitters(target, scene, |_| true)
    }

    /// The pieces that attack a square by a normal move.
    pub fn hitters(&self, target: Square, scene: Scene<R::Set>) -> R::Set {
        let mut found = R::Set::EMPTY;
        self.any_hitters(target, scene, |some| {
            found |= some;
            false
        });
        found
    }

    /// Passes the attackers of a square (by normal moves) to `enough`, a few at a time, until it returns true.
    /// Returns whether it did.
    #[inline]
    fn any_hitters(&self, target: Square, scene: Scene<R::Set>, mut enough: impl FnMut(R::Set) -> bool) -> bool {
        let hits = &self.tables().hits;
        for hit in &hits.leaps {
            // Mostly no piece at all stands where one would have to, and that is known before the kinds are.
            let near = hit.onto[target.index()] & scene.hitters;
            if near.is_empty() {
                continue;
            }
            let leapers = near & self.members(&hit.members);
            if leapers.any() && enough(leapers) {
                return true;
            }
        }
        for hit in &hits.lines {
            let snipers = hit.onto[target.index()] & scene.hitters & self.members(&hit.members);
            if snipers.any() {
                for &line in hit.lines(target) {
                    let on_line = (line.below | line.above) & snipers;
                    if on_line.any() {
                        let seen = R::Set::along(line, scene.occupied) & on_line;
                        if seen.any() && enough(seen) {
                            return true;
                        }
                    }
                }
            }
        }
        for hit in &hits.roads {
            let walkers = hit.onto[target.index()] & scene.hitters & self.members(&hit.members);
            if walkers.any() {
                for way in hit.ways(target) {
                    if walkers.has(way.from) && way.is_open(scene.occupied) && enough(R::Set::of(way.from)) {
                        return true;
                    }
                }
            }
        }
        if Self::MAY_HOP {
            for hit in &hits.hops {
                let hoppers = hit.onto[target.index()] & scene.hitters & self.members(&hit.members);
                if hoppers.any() {
                    for way in hit.ways(target) {
                        let seen = match hit.shy {
                            Some(kind) if Self::MAY_BE_SHY => self.seen_by_shy(way, (kind, hoppers), target, scene),
                            _ => way.seen(hoppers, scene.occupied),
                        };
                        if seen.any() && enough(seen) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Those of these pieces of a shy kind that attack a square. What stands there on the board may have been captured.
    fn seen_by_shy(
        &self,
        way: &HopWay<R::Set>,
        (kind, hoppers): (Kind, R::Set),
        target: Square,
        scene: Scene<R::Set>,
    ) -> R::Set {
        let seen = way.seen_over_others(hoppers, scene.occupied, self.kind(kind));
        match self.piece(target).filter(|piece| piece.kind() == kind) {
            Some(_) if scene.hitters.has(target) => R::Set::EMPTY,
            Some(piece) => seen & self.side(piece.side()),
            None => seen,
        }
    }

    /// Would a seat's King be in check on this square?
    #[inline]
    pub fn attacked(&self, royal: Square, scene: Scene<R::Set>) -> bool {
        !R::is_shielded(self, royal, scene) && (self.hit(royal, scene) || R::hit_otherwise(self, royal, scene))
    }

    /// Is a seat's King in check?
    pub fn in_check(&self, side: Side) -> bool {
        if let Some(danger) = R::danger(self, side) {
            return danger;
        }
        self.royal(side).is_some_and(|royal| self.attacked(royal, self.scene(side)))
    }

    /// Is the King of `side` attacked by the pieces of `by`?
    pub fn attacks_king(&self, by: Side, side: Side) -> bool {
        if let Some(danger) = R::danger(self, side) {
            return danger && by != side;
        }
        let Some(royal) = self.royal(side) else { return false };
        let scene = Scene { occupied: self.occupied(), hitters: self.side(by) };
        // Often no piece of one seat could reach the King even over an empty board.
        let near = (self.tables().hits.near[royal.index()] & scene.hitters).any();
        let hit = near && self.hit(royal, scene) || R::hit_otherwise(self, royal, scene);
        hit && !R::is_shielded(self, royal, scene)
    }

    /// The seats whose King is in check.
    pub fn checked(&self) -> Sides {
        self.checked_of(self.living())
    }

    /// The given seats whose King is in check.
    pub fn checked_of(&self, sides: Sides) -> Sides {
        if self.spec().royal.is_none() {
            return Sides::NONE;
        }
        sides.iter().filter(|&side| self.in_check(side)).collect()
    }
}
