//! The page that the screens of the lobby share: a title, a list, a message, keys, and in wide windows a board.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::rows::Row;
use super::wrapped::Wrapped;
use crate::rules::position::Position;
use crate::tui::board::preview::middle_board;
use crate::tui::form::Places;
use crate::tui::message::Message;
use crate::tui::screen::Screen;
use crate::tui::stage::Stage;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::areas::{sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::{Label, Lines};
use crate::tui::widgets::list::{List, ListState};
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// From this width on there is a board beside the list.
const BESIDE: u16 = 110;

/// From this height on a message has two rows.
const ROOMY: u16 = 20;

/// The width of the list beside a board, and in wide windows.
const LIST: [u16; 2] = [57, 64];

/// From this width on a window is wide.
const WIDE: u16 = 140;

/// The areas of a page.
pub(super) struct Page {
    title: Rect,
    pub(super) list: Rect,
    /// Two rows for a message, or one in low windows. A field has the first.
    pub(super) message: Rect,
    /// The board of what is chosen; empty if there is no room.
    board: Rect,
    footer: Rect,
}

impl Page {
    pub(super) fn of(area: Rect) -> Page {
        let [title, content, footer] = titled(area);
        let message = if area.height >= ROOMY { 2 } else { 1 };
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(message)];
        let [_, content, message] = Layout::vertical(parts).areas(content);
        let beside = area.width >= BESIDE;
        let [narrow, wide] = LIST;
        let list = if area.width >= WIDE { wide } else { narrow };
        let list = if beside { Constraint::Length(list) } else { Constraint::Fill(1) };
        let board = if beside { Constraint::Fill(1) } else { Constraint::Length(0) };
        let parts = Layout::horizontal([list, board]).spacing(if beside { 2 } else { 0 });
        let [list, board] = parts.areas(sides(content, 1));
        Page { title: sides(title, 1), list, message: sides(message, 3), board, footer }
    }

    /// The places of a form without a text field.
    pub(super) fn places(&self) -> Places {
        Places { list: self.list, field: Rect::default(), footer: self.footer, more: 0 }
    }

    /// Takes the last row of the list for a message above a field.
    pub(super) fn message(&mut self) -> Rect {
        let [list, message] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(self.list);
        self.list = list;
        Rect { x: self.message.x, width: self.message.width, ..message }
    }

    /// The places for a dialog: beside a board it stands below the rows of the list, or on the lower half of it.
    pub(super) fn stage(&self, area: Rect, rows: &[Row]) -> Stage {
        if self.board.is_empty() {
            return Stage::of(area);
        }
        // One row is left free below the list.
        let lines = Wrapped::of(rows, self.list.width).lines.len();
        let free = usize::from(self.list.height).saturating_sub(lines + 1) as u16;
        let side = [Constraint::Fill(1), Constraint::Length(free.max(self.list.height / 2))];
        let [_, side] = Layout::vertical(side).areas(self.list);
        Stage::with_board(area, self.board, Some(side), None)
    }

    /// The row of keys.
    pub(super) fn keys(&self, screen: &dyn Screen, world: &World, buffer: &mut Buffer) {
        Footer::of(screen, world).render(self.footer, buffer);
    }
}

/// Draws all but the keys: title and words at its right, the list, a message, and a board.
pub(super) fn paint(
    world: &World,
    page: &Page,
    (title, about): (&str, &str),
    (list, state): (List<'_>, ListState),
    message: Option<&Message>,
    board: Option<(&dyn Position, View)>,
    buffer: &mut Buffer,
) {
    let style = |role| world.theme.style(role);
    let room = usize::from(page.title.width);
    Label::new(world.glyphs.head(title, room), style(Role::Title)).render(page.title, buffer);
    let title = crate::tui::widgets::text::columns(title, room);
    let about = world.glyphs.plain(about);
    if crate::tui::widgets::text::columns(&about, room) + title + 2 <= room {
        Label::new(about, style(Role::Dim)).right().render(page.title, buffer);
    }
    list.render(page.list, buffer, &mut { state });
    if let Some((position, view)) = board.filter(|_| !page.board.is_empty()) {
        middle_board(world, position, view, page.board, buffer);
    }
    if let Some(message) = message {
        let lines = block(&world.glyphs, &message.words, page.message.width.into(), page.message.height.into());
        Lines(lines.iter().map(|line| (line, message.style(&world.theme)))).render(page.message, buffer);
    }
}
