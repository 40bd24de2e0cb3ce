//! A single-line text field.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::label::Parts;
use super::text::{columns, head, tail};
use crate::input::{Input, KeyCode};

/// The effect of input on a text field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldStep {
    /// The text or the cursor has changed.
    Changed,
    /// The text was submitted.
    Enter,
    /// The field was cancelled.
    Leave,
}

/// A line of text with a cursor.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FieldState {
    text: String,
    /// The byte offset of the cursor.
    at: usize,
}

/// The maximum length of typed or pasted text, in bytes.
const LONGEST_BYTES: usize = 2000;

impl FieldState {
    /// A field with this text and the cursor at its end.
    pub(crate) fn with(text: &str) -> FieldState {
        let mut field = FieldState::default();
        field.set(text);
        field
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the text and moves the cursor to its end.
    pub fn set(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.at = self.text.len();
    }

    /// The visible part of the text in this many columns, which contains the cursor, and the column of the
    /// cursor.
    pub(crate) fn window(&self, room: usize) -> (&str, usize) {
        // The cursor needs one column.
        let before = tail(&self.text[..self.at], room.saturating_sub(1));
        let from = self.at - before.len();
        (head(&self.text[from..], room), columns(before, room))
    }

    fn insert(&mut self, text: &str) {
        // Line breaks and tabs become spaces.
        let plain = |letter: char| if matches!(letter, '\n' | '\t') { ' ' } else { letter };
        let mut free = LONGEST_BYTES.saturating_sub(self.text.len());
        let mut taken = String::new();
        for letter in text.chars().map(plain).filter(|letter| !letter.is_control()) {
            if letter.len_utf8() > free {
                break;
            }
            free -= letter.len_utf8();
            taken.push(letter);
        }
        self.text.insert_str(self.at, &taken);
        self.at += taken.len();
    }

    fn before(&self) -> Option<usize> {
        self.text[..self.at].char_indices().next_back().map(|(at, _)| at)
    }

    /// Handles input; returns `None` if the field does not use it.
    pub fn input(&mut self, input: &Input) -> Option<FieldStep> {
        match input {
            Input::Paste(text) => {
                self.insert(text.trim_matches(|letter: char| letter.is_whitespace() || letter.is_control()));
                Some(FieldStep::Changed)
            }
            Input::Key(key) if !key.alt => self.key(key.code, key.ctrl),
            _ => None,
        }
    }

    fn key(&mut self, key: KeyCode, ctrl: bool) -> Option<FieldStep> {
        match (key, ctrl) {
            (KeyCode::Enter, _) => return Some(FieldStep::Enter),
            (KeyCode::Esc, _) => return Some(FieldStep::Leave),
            (KeyCode::Char(letter), false) => self.insert(letter.encode_utf8(&mut [0; 4])),
            // In an empty field it does nothing: a field that closed would make commands of the next letters.
            (KeyCode::Backspace, _) => {
                if let Some(at) = self.before() {
                    self.text.remove(at);
                    self.at = at;
                }
            }
            (KeyCode::Delete, _) => {
                if self.at < self.text.len() {
                    self.text.remove(self.at);
                }
            }
            (KeyCode::Left, _) => self.at = self.before().unwrap_or(0),
            (KeyCode::Right, _) => self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8),
            (KeyCode::Home, _) => self.at = 0,
            (KeyCode::End, _) => self.at = self.text.len(),
            (KeyCode::Char('u'), true) => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            (KeyCode::Char('w'), true) => {
                let kept = self.text[..self.at].trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.text.drain(kept..self.at);
                self.at = kept;
            }
            _ => return None,
        }
        Some(FieldStep::Changed)
    }
}

/// A text field in one row, after a label.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    label: &'a str,
    state: &'a FieldState,
    style: Style,
}

impl<'a> Field<'a> {
    /// A field with this label and text.
    pub const fn new(label: &'a str, state: &'a FieldState) -> Field<'a> {
        Field { label, state, style: Style::new() }
    }

    /// Gives it this style.
    #[must_use]
    pub const fn style(self, style: Style) -> Field<'a> {
        Field { style, ..self }
    }

    /// The columns of the label, the visible part of the text, and the column of the cursor in it.
    fn seen(self, room: usize) -> (usize, &'a str, usize) {
        let label = columns(self.label, room);
        let (seen, column) = self.state.window(room.saturating_sub(label));
        (label, seen, column)
    }

    /// The position of the terminal cursor, if the field is drawn in this row.
    pub fn cursor(self, row: Rect) -> Point {
        let (label, _, column) = self.seen(row.width.into());
        let last = usize::from(row.width.saturating_sub(1));
        Point::new(row.x + (label + column).min(last) as u16, row.y)
    }
}

impl Widget for Field<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (_, seen, _) = self.seen(area.width.into());
        // The typed text is not converted to the character set: that could change its columns.
        Parts([(self.label, self.style), (seen, self.style)]).render(area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Key;
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr as _;

    fn type_keys(names: &str) -> FieldState {
        let mut field = FieldState::default();
        for name in names.split(' ') {
            field.input(&Input::Key(name.parse().expect(name)));
        }
        field
    }

    #[test]
    fn lines_are_edited_where_the_cursor_is() {
        for (keys, text) in [
            ("a b Left c", "acb"),
            ("a b Backspace", "a"),
            ("é x Home Delete", "x"),
            ("a Space b C-w", "a "),
            ("a b C-u c", "c"),
            ("a Left Left Left b", "ba"),
        ] {
            assert_eq!(type_keys(keys).text(), text, "{keys}");
        }
    }

    #[test]
    fn an_empty_field_stays_open() {
        let mut field = FieldState::with("a");
        for _ in 0..3 {
            assert_eq!(field.input(&Input::Key(Key::plain(KeyCode::Backspace))), Some(FieldStep::Changed));
        }
        assert_eq!(field.input(&Input::Key(Key::plain(KeyCode::Esc))), Some(FieldStep::Leave));
    }

    #[test]
    fn the_cursor_is_in_sight() {
        let mut field = FieldState::with("abcdefghij");
        assert_eq!(field.window(4), ("hij", 3));
        for _ in 0..8 {
            field.key(KeyCode::Left, false);
        }
        assert_eq!(field.window(4), ("abcd", 2));
        assert_eq!(Field::new("> ", &field).cursor(Rect::new(3, 1, 6, 1)), Point::new(7, 1));
    }

    #[test]
    fn a_long_line_costs_what_is_seen_of_it() {
        let mut field = FieldState::with(&"x".repeat(4 << 20));
        for _ in 0..2000 {
            field.key(KeyCode::Left, false);
            assert_eq!(field.window(40).0.len(), 40);
        }
        let mut field = FieldState::default();
        field.input(&Input::Paste("y".repeat(5000)));
        assert_eq!(field.text().len(), LONGEST_BYTES);
    }

    #[test]
    fn lines_that_are_pasted_are_words() {
        let mut field = FieldState::default();
        field.input(&Input::Paste("8/8 w\r\n- - 0 1\n\u{1b}".to_owned()));
        assert_eq!(field.text(), "8/8 w - - 0 1");
    }

    proptest! {
        #[test]
        fn any_keys_are_survived(texts in prop::collection::vec(".{0,6}", 0..6), keys in prop::collection::vec(0..8_usize, 0..30)) {
            let all = [KeyCode::Left, KeyCode::Right, KeyCode::Home, KeyCode::End, KeyCode::Backspace, KeyCode::Delete, KeyCode::Char('ß'), KeyCode::Char('w')];
            let mut field = FieldState::default();
            for (at, &key) in keys.iter().enumerate() {
                if let Some(text) = texts.get(at % 7) {
                    field.input(&Input::Paste(text.clone()));
                }
                field.key(all[key], key == 7);
                prop_assert!(field.text().is_char_boundary(field.at) && !field.text().chars().any(char::is_control));
                for room in 1..9 {
                    let (seen, column) = field.window(room);
                    prop_assert!(seen.width() <= room && column < room, "{seen:?} {column} in {room}");
                }
            }
        }
    }
}
