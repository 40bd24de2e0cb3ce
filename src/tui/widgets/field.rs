//! A line of text that is typed.

use unicode_width::UnicodeWidthStr as _;

use crate::tui::input::{Input, Key};

/// What input did to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldStep {
    /// The text or the cursor is another.
    Changed,
    /// It is done.
    Enter,
    /// It is not wanted.
    Leave,
}

/// A line of text with a cursor.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Field {
    text: String,
    /// Where the cursor is, in bytes.
    at: usize,
}

/// A line holds no more than this.
const LONGEST: usize = 2000;

impl Field {
    /// A line with a text in it, the cursor at its end.
    pub fn with(text: &str) -> Field {
        let mut field = Field::default();
        field.set(text);
        field
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Another text.
    pub fn set(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.at = self.text.len();
    }

    /// How many columns are before the cursor.
    pub fn column(&self) -> usize {
        self.text[..self.at].width()
    }

    fn insert(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.text.len() + letter.len_utf8() <= LONGEST {
                self.text.insert(self.at, letter);
                self.at += letter.len_utf8();
            }
        }
    }

    fn before(&self) -> Option<usize> {
        self.text[..self.at].char_indices().next_back().map(|(at, _)| at)
    }

    /// Takes input; nothing if it is no matter of a line.
    pub fn input(&mut self, input: &Input) -> Option<FieldStep> {
        match input {
            Input::Paste(text) => {
                self.insert(text.trim());
                Some(FieldStep::Changed)
            }
            Input::Stroke(stroke) if !stroke.alt => self.key(stroke.key, stroke.ctrl),
            _ => None,
        }
    }

    fn key(&mut self, key: Key, ctrl: bool) -> Option<FieldStep> {
        match (key, ctrl) {
            (Key::Enter, _) => return Some(FieldStep::Enter),
            (Key::Esc, _) => return Some(FieldStep::Leave),
            (Key::Backspace, _) if self.text.is_empty() => return Some(FieldStep::Leave),
            (Key::Char(letter), false) => self.insert(letter.encode_utf8(&mut [0; 4])),
            (Key::Backspace, _) => {
                if let Some(at) = self.before() {
                    self.text.remove(at);
                    self.at = at;
                }
            }
            (Key::Delete, _) => {
                if self.at < self.text.len() {
                    self.text.remove(self.at);
                }
            }
            (Key::Left, _) => self.at = self.before().unwrap_or(0),
            (Key::Right, _) => self.at += self.text[self.at..].chars().next().map_or(0, char::len_utf8),
            (Key::Home, _) => self.at = 0,
            (Key::End, _) => self.at = self.text.len(),
            (Key::Char('u'), true) => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            (Key::Char('w'), true) => {
                let kept = self.text[..self.at].trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.text.drain(kept..self.at);
                self.at = kept;
            }
            _ => return None,
        }
        Some(FieldStep::Changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn type_keys(names: &str) -> Field {
        let mut field = Field::default();
        for name in names.split(' ') {
            field.input(&Input::Stroke(name.parse().expect(name)));
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

    proptest! {
        #[test]
        fn any_keys_are_survived(texts in prop::collection::vec(".{0,6}", 0..6), keys in prop::collection::vec(0..8_usize, 0..30)) {
            let all = [Key::Left, Key::Right, Key::Home, Key::End, Key::Backspace, Key::Delete, Key::Char('ß'), Key::Char('w')];
            let mut field = Field::default();
            for (at, &key) in keys.iter().enumerate() {
                if let Some(text) = texts.get(at % 7) {
                    field.input(&Input::Paste(text.clone()));
                }
                field.key(all[key], key == 7);
                prop_assert!(field.text().is_char_boundary(field.at) && !field.text().chars().any(char::is_control));
            }
        }
    }
}
