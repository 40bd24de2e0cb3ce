//! Who hits a square. Asked of the board as it is or as it would be: with other squares
//! occupied, with some pieces gone.

use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::side::{Side, Sides};

/// The board as it would be: what is occupied, and which pieces could hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scene<S> {
    /// The occupied squares.
    pub occupied: S,
    /// The squares of the pieces that could hit; they stand where they stand on the board.
    pub hitters: S,
}

impl<R: Rules> Board<R> {
    /// The board as it is, seen by those hostile to a seat.
    #[inline]
    pub fn scene(&self, against: Side) -> Scene<R::Set> {
        Scene { occupied: self.occupied(), hitters: self.hostile(against) }
    }

    /// Is a square hit by a normal move?
    #[inline]
    pub fn hit(&self, target: Square, scene: Scene<R::Set>) -> bool {
        self.any_hitters(target, scene, |_| true)
    }

    /// The pieces that hit a square by a normal move.
    pub fn hitters(&self, target: Square, scene: Scene<R::Set>) -> R::Set {
        let mut found = R::Set::EMPTY;
        self.any_hitters(target, scene, |some| {
            found |= some;
            false
        });
        found
    }

    /// Tells of the pieces that hit a square by a normal move, some at a time, until that is enough. Was it ever?
    #[inline]
    fn any_hitters(&self, target: Square, scene: Scene<R::Set>, mut enough: impl FnMut(R::Set) -> bool) -> bool {
        let hits = &self.tables().hits;
        for hit in &hits.leaps {
            let leapers = hit.onto[target.index()] & scene.hitters & self.members(&hit.members);
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
        false
    }

    /// Would a seat's King on this square be in check?
    #[inline]
    pub fn attacked(&self, royal: Square, scene: Scene<R::Set>) -> bool {
        self.hit(royal, scene) || R::hit_otherwise(self, royal, scene)
    }

    /// Is a seat's King in check?
    pub fn in_check(&self, side: Side) -> bool {
        self.royal(side).is_some_and(|royal| self.attacked(royal, self.scene(side)))
    }

    /// Is the King of `side` attacked by the pieces of `by`?
    pub fn attacks_king(&self, by: Side, side: Side) -> bool {
        let scene = Scene { occupied: self.occupied(), hitters: self.side(by) };
        self.royal(side).is_some_and(|royal| self.attacked(royal, scene))
    }

    /// The seats whose King is in check.
    pub fn checked(&self) -> Sides {
        self.checked_of(self.living())
    }

    /// Those of some seats whose King is in check.
    pub fn checked_of(&self, sides: Sides) -> Sides {
        if R::SPEC.royal.is_none() {
            return Sides::NONE;
        }
        sides.iter().filter(|&side| self.in_check(side)).collect()
    }
}
