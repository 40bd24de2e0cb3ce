//! Why something cannot be done in a review: what is said to a key that does nothing.

use super::Review;
use super::edit::NO_FILE;
use crate::tui::action::Action;
use crate::tui::screen::Step;
use crate::tui::screens::play::refusal::no_such_place;

impl Review {
    /// Says why it cannot be done, where that is not plain to see.
    pub(super) fn refuse(&mut self, action: Action) -> Step {
        let Some(why) = self.why_not(action) else { return Step::Same };
        self.told = Some(why);
        Step::Changed
    }

    fn why_not(&self, action: Action) -> Option<String> {
        let why = match action {
            Action::LookBack | Action::PageUp | Action::First => "The game begins here.",
            Action::LookForward | Action::PageDown | Action::Last | Action::Autoplay => {
                "No move comes after this one."
            }
            Action::Up | Action::Down => "No other move is known here.",
            Action::Next => "No variation comes after this move.",
            Action::Previous => "No variation comes before this move.",
            Action::NextCapture => "No capture comes after this move.",
            Action::PreviousCapture => "No capture comes before this move.",
            Action::NextCheck => "No check comes after this move.",
            Action::PreviousCheck => "No check comes before this move.",
            Action::NextFault => "No mistake is marked after this move.",
            Action::PreviousFault => "No mistake is marked before this move.",
            Action::NextGame => "No game comes after this one.",
            Action::PreviousGame => "No game comes before this one.",
            Action::Explain if !self.on_board => "Nothing is said of this move.",
            Action::PlayOn | Action::Pick | Action::Type => "The game is over here.",
            Action::Undo | Action::Redo if self.survey.is_some() => "The computer is still looking at the game.",
            Action::Undo => "Nothing was changed.",
            Action::Redo => "No change was undone.",
            Action::Promote => "This is the main line.",
            Action::Delete | Action::Mark => "No move has been made here.",
            Action::Summary => "The computer has not looked at the whole game yet.",
            Action::AnalyseGame => "The game has no moves to look at.",
            Action::Faster | Action::Slower => "The game is not playing by itself.",
            Action::Save => NO_FILE,
            _ => return no_such_place(self.position.as_ref(), action),
        };
        Some(why.to_owned())
    }
}
