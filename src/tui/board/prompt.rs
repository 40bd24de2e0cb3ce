//! The rows between the board and the key hints: the prompt, and a message below it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::tui::theme::Role;
use crate::tui::widgets::areas::sides;
use crate::tui::widgets::put::{clear, put, put_right};
use crate::tui::widgets::text::{block, columns, fit};
use crate::tui::world::World;

/// The text area of the two lines, with a free column on both sides.
pub const fn inner(area: Rect) -> Rect {
    sides(area, 1)
}

/// The prompt, with text at its right end, and the message below it.
#[derive(Clone, Copy)]
pub struct Prompt<'a> {
    /// Theme and characters.
    pub world: &'a World,
    /// The text of the prompt.
    pub left: &'a str,
    /// The text at its right end.
    pub right: &'a str,
    /// The message.
    pub told: &'a str,
    /// The role of the message: a warning replaces the prompt where there is one row; what is dim may be cut.
    pub role: Role,
    /// Is text being typed? Then the prompt stays in any case.
    pub typing: bool,
}

impl Widget for Prompt<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Prompt { world, left, right, told, role, typing } = self;
        let inside = inner(area);
        let room = usize::from(inside.width);
        let line = |buffer: &mut Buffer, y: u16, text: &str, right: &str, role: Role| {
            let text = fit(&world.glyphs.head(text, room), room, world.glyphs.more);
            let right = world.glyphs.head(right, room);
            put(buffer, inside.x, y, &text, room, world.theme.style(role));
            if !right.is_empty() && columns(&text, room) + columns(&right, room) + 2 <= room {
                let row = Rect { y, height: 1, ..inside };
                put_right(buffer, row, right, world.theme.style(Role::Dim));
            }
        };
        if area.height < 2 && (told.is_empty() || role != Role::Warning) {
            if told.is_empty() || typing {
                return line(buffer, area.y, left, "", Role::Prompt);
            }
            let told = block(&world.glyphs, told, room, 1).concat();
            put(buffer, inside.x, area.y, told, room, world.theme.style(role));
            return;
        }
        // Messages are shown in full: if there is no room for both, they replace the prompt (not while typing), and
        // may cover the lower part of the board, but not the title. Dim descriptions may be cut: the explain key
        // shows them in full.
        let usual = usize::from(area.height.saturating_sub(1));
        let above = usize::from(area.y.saturating_sub(buffer.area.y + 1));
        let most = if role == Role::Dim { usual } else { usual + above + usize::from(!typing) };
        let lines = block(&world.glyphs, told, room, most);
        let asked = usize::from(lines.len() <= usual || typing);
        let more = (lines.len() + asked).saturating_sub(area.height.into()) as u16;
        let area = Rect { y: area.y.saturating_sub(more), height: area.height + more, ..area };
        clear(buffer, Rect { height: more, ..area }, world.theme.style(Role::Text));
        if asked > 0 {
            line(buffer, area.y, left, right, Role::Prompt);
        }
        for (y, text) in (area.y + asked as u16..area.bottom()).zip(&lines) {
            put(buffer, inside.x, y, text, room, world.theme.style(role));
        }
    }
}
