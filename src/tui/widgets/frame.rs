//! A frame with a title, and a dialog in the middle of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::border::{PLAIN, ROUNDED, Set};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Widget};

use super::put::clear;
use super::text::{columns, head};
use crate::config::GlyphSet;
use crate::tui::glyphs::Glyphs;
use crate::tui::outline::Strokes;
use crate::tui::theme::{Role, Theme};
use crate::tui::world::World;

/// The characters of a frame on a terminal without lines.
const ASCII: Set<'static> = Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A frame around a panel: a title at the left of its top line, and a text at the right. Text longer than the
/// line is cut.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The styles.
    pub theme: &'a Theme,
    /// The characters.
    pub glyphs: &'a Glyphs,
    /// The title.
    pub title: &'a str,
    /// The text at the right; left out if there is no room.
    pub right: &'a str,
    /// Is this the panel that matters now?
    pub active: bool,
}

/// The space between a frame and its content.
const PADDING: Padding = Padding::horizontal(1);

impl Frame<'_> {
    /// The area inside a frame; empty if there is no room for one.
    pub fn inside(area: Rect) -> Rect {
        if area.width < 4 || area.height < 2 {
            return Rect { width: 0, height: 0, ..area };
        }
        Block::bordered().padding(PADDING).inner(area)
    }
}

impl Widget for Frame<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if area.width < 4 || area.height < 2 {
            return;
        }
        let border = self.theme.style(if self.active { Role::BorderActive } else { Role::Border });
        let heading = self.theme.style(if self.active { Role::Title } else { Role::Text });
        // The font of the Linux console has no round corners.
        let set = match (self.glyphs.strokes, self.glyphs.name) {
            (Strokes::Ascii, _) => ASCII,
            (Strokes::Box, GlyphSet::Console) => PLAIN,
            (Strokes::Box, _) => ROUNDED,
        };
        let across = set.horizontal_top;
        let room = usize::from(area.width - 2);
        let right = self.glyphs.head(self.right, area.width.into());
        let wide = columns(&right, area.width.into()) + 2;
        // The text needs the blanks around it, a stroke at its right and one column of the title.
        let right = (!right.is_empty() && room > wide + 1).then(|| format!(" {right} "));
        let free = if right.is_some() { room - wide - 1 } else { room };
        let title = if self.title.is_empty() { String::new() } else { format!(" {} ", self.title) };
        let title = self.glyphs.head(&title, room);
        let title = head(&title, free);
        let mut block = Block::bordered().border_set(set).border_style(border);
        block = block.title_top(Line::styled(title, heading));
        if let Some(right) = right {
            let stroke = Span::styled(across, border);
            block = block.title_top(Line::from(vec![Span::styled(right, heading), stroke]).right_aligned());
        }
        block.render(area, buffer);
    }
}

/// A box of at most this size, centred in an area.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Draws a dialog's frame with a title, clears its inside and returns the area of the inside.
pub fn draw(world: &World, area: Rect, title: &str, buffer: &mut Buffer) -> Rect {
    if area.width < 4 || area.height < 3 {
        return Rect { width: 0, height: 0, ..area };
    }
    clear(buffer, area, world.theme.style(Role::Text));
    Frame { theme: &world.theme, glyphs: &world.glyphs, title, right: "", active: true }.render(area, buffer);
    Frame::inside(area)
}
