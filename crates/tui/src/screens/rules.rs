//! The rules of each game: the list of games, and scrolling pages with diagrams and a list of the pieces.

mod pages;
mod text;

pub use pages::Pages;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::board::preview::small_board;
use crate::games::Registry;
use crate::list_screen::ListScreen;
use crate::rules::variant::Opening;
use crate::screen::Transition;
use crate::theme::Role;
use crate::view::View;
use crate::widgets::about::About;
use crate::widgets::areas::ListPage;
use crate::widgets::footer::Footer;
use crate::widgets::label::Label;
use crate::widgets::list::{Item, List, ListState};
use crate::world::World;

/// The rows of the words about a game.
const DETAILS: u16 = 4;

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

    fn page(area: Rect, games: &Registry) -> ListPage {
        ListPage::of(area, games.games().len(), 0, DETAILS)
    }
}

impl ListScreen for Rules {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, world: &World) -> usize {
        world.client.games.games().len()
    }

    fn list_area(&self, world: &World) -> Rect {
        Rules::page(world.whole(), &world.client.games).list
    }

    fn choose(&mut self, world: &World) -> Transition {
        Transition::push(Box::new(Pages::of(world.client.games.games()[self.list.selected], world)))
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = Rules::page(area, &world.client.games);
        Label::new("Rules and pieces", world.theme.style(Role::Title)).render(page.title, buffer);
        let items: Vec<Item> =
            world.client.games.games().iter().map(|game| Item::new(game.spec().title, "")).collect();
        List::new(&items, world).render(page.list, buffer, &mut { self.list });
        if let (Some(&game), false) = (world.client.games.games().get(self.list.selected), page.picture.is_empty())
        {
            let start = game.begin(Opening::Start).ok();
            let rows =
                start.map_or(0, |start| small_board(world, start.as_ref(), View::FIRST, page.picture, buffer));
            About { title: game.spec().title, words: game.spec().goal, world }.render(page.words(rows), buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
