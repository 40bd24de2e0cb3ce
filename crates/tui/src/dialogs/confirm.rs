//! A dialog with a yes-or-no question.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use crate::action::{Action, Context, row};
use crate::input::{Input, KeyCode};
use crate::message::Message;
use crate::screen::{Answer, Cover, Screen, Transition};
use crate::theme::Role;
use crate::widgets::frame::Dialog;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::Mark;
use crate::widgets::text::{block, columns};
use crate::world::World;

/// The maximum width of the box.
const WIDEST: u16 = 60;

/// The width at which a question is wrapped to stand beside the board.
const LEAST: u16 = 28;

/// The width of a button.
const ANSWER: u16 = 7;

/// A yes-or-no question.
pub struct Confirm {
    question: String,
    action: Action,
    yes: bool,
    /// What the screen below says if the answer is no.
    otherwise: Option<String>,
}

impl Confirm {
    /// A question. If it is confirmed, the screen below performs this action. The question about quitting is answered to
    /// the screen that asks, wherever it is.
    pub fn new(question: String, action: Action) -> Confirm {
        Confirm { question, action, yes: false, otherwise: None }
    }

    /// The same about what the user has just asked for: Enter means yes, and after no the screen below says this.
    #[must_use]
    pub(crate) fn expected(self, otherwise: String) -> Confirm {
        Confirm { yes: true, otherwise: Some(otherwise), ..self }
    }

    const fn agreed(&self) -> Transition {
        match self.action {
            Action::Quit => Transition::answered(Answer::Leave),
            action => Transition::confirmed(action),
        }
    }

    fn denied(&mut self) -> Transition {
        self.otherwise.take().map_or(Transition::Close, |message| Transition::message(Message::notice(message)))
    }

    /// The title: the action's label in the footer, capitalized.
    fn title(&self) -> String {
        let short = row(self.action).short;
        let first = short.chars().next().map(|letter| letter.to_uppercase().to_string());
        first.unwrap_or_default() + short.get(1..).unwrap_or_default()
    }

    fn lines(&self, world: &World, area: Rect) -> (u16, Vec<String>) {
        let wide = columns(&world.glyphs.head(&self.question, WIDEST.into()), WIDEST.into()) as u16 + 4;
        let width = world.stage().width(wide.clamp(24, WIDEST), LEAST).min(area.width);
        // The frame and the buttons take four rows.
        let rows = usize::from(world.stage().room.height.saturating_sub(4).max(1));
        (width, block(&world.glyphs, &self.question, width.saturating_sub(4).into(), rows))
    }

    /// The box, the question in it and the buttons.
    fn areas(&self, world: &World, area: Rect) -> (Rect, Rect, [Rect; 2]) {
        let (width, lines) = self.lines(world, area);
        let shape = world.stage().place(width, lines.len() as u16 + 4);
        // The buttons are placed from the bottom, so they are visible for a question of any length.
        let parts = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]);
        let [question, row] = parts.areas(Dialog::inside(shape));
        let buttons = Layout::horizontal([Constraint::Length(ANSWER); 2]).spacing(1).areas(row);
        (shape, question, buttons)
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
        matches!(
            action,
            Action::Left
                | Action::Right
                | Action::Up
                | Action::Down
                | Action::Next
                | Action::Previous
                | Action::Pick
                | Action::Back
                | Action::Leave
        )
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("y", "yes"), ("n", "no"), ("Esc", "close")]
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down | Action::Next | Action::Previous => {
                self.yes = !self.yes;
                Transition::Changed
            }
            Action::Pick if self.yes => self.agreed(),
            Action::Pick | Action::Back | Action::Leave => self.denied(),
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Key(key) if !key.ctrl && !key.alt => match key.code {
                KeyCode::Char('y' | 'Y') => Some(self.agreed()),
                KeyCode::Char('n' | 'N') => Some(self.denied()),
                _ => None,
            },
            Input::Press(x, y) => {
                let (.., [no, yes]) = self.areas(world, world.whole());
                match Point::new(x, y) {
                    at if no.contains(at) => Some(self.denied()),
                    at if yes.contains(at) => Some(self.agreed()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Who quits again while asked about that means it.
    fn objection(&mut self, _: &World) -> Option<Transition> {
        (self.action == Action::Quit).then(|| self.agreed())
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let (shape, question, buttons) = self.areas(world, area);
        Dialog::new(world, &self.title()).render(shape, buffer);
        let (_, lines) = self.lines(world, area);
        Lines(lines.iter().map(|line| (line, world.theme.style(Role::Text)))).render(question, buffer);
        for ((word, here), button) in [("No", !self.yes), ("Yes", self.yes)].into_iter().zip(buttons) {
            let role = if here { Role::Selected } else { Role::Text };
            Label::new(format!("  {word:5}"), world.theme.style(role)).render(button, buffer);
            if here {
                Mark(world).render(button, buffer);
            }
        }
    }
}
