//! Text as widgets: one line, one line of several parts, and lines below each other. A text of any length costs what
//! is seen of it, and nothing is written outside the area.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::put::put;
use super::text::columns;

/// One line of text in the first row of an area.
#[derive(Clone, Debug)]
pub struct Label<'a> {
    text: Cow<'a, str>,
    style: Style,
    alignment: Alignment,
}

impl<'a> Label<'a> {
    /// A text that starts at the left; what does not fit is cut.
    pub fn new(text: impl Into<Cow<'a, str>>, style: Style) -> Label<'a> {
        Label { text: text.into(), style, alignment: Alignment::Left }
    }

    /// Ends it at the right edge. It is left out if it does not fit.
    #[must_use]
    pub fn right(self) -> Label<'a> {
        Label { alignment: Alignment::Right, ..self }
    }

    /// Puts it in the middle.
    #[must_use]
    pub(crate) fn centred(self) -> Label<'a> {
        Label { alignment: Alignment::Center, ..self }
    }
}

impl Widget for Label<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width);
        if area.height == 0 {
            return;
        }
        let free = |text| room.checked_sub(columns(text, room));
        let left = match (self.alignment, free(&self.text)) {
            (Alignment::Left, _) | (Alignment::Center, None) => 0,
            (Alignment::Center, Some(free)) => free / 2,
            (Alignment::Right, Some(free)) => free,
            (Alignment::Right, None) => return,
        };
        put(buffer, area.x + left as u16, area.y, &self.text, room - left, self.style);
    }
}

/// A line of parts, each in its own style.
#[derive(Clone, Debug)]
pub struct Parts<I>(pub I);

impl<I, T> Widget for Parts<I>
where
    I: IntoIterator<Item = (T, Style)>,
    T: AsRef<str>,
{
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if area.height == 0 {
            return;
        }
        let mut x = area.x;
        for (text, style) in self.0 {
            x = put(buffer, x, area.y, text, usize::from(area.right().saturating_sub(x)), style);
        }
    }
}

/// Lines of text from the top of an area, as many as fit.
#[derive(Clone, Debug)]
pub struct Lines<I>(pub I);

impl<I, T> Widget for Lines<I>
where
    I: IntoIterator<Item = (T, Style)>,
    T: AsRef<str>,
{
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for (row, (text, style)) in area.rows().zip(self.0) {
            put(buffer, row.x, row.y, text, row.width.into(), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drawn(widget: impl Widget, area: Rect) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 3));
        widget.render(area, &mut buffer);
        buffer
    }

    #[test]
    fn labels_are_where_they_belong() {
        let area = Rect::new(1, 1, 6, 2);
        let label = |text: &'static str| Label::new(text, Style::new());
        assert_eq!(drawn(label("ab"), area), Buffer::with_lines(["        ", " ab     ", "        "]));
        assert_eq!(drawn(label("ab").right(), area), Buffer::with_lines(["        ", "     ab ", "        "]));
        assert_eq!(drawn(label("abc").centred(), area), Buffer::with_lines(["        ", "  abc   ", "        "]));
        assert_eq!(drawn(label("abcdefgh"), area), Buffer::with_lines(["        ", " abcdef ", "        "]));
        assert_eq!(drawn(label("abcdefgh").right(), area), Buffer::empty(Rect::new(0, 0, 8, 3)));
        let parts = [("ab", Style::new()), ("cdefgh", Style::new())];
        assert_eq!(drawn(Parts(parts), area), Buffer::with_lines(["        ", " abcdef ", "        "]));
        assert_eq!(drawn(Lines(parts), area), Buffer::with_lines(["        ", " ab     ", " cdefgh "]));
    }

    proptest! {
        #[test]
        fn nothing_is_written_outside(
            (x, y, width, height) in (0..12_u16, 0..6_u16, 0..12_u16, 0..6_u16),
            text in ".{0,20}",
        ) {
            let area = Rect::new(x, y, width, height);
            let style = Style::new();
            let all = [
                drawn(Label::new(&text, style), area),
                drawn(Label::new(&text, style).right(), area),
                drawn(Label::new(&text, style).centred(), area),
                drawn(Parts([(&text, style), (&text, style)]), area),
                drawn(Lines([(&text, style), (&text, style)]), area),
            ];
            for buffer in all {
                for at in buffer.area.positions() {
                    prop_assert!(area.contains(at) || buffer[at].symbol() == " ", "{at:?} of {area:?}");
                }
            }
        }
    }
}
