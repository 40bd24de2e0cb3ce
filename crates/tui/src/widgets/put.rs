//! Helpers that write text into a buffer; all text is drawn with them. They clip to the buffer at any
//! position, and the cost of a long text is limited by the columns it is given.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;

use super::text::head;
use crate::backend::width::without_flags;

/// Writes a text at a position, in at most this many columns. Returns the column after it.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: impl AsRef<str>, room: usize, style: Style) -> u16 {
    if !buffer.area.contains(Point::new(x, y)) {
        return x;
    }
    let room = room.min(usize::from(buffer.area.right() - x));
    buffer.set_stringn(x, y, without_flags(head(text.as_ref(), room)), room, style).0
}

/// Writes one character.
pub(crate) fn put_letter(buffer: &mut Buffer, x: u16, y: u16, letter: char, style: Style) {
    if let Some(cell) = buffer.cell_mut(Point::new(x, y)) {
        cell.set_char(letter).set_style(style);
    }
}

pub(crate) fn clear(buffer: &mut Buffer, area: Rect, style: Style) {
    for at in area.intersection(buffer.area).positions() {
        if let Some(cell) = buffer.cell_mut(at) {
            cell.reset();
            cell.set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_stay_inside(
            (left, top, wide, high) in (0..9_u16, 0..9_u16, 0..9_u16, 0..9_u16),
            (x, y) in prop_oneof![(0..20_u16, 0..20_u16), any::<(u16, u16)>()],
            text in ".{0,30}",
            room in prop_oneof![0..30_usize, Just(usize::MAX)],
        ) {
            let area = Rect::new(left, top, wide, high);
            let mut buffer = Buffer::empty(area);
            let end = put(&mut buffer, x, y, &text, room, Style::new());
            prop_assert!(end >= x && usize::from(end - x) <= room && (end == x || end <= area.right()));
            put_letter(&mut buffer, x, y, 'x', Style::new());
            clear(&mut buffer, Rect::new(x, y, 5, 5), Style::new());
        }
    }
}
