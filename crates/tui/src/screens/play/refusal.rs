//! Explains why an action is unavailable: the message for a key that does nothing.

use super::Play;
use super::desk::{Desk, OVER};
use crate::action::Action;
use crate::board::refusal::no_such_place;
use crate::screen::Transition;

impl Play {
    /// Explains why an action is unavailable, if the reason is not obvious.
    pub(super) fn refuse(&mut self, action: Action) -> Transition {
        let picks = matches!(action, Action::Pick | Action::Type | Action::Hint | Action::Number(_));
        if picks && let Some(step) = self.desk.not_now() {
            return step;
        }
        let why = self.parts.all().find_map(|part| part.why_not(action, &self.desk));
        let Some(why) = why.or_else(|| self.desk.why_not(action)) else { return Transition::Same };
        self.desk.pane.message = Some(why);
        Transition::Changed
    }
}

impl Desk {
    /// Why an action is unavailable, where no part knows it.
    fn why_not(&self, action: Action) -> Option<String> {
        let over = self.table.ending().is_some();
        let why = match action {
            Action::Threats if over => OVER,
            Action::LookBack | Action::LastRound | Action::Review => "No moves have been played yet.",
            Action::OtherSide | Action::NextLevel if !over => "The game is not over.",
            Action::OtherSide => "There is no other side to play.",
            Action::NextLevel => "There is no next level.",
            Action::LookForward | Action::LookNow => "This is the current position.",
            _ => return no_such_place(self.table.position(), action),
        };
        Some(why.to_owned())
    }
}
