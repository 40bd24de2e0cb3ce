//! A scrolling page about games: statistics, or the problems of an import.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::figures;
use crate::action::{Action, Context};
use crate::screen::{Screen, Transition};
use crate::session::statistics::Statistics;
use crate::theme::Role;
use crate::widgets::areas::{sides, titled};
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::text::{fit, wrap};
use crate::world::World;

/// The content of a page.
enum Content {
    Figures(Box<Statistics>),
    Words(Vec<String>),
}

/// A scrolling page.
pub(super) struct Page {
    title: String,
    content: Content,
    top: usize,
}

impl Page {
    pub(super) fn figures(statistics: Statistics) -> Page {
        Page { title: "Statistics".to_owned(), content: Content::Figures(Box::new(statistics)), top: 0 }
    }

    /// A page of text; each string starts a new line.
    pub(super) fn words(title: String, words: Vec<String>) -> Page {
        Page { title, content: Content::Words(words), top: 0 }
    }

    fn lines(&self, width: usize, world: &World) -> Vec<(Role, String)> {
        match &self.content {
            Content::Figures(statistics) => figures::lines(statistics, width, &world.glyphs),
            Content::Words(words) => {
                let lines = words.iter().flat_map(|words| wrap(words, width));
                lines.map(|line| (Role::Text, world.glyphs.plain(&line))).collect()
            }
        }
    }

    /// The title, the lines and the keys.
    fn areas(area: Rect) -> [Rect; 3] {
        let [title, room, footer] = titled(area);
        [sides(title, 1), sides(room, 1), footer]
    }
}

impl Screen for Page {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        let [_, room, _] = Page::areas(world.whole());
        match action {
            Action::Back | Action::Leave => true,
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                self.lines(room.width.into(), world).len() > room.height.into()
            }
            _ => false,
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let [_, room, _] = Page::areas(world.whole());
        let page = usize::from(room.height);
        let last = self.lines(room.width.into(), world).len().saturating_sub(page);
        let was = self.top.min(last);
        self.top = match action {
            Action::Back | Action::Leave => return Transition::Close,
            Action::Up => was.saturating_sub(1),
            Action::Down => was + 1,
            Action::PageUp => was.saturating_sub(page.max(2) - 1),
            Action::PageDown => was + page.max(2) - 1,
            Action::First => 0,
            Action::Last => last,
            _ => was,
        }
        .min(last);
        if self.top == was { Transition::Same } else { Transition::Changed }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [head, room, footer] = Page::areas(area);
        let wide = usize::from(head.width);
        let title = fit(&world.glyphs.head(&self.title, wide), wide, world.glyphs.more);
        Label::new(title, world.theme.style(Role::Title)).render(head, buffer);
        let lines = self.lines(room.width.into(), world);
        let top = self.top.min(lines.len().saturating_sub(room.height.into()));
        let shown = lines.iter().skip(top).map(|(role, line)| (line, world.theme.style(*role)));
        Lines(shown).render(room, buffer);
        Footer::of(self, world).render(footer, buffer);
    }
}
