//! The moves in motion on a board of a screen.

use super::Pane;
use crate::board::motion::Earlier;
use crate::board::selection::drag::Origin;
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::rules::timeline::Act;
use crate::world::World;

impl Pane {
    /// The board shows this position from now on. Moves that lead to it from the one before are seen, unless another
    /// screen covers the board.
    pub(crate) fn animate(&mut self, position: &dyn Position, earlier: Earlier, world: &World) {
        // A piece that was put down by the mouse is there already.
        let is_new = !self.motion.knows(position);
        let dropped = if is_new { self.selection.take_dropped() } else { None };
        if self.is_covered || dropped.is_some_and(|from| last_from(position) == Some(from)) {
            self.motion.arrive(position);
        } else {
            self.motion.animate(position, earlier, world);
        }
    }

    /// The board shows this position from now on, without motion.
    pub(crate) fn arrive(&mut self, position: &dyn Position) {
        self.motion.arrive(position);
    }

    /// Ends the motion of moves, because there is input. True if the board shows something else now.
    pub(crate) fn end_motion(&mut self, world: &World) -> bool {
        self.motion.end(world.now)
    }
}

/// Where the piece of the last move came from.
fn last_from(position: &dyn Position) -> Option<Origin> {
    let mut back = position.fork();
    let Act::Move(mv) = back.undo()? else { return None };
    back.picks(mv).as_slice().iter().find_map(|pick| match *pick {
        Pick::Reserve(_) => Some(Origin::Reserve),
        Pick::Square(from) => Some(Origin::Square(from)),
        _ => None,
    })
}
