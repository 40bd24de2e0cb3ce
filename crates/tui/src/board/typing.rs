//! The text field of a board: it is opened, it takes all input, and its text is a square, a move, or for the screen.

use super::entry::{TypedMove, square};
use super::pane::{Acted, Pane};
use crate::action::Action;
use crate::input::Input;
use crate::rules::position::Position;
use crate::widgets::field::FieldStep;

impl Pane {
    /// Opens a text field for an action, with an initial text.
    pub(crate) fn enter(&mut self, position: &dyn Position, action: Action, text: &str) -> Acted {
        self.message = None;
        self.entry = Some(TypedMove::new(action, text, position));
        Acted::Changed
    }

    /// Handles all input of an open text field. Pasted text opens one for a move.
    pub fn typed(&mut self, position: &dyn Position, input: &Input) -> Option<Acted> {
        if self.entry.is_none() && matches!(input, Input::Paste(_)) {
            self.enter(position, Action::Type, "");
        }
        match self.entry.as_mut()?.input(input, position)? {
            FieldStep::Changed => {}
            FieldStep::Enter => {
                let entry = self.entry.take()?;
                return Some(if entry.action == Action::GoTo {
                    self.go_to(position, entry)
                } else {
                    Acted::Typed(entry)
                });
            }
            // Why the text was refused goes with it.
            FieldStep::Leave => (self.entry, self.message) = (None, None),
        }
        Some(Acted::Changed)
    }

    /// Goes to the square that was typed. If there is none with this name, the field stays open.
    fn go_to(&mut self, position: &dyn Position, entry: TypedMove) -> Acted {
        let typed = entry.field.text().trim();
        let Some(to) = square(position, typed) else {
            if !typed.is_empty() {
                self.message = Some(format!("There is no square \"{typed}\"."));
                self.entry = Some(entry);
            }
            return Acted::Changed;
        };
        self.selection.go(Some(to));
        self.rest_now();
        Acted::Went
    }

    /// The move that was typed. If it is not a move, the field stays open and the reason is shown.
    pub fn read(&mut self, position: &dyn Position, entry: TypedMove) -> Acted {
        if entry.field.text().trim().is_empty() {
            return Acted::Changed;
        }
        match entry.read(position) {
            Ok(mv) => Acted::Played(mv),
            Err(reason) => {
                self.message = Some(reason.to_string());
                self.entry = Some(entry);
                Acted::Changed
            }
        }
    }
}
