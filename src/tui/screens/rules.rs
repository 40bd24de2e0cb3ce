//! The rules of each game: the list of games, and scrolling pages with diagrams and a list of the pieces.

mod pages;
mod text;

pub use pages::Pages;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::games::Registry;
use crate::tui::list_screen::ListScreen;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{columns, from_top, sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// The maximum width of the list of games.
const WIDEST_LIST: u16 = 44;

/// The list of games.
#[derive(Default)]
pub struct Rules {
    list: ListState,
}

impl Rules {
    /// The list of all games.
    pub fn list() -> Rules {
        Rules::default()
    }

    /// The title, the list and the keys.
    fn areas(area: Rect, games: &Registry) -> [Rect; 3] {
        let [title, content, footer] = titled(area);
        let content = columns(content.inner(Margin::new(2, 1)), WIDEST_LIST);
        let ([list], _) = from_top(content, [games.games().len() as u16]);
        [sides(title, 2), list, footer]
    }
}

impl ListScreen for Rules {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, world: &World) -> usize {
        world.games.games().len()
    }

    fn list_area(&self, world: &World) -> Rect {
        Rules::areas(world.whole(), &world.games)[1]
    }

    fn choose(&mut self, world: &World) -> Transition {
        Transition::Push(Box::new(Pages::of(world.games.games()[self.list.selected], world)))
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, footer] = Rules::areas(area, &world.games);
        Label::new("Rules and pieces", world.theme.style(Role::Title)).render(title, buffer);
        let items: Vec<Item> = world.games.games().iter().map(|game| Item::new(game.spec().title, "")).collect();
        List::new(&items, world).render(list, buffer, &mut { self.list });
        Footer::of(self, world).render(footer, buffer);
    }
}
