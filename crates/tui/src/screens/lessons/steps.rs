//! The steps of a course, with those that are solved, and the first game at the end.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::LessonScreen;
use crate::board::preview::small_board;
use crate::client::learning::{self, LearnError};
use crate::list_screen::ListScreen;
use crate::message::Message;
use crate::place::Place;
use crate::record::course::Course;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};
use crate::screen::Transition;
use crate::session::lesson::progress::CourseProgress;
use crate::theme::Role;
use crate::view::View;
use crate::widgets::about::About;
use crate::widgets::areas::ListPage;
use crate::widgets::bar::Bar;
use crate::widgets::footer::Footer;
use crate::widgets::label::Label;
use crate::widgets::list::{Item, List, ListState};
use crate::world::World;

/// The rows about the course: the gauge, and an empty one.
const ABOUT: u16 = 2;

/// The rows of the words about a step.
const DETAILS: u16 = 5;

/// The last row of the list.
const FIRST_GAME: &str = "   A first game, with advice";

/// The list of the steps.
pub struct Steps {
    course: Arc<Course>,
    progress: CourseProgress,
    list: ListState,
    message: Option<Message>,
}

impl Steps {
    /// The steps of a game. The first one that is not solved is chosen.
    pub(crate) fn of(game: &'static dyn Variant, world: &World) -> Result<Steps, LearnError> {
        let course = learning::course(game, &world.client)?;
        let progress = learning::progress(game.spec().id, &world.client);
        let at = progress.next(&course).unwrap_or(course.steps.len());
        Ok(Steps { course, progress, list: ListState::new(at), message: None })
    }

    fn items(&self) -> Vec<Item> {
        let solved = |at| if self.progress.is_solved(&self.course, at) { "solved" } else { "" };
        let steps = self.course.steps.iter().enumerate();
        let steps = steps.map(|(at, step)| Item::new(format!("{:2} {}", at + 1, step.title), solved(at)));
        steps.chain([Item::new(FIRST_GAME, "")]).collect()
    }

    fn page(&self, area: Rect) -> ListPage {
        ListPage::of(area, self.items().len(), ABOUT, DETAILS)
    }

    /// How much of the course is solved, as a gauge.
    fn draw_about(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let (solved, all) = (self.progress.count(&self.course), self.course.steps.len());
        Bar::gauge(solved, all, world).render(area, buffer);
    }

    /// The chosen step: its position, and below it its task.
    fn draw_step(&self, world: &World, page: &ListPage, buffer: &mut Buffer) {
        let (title, words, rows) = if let Some(step) = self.course.steps.get(self.list.selected) {
            let view = View::of(self.course.game.spec(), step.learner());
            let rows = small_board(world, step.start(), view, page.picture, buffer);
            (step.title.as_str(), step.task.as_str(), rows)
        } else {
            let start = self.course.game.begin(Opening::Start).ok();
            let board =
                |start: Box<dyn Position>| small_board(world, start.as_ref(), View::FIRST, page.picture, buffer);
            let words = "A whole game against the computer, which tells you what to look at.";
            ("A first game, with advice", words, start.map_or(0, board))
        };
        About { title, words, world }.render(page.words(rows), buffer);
    }
}

impl ListScreen for Steps {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, _: &World) -> usize {
        self.items().len()
    }

    fn list_area(&self, world: &World) -> Rect {
        self.page(world.whole()).list
    }

    fn choose(&mut self, _: &World) -> Transition {
        if self.list.selected >= self.course.steps.len() {
            return Transition::Open(Place::FirstGame(self.course.game));
        }
        Transition::push(Box::new(LessonScreen::new(Arc::clone(&self.course), self.list.selected)))
    }

    fn message(&mut self) -> Option<&mut Option<Message>> {
        Some(&mut self.message)
    }

    fn refresh(&mut self, world: &World) {
        self.progress = learning::progress(self.course.game.spec().id, &world.client);
        self.list.selected = self.progress.next(&self.course).unwrap_or(self.course.steps.len());
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = self.page(area);
        let style = |role| world.theme.style(role);
        let spec = self.course.game.spec();
        let solved = self.progress.count(&self.course);
        let text = format!("Learn {}: {solved} of {} solved", spec.title, self.course.steps.len());
        Label::new(world.glyphs.head(&text, page.title.width.into()), style(Role::Title))
            .render(page.title, buffer);
        self.draw_about(world, page.about, buffer);
        List::new(&self.items(), world).render(page.list, buffer, &mut { self.list });
        if !page.picture.is_empty() {
            self.draw_step(world, &page, buffer);
        }
        if let Some(message) = &self.message {
            let words = world.glyphs.head(&message.words, page.message.width.into());
            Label::new(words, message.style(&world.theme)).render(page.message, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
