//! The lessons: the games that bring some, the steps of a course, and a step.

mod areas;
mod draw;
mod lesson;
mod steps;

pub use lesson::LessonScreen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{StatefulWidget as _, Widget as _};
pub use steps::Steps;

use crate::board::preview::small_board;
use crate::client::learning;
use crate::list_screen::ListScreen;
use crate::message::Message;
use crate::rules::variant::Variant;
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

/// The list of the games that bring lessons.
pub struct Courses {
    games: Vec<&'static dyn Variant>,
    items: Vec<Item>,
    list: ListState,
    /// Why a course cannot be opened.
    message: Option<Message>,
}

/// The games with how much of their courses is solved.
fn items(games: &[&'static dyn Variant], world: &World) -> Vec<Item> {
    let item = |game: &&'static dyn Variant| {
        let value = learning::course(*game, &world.client).map_or_else(
            |_| String::new(),
            |course| {
                let solved = learning::progress(game.spec().id, &world.client).count(&course);
                format!("{solved} of {}", course.steps.len())
            },
        );
        Item::new(game.spec().title, value)
    };
    games.iter().map(item).collect()
}

impl Courses {
    /// The games that bring lessons.
    pub fn new(world: &World) -> Courses {
        let games = learning::games(&world.client);
        Courses { items: items(&games, world), games, list: ListState::default(), message: None }
    }

    fn page(&self, area: Rect) -> ListPage {
        ListPage::of(area, self.items.len(), 0, DETAILS)
    }

    /// The chosen game: the position of its next step, and below it what the game is about.
    fn draw_game(&self, world: &World, page: &ListPage, buffer: &mut Buffer) {
        let Some(&game) = self.games.get(self.list.selected) else { return };
        let spec = game.spec();
        let mut rows = 0;
        if let Ok(course) = learning::course(game, &world.client) {
            let at = learning::progress(spec.id, &world.client).next(&course).unwrap_or(0);
            if let Some(step) = course.steps.get(at) {
                rows = small_board(world, step.start(), View::of(spec, step.learner()), page.picture, buffer);
            }
        }
        About { title: spec.title, words: spec.goal, world }.render(page.words(rows), buffer);
    }
}

impl ListScreen for Courses {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, _: &World) -> usize {
        self.items.len()
    }

    fn list_area(&self, world: &World) -> Rect {
        self.page(world.whole()).list
    }

    fn choose(&mut self, world: &World) -> Transition {
        let Some(&game) = self.games.get(self.list.selected) else { return Transition::Same };
        match Steps::of(game, world) {
            Ok(steps) => Transition::push(Box::new(steps)),
            Err(why) => {
                self.message = Some(Message::warning(why));
                Transition::Changed
            }
        }
    }

    fn message(&mut self) -> Option<&mut Option<Message>> {
        Some(&mut self.message)
    }

    fn refresh(&mut self, world: &World) {
        self.items = items(&self.games, world);
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = self.page(area);
        Label::new("Lessons", world.theme.style(Role::Title)).render(page.title, buffer);
        List::new(&self.items, world).render(page.list, buffer, &mut { self.list });
        if !page.picture.is_empty() {
            self.draw_game(world, &page, buffer);
        }
        if let Some(message) = &self.message {
            let words = world.glyphs.head(&message.words, page.message.width.into());
            Label::new(words, message.style(&world.theme)).render(page.message, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
