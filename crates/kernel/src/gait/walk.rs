//! Paths that are written out: limited slides, lame leaps, bent and crooked moves.

use super::{MOST_VIAS, Must, Path};
use crate::frame::Frame;
use crate::geometry::{Delta, Geometry, Square};

/// A path in legs, one after the other. The move ends on any square of the last leg that has enough steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The legs: at least one.
    pub legs: &'static [Leg],
}

/// A part of a walk: some steps by turns, the first again after the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The steps.
    pub steps: &'static [Step],
    /// The fewest steps in all, at least one.
    pub least: u8,
    /// The most steps in all.
    pub most: u8,
    /// What the square must be where it ends and the next leg begins. All others of the leg must be empty. The last square
    /// of the walk may be occupied.
    pub end: Must,
}

/// One step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// From where it begins to where it ends.
    pub by: Delta,
    /// The squares that it crosses, from where it begins: they must be there, and empty.
    pub over: &'static [Delta],
    /// The squares that it jumps over, from where it begins: they must be there, and occupied.
    pub hurdles: &'static [Delta],
}

impl Step {
    /// A step that leaps over whatever is between.
    pub const fn leap(by: Delta) -> Step {
        Step::lame(by, &[])
    }

    /// A step over squares that must be empty.
    pub const fn lame(by: Delta, over: &'static [Delta]) -> Step {
        Step { by, over, hurdles: &[] }
    }
}

/// A walk as it is seen from a seat.
type Turned = Vec<(u8, u8, Must, Vec<(Delta, Vec<Delta>, Vec<Delta>)>)>;

/// The most legs of a walk.
const MOST_LEGS: usize = 8;

/// The most steps of a leg.
const MOST_STEPS: u8 = 31;

impl Walk {
    /// What is wrong with it, if anything.
    pub(crate) fn flaw(&self) -> Option<String> {
        if !(1..=MOST_LEGS).contains(&self.legs.len()) {
            return Some(format!("a walk has {} legs: expected 1 to {MOST_LEGS}", self.legs.len()));
        }
        self.legs.iter().find_map(|&Leg { steps, least, most, .. }| {
            if steps.is_empty() {
                return Some("a leg of a walk has no step: expected at least one".to_owned());
            }
            let wrong = least == 0 || most < least || most > MOST_STEPS;
            wrong.then(|| {
                format!("a leg of a walk has {least} to {most} steps: expected 1 to {MOST_STEPS}, the fewest first")
            })
        })
    }

    /// The same walk from the seat with this frame, for comparison.
    pub(super) fn turned(&self, frame: Frame) -> Turned {
        let turned = |ways: &[Delta]| ways.iter().map(|&way| frame.turned(way)).collect();
        let step = |step: &Step| (frame.turned(step.by), turned(step.over), turned(step.hurdles));
        self.legs.iter().map(|leg| (leg.least, leg.most, leg.end, leg.steps.iter().map(step).collect())).collect()
    }

    /// Does it depend on a piece on its way?
    pub(super) const fn hops(&self) -> bool {
        let mut index = 0;
        while index < self.legs.len() {
            let Leg { steps, end, .. } = self.legs[index];
            if index + 1 < self.legs.len() && !matches!(end, Must::Empty) {
                return true;
            }
            let mut step = 0;
            while step < steps.len() {
                if !steps[step].hurdles.is_empty() {
                    return true;
                }
                step += 1;
            }
            index += 1;
        }
        false
    }

    /// Adds the paths from a square. No path leads over its own start, where the piece stands, or back to it.
    pub(super) fn paths(&self, board: &Geometry, frame: Frame, from: Square, found: &mut Vec<Path>) {
        Walker { board, frame, from, found }.go(self.legs, from, &mut Vec::new());
    }
}

/// Finds the paths of a walk.
struct Walker<'a> {
    board: &'a Geometry,
    frame: Frame,
    from: Square,
    found: &'a mut Vec<Path>,
}

/// The squares of a path so far, without the start.
type Trail = Vec<(Square, Must)>;

impl Walker<'_> {
    /// Goes on from a square with these legs.
    fn go(&mut self, legs: &[Leg], start: Square, trail: &mut Trail) {
        let Some((leg, rest)) = legs.split_first() else { return };
        let (known, mut at) = (trail.len(), start);
        for (count, step) in (1..=leg.most).zip(leg.steps.iter().cycle()) {
            // One path that is too long is enough to refuse the walk; all of them together can be without number.
            let Some(to) = self.step(*step, at, trail).filter(|_| counted(trail) <= MOST_VIAS + 1) else { break };
            if count >= leg.least {
                if rest.is_empty() {
                    self.found.extend(path(trail, to));
                } else {
                    let here = trail.len();
                    trail.push((to, leg.end));
                    self.go(rest, to, trail);
                    trail.truncate(here);
                }
            }
            trail.push((to, Must::Empty));
            at = to;
        }
        trail.truncate(known);
    }

    /// Where a step ends, if all its squares are there and none is the start of the move. The crossed ones are added.
    fn step(&self, step: Step, at: Square, trail: &mut Trail) -> Option<Square> {
        let square = |way: Delta| self.board.offset(at, self.frame.turned(way)).filter(|&met| met != self.from);
        for (ways, must) in [(step.over, Must::Empty), (step.hurdles, Must::Occupied)] {
            for &way in ways {
                trail.push((square(way)?, must));
            }
        }
        square(step.by)
    }
}

/// The squares of a path so far at which something is asked.
fn counted(trail: &Trail) -> usize {
    trail.iter().filter(|(_, must)| *must != Must::Anything).count()
}

/// The path with these squares before its last one, if no square must be both empty and occupied.
fn path(trail: &Trail, to: Square) -> Option<Path> {
    let of = |wanted: Must| {
        let squares = trail.iter().filter(move |(_, must)| *must == wanted);
        squares.map(|&(square, _)| square).collect::<Vec<_>>()
    };
    let (vias, hurdles) = (of(Must::Empty), of(Must::Occupied));
    let can_be = !vias.iter().any(|via| hurdles.contains(via));
    can_be.then_some(Path { vias, hurdles, to })
}
