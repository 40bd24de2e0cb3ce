//! Parser of the bytes from a terminal. A sequence may be split at any byte. Answers of the terminal that are known
//! become reports; other sequences that are not input are dropped and never taken as letters.

use termina::event::{KeyCode as TerminalKey, KeyEventKind, Modifiers, MouseButton, MouseEventKind};
use termina::{Event, Parser as Sequences};

use super::report::Report;
use super::{Input, Key, KeyCode};

/// The maximum length of a sequence; a longer one is dropped up to its end.
const LONGEST_SEQUENCE: usize = 4096;
/// How much of the beginning of a longer one is kept: enough to know what it is.
const BEGINNING: usize = 4;
/// The maximum length of a paste; the rest is cut off.
const LONGEST_PASTE_BYTES: usize = 64 * 1024;

const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// The ends of a string: String Terminator, or Bell for `ESC ]`.
const STRING_ENDS: &[u8] = b"\x1b\\";
const BELL: u8 = 7;

/// Whether these bytes begin a string: `ESC P`, `ESC ]`, `ESC _ G`. `ESC _` alone may also be a key with Alt.
fn is_string(bytes: &[u8]) -> bool {
    [&b"\x1bP"[..], b"\x1b]", b"\x1b_G"].iter().any(|begins| bytes.starts_with(begins))
}

/// Whether a sequence has its last byte, so that it is dropped if it is no input. What comes next is not part of it.
fn is_over(bytes: &[u8]) -> bool {
    match bytes {
        [0x1b, b'O', _] => true,
        // A function key of the Linux console.
        [0x1b, b'[', b'[', rest @ ..] => !rest.is_empty(),
        // The old report of the mouse has three more bytes.
        [0x1b, b'[', b'M', rest @ ..] => rest.len() >= 3,
        [0x1b, b'[', .., last] => bytes.len() > 2 && matches!(last, b'@'..=b'~'),
        _ => false,
    }
}

/// Turns bytes into input events.
#[derive(Debug, Default)]
pub struct Parser {
    sequences: Sequences,
    /// The bytes since the last complete event.
    open: Vec<u8>,
    /// Whether the current sequence is too long, so that only its end is looked for.
    overlong: bool,
    /// The bytes of the current paste, if there is one.
    paste: Option<Vec<u8>>,
}

impl Parser {
    /// A parser in its initial state.
    pub fn new() -> Parser {
        Parser::default()
    }

    /// Parses bytes and returns the events that are complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        let mut inputs = Vec::new();
        for &byte in bytes {
            self.byte(byte, &mut inputs);
        }
        inputs
    }

    fn byte(&mut self, byte: u8, inputs: &mut Vec<Input>) {
        if let Some(paste) = &mut self.paste {
            paste.push(byte);
            if paste.ends_with(PASTE_ENDS) {
                paste.truncate((paste.len() - PASTE_ENDS.len()).min(LONGEST_PASTE_BYTES));
                inputs.push(Input::Paste(text(paste)));
                self.paste = None;
            } else if paste.len() > LONGEST_PASTE_BYTES + PASTE_ENDS.len() {
                // The end of the paste must still be found, so only the last bytes are kept beyond the limit.
                paste.drain(LONGEST_PASTE_BYTES..=LONGEST_PASTE_BYTES);
            }
            return;
        }
        self.open.push(byte);
        if self.open == PASTE_BEGINS {
            self.reset();
            self.paste = Some(Vec::new());
            return;
        }
        // Some terminals send a second Escape before a sequence for Alt; it is ignored.
        if self.open == b"\x1b\x1b" {
            return;
        }
        let doubled = self.open.len() == 3 && self.open.starts_with(b"\x1b\x1b");
        if doubled && matches!(byte, b'[' | b'O') {
            self.open.remove(0);
            self.sequences = Sequences::default();
            self.sequences.parse(b"\x1b", true);
        } else if doubled {
            self.reset();
            inputs.push(Input::Key(Key::plain(KeyCode::Esc)));
            self.byte(0x1b, inputs);
            self.byte(byte, inputs);
            return;
        }
        if self.open == b"\x1b_" {
            return;
        }
        if self.open.len() == 3 && self.open.starts_with(b"\x1b_") && byte != b'G' {
            self.reset();
            inputs.push(Input::Key(alt('_')));
            self.byte(byte, inputs);
            return;
        }
        if is_string(&self.open) {
            let bell = byte == BELL && self.open[1] == b']';
            if bell || self.open.ends_with(STRING_ENDS) {
                let end = self.open.len() - if bell { 1 } else { STRING_ENDS.len() };
                let report = Report::of_string(&self.open[..end]).filter(|_| !self.overlong);
                inputs.extend(report.map(Input::Report));
                self.reset();
            } else {
                self.shorten();
            }
            return;
        }
        if self.overlong {
            // Only a control sequence is as long as this and no string. It ends with a letter.
            if matches!(byte, b'@'..=b'~') {
                self.reset();
            } else {
                self.shorten();
            }
            return;
        }
        if let Some(report) = Report::of_sequence(&self.open) {
            self.reset();
            inputs.push(Input::Report(report));
            return;
        }
        if self.open.starts_with(b"\x1b[") {
            if is_over(&self.open) {
                inputs.extend(self.control());
                self.reset();
            }
            self.shorten();
            return;
        }
        self.sequences.parse(&[byte], true);
        let mut whole = false;
        while let Some(event) = self.sequences.pop() {
            whole = true;
            inputs.extend(input(&event));
        }
        // An invalid character is dropped after four bytes.
        if whole || is_over(&self.open) || self.open.len() >= 4 && self.open[0] != 0x1b {
            self.reset();
        }
        self.shorten();
    }

    /// The input that a complete control sequence stands for. If it is not understood, the end of it is no typed letter.
    fn control(&self) -> Option<Input> {
        let mut sequences = Sequences::default();
        sequences.parse(&self.open, true);
        let event = sequences.pop()?;
        let is_alone = sequences.pop().is_none();
        let is_letter = matches!(&event, Event::Key(key) if matches!(key.code, TerminalKey::Char(_)));
        let names_letters = matches!(self.open.last(), Some(b'u' | b'~'));
        input(&event).filter(|_| is_alone && (names_letters || !is_letter))
    }

    /// Forgets the middle of a sequence that is too long: the rest of it is no input either.
    fn shorten(&mut self) {
        if self.open.len() > LONGEST_SEQUENCE {
            self.overlong = true;
            self.open.drain(BEGINNING..self.open.len() - 1);
        }
    }

    fn reset(&mut self) {
        self.open.clear();
        self.overlong = false;
        self.sequences = Sequences::default();
    }

    /// Whether there is an unfinished escape sequence.
    pub(crate) fn pending(&self) -> bool {
        self.open.first() == Some(&0x1b)
    }

    /// Whether the unfinished sequence can be an answer of the terminal. No key that is typed begins like that, so its
    /// rest can be waited for longer than that of Escape.
    pub(crate) fn is_answer(&self) -> bool {
        [&b"\x1bP>|"[..], b"\x1bP1$r", b"\x1bP0$r", b"\x1b]11;", b"\x1b["]
            .iter()
            .any(|begins| self.open.starts_with(begins))
    }

    /// Whether the unfinished sequence is longer than anything that is known. Nobody types that much in one.
    pub(crate) const fn is_overlong(&self) -> bool {
        self.overlong
    }

    /// Called when no more bytes come in time: Escape alone is a key, other unfinished sequences are dropped.
    pub fn flush(&mut self) -> Vec<Input> {
        let escape = Key::plain(KeyCode::Esc);
        let strokes = match self.open[..] {
            [0x1b] => vec![escape],
            [0x1b, 0x1b] => vec![escape, escape],
            [0x1b, letter @ (b'P' | b']' | b'_')] => vec![alt(letter.into())],
            _ => Vec::new(),
        };
        if self.pending() {
            self.reset();
        }
        strokes.into_iter().map(Input::Key).collect()
    }
}

/// A letter with Alt.
const fn alt(letter: char) -> Key {
    Key { code: KeyCode::Char(letter), ctrl: false, alt: true }
}

/// Pasted bytes as text, without control characters other than line feed and tab.
fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|&letter| !letter.is_control() || letter == '\n' || letter == '\t').collect()
}

fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_of(key.code, key.modifiers).map(Input::Key),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Press(mouse.column, mouse.row)),
            MouseEventKind::Drag(MouseButton::Left) => Some(Input::Drag(mouse.column, mouse.row)),
            MouseEventKind::Up(MouseButton::Left) => Some(Input::Release(mouse.column, mouse.row)),
            MouseEventKind::ScrollUp => Some(Input::Wheel(-1, mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(Input::Wheel(1, mouse.column, mouse.row)),
            _ => None,
        },
        Event::FocusIn => Some(Input::Focus(true)),
        Event::FocusOut => Some(Input::Focus(false)),
        _ => None,
    }
}

fn key_of(code: TerminalKey, modifiers: Modifiers) -> Option<Key> {
    let (mut ctrl, alt) = (modifiers.contains(Modifiers::CONTROL), modifiers.contains(Modifiers::ALT));
    let shift = modifiers.contains(Modifiers::SHIFT);
    let key = match code {
        // Ctrl with these letters sends the codes of other keys.
        TerminalKey::Char('h') if ctrl => KeyCode::Backspace,
        TerminalKey::Char('i') if ctrl => KeyCode::Tab,
        TerminalKey::Char('j' | 'm') if ctrl => KeyCode::Enter,
        TerminalKey::Char(letter) if letter.is_control() => return None,
        TerminalKey::Char(letter) if ctrl => KeyCode::Char(letter.to_ascii_lowercase()),
        TerminalKey::Char(letter) => KeyCode::Char(letter),
        TerminalKey::Enter => KeyCode::Enter,
        TerminalKey::Backspace => KeyCode::Backspace,
        TerminalKey::Tab if shift => KeyCode::BackTab,
        TerminalKey::Tab => KeyCode::Tab,
        TerminalKey::BackTab => KeyCode::BackTab,
        TerminalKey::Escape => KeyCode::Esc,
        TerminalKey::Left => KeyCode::Left,
        TerminalKey::Right => KeyCode::Right,
        TerminalKey::Up => KeyCode::Up,
        TerminalKey::Down => KeyCode::Down,
        TerminalKey::Home => KeyCode::Home,
        TerminalKey::End => KeyCode::End,
        TerminalKey::PageUp => KeyCode::PageUp,
        TerminalKey::PageDown => KeyCode::PageDown,
        TerminalKey::Insert => KeyCode::Insert,
        TerminalKey::Delete => KeyCode::Delete,
        TerminalKey::Function(number @ 1..=12) => KeyCode::F(number),
        _ => return None,
    };
    if matches!(key, KeyCode::Backspace | KeyCode::Tab | KeyCode::Enter) {
        ctrl = false;
    }
    Some(Key { code: key, ctrl, alt })
}

#[cfg(test)]
mod tests;
