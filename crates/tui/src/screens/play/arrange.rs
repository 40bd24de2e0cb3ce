//! The reserve that is dropped for a player: one piece at each of their turns, while they have nothing else to do.

use super::desk::Desk;
use super::part::{Part, Step};
use crate::action::Action;
use crate::rules::arrange::arranged;
use crate::rules::side::Sides;
use crate::world::World;

/// The seats whose reserve is dropped for them.
pub(super) struct Arrange(Sides);

impl Default for Arrange {
    fn default() -> Arrange {
        Arrange(Sides::NONE)
    }
}

impl Arrange {
    /// The next piece, if it is the turn of a seat that has left its drops to the program.
    fn next(&mut self, desk: &Desk) -> Option<Step> {
        let position = desk.table.position();
        if !self.0.has(position.turn()) || !desk.can_move() {
            return None;
        }
        let next = arranged(position);
        if next.is_none() {
            self.0 = Sides::NONE;
        }
        next.map(Step::Play)
    }
}

impl Part for Arrange {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        (action == Action::Arrange).then(|| desk.can_move() && arranged(desk.table.position()).is_some())
    }

    fn why_not(&self, action: Action, _: &Desk) -> Option<String> {
        (action == Action::Arrange).then(|| "You have no pieces to set up now.".to_owned())
    }

    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        match action {
            Action::Arrange => {
                self.0 = self.0.with(desk.table.position().turn());
                Some(self.next(desk).unwrap_or(Step::changed()))
            }
            // The player takes over again.
            Action::Undo | Action::Redo => {
                self.0 = Sides::NONE;
                None
            }
            _ => None,
        }
    }

    fn changed(&mut self, _: bool, desk: &mut Desk, _: &mut World) -> Option<Step> {
        self.next(desk)
    }
}
