//! Input events. The parser produces them from bytes, whether these come from a terminal, a test or another
//! machine.

pub mod parser;
pub mod report;

use std::fmt;
use std::str::FromStr;

use ratatui::layout::Position as Point;
use report::Report;
use thiserror::Error;

/// A key without its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum KeyCode {
    /// A letter, digit or symbol, with Shift applied: `H`, `!`.
    Char(char),
    /// Enter; also Ctrl-J and Ctrl-M.
    Enter,
    /// Tab; also Ctrl-I.
    Tab,
    /// Shift-Tab.
    BackTab,
    /// Backspace; also Ctrl-H.
    Backspace,
    /// Escape alone.
    Esc,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Insert.
    Insert,
    /// Delete.
    Delete,
    /// A function key.
    F(u8),
}

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The key.
    pub code: KeyCode,
    /// Whether Ctrl was held.
    pub ctrl: bool,
    /// Whether Alt was held.
    pub(crate) alt: bool,
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: KeyCode) -> Key {
        Key { code, ctrl: false, alt: false }
    }

    /// A letter or symbol without modifiers.
    pub const fn char(letter: char) -> Key {
        Key::plain(KeyCode::Char(letter))
    }
}

/// What happens with the left mouse button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointing {
    /// It is pressed.
    Press,
    /// The mouse is moved while it is pressed.
    Drag,
    /// It is released.
    Release,
}

/// An input event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(Key),
    /// The left mouse button was pressed, at a column and row counted from 0.
    Press(u16, u16),
    /// The mouse was moved to another cell while the left button was pressed.
    Drag(u16, u16),
    /// The left mouse button was released.
    Release(u16, u16),
    /// The wheel was turned; negative is up. The position of the mouse follows.
    Wheel(i8, u16, u16),
    /// Text was pasted.
    Paste(String),
    /// The window was resized to this many columns and rows.
    Resize(u16, u16),
    /// The window got the focus, or lost it.
    Focus(bool),
    /// The terminal has answered a question. It goes to the facts about the terminal, not to a screen.
    Report(Report),
}

impl Input {
    /// Whether this is a mouse event.
    pub(crate) const fn is_mouse(&self) -> bool {
        self.pointing().is_some() || matches!(self, Input::Wheel(..))
    }

    /// What happens with the left mouse button, and where.
    pub const fn pointing(&self) -> Option<(Pointing, Point)> {
        match *self {
            Input::Press(x, y) => Some((Pointing::Press, Point::new(x, y))),
            Input::Drag(x, y) => Some((Pointing::Drag, Point::new(x, y))),
            Input::Release(x, y) => Some((Pointing::Release, Point::new(x, y))),
            _ => None,
        }
    }
}

/// The names in the config of keys that are not a letter or symbol.
const NAMES: &[(&str, KeyCode)] = &[
    ("Space", KeyCode::Char(' ')),
    ("Enter", KeyCode::Enter),
    ("Tab", KeyCode::Tab),
    ("S-Tab", KeyCode::BackTab),
    ("Backspace", KeyCode::Backspace),
    ("Esc", KeyCode::Esc),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("Insert", KeyCode::Insert),
    ("Delete", KeyCode::Delete),
];

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.ctrl { "C-" } else { "" })?;
        out.write_str(if self.alt { "A-" } else { "" })?;
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => out.write_str(name),
            (None, KeyCode::F(number)) => write!(out, "F{number}"),
            (None, KeyCode::Char(letter)) => write!(out, "{letter}"),
            (None, _) => Ok(()),
        }
    }
}

/// A text is not the name of a key.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is not a key: use a letter, a name like Enter or PgUp, or F1 to F12, with C- (Ctrl) or A- (Alt) before it"
)]
pub struct KeyError {
    pub(crate) text: String,
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Key, KeyError> {
        let mut key = Key::char(' ');
        let mut rest = text;
        loop {
            match rest.get(..2) {
                Some("C-") if rest.len() > 2 => key.ctrl = true,
                Some("A-") if rest.len() > 2 => key.alt = true,
                _ => break,
            }
            rest = &rest[2..];
        }
        let named = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(rest)).map(|&(_, key)| key);
        let function =
            || rest.strip_prefix('F')?.parse().ok().filter(|number| (1..=12).contains(number)).map(KeyCode::F);
        let mut letters = rest.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) if !letter.is_control() => Some(KeyCode::Char(letter)),
            _ => None,
        };
        let wrong = || KeyError { text: text.to_owned() };
        key.code = named.or_else(function).or(letter).ok_or_else(wrong)?;
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let keys = NAMES
            .iter()
            .map(|&(_, key)| key)
            .chain("aZ,.:?!-é".chars().map(KeyCode::Char))
            .chain((1..=12).map(KeyCode::F));
        for code in keys {
            for key in
                [Key::plain(code), Key { code, ctrl: true, alt: false }, Key { code, ctrl: false, alt: true }]
            {
                assert_eq!(key.to_string().parse(), Ok(key));
            }
        }
        assert!("".parse::<Key>().is_err());
        assert!("Entre".parse::<Key>().is_err());
    }
}
