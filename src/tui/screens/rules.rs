//! The rules of each game: the list of games, and scrolling pages with diagrams and a list of the pieces.

mod pages;
mod text;

pub use pages::Pages;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::games::Registry;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Transition};
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

    fn choose(&self, world: &World) -> Transition {
        Transition::Push(Box::new(Pages::of(world.games.games()[self.list.selected], world)))
    }
}

impl Screen for Rules {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Left | Action::Right | Action::Next | Action::Previous)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                let open = vec![true; world.games.games().len()];
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let [_, list, _] = Rules::areas(world.whole(), &world.games);
                self.list.selected = self.list.hit(list, world.games.games().len(), Point::new(x, y))?;
                Some(self.choose(world))
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, footer] = Rules::areas(area, &world.games);
        Label::new("Rules and pieces", world.theme.style(Role::Title)).render(title, buffer);
        let items: Vec<Item> = world.games.games().iter().map(|game| Item::new(game.spec().title, "")).collect();
        List::new(&items, world).render(list, buffer, &mut { self.list });
        Footer::new(world, Context::List, &self.footer(world)).render(footer, buffer);
    }
}
