//! The rows between the board and the key hints: the prompt, and a message below it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Offset, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::theme::Role;
use crate::widgets::areas::{from_top, sides};
use crate::widgets::label::{Label, Lines, Parts};
use crate::widgets::put::clear;
use crate::widgets::text::{block, columns, unfinished, wrap};
use crate::world::World;

/// The text area of the two lines, with a free column on both sides.
pub(crate) const fn inner(area: Rect) -> Rect {
    sides(area, 1)
}

/// The prompt, with text at its right end, and the message below it.
#[derive(Clone, Copy)]
pub(crate) struct Prompt<'a> {
    /// Theme and characters.
    pub(crate) world: &'a World,
    /// The text of the prompt.
    pub(crate) left: &'a str,
    /// The text at its right end.
    pub(crate) right: &'a str,
    pub(crate) message: &'a str,
    /// The role of the message: what is new replaces the prompt where there is one row; what is dim may be cut.
    pub(crate) role: Role,
    /// Is text being typed? Then the prompt stays in any case.
    pub(crate) typing: bool,
}

/// The least columns beside the prompt for the beginning of a description.
const BESIDE: usize = 16;

impl Prompt<'_> {
    /// The lines of a message that is longer than the rows below the prompt, if it fits when it begins in the row of the
    /// prompt; and whether there is room for the text at the right end of that row, too.
    fn flowing(&self, area: Rect) -> Option<(bool, Vec<String>)> {
        let glyphs = &self.world.glyphs;
        let (room, rows) = (usize::from(inner(area).width), usize::from(area.height));
        let message = glyphs.head(self.message, room * rows + 1);
        let [left, right] = [self.left, self.right].map(|text| columns(&glyphs.head(text, room), room));
        if wrap(&message, room).count() < rows {
            return None;
        }
        [true, false].into_iter().find_map(|beside| {
            let taken = left + 1 + if beside && right > 0 { right + 2 } else { 0 };
            let first = room.checked_sub(taken).filter(|&first| first >= BESIDE)?;
            let mut lines = wrap(&message, first);
            let begun = lines.next()?;
            let rest = wrap(lines.rest(), room).filter(|line| !line.is_empty());
            let lines: Vec<String> = std::iter::once(begun).chain(rest).collect();
            (lines.len() <= rows).then_some((beside, lines))
        })
    }
}

impl Widget for Prompt<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Prompt { world, left, right, message, role, typing } = self;
        let inside = inner(area);
        let room = usize::from(inside.width);
        let style = |role| world.theme.style(role);
        let line = |buffer: &mut Buffer, row: Rect, right: &str| {
            let head = world.glyphs.head(left, room);
            let is_cut = columns(&head, room) > room;
            let text = if is_cut { unfinished(&head, room, world.glyphs.more) } else { head };
            let right = world.glyphs.head(right, room);
            let free = room.saturating_sub(columns(&text, room) + 2);
            Label::new(text, style(Role::Prompt)).render(row, buffer);
            if columns(&right, room) <= free {
                Label::new(right, style(Role::Dim)).right().render(row, buffer);
            }
        };
        if area.height < 2 && (message.is_empty() || matches!(role, Role::Text | Role::Prompt | Role::Dim)) {
            if message.is_empty() || typing {
                world.drawn.set_field(inside);
                return line(buffer, inside, "");
            }
            let message = block(&world.glyphs, message, room, 1).concat();
            return Label::new(message, style(role)).render(inside, buffer);
        }
        if role == Role::Dim
            && !typing
            && let Some((beside, lines)) = self.flowing(area)
        {
            let ([first], rest) = from_top(inside, [1]);
            let lines: Vec<(String, Style)> = lines.into_iter().map(|text| (text, style(role))).collect();
            let parts = [(world.glyphs.head(left, room), style(Role::Prompt)), (" ".to_owned(), style(role))];
            Parts(parts.iter().chain(&lines[..1]).map(|(text, style)| (text, *style))).render(first, buffer);
            let right = if beside { world.glyphs.head(right, room) } else { String::new() };
            Label::new(right, style(Role::Dim)).right().render(first, buffer);
            return Lines(lines[1..].iter().map(|(text, style)| (text, *style))).render(rest, buffer);
        }
        // Messages are shown in full: if there is no room for both, they replace the prompt (not while typing), and
        // may cover the lower part of the board, but not the title. Dim descriptions may be cut: the explain key
        // shows them in full.
        let usual = usize::from(area.height.saturating_sub(1));
        let above = buffer.area.rows().skip(1).take_while(|row| row.y < area.y).count();
        let most = if role == Role::Dim { usual } else { usual + above + usize::from(!typing) };
        let lines = block(&world.glyphs, message, room, most);
        let asked = usize::from(lines.len() <= usual || typing);
        let more = (lines.len() + asked).saturating_sub(area.height.into());
        let all = area.union(area.offset(Offset { x: 0, y: -(more as i32) }));
        all.rows().take(more).for_each(|row| clear(buffer, row, style(Role::Text)));
        let ([first], rest) = from_top(inner(all), [asked as u16]);
        if asked > 0 {
            world.drawn.set_field(first);
            line(buffer, first, right);
        }
        Lines(lines.iter().map(|text| (text, style(role)))).render(rest, buffer);
    }
}
