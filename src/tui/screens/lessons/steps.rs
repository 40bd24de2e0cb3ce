//! The steps of a course, with those that are solved, and the first game at the end.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{LessonScreen, areas};
use crate::record::course::Course;
use crate::rules::variant::Variant;
use crate::session::lesson::progress::CourseProgress;
use crate::tui::action::{Action, Context};
use crate::tui::board::preview::small_board;
use crate::tui::input::Input;
use crate::tui::learning::{self, LearnError};
use crate::tui::place::Place;
use crate::tui::screen::{Screen, Transition};
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

    fn choose(&self) -> Transition {
        if self.list.selected >= self.course.steps.len() {
            return Transition::Open(Place::FirstGame(self.course.game));
        }
        Transition::Push(Box::new(LessonScreen::new(Arc::clone(&self.course), self.list.selected)))
    }
}

impl Screen for Steps {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Left | Action::Right | Action::Next | Action::Previous)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(),
            Action::Back | Action::Leave => Transition::Close,
            _ if self.list.step(action, &vec![true; self.items().len()]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let [_, list, ..] = self.places(world.whole());
                self.list.selected = self.list.hit(list, self.items().len(), Point::new(x, y))?;
                Some(self.choose())
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn tell(&mut self, words: String) {
        self.told = Some(words);
    }

    fn hush(&mut self) -> bool {
        self.told.take().is_some()
    }

    fn uncovered(&mut self, world: &mut World) {
        self.progress = learning::progress(self.course.game.spec().id, world);
        self.list.selected = self.progress.next(&self.course).unwrap_or(self.course.steps.len());
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
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
        Footer::new(world, Context::List, &self.footer(world)).render(footer, buffer);
    }
}
