//! A step of a course: a board with a task. Right moves are played, wrong ones are answered with their reason.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::action::{Action, Context};
use crate::board::motion::Earlier;
use crate::board::paint::Scene;
use crate::board::pane::{Acted, Pane};
use crate::board::refusal::no_such_place;
use crate::board::screen_board::ScreenBoard;
use crate::client::learning;
use crate::input::Input;
use crate::place::Place;
use crate::record::course::Course;
use crate::rules::mv::Move;
use crate::rules::pick::Pick;
use crate::screen::{Screen, Transition};
use crate::session::lesson::progress::CourseProgress;
use crate::session::lesson::{Lesson, Verdict};
use crate::view::View;
use crate::world::World;

/// A step of a course on the screen.
pub struct LessonScreen {
    pub(super) lesson: Lesson,
    pub(super) pane: Pane,
    /// The answer to the last move.
    pub(super) verdict: Option<Verdict>,
    /// The hint that is shown.
    pub(super) hint: Option<String>,
    /// The progress was not kept, for this reason.
    pub(super) unkept: Option<String>,
}

impl LessonScreen {
    /// A step of a course.
    pub(crate) fn new(course: Arc<Course>, number: usize) -> LessonScreen {
        let lesson = Lesson::new(course, number);
        let position = lesson.position();
        let view = View::of(position.spec(), position.turn());
        let mut pane = Pane::new(position, view);
        pane.aim(position);
        LessonScreen { lesson, pane, verdict: None, hint: None, unkept: None }
    }

    /// Goes to another step.
    fn go(&mut self, number: usize, world: &mut World) -> Transition {
        let one_level = self.pane.one_level;
        let unkept = self.unkept.take();
        *self = LessonScreen { unkept, ..LessonScreen::new(Arc::clone(self.lesson.course()), number) };
        self.pane.one_level = one_level;
        self.keep(world);
        Transition::Changed
    }

    pub(super) fn is_last(&self) -> bool {
        self.lesson.number() + 1 == self.lesson.course().steps.len()
    }

    /// Keeps that the user is at this step, and that it is solved if it is.
    fn keep(&mut self, world: &mut World) {
        let title = self.lesson.step().title.clone();
        let solved = self.lesson.is_solved().then(|| title.clone()).into_iter().collect();
        let more = CourseProgress { solved, at: Some(title) };
        let kept = learning::keep(self.lesson.course().game.spec().id, &more, &mut world.client);
        self.unkept = kept.err().map(|why| why.to_string());
    }

    /// What the board shows: once it is solved, nothing is picked.
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene { picks: !self.lesson.is_solved(), ..self.pane.scene(self.lesson.position()) }
    }

    /// Adds to what the board did.
    fn acted(&mut self, acted: Acted, world: &mut World) -> Transition {
        match acted {
            Acted::Played(mv) => self.answer(mv, world),
            Acted::Typed(entry) => {
                let read = self.pane.read(self.lesson.position(), entry);
                self.acted(read, world)
            }
            other => other.into(),
        }
    }

    fn answer(&mut self, mv: Move, world: &mut World) -> Transition {
        let verdict = self.lesson.answer(mv);
        self.hint = if verdict.is_right { None } else { verdict.hint.clone().or(self.hint.take()) };
        self.pane.show(self.lesson.position(), None);
        self.pane.message = None;
        if verdict.is_right && !self.lesson.is_solved() {
            self.pane.aim(self.lesson.position());
        }
        if self.lesson.is_solved() {
            self.keep(world);
        }
        self.verdict = Some(verdict);
        Transition::Changed
    }

    pub(super) fn pick(&mut self, pick: Pick, world: &mut World) -> Transition {
        let acted = self.pane.pick(self.lesson.position(), pick, world);
        self.acted(acted, world)
    }

    fn give_hint(&mut self) -> Transition {
        let hint = self.lesson.hint();
        self.pane.suggest(&hint.marks);
        self.hint = Some(hint.words);
        Transition::Changed
    }

    fn back(&mut self) -> Transition {
        if self.pane.is_something_shown() {
            self.pane.back(self.lesson.position()).into()
        } else {
            Transition::Close
        }
    }
}

impl Screen for LessonScreen {
    fn context(&self) -> Context {
        Context::Lesson
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let solved = self.lesson.is_solved();
        match action {
            Action::NextGame => !self.is_last(),
            Action::PreviousGame => self.lesson.number() > 0,
            Action::Hint => !solved,
            // Pick and Back lead on, or away, where they do nothing on the board.
            Action::Pick | Action::Back | Action::Explore | Action::Rules | Action::Settings | Action::Leave => {
                true
            }
            _ => self.pane.can(self.lesson.position(), action, !solved).unwrap_or(false),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        if self.lesson.is_solved() {
            return vec![Action::Pick, Action::PreviousGame, Action::Leave, Action::Explain, Action::Rules];
        }
        let mut keys = vec![Action::Pick];
        // Without anything to undo it leaves, as another key does.
        keys.extend(self.pane.is_something_shown().then_some(Action::Back));
        keys.extend([Action::Hint, Action::NextGame, Action::Leave, Action::Next, Action::LevelDown]);
        keys.extend([Action::Explain, Action::Rules, Action::PreviousGame]);
        keys
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        match action {
            Action::Pick if self.lesson.is_solved() && self.is_last() => Some("back to the list".to_owned()),
            Action::Pick if self.lesson.is_solved() => Some("next step".to_owned()),
            _ => self.pane.say(action),
        }
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        if !self.can(action, world) {
            let position = self.lesson.position();
            let words = match action {
                Action::NextGame => Some("This is the last step.".to_owned()),
                Action::PreviousGame => Some("This is the first step.".to_owned()),
                _ if self.lesson.is_solved() => Some("This step is solved.".to_owned()),
                _ => no_such_place(position, action),
            };
            self.pane.message = words;
            return Transition::Changed;
        }
        match action {
            Action::Leave => Transition::Close,
            Action::Back => self.back(),
            Action::NextGame => self.go(self.lesson.number() + 1, world),
            Action::PreviousGame => self.go(self.lesson.number() - 1, world),
            Action::Pick if self.lesson.is_solved() && self.is_last() => Transition::Close,
            Action::Pick if self.lesson.is_solved() => self.go(self.lesson.number() + 1, world),
            Action::Hint => self.give_hint(),
            Action::Rules => Transition::Open(Place::RulesOf(self.lesson.course().game)),
            Action::Settings => Transition::Open(Place::Settings),
            Action::Explore => {
                let square = Some(self.pane.selection.cursor);
                Transition::Open(Place::Explorer(self.lesson.position().fork(), self.pane.view, square))
            }
            _ => match self.pane.act(self.lesson.position(), action, world) {
                Some(acted) => self.acted(acted, world),
                None => Transition::Same,
            },
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Some((how, at)) = input.pointing() else {
            if self.lesson.is_solved() && matches!(input, Input::Paste(_)) {
                return None;
            }
            let acted = self.pane.typed(self.lesson.position(), input)?;
            return Some(self.acted(acted, world));
        };
        Some(self.pointed(at, how, world))
    }

    fn pane(&self) -> Option<&Pane> {
        Some(&self.pane)
    }

    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        let (position, pane) = (self.lesson.position(), &mut self.pane);
        Some(ScreenBoard { position, pane, earlier: Earlier::Ends })
    }

    fn title(&self, _: &World) -> Option<String> {
        Some(format!("{}: lesson {}", self.lesson.course().game.spec().title, self.lesson.number() + 1))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.render(world, area, buffer);
    }
}
