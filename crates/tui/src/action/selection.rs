//! The actions that move a selection.

use super::Action;

impl Action {
    /// Whether it moves the selection of a list, or what is seen of a text, up or down.
    pub(crate) const fn moves_selection(self) -> bool {
        matches!(
            self,
            Action::Up
                | Action::Down
                | Action::PageUp
                | Action::PageDown
                | Action::First
                | Action::Last
                | Action::Next
                | Action::Previous
        )
    }
}
