//! Leaving a review: where changes are not saved, it is asked first what becomes of them.

use super::Review;
use crate::tui::action::Action;
use crate::tui::dialogs::leaving::Leaving;
use crate::tui::screen::{Answer, Transition};
use crate::tui::screens::play::typed_move::Typing;

impl Review {
    /// Asks what becomes of changes before they are lost.
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

    /// Leaves the game by an action. What is not saved is discarded.
    fn left(&mut self, action: Action) -> Transition {
        self.wanted = None;
        match action {
            Action::NextGame | Action::PreviousGame => self.other_game(action == Action::NextGame),
            _ => Transition::Close,
        }
    }

    /// What becomes of changes that were not saved.
    pub(super) fn parted(&mut self, answer: &Answer) -> Transition {
        let Some(action) = self.wanted else { return Transition::Same };
        match answer {
            Answer::Leave => self.left(action),
            _ if self.file().is_none() => self.enter_text(Action::SaveAs, &format!("{}.pgn", self.game.spec().id)),
            _ => match self.save() {
                Ok(_) => self.left(action),
                Err(problem) => {
                    self.told = Some(problem);
                    Transition::Changed
                }
            },
        }
    }

    /// After the game was saved to a new file: leaves it where that was what it was saved for.
    pub(super) fn saved_to_leave(&mut self) -> Option<Transition> {
        let action = self.wanted?;
        Some(self.left(action))
    }
}
