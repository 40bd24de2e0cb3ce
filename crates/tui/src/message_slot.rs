//! Where a screen keeps its message until the next action.

use crate::board::pane::Pane;
use crate::message::Message;

/// The place of a message.
pub trait MessageSlot {
    /// Shows a message until the next action.
    fn tell(&mut self, message: Message);

    /// Removes the message: a key was pressed, or another screen opens. Returns whether there was one.
    fn hush(&mut self) -> bool;
}

impl MessageSlot for Option<Message> {
    fn tell(&mut self, message: Message) {
        *self = Some(message);
    }

    fn hush(&mut self) -> bool {
        self.take().is_some()
    }
}

impl MessageSlot for Pane {
    fn tell(&mut self, message: Message) {
        Pane::tell(self, message.role, message.words);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }
}
