//! What is shown in a window that is too small.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::areas::centred;
use super::label::Label;

/// The smallest window in which anything is drawn.
pub(crate) const SMALLEST: (u16, u16) = (20, 8);

/// The required size of the window, and the actual one.
pub struct TooSmall(pub (u16, u16));

impl Widget for TooSmall {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let TooSmall((columns, rows)) = self;
        let lines = [
            "too small".to_owned(),
            format!("needs {columns}x{rows}"),
            format!("has {}x{}", area.width, area.height),
        ];
        for (row, line) in centred(area, area.width, lines.len() as u16).rows().zip(lines) {
            Label::new(line, Style::new()).centred().render(row, buffer);
        }
    }
}
