//! The reserve that is dropped for a player: one piece at each of their turns, while they have nothing else to do.

use super::Play;
use crate::rules::arrange::arranged;
use crate::rules::side::Sides;
use crate::tui::screen::Transition;
use crate::tui::world::World;

impl Play {
    /// Can the rest of a reserve be dropped for the seat to move?
    pub(super) fn can_arrange(&self) -> bool {
        self.can_move() && arranged(self.table.position()).is_some()
    }

    /// The seat to move leaves its drops to the program.
    pub(super) fn arrange(&mut self, world: &mut World) -> Transition {
        self.arranged = self.arranged.with(self.table.position().turn());
        self.drop_arranged(world)
    }

    /// The player takes over again.
    pub(super) const fn stop_arranging(&mut self) {
        self.arranged = Sides::NONE;
    }

    /// Drops the next piece, if it is the turn of a seat that has left its drops to the program.
    pub(super) fn drop_arranged(&mut self, world: &mut World) -> Transition {
        let position = self.table.position();
        if self.arranged.has(position.turn()) && self.can_move() {
            match arranged(position) {
                Some(mv) => return self.play_at_once(mv, world),
                None => self.stop_arranging(),
            }
        }
        Transition::Changed
    }
}
