//! Where a member who is away is told what happens, on the screen of the account.

use std::time::SystemTime;

use super::{Known, Row};
use crate::club::table_words::safe;
use crate::club::{ClubError, Visit};
use crate::tui::widgets::list::Item;

pub(super) const ABOUT: &str = "While you are away: your move in a slow game, challenges, tournaments. Type an e-mail address, or that of a page \
                                such as https://ntfy.sh/TOPIC. What happens is gathered in one message.";

pub(super) const ABOUT_CODE: &str =
    "A code was sent to the address. Type it here within 10 minutes: then messages come.";

pub(super) const ABOUT_STOP: &str = "Enter ends the messages and forgets the address.";

impl Known {
    /// The rows about messages, if the server sends any or once did.
    pub(super) fn message_rows(&self) -> impl Iterator<Item = Row> + use<> {
        let is_open = self.sends_messages || self.told_at.is_some();
        let waits = self.told_at.as_ref().is_some_and(|at| !at.confirmed);
        let rows = [
            (Row::Heading("Messages while you are away"), is_open),
            (Row::Messages, self.sends_messages),
            (Row::MessageCode, waits),
            (Row::NoMessages, self.told_at.is_some()),
        ];
        rows.into_iter().filter(|(_, is_shown)| *is_shown).map(|(row, _)| row)
    }

    /// A row about messages.
    pub(super) fn message_item(&self, row: Row) -> Item {
        let address = self.told_at.as_ref().map(|at| safe(&at.address));
        match row {
            Row::Messages => Item::new("Address", address.unwrap_or_else(|| "none".to_owned())),
            Row::MessageCode => Item::new("Type the code that was sent", "not confirmed"),
            _ => Item::new("No more messages", ""),
        }
    }
}

/// A text was typed for a row about messages. Returns what to tell.
pub(super) fn take(visit: &Visit, row: Row, text: &str) -> Result<&'static str, ClubError> {
    if row == Row::Messages {
        visit.set_outbox_address(text, SystemTime::now())?;
        return Ok("A code is on its way to the address. Type it below within 10 minutes.");
    }
    visit.confirm_outbox_address(text, SystemTime::now())?;
    Ok("You are told at this address while you are away.")
}

/// Ends the messages. Returns what to tell.
pub(super) fn end(visit: &Visit) -> Result<&'static str, ClubError> {
    visit.remove_outbox_address()?;
    Ok("There are no more messages, and the address is forgotten.")
}
