//! The reserve that is dropped for a player: one piece at each of their turns, while they have nothing else to do.

use super::game::Game;
use super::line_output::Say;
use crate::rules::arrange::arranged;
use crate::rules::side::Sides;

impl Game {
    /// The seat to move leaves its drops to the program.
    pub(super) fn arrange(&mut self, out: &mut impl Say) {
        if let Some(why) = self.not_now() {
            return out.say(&why);
        }
        self.arranged = self.arranged.with(self.position().turn());
        if !self.drop_arranged(out) {
            out.say("There is nothing to set up: this works while you can only drop pieces.");
        }
    }

    /// Drops the next piece, if it is the turn of a seat that has left its drops to the program. Returns whether one was
    /// dropped.
    pub(super) fn drop_arranged(&mut self, out: &mut impl Say) -> bool {
        if !self.arranged.has(self.position().turn()) || !self.is_own_turn() {
            return false;
        }
        let Some(mv) = arranged(self.position()) else {
            self.arranged = Sides::NONE;
            return false;
        };
        self.play(mv, out);
        true
    }
}
