//! Draws the list of games that are files.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::Shelf;
use super::entry::Entry;
use crate::board::preview::small_board;
use crate::rules::variant::Opening;
use crate::theme::Role;
use crate::view::View;
use crate::widgets::about::About;
use crate::widgets::areas::{ListPage, from_top};
use crate::widgets::field::Field;
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List};
use crate::widgets::text::wrap;
use crate::world::World;

/// The title.
const TITLE: &str = "More games";
/// The label of what is typed.
const FILTER: &str = "filter: ";
/// The rows of the words about a game.
const DETAILS: u16 = 6;
/// The rows of the filter, with an empty one below it.
const ABOVE: u16 = 2;

/// The areas of the screen.
pub(super) struct Areas {
    page: ListPage,
    pub(super) filter: Rect,
    pub(super) list: Rect,
}

impl Shelf {
    pub(super) fn areas(&self, area: Rect) -> Areas {
        let rows = self.shown().len().max(1);
        let page = ListPage::of(area, rows + usize::from(ABOVE), 0, DETAILS);
        let ([filter, _], list) = from_top(page.list, [1, ABOVE - 1]);
        Areas { page, filter, list }
    }

    pub(super) fn filter_field(&self) -> Field<'_> {
        Field::new(FILTER, &self.filter)
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let Areas { page, filter, list } = self.areas(area);
        let style = |role| world.theme.style(role);
        Label::new(TITLE, style(Role::Title)).render(page.title, buffer);
        self.filter_field().style(style(Role::Prompt)).render(filter, buffer);
        let items: Vec<Item> = self.shown().iter().map(|entry| Item::new(entry.title(), entry.mark())).collect();
        if items.is_empty() {
            Label::new("No game fits.", style(Role::Dim)).render(list, buffer);
        }
        List::new(&items, world).render(list, buffer, &mut { self.list });
        if let Some(entry) = self.here() {
            about(entry, world, &page, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}

/// The board of a game and words about it, or what is wrong in its file.
fn about(entry: &Entry, world: &World, page: &ListPage, buffer: &mut Buffer) {
    if page.picture.is_empty() {
        return;
    }
    if let Some(trouble) = entry.trouble() {
        let room = page.picture.union(page.details);
        let width = usize::from(room.width);
        let text = trouble.to_string();
        let lines = text.lines().flat_map(|line| wrap(line, width));
        let style = world.theme.style(Role::Warning);
        Lines(lines.map(|line| (world.glyphs.plain(&line), style))).render(room, buffer);
        return;
    }
    let Some(game) = entry.game() else { return };
    let start = game.begin(Opening::Start).ok();
    let rows = start.map_or(0, |start| small_board(world, start.as_ref(), View::FIRST, page.picture, buffer));
    let spec = game.spec();
    let words = [spec.about, spec.goal, entry.credits()].map(|text| text.trim_end_matches('.'));
    let words: Vec<String> = words.iter().filter(|text| !text.is_empty()).map(|text| format!("{text}.")).collect();
    About { title: spec.title, words: &words.join(" "), world }.render(page.words(rows), buffer);
}
