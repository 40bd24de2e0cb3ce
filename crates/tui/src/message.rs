//! What a screen tells its user until the next key, with its meaning.

use std::fmt::Display;

use ratatui::style::Style;

use super::theme::{Role, Theme};

/// Words with their meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The words.
    pub words: String,
    /// The role in which they are shown.
    pub role: Role,
}

impl Message {
    /// What has happened, and what is done.
    pub fn notice(words: impl Into<String>) -> Message {
        Message { words: words.into(), role: Role::Notice }
    }

    /// What is refused, and what one is warned of.
    pub fn warning(words: impl Display) -> Message {
        Message { words: words.to_string(), role: Role::Warning }
    }

    /// What was done, or why it was not.
    pub fn of<E: Display>(done: Result<impl Into<String>, E>) -> Message {
        done.map_or_else(Message::warning, Message::notice)
    }

    /// The style of the words.
    pub fn style(&self, theme: &Theme) -> Style {
        theme.style(self.role)
    }
}
