//! A dialog with a yes-or-no question.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::tui::action::{Action, Context, row};
use crate::tui::input::{Input, Key};
use crate::tui::screen::{Cover, Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::widgets::frame;
use crate::tui::widgets::put::put;
use crate::tui::widgets::text::{block, columns};
use crate::tui::world::World;

/// The maximum width of the box.
const WIDEST: u16 = 60;

/// The width of a button, and the distance from one button to the next.
const ANSWER: (u16, u16) = (7, 8);

/// A yes-or-no question.
pub struct Confirm {
    question: String,
    action: Action,
    yes: bool,
}

impl Confirm {
    /// A question. If it is confirmed, the screen below performs this action.
    pub fn new(question: String, action: Action) -> Confirm {
        Confirm { question, action, yes: false }
    }

    /// The title: the action's label in the footer, capitalized.
    fn title(&self) -> String {
        let short = row(self.action).short;
        let first = short.chars().next().map(|letter| letter.to_uppercase().to_string());
        first.unwrap_or_default() + short.get(1..).unwrap_or_default()
    }

    fn lines(&self, world: &World, area: Rect) -> (u16, Vec<String>) {
        let wide = columns(&world.glyphs.head(&self.question, WIDEST.into()), WIDEST.into()) as u16 + 4;
        let width = wide.clamp(24, WIDEST).min(area.width);
        // The frame and the buttons take four rows.
        let rows = usize::from(area.height.saturating_sub(4).max(1));
        (width, block(&world.glyphs, &self.question, width.saturating_sub(4).into(), rows))
    }

    /// The box, and the row of the buttons in it.
    fn areas(&self, world: &World, area: Rect) -> (Rect, Rect) {
        let (width, lines) = self.lines(world, area);
        let shape = frame::centred(area, width, lines.len() as u16 + 4);
        // The buttons are placed from the bottom, so they are visible for a question of any length.
        let row =
            Rect { x: shape.x + 2, y: shape.bottom().saturating_sub(2), width: width.saturating_sub(4), height: 1 };
        (shape, row)
    }
}

impl Screen for Confirm {
    fn context(&self) -> Context {
        Context::List
    }

    fn cover(&self) -> Cover {
        Cover::Part
    }

    fn can(&self, action: Action, _: &World) -> bool {
        matches!(action, Action::Left | Action::Right | Action::Pick | Action::Back | Action::Quit)
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down | Action::Next | Action::Previous => {
                self.yes = !self.yes;
                Transition::Changed
            }
            Action::Pick if self.yes => Transition::Confirmed(self.action),
            Action::Pick | Action::Back | Action::Leave => Transition::Close,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Stroke(stroke) if !stroke.ctrl && !stroke.alt => match stroke.key {
                Key::Char('y' | 'Y') => Some(Transition::Confirmed(self.action)),
                Key::Char('n' | 'N') => Some(Transition::Close),
                _ => None,
            },
            Input::Press(x, y) => {
                let (_, row) = self.areas(world, world.whole());
                if !row.contains(Point::new(x, y)) {
                    return None;
                }
                match x - row.x {
                    at if at < ANSWER.0 => Some(Transition::Close),
                    at if at >= ANSWER.1 && at < ANSWER.1 + ANSWER.0 => Some(Transition::Confirmed(self.action)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let (shape, row) = self.areas(world, area);
        let inside = frame::draw(world, shape, &self.title(), buffer);
        let room = usize::from(inside.width);
        let (_, lines) = self.lines(world, area);
        for (y, line) in (inside.y..row.y).zip(&lines) {
            put(buffer, inside.x, y, line, room, world.theme.style(Role::Text));
        }
        if inside.height == 0 {
            return;
        }
        let answers = [("No", !self.yes), ("Yes", self.yes)];
        for ((word, here), x) in answers.into_iter().zip([row.x, row.x + ANSWER.1]) {
            let shown = if here { format!("[ {word} ]") } else { format!("  {word}  ") };
            let role = if here { Role::Selected } else { Role::Text };
            put(buffer, x, row.y, shown, usize::from(ANSWER.0), world.theme.style(role));
        }
    }
}
