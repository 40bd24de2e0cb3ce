//! Paths that are written out: limited slides, lame leaps, bent and crooked moves.

use super::{MOST_VIAS, Path};
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
}

/// One step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// From where it begins to where it ends.
    pub by: Delta,
    /// The squares that it crosses, from where it begins: they must be there, and empty.
    pub over: &'static [Delta],
}

impl Step {
    /// A step that leaps over whatever is between.
    pub const fn leap(by: Delta) -> Step {
        Step { by, over: &[] }
    }
}

/// A walk as it is seen from a seat.
type Turned = Vec<(u8, u8, Vec<(Delta, Vec<Delta>)>)>;

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
        self.legs.iter().find_map(|&Leg { steps, least, most }| {
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
        let step = |step: &Step| (frame.turned(step.by), step.over.iter().map(|&via| frame.turned(via)).collect());
        self.legs.iter().map(|leg| (leg.least, leg.most, leg.steps.iter().map(step).collect())).collect()
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

impl Walker<'_> {
    /// Goes on from a square with these legs; `vias` are the squares so far, without the start.
    fn go(&mut self, legs: &[Leg], start: Square, vias: &mut Vec<Square>) {
        let Some((leg, rest)) = legs.split_first() else { return };
        let (known, mut at) = (vias.len(), start);
        for (count, step) in (1..=leg.most).zip(leg.steps.iter().cycle()) {
            // One path that is too long is enough to refuse the walk; all of them together can be without number.
            let Some(to) = self.step(*step, at, vias).filter(|_| vias.len() <= MOST_VIAS + 1) else { break };
            if count >= leg.least {
                if rest.is_empty() {
                    self.found.push(Path { vias: vias.clone(), to });
                } else {
                    let here = vias.len();
                    vias.push(to);
                    self.go(rest, to, vias);
                    vias.truncate(here);
                }
            }
            vias.push(to);
            at = to;
        }
        vias.truncate(known);
    }

    /// Where a step ends, if all its squares are there and none is the start of the move. The crossed ones are added.
    fn step(&self, step: Step, at: Square, vias: &mut Vec<Square>) -> Option<Square> {
        let square = |way: Delta| self.board.offset(at, self.frame.turned(way)).filter(|&met| met != self.from);
        for &way in step.over {
            vias.push(square(way)?);
        }
        square(step.by)
    }
}
