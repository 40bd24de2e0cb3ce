//! Large letters of three rows, drawn with quadrant blocks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::label::Label;
use super::text::columns;
use crate::config::GlyphSet;
use crate::glyphs::Glyphs;

/// The rows of large letters.
pub const ROWS: u16 = 3;

const LETTERS: [[&str; 3]; 26] = [
    ["▟▀▙", "█▀█", "▀ ▀"],
    ["█▀▙", "█▀▙", "▀▀▘"],
    ["▟▀▀", "█  ", "▝▀▀"],
    ["█▀▙", "█ █", "▀▀▘"],
    ["█▀▀", "█▀▀", "▀▀▀"],
    ["█▀▀", "█▀▀", "▀  "],
    ["▟▀▀", "█▝█", "▝▀▀"],
    ["█ █", "█▀█", "▀ ▀"],
    ["█", "█", "▀"],
    ["  █", "  █", "▝▀▘"],
    ["█ ▟", "█▀▙", "▀ ▀"],
    ["█  ", "█  ", "▀▀▀"],
    ["█▙▟█", "█▝▘█", "▀  ▀"],
    ["█▙ █", "█▝▙█", "▀  ▀"],
    ["▟▀▙", "█ █", "▝▀▘"],
    ["█▀▙", "█▀▘", "▀  "],
    ["▟▀▙", "█ █", "▝▀▚"],
    ["█▀▙", "█▀▙", "▀ ▀"],
    ["▟▀▀", "▝▀▙", "▀▀▘"],
    ["▀█▀", " █ ", " ▀ "],
    ["█ █", "█ █", "▝▀▘"],
    ["█ █", "▜ ▛", " ▀ "],
    ["█  █", "█▟▙█", "▀  ▀"],
    ["▙ ▟", "▟▀▙", "▀ ▀"],
    ["█ █", "▝█▘", " ▀ "],
    ["▀▀█", "▟▀ ", "▀▀▀"],
];

/// The three rows of a text; `None` if it has other letters than A to Z.
pub(crate) fn rows(text: &str) -> Option<[String; 3]> {
    let mut rows = [const { String::new() }; 3];
    for letter in text.to_uppercase().chars() {
        let shape = match letter {
            ' ' => ["  "; 3],
            'A'..='Z' => LETTERS[letter as usize - 'A' as usize],
            _ => return None,
        };
        for (row, part) in rows.iter_mut().zip(shape) {
            *row += if row.is_empty() { "" } else { " " };
            *row += part;
        }
    }
    Some(rows)
}

/// A text in large letters, in the middle of its area.
#[derive(Clone, Copy, Debug)]
pub struct LargeText<'a> {
    text: &'a str,
    style: Style,
}

impl<'a> LargeText<'a> {
    /// A text of the letters A to Z.
    pub(crate) const fn new(text: &'a str, style: Style) -> LargeText<'a> {
        LargeText { text, style }
    }

    /// Whether a text can be drawn large in this many columns.
    pub(crate) fn fits(text: &str, glyphs: &Glyphs, width: u16) -> bool {
        glyphs.name == GlyphSet::Unicode
            && rows(text).is_some_and(|rows| columns(&rows[0], usize::from(width) + 1) <= usize::from(width))
    }
}

impl Widget for LargeText<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for (row, text) in area.rows().zip(rows(self.text).into_iter().flatten()) {
            Label::new(text, self.style).centred().render(row, buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn every_letter_has_its_own_shape_and_rows_of_one_width() {
        for (at, letter) in LETTERS.iter().enumerate() {
            assert!(letter.iter().all(|row| row.width() == letter[0].width()), "{letter:?}");
            assert!(!LETTERS[..at].contains(letter), "{letter:?}");
        }
        assert_eq!(rows("I I"), Some(["█    █", "█    █", "▀    ▀"].map(str::to_owned)));
        assert_eq!(rows("1"), None);
    }
}
