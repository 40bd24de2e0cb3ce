//! Leaving a review: if there are unsaved changes, the user is asked first.

use super::Review;
use crate::action::Action;
use crate::dialogs::leaving::Leaving;
use crate::screen::{Answer, Transition};
use crate::world::World;

impl Review {
    /// Performs an action that leaves the game; asks first if there are unsaved changes.
    pub(super) fn leave(&mut self, action: Action) -> Transition {
        if self.changes.is_unsaved() {
            self.wanted = Some(action);
            let words = match self.file() {
                Some(path) => format!("Save replaces this game in {path}."),
                None => "Save asks for the name of a new file.".to_owned(),
            };
            return Transition::Ask(Box::new(Leaving::changes(words)));
        }
        self.left(action)
    }

    /// Performs an action that leaves the game, discarding unsaved changes.
    fn left(&mut self, action: Action) -> Transition {
        self.wanted = None;
        match action {
            Action::NextGame | Action::PreviousGame => self.other_game(action == Action::NextGame),
            _ => Transition::Close,
        }
    }

    /// Handles the answer to the question about unsaved changes.
    pub(super) fn parted(&mut self, answer: &Answer, world: &World) -> Transition {
        let Some(action) = self.wanted else { return Transition::Same };
        match answer {
            Answer::Leave => self.left(action),
            _ if self.file().is_none() => self.enter_text(Action::SaveAs, &format!("{}.pgn", self.game.spec().id)),
            _ => match self.save(world) {
                Ok(_) => self.left(action),
                Err(problem) => {
                    self.pane.message = Some(problem.to_string());
                    Transition::Changed
                }
            },
        }
    }

    /// After a save to a new file: performs the action that the save was for, if any.
    pub(super) fn saved_to_leave(&mut self) -> Option<Transition> {
        let action = self.wanted?;
        Some(self.left(action))
    }
}
