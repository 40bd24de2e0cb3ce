//! The message of the lobby: its own, or what was heard of others.

use super::Lobby;
use crate::tui::message::Message;
use crate::tui::message_slot::MessageSlot;

impl MessageSlot for Lobby {
    fn tell(&mut self, message: Message) {
        self.message = Some(message);
    }

    fn hush(&mut self) -> bool {
        let heard = self.signs.heard.take().is_some();
        self.message.take().is_some() || heard
    }
}
