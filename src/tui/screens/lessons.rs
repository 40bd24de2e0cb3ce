//! The lessons: the games that bring some, the steps of a course, and a step.

mod areas;
mod draw;
mod lesson;
mod steps;

pub use lesson::LessonScreen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};
pub use steps::Steps;

use crate::rules::variant::Variant;
use crate::tui::learning;
use crate::tui::list_screen::ListScreen;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{columns, from_top, sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// The maximum width of a list.
const WIDEST_LIST: u16 = 60;

/// The list of the games that bring lessons.
pub struct Courses {
    games: Vec<&'static dyn Variant>,
    items: Vec<Item>,
    list: ListState,
    /// Why a course cannot be opened.
    told: Option<String>,
}

/// The games with how much of their courses is solved.
fn items(games: &[&'static dyn Variant], world: &World) -> Vec<Item> {
    let item = |game: &&'static dyn Variant| {
        let value = learning::course(*game, world).map_or_else(
            |_| String::new(),
            |course| {
                let solved = learning::progress(game.spec().id, world).count(&course);
                format!("{solved} of {}", course.steps.len())
            },
        );
        Item::new(game.spec().title, value)
    };
    games.iter().map(item).collect()
}

/// The title, the list of this many rows, the message and the keys.
fn areas(area: Rect, rows: usize) -> [Rect; 4] {
    let [title, content, footer] = titled(area);
    let content = columns(content.inner(Margin::new(2, 1)), WIDEST_LIST);
    let ([list, _], told) = from_top(content, [rows as u16, 1]);
    [sides(title, 2), list, told, footer]
}

impl Courses {
    /// The games that bring lessons.
    pub fn new(world: &World) -> Courses {
        let games = learning::games(world);
        Courses { items: items(&games, world), games, list: ListState::default(), told: None }
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
        areas(world.whole(), self.items.len())[1]
    }

    fn choose(&mut self, world: &World) -> Transition {
        let Some(&game) = self.games.get(self.list.selected) else { return Transition::Same };
        match Steps::of(game, world) {
            Ok(steps) => Transition::Push(Box::new(steps)),
            Err(why) => {
                self.told = Some(why.to_string());
                Transition::Changed
            }
        }
    }

    fn told(&mut self) -> Option<&mut Option<String>> {
        Some(&mut self.told)
    }

    fn refresh(&mut self, world: &World) {
        self.items = items(&self.games, world);
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, told, footer] = areas(area, self.items.len());
        Label::new("Lessons", world.theme.style(Role::Title)).render(title, buffer);
        List::new(&self.items, world).render(list, buffer, &mut { self.list });
        let words = self.told.as_deref().unwrap_or_default();
        Label::new(world.glyphs.head(words, told.width.into()), world.theme.style(Role::Warning))
            .render(told, buffer);
        Footer::of(self, world).render(footer, buffer);
    }
}
