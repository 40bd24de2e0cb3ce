//! A question that is answered with yes or no.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use crate::tui::action::{Action, Context};
use crate::tui::input::{Input, Key};
use crate::tui::screen::{Cover, Screen, Step};
use crate::tui::theme::Role;
use crate::tui::widgets::frame;
use crate::tui::world::World;

/// A question.
pub struct Confirm {
    question: String,
    action: Action,
    yes: bool,
}

impl Confirm {
    /// Asks; with yes the screen below does this.
    pub fn new(question: String, action: Action) -> Confirm {
        Confirm { question, action, yes: false }
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

    fn act(&mut self, action: Action, _: &mut World) -> Step {
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down | Action::Next | Action::Previous => {
                self.yes = !self.yes;
                Step::Changed
            }
            Action::Pick if self.yes => Step::Confirmed(self.action),
            Action::Pick | Action::Back | Action::Leave => Step::Close,
            _ => Step::Same,
        }
    }

    fn input(&mut self, input: &Input, _: &mut World) -> Option<Step> {
        match input {
            Input::Stroke(stroke) if !stroke.ctrl && !stroke.alt => match stroke.key {
                Key::Char('y' | 'Y') => Some(Step::Confirmed(self.action)),
                Key::Char('n' | 'N') => Some(Step::Close),
                _ => None,
            },
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let width = (self.question.width() as u16 + 6).max(24);
        let inside = frame::draw(world, frame::centred(area, width, 5), "?", buffer);
        let text = world.theme.style(Role::Text);
        let room = usize::from(inside.width);
        buffer.set_stringn(inside.x, inside.y, world.glyphs.plain(&self.question), room, text);
        if inside.height > 2 {
            let (no, yes) = if self.yes { ("  No  ", "[ Yes ]") } else { ("[ No ]", "  Yes  ") };
            let (no_role, yes_role) =
                if self.yes { (Role::Text, Role::Selected) } else { (Role::Selected, Role::Text) };
            buffer.set_stringn(inside.x, inside.y + 2, no, room, world.theme.style(no_role));
            buffer.set_stringn(
                inside.x + 8,
                inside.y + 2,
                yes,
                room.saturating_sub(8),
                world.theme.style(yes_role),
            );
        }
    }
}
