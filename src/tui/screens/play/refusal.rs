//! Explains why an action is unavailable: the message for a key that does nothing.

use super::marks::numbered;
use super::{Play, sentence};
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::tui::action::Action;
use crate::tui::screen::Transition;

/// The message after the end of the game.
pub(super) const OVER: &str = "The game is over.";

impl Play {
    /// Explains why an action is unavailable, if the reason is not obvious.
    pub(super) fn refuse(&mut self, action: Action) -> Transition {
        let picks = matches!(action, Action::Pick | Action::Type | Action::Hint | Action::Number(_));
        if picks && let Some(step) = self.not_now() {
            return step;
        }
        let Some(why) = self.why_not(action) else { return Transition::Same };
        self.told = Some(why);
        Transition::Changed
    }

    fn why_not(&self, action: Action) -> Option<String> {
        let position = self.table.position();
        let why = match action {
            Action::Draw
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
            Action::Draw | Action::Resign if self.table.person().is_none() => "Only computers are playing.",
            Action::Draw | Action::LookBack | Action::LastRound | Action::Review => {
                "No moves have been played yet."
            }
            Action::LookForward | Action::LookNow => "This is the current position.",
            Action::Undo if !self.table.setup().takebacks => "Moves cannot be taken back in this game.",
            Action::Undo => "There is no move to take back.",
            Action::Redo => "No move was taken back.",
            Action::PlayNow => "No computer is thinking.",
            Action::Step if self.table.is_unattended() => "Pause the computers first.",
            Action::Pause | Action::Step | Action::Faster | Action::Slower => {
                "This works only when computers play each other."
            }
            Action::Sit => "No player has stopped.",
            _ => return no_such_place(position, action),
        };
        Some(why.to_owned())
    }
}

/// Why a level or a reserve piece cannot be selected on the board, in a game or in a review.
pub fn no_such_place(position: &dyn Position, action: Action) -> Option<String> {
    let levels = position.geometry().size()[2];
    match action {
        Action::LevelDown | Action::LevelUp => Some("This board has only one level.".to_owned()),
        Action::Number(_) if levels > 1 => Some(format!("This board has {levels} levels.")),
        Action::Number(number) => {
            let kind = numbered(position, number);
            let why = kind.and_then(|kind| position.explain(&[], Pick::Reserve(kind)));
            let none = || format!("There is no piece number {number} in reserve.");
            Some(why.map_or_else(none, |why| sentence(&why)))
        }
        _ => None,
    }
}
