//! Explains why an action is unavailable in a review: the message for a key that does nothing.

use super::{Review, ReviewError};
use crate::action::Action;
use crate::board::refusal::no_such_place;
use crate::screen::Transition;

impl Review {
    /// Explains why an action is unavailable, if the reason is not obvious.
    pub(super) fn refuse(&mut self, action: Action) -> Transition {
        let Some(why) = self.why_not(action) else { return Transition::Same };
        self.pane.message = Some(why);
        Transition::Changed
    }

    fn why_not(&self, action: Action) -> Option<String> {
        if let Some(why) = self.why_not_together(action) {
            return Some(why.to_owned());
        }
        let why = match action {
            Action::LookBack | Action::PageUp | Action::First => "This is the start of the game.",
            Action::LookForward | Action::PageDown | Action::Last | Action::Autoplay => "This is the last move.",
            Action::Up | Action::Down => "There is no other variation here.",
            Action::Next => "There are no variations after this move.",
            Action::Previous => "There are no variations before this move.",
            Action::NextCapture => "There are no captures after this move.",
            Action::PreviousCapture => "There are no captures before this move.",
            Action::NextCheck => "There are no checks after this move.",
            Action::PreviousCheck => "There are no checks before this move.",
            Action::NextFault => "No mistakes are marked after this move.",
            Action::PreviousFault => "No mistakes are marked before this move.",
            Action::NextGame => "This is the last game of the file.",
            Action::PreviousGame => "This is the first game of the file.",
            Action::Explain if !self.on_board => "This move has no comment.",
            Action::PlayOn | Action::Pick | Action::Type => "The game is over here.",
            Action::Undo | Action::Redo if self.survey.is_some() => "The computer is still analysing the game.",
            Action::Undo => "There is nothing to undo.",
            Action::Redo => "There is nothing to redo.",
            Action::Promote => "This move is in the main line.",
            Action::Delete | Action::Mark => "There is no move here.",
            Action::Summary => "The game has not been analysed yet.",
            Action::AnalyseGame | Action::MakePuzzles => "The game has no moves to analyse.",
            Action::Faster | Action::Slower => "Autoplay is off.",
            Action::Save => return Some(ReviewError::NoFile.to_string()),
            _ => return no_such_place(self.position.as_ref(), action),
        };
        Some(why.to_owned())
    }
}
