//! How the second seat sees the board.

use crate::rules::frame::Frame;

use super::plan::Plan;
use super::section::{Mistakes, Section};

/// How the second seat sees the board.
#[derive(Clone, Copy)]
pub(super) enum View {
    /// From the other side, with the same files on the left. The highest level is its first one.
    Mirrored,
    /// From the other side, rotated. The highest level is its first one.
    Turned,
    /// As the first seat: both go in the same direction.
    Same,
}

impl View {
    /// Reads the keys `turned` and `beside`.
    pub(super) fn read(root: &mut Section, mistakes: &mut Mistakes) -> View {
        let (turned, beside) = (root.flag("turned", mistakes), root.flag("beside", mistakes));
        if let Some(value) = root.value("beside").filter(|_| turned && beside) {
            root.wrong("beside", value, "no turned = true with it", mistakes);
        }
        match (turned, beside) {
            (true, _) => View::Turned,
            (_, true) => View::Same,
            _ => View::Mirrored,
        }
    }

    /// The frame of the second seat.
    pub(super) fn frame(self, plan: &Plan) -> Frame {
        let [files, ranks, levels] = plan.size;
        match self {
            View::Mirrored => Frame::north(ranks).from_above(levels),
            View::Turned => Frame::rotated(files, ranks).from_above(levels),
            View::Same => Frame::SOUTH,
        }
    }
}
