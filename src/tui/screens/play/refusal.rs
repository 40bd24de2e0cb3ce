//! Explains why an action is unavailable: the message for a key that does nothing.

use super::Play;
use crate::session::table::command::Refusal;
use crate::tui::action::Action;
use crate::tui::board::refusal::no_such_place;
use crate::tui::screen::Transition;

/// The message after the end of the game.
pub(super) const OVER: &str = "The game is over.";

/// Why the game cannot be claimed yet.
const CLAIM: &str = "You can claim the game once all others together have two pieces or fewer and no Pawn.";

impl Play {
    /// Explains why an action is unavailable, if the reason is not obvious.
    pub(super) fn refuse(&mut self, action: Action) -> Transition {
        let picks = matches!(action, Action::Pick | Action::Type | Action::Hint | Action::Number(_));
        if picks && let Some(step) = self.not_now() {
            return step;
        }
        if let Some(why) = self.forbidden(action) {
            self.pane.told = Some(why.to_owned());
            return Transition::Changed;
        }
        let Some(why) = self.why_not(action) else { return Transition::Same };
        self.pane.told = Some(why);
        Transition::Changed
    }

    fn why_not(&self, action: Action) -> Option<String> {
        let position = self.table.position();
        let why = match action {
            Action::Draw
            | Action::Claim
            | Action::ShowEnd
            | Action::Resign
            | Action::Threats
            | Action::Sit
            | Action::Pause
            | Action::Step
            | Action::Faster
            | Action::Slower
                if self.table.ending().is_some() =>
            {
                OVER
            }
            Action::Draw | Action::Claim | Action::Resign if self.table.person().is_none() => {
                "Only computers are playing."
            }
            Action::Draw if !position.acts().is_empty() && self.table.person().is_some() => {
                "You have offered a draw: you can offer one again after your next move."
            }
            Action::Draw | Action::LookBack | Action::LastRound | Action::Review => {
                "No moves have been played yet."
            }
            Action::Claim if self.table.claimed().is_some() => "You have already claimed the game or agreed.",
            Action::Claim => CLAIM,
            Action::ShowEnd => "People still play.",
            Action::OtherSide | Action::NextLevel if self.table.ending().is_none() => "The game is not over.",
            Action::OtherSide => "There is no other side to play.",
            Action::NextLevel => "There is no next level.",
            Action::Coach => "The coach helps one person who plays against computers.",
            Action::LookForward | Action::LookNow => "This is the current position.",
            Action::Undo if !self.table.setup().takebacks => "Moves cannot be taken back in this game.",
            Action::Undo => "There is no move to take back.",
            Action::Redo => "No move was taken back.",
            Action::PlayNow if self.table.is_thinking() => return Some(Refusal::OwnTime.to_string()),
            Action::PlayNow => "No computer is thinking.",
            Action::Step if self.table.is_unattended() => "Pause the computers first.",
            Action::Pause if self.table.is_shared() => "A rated game is not paused.",
            Action::Pause | Action::Step | Action::Faster | Action::Slower => {
                "This works only when computers play each other."
            }
            Action::Sit => "No player has stopped.",
            Action::Arrange => "You have no pieces to set up now.",
            Action::Plans if self.table.is_shared() && self.table.setup().is_slow() => {
                "Conditional moves are made while others are to move."
            }
            Action::Evaluation => self.why_no_evaluation(),
            Action::Together if self.table.is_shared() => "The game is not over.",
            Action::Together => "Only games of people are reviewed together.",
            Action::Plans => "Conditional moves are for slow games of people.",
            _ => return no_such_place(position, action),
        };
        Some(why.to_owned())
    }
}
