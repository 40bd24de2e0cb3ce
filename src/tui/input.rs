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
pub enum Key {
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
pub struct Stroke {
    /// The key.
    pub key: Key,
    /// Whether Ctrl was held.
    pub ctrl: bool,
    /// Whether Alt was held.
    pub alt: bool,
}

impl Stroke {
    /// A key without modifiers.
    pub const fn plain(key: Key) -> Stroke {
        Stroke { key, ctrl: false, alt: false }
    }

    /// A letter or symbol without modifiers.
    pub const fn char(letter: char) -> Stroke {
        Stroke::plain(Key::Char(letter))
    }

    /// A letter with Ctrl.
    pub const fn ctrl(letter: char) -> Stroke {
        Stroke { key: Key::Char(letter), ctrl: true, alt: false }
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
    Stroke(Stroke),
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
    pub const fn is_mouse(&self) -> bool {
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
const NAMES: &[(&str, Key)] = &[
    ("Space", Key::Char(' ')),
    ("Enter", Key::Enter),
    ("Tab", Key::Tab),
    ("S-Tab", Key::BackTab),
    ("Backspace", Key::Backspace),
    ("Esc", Key::Esc),
    ("Up", Key::Up),
    ("Down", Key::Down),
    ("Left", Key::Left),
    ("Right", Key::Right),
    ("Home", Key::Home),
    ("End", Key::End),
    ("PgUp", Key::PageUp),
    ("PgDn", Key::PageDown),
    ("Insert", Key::Insert),
    ("Delete", Key::Delete),
];

impl fmt::Display for Stroke {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.ctrl { "C-" } else { "" })?;
        out.write_str(if self.alt { "A-" } else { "" })?;
        match (NAMES.iter().find(|(_, key)| *key == self.key), self.key) {
            (Some((name, _)), _) => out.write_str(name),
            (None, Key::F(number)) => write!(out, "F{number}"),
            (None, Key::Char(letter)) => write!(out, "{letter}"),
            (None, _) => Ok(()),
        }
    }
}

/// A text is not the name of a key.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is not a key: use a letter, a name like Enter or PgUp, or F1 to F12, with C- (Ctrl) or A- (Alt) before it"
)]
pub struct StrokeError {
    /// The text.
    pub text: String,
}

impl FromStr for Stroke {
    type Err = StrokeError;

    fn from_str(text: &str) -> Result<Stroke, StrokeError> {
        let mut stroke = Stroke::char(' ');
        let mut rest = text;
        loop {
            match rest.get(..2) {
                Some("C-") if rest.len() > 2 => stroke.ctrl = true,
                Some("A-") if rest.len() > 2 => stroke.alt = true,
                _ => break,
            }
            rest = &rest[2..];
        }
        let named = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(rest)).map(|&(_, key)| key);
        let function =
            || rest.strip_prefix('F')?.parse().ok().filter(|number| (1..=12).contains(number)).map(Key::F);
        let mut letters = rest.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) if !letter.is_control() => Some(Key::Char(letter)),
            _ => None,
        };
        let wrong = || StrokeError { text: text.to_owned() };
        stroke.key = named.or_else(function).or(letter).ok_or_else(wrong)?;
        Ok(stroke)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let keys =
            NAMES.iter().map(|&(_, key)| key).chain("aZ,.:?!-é".chars().map(Key::Char)).chain((1..=12).map(Key::F));
        for key in keys {
            for stroke in
                [Stroke::plain(key), Stroke { key, ctrl: true, alt: false }, Stroke { key, ctrl: false, alt: true }]
            {
                assert_eq!(stroke.to_string().parse(), Ok(stroke));
            }
        }
        assert!("".parse::<Stroke>().is_err());
        assert!("Entre".parse::<Stroke>().is_err());
    }
}
