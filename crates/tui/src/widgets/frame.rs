//! A frame with a title, and a dialog. Both are blocks of ratatui in the look of the theme.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::symbols::border::{PLAIN, ROUNDED, Set};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Widget};

use super::put::clear;
use super::text::{columns, head};
use crate::config::GlyphSet;
use crate::glyphs::Glyphs;
use crate::outline::Strokes;
use crate::theme::{Role, Theme};
use crate::world::World;

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
    theme: &'a Theme,
    glyphs: &'a Glyphs,
    title: &'a str,
    right: &'a str,
    active: bool,
    padding: Padding,
}

/// The space between a frame and its content.
const PADDING: Padding = Padding::horizontal(1);

impl<'a> Frame<'a> {
    pub(crate) const fn new(theme: &'a Theme, glyphs: &'a Glyphs, title: &'a str) -> Frame<'a> {
        Frame { theme, glyphs, title, right: "", active: false, padding: PADDING }
    }

    /// A frame in the look of this client.
    pub(crate) const fn of(world: &'a World, title: &'a str) -> Frame<'a> {
        Frame::new(&world.theme, &world.glyphs, title)
    }

    /// Adds a text at the right of the top line. It is left out if there is no room.
    #[must_use]
    pub(crate) const fn right(self, right: &'a str) -> Frame<'a> {
        Frame { right, ..self }
    }

    /// Says whether this is the panel that matters now.
    #[must_use]
    pub(crate) const fn active(self, active: bool) -> Frame<'a> {
        Frame { active, ..self }
    }

    /// Leaves no space between the frame and its content.
    #[must_use]
    pub(crate) const fn tight(self) -> Frame<'a> {
        Frame { padding: Padding::ZERO, ..self }
    }

    /// The area inside a frame; empty if there is no room for one.
    pub(crate) fn inside(area: Rect) -> Rect {
        if area.width < 4 || area.height < 2 {
            return Rect { width: 0, height: 0, ..area };
        }
        Block::bordered().padding(PADDING).inner(area)
    }

    /// The frame as a block of ratatui for an area of this width. All frames are made here.
    pub(crate) fn block(self, width: u16) -> Block<'a> {
        let border = self.theme.style(if self.active { Role::BorderActive } else { Role::Border });
        // A title stands on the line, whose dimness would stay.
        let heading = if self.active { border.add_modifier(Modifier::BOLD) } else { self.theme.style(Role::Text) };
        let heading = heading.remove_modifier(Modifier::DIM);
        // The font of the Linux console has no round corners.
        let set = match (self.glyphs.strokes, self.glyphs.name) {
            (Strokes::Ascii, _) => ASCII,
            (Strokes::Box, GlyphSet::Console) => PLAIN,
            (Strokes::Box, _) => ROUNDED,
        };
        let across = set.horizontal_top;
        let room = usize::from(width.saturating_sub(2));
        let right = self.glyphs.head(self.right, width.into());
        let wide = columns(&right, width.into()) + 2;
        // The text needs the blanks around it, a stroke at its right and one column of the title.
        let right = (!right.is_empty() && room > wide + 1).then(|| format!(" {right} "));
        let free = if right.is_some() { room - wide - 1 } else { room };
        let title = if self.title.is_empty() { String::new() } else { format!(" {} ", self.title) };
        let title = self.glyphs.head(&title, room);
        let title = head(&title, free).to_owned();
        let block = Block::bordered().border_set(set).border_style(border).padding(self.padding);
        let block = block.title_top(Line::styled(title, heading));
        let Some(right) = right else { return block };
        let stroke = Span::styled(across, border);
        block.title_top(Line::from(vec![Span::styled(right, heading), stroke]).right_aligned())
    }
}

impl Widget for Frame<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if area.width >= 4 && area.height >= 2 {
            self.block(area.width).render(area, buffer);
        }
    }
}

/// A box over a screen: its area is cleared, and it has a frame with a title.
#[derive(Clone, Copy)]
pub struct Dialog<'a> {
    world: &'a World,
    title: &'a str,
}

impl<'a> Dialog<'a> {
    /// A dialog with a title.
    pub const fn new(world: &'a World, title: &'a str) -> Dialog<'a> {
        Dialog { world, title }
    }

    /// The height of a dialog with rows of these parts inside.
    pub fn around<const N: usize>(rows: [u16; N]) -> u16 {
        rows.into_iter().fold(2, u16::saturating_add)
    }

    /// The area inside a dialog; empty if there is no room for one.
    pub fn inside(area: Rect) -> Rect {
        if area.height < 3 { Rect { width: 0, height: 0, ..area } } else { Frame::inside(area) }
    }
}

impl Widget for Dialog<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if Dialog::inside(area).is_empty() {
            return;
        }
        self.world.drawn.dialog(area);
        clear(buffer, area, self.world.theme.style(Role::Text));
        Frame::of(self.world, self.title).active(true).render(area, buffer);
    }
}
