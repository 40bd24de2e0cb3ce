//! The account as it is drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::Account;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{columns, sides, titled};
use crate::tui::widgets::field::Field;
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::{Label, Lines};
use crate::tui::widgets::list::{Item, List};
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// The areas of the screen.
pub(super) struct Areas {
    title: Rect,
    pub(super) list: Rect,
    /// The row of the text field; without height while none is open.
    field: Rect,
    words: Rect,
    footer: Rect,
}

/// The maximum width of the list: a fingerprint and a date.
const WIDEST: u16 = 78;

/// The rows below the list: those of the codes for a lost key.
const WORDS: u16 = 9;

impl Account {
    pub(super) fn areas(&self, area: Rect) -> Areas {
        let [title, content, footer] = titled(area);
        let rows = self.rows().len() as u16;
        let parts = Layout::vertical([Constraint::Max(rows), Constraint::Min(WORDS.min(content.height / 2))]);
        let [list, lower] = parts.areas(columns(sides(content, 1), WIDEST));
        let field = u16::from(self.entry.is_some());
        let [field, words] = Layout::vertical([Constraint::Length(field), Constraint::Fill(1)]).areas(lower);
        Areas { title: sides(title, 1), list, field, words, footer }
    }

    /// Where the cursor is while something is typed.
    pub(super) fn typed_at(&self, area: Rect) -> Option<Point> {
        let (row, field) = self.entry.as_ref()?;
        Some(Field::new(Account::label(*row), field).cursor(self.areas(area).field))
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = self.areas(area);
        Label::new("Account", world.theme.style(Role::Title)).render(areas.title, buffer);
        let items: Vec<Item> = self.rows().into_iter().map(|row| self.item(row)).collect();
        List::new(&items, world).form().render(areas.list, buffer, &mut { self.list });
        let (words, role) = match (&self.message, self.row()) {
            (Some(message), _) => (message.words.as_str(), message.role),
            (None, Some(row)) => (self.about(row), Role::Dim),
            (None, None) => ("", Role::Dim),
        };
        let (wide, mut free) = (usize::from(areas.words.width), usize::from(areas.words.height));
        let lines = words.lines().flat_map(|line| {
            let lines = block(&world.glyphs, line, wide, free);
            free -= lines.len();
            lines.into_iter().map(|line| (line, world.theme.style(role)))
        });
        Lines(lines).render(areas.words, buffer);
        if let Some((row, field)) = &self.entry {
            let style = world.theme.style(Role::Prompt);
            Field::new(Account::label(*row), field).style(style).render(areas.field, buffer);
        }
        Footer::of(self, world).render(areas.footer, buffer);
    }
}
