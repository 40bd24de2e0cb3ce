//! A scrolling page about games: statistics, or the problems of an import.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::figures;
use crate::session::statistics::Statistics;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::widgets::footer;
use crate::tui::widgets::put::put;
use crate::tui::widgets::text::{fit, wrap};
use crate::tui::world::World;

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
    /// A page of statistics.
    pub(super) fn figures(told: Statistics) -> Page {
        Page { title: "Statistics".to_owned(), content: Content::Figures(Box::new(told)), top: 0 }
    }

    /// A page of text; each string starts a new line.
    pub(super) fn words(title: String, words: Vec<String>) -> Page {
        Page { title, content: Content::Words(words), top: 0 }
    }

    fn lines(&self, width: usize, world: &World) -> Vec<(Role, String)> {
        match &self.content {
            Content::Figures(told) => figures::lines(told, width, &world.glyphs),
            Content::Words(words) => {
                let lines = words.iter().flat_map(|words| wrap(words, width));
                lines.map(|line| (Role::Text, world.glyphs.plain(&line))).collect()
            }
        }
    }

    fn room(area: Rect) -> Rect {
        Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        }
    }
}

impl Screen for Page {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Left | Action::Right | Action::Next | Action::Previous | Action::Pick)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let room = Page::room(world.whole());
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

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let wide = usize::from(area.width.saturating_sub(1));
        let title = fit(&world.glyphs.head(&self.title, wide), wide, world.glyphs.more);
        put(buffer, area.x + 1, area.y, title, wide, world.theme.style(Role::Title));
        let room = Page::room(area);
        let width = usize::from(room.width);
        let lines = self.lines(width, world);
        let top = self.top.min(lines.len().saturating_sub(room.height.into()));
        for (y, (role, line)) in room.rows().map(|row| row.y).zip(lines.iter().skip(top)) {
            put(buffer, room.x, y, line, width, world.theme.style(*role));
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}
