//! The steps of a course, with those that are solved, and the first game at the end.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{LessonScreen, areas};
use crate::record::course::Course;
use crate::rules::variant::Variant;
use crate::session::lesson::progress::CourseProgress;
use crate::tui::board::preview::small_board;
use crate::tui::learning::{self, LearnError};
use crate::tui::list_screen::ListScreen;
use crate::tui::place::Place;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::areas::titled;
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// From this width on the position of the chosen step is shown.
const BESIDE: u16 = 76;

/// The width of the list beside it.
const LIST: u16 = 46;

/// The last row of the list.
const FIRST_GAME: &str = "   A first game, with advice";

/// The list of the steps.
pub struct Steps {
    course: Arc<Course>,
    progress: CourseProgress,
    list: ListState,
    told: Option<String>,
}

impl Steps {
    /// The steps of a game. The first one that is not solved is chosen.
    pub fn of(game: &'static dyn Variant, world: &World) -> Result<Steps, LearnError> {
        let course = learning::course(game, world)?;
        let progress = learning::progress(game.spec().id, world);
        let at = progress.next(&course).unwrap_or(course.steps.len());
        Ok(Steps { course, progress, list: ListState::new(at), told: None })
    }

    fn items(&self) -> Vec<Item> {
        let solved = |at| if self.progress.is_solved(&self.course, at) { "solved" } else { "" };
        let steps = self.course.steps.iter().enumerate();
        let steps = steps.map(|(at, step)| Item::new(format!("{:2} {}", at + 1, step.title), solved(at)));
        steps.chain([Item::new(FIRST_GAME, "")]).collect()
    }

    /// The title, the list, the board beside it, the message and the keys.
    fn places(&self, area: Rect) -> [Rect; 5] {
        let wide = area.width >= BESIDE;
        let parts =
            [Constraint::Max(LIST), Constraint::Fill(1)].map(|part| if wide { part } else { Constraint::Fill(1) });
        let [left, right] = Layout::horizontal(parts).areas(area);
        let [title, list, told, _] = areas(if wide { left } else { area }, self.items().len());
        let [_, _, footer] = titled(area);
        let [_, board, _] =
            Layout::vertical([Constraint::Length(2), Constraint::Fill(1), Constraint::Length(1)]).areas(right);
        [title, list, if wide { board } else { Rect::ZERO }, told, footer]
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
        self.places(world.whole())[1]
    }

    fn choose(&mut self, _: &World) -> Transition {
        if self.list.selected >= self.course.steps.len() {
            return Transition::Open(Place::FirstGame(self.course.game));
        }
        Transition::Push(Box::new(LessonScreen::new(Arc::clone(&self.course), self.list.selected)))
    }

    fn told(&mut self) -> Option<&mut Option<String>> {
        Some(&mut self.told)
    }

    fn refresh(&mut self, world: &World) {
        self.progress = learning::progress(self.course.game.spec().id, world);
        self.list.selected = self.progress.next(&self.course).unwrap_or(self.course.steps.len());
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, board, told, footer] = self.places(area);
        let style = |role| world.theme.style(role);
        let spec = self.course.game.spec();
        let solved = self.progress.count(&self.course);
        let text = format!("Learn {}: {solved} of {} solved", spec.title, self.course.steps.len());
        Label::new(world.glyphs.head(&text, title.width.into()), style(Role::Title)).render(title, buffer);
        List::new(&self.items(), world).render(list, buffer, &mut { self.list });
        if let (Some(step), false) = (self.course.steps.get(self.list.selected), board.is_empty()) {
            let view = View::of(spec, step.learner());
            small_board(world, step.start(), view, board, buffer);
        }
        let words = self.told.as_deref().unwrap_or_default();
        Label::new(world.glyphs.head(words, told.width.into()), style(Role::Warning)).render(told, buffer);
        Footer::of(self, world).render(footer, buffer);
    }
}
