//! A screen that is one list whose rows open something: games, courses, steps.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::action::{Action, Context};
use super::input::Input;
use super::message::Message;
use super::message_slot::MessageSlot;
use super::screen::{Screen, Transition};
use super::wakes::Reasons;
use super::widgets::list::ListState;
use super::world::World;

/// The actions of the footer.
const KEYS: [Action; 4] = [Action::Pick, Action::Up, Action::Down, Action::Back];

/// What a screen adds to its list. All of these are screens.
pub trait ListScreen {
    /// The list.
    fn list(&mut self) -> &mut ListState;

    /// The number of rows.
    fn rows(&self, world: &World) -> usize;

    /// Where the list is in the window.
    fn list_area(&self, world: &World) -> Rect;

    /// Opens the selected row.
    fn choose(&mut self, world: &World) -> Transition;

    /// The message, if there can be one.
    fn message(&mut self) -> Option<&mut Option<Message>> {
        None
    }

    /// The screen is on top again, so what the rows say may have changed.
    fn refresh(&mut self, _world: &World) {}

    /// Somebody else may have changed what the rows say. Returns whether they are other rows.
    fn look(&mut self, _why: Reasons, _world: &World) -> bool {
        false
    }

    /// Draws the screen.
    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer);
}

impl<T: ListScreen> Screen for T {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        let rows = self.rows(world);
        match action {
            Action::Pick => rows > 0,
            Action::Back | Action::Leave => true,
            _ => rows > 1 && ListState::default().can(action, &vec![true; rows]),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        KEYS.to_vec()
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let rows = self.rows(world);
        match action {
            Action::Pick => self.choose(world),
            Action::Back | Action::Leave => Transition::Close,
            _ if self.list().step(action, &vec![true; rows]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Input::Press(x, y) = *input else { return None };
        let (area, rows) = (self.list_area(world), self.rows(world));
        self.list().selected = self.list().hit(area, rows, Point::new(x, y))?;
        Some(self.choose(world))
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(self.message()?)
    }

    fn uncovered(&mut self, world: &mut World) {
        self.refresh(world);
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        if self.look(why, world) { Transition::Changed } else { Transition::Same }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.render(world, area, buffer);
    }
}
