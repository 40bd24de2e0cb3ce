//! What is asked when a game would be left that is not saved: try again, save it elsewhere, leave all
//! the same, or stay.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::tui::action::{Action, Context};
use crate::tui::input::{Input, Key};
use crate::tui::screen::{Answer, Cover, Screen, Step};
use crate::tui::theme::Role;
use crate::tui::widgets::field::{Field, FieldStep};
use crate::tui::widgets::frame;
use crate::tui::widgets::list::{self, Chosen, Item};
use crate::tui::widgets::put::put;
use crate::tui::widgets::text::{block, wrap};
use crate::tui::world::World;

/// No box is wider than this.
const WIDEST: u16 = 64;

/// What can be chosen, each with its key.
const CHOICES: [(char, &str); 4] =
    [('t', "Try again"), ('s', "Save a copy"), ('l', "Leave anyway"), ('c', "Cancel")];

const LABEL: &str = "to: ";

const HINT: &str = "A folder for the journal, to go on with; or a file for the game as PGN.";

/// The question.
pub struct Leaving {
    /// What is not saved, and why.
    words: String,
    chosen: Chosen,
    /// Where it is to be saved, while that is typed.
    path: Option<Field>,
}

impl Leaving {
    /// Asks about a game of which this is to be said.
    pub fn new(words: String) -> Leaving {
        Leaving { words, chosen: Chosen(0), path: None }
    }

    /// Asks for another place, where this one was of no use.
    pub fn elsewhere(words: String, path: &str) -> Leaving {
        Leaving { words, chosen: Chosen(1), path: Some(Field::with(path)) }
    }

    fn choose(&mut self, at: usize) -> Step {
        self.chosen = Chosen(at);
        match at {
            0 => Step::Answered(Answer::TryAgain),
            1 => {
                self.path = Some(Field::default());
                Step::Changed
            }
            2 => Step::Answered(Answer::Leave),
            _ => Step::Close,
        }
    }

    /// The box, the words in it, and the rows below them.
    fn areas(area: Rect, lines: usize) -> (Rect, Rect, Rect) {
        let rows = CHOICES.len() as u16;
        let lines = u16::try_from(lines).unwrap_or(u16::MAX).min(area.height.saturating_sub(rows + 2));
        // In a window with room there is a free row between them.
        let gap = u16::from(lines > 0 && area.height > lines + rows + 2);
        let shape = frame::centred(area, area.width.min(WIDEST), lines + gap + rows + 2);
        let inside = Rect { x: shape.x + 2, y: shape.y + 1, width: shape.width.saturating_sub(4), height: lines };
        let below = Rect { y: inside.bottom() + gap, height: rows, ..inside };
        (shape, inside, below.intersection(area))
    }

    fn lines(&self, world: &World, area: Rect) -> Vec<String> {
        let width = usize::from(area.width.min(WIDEST).saturating_sub(4)).max(1);
        block(&world.glyphs, &self.words, width, usize::from(area.height).max(1))
    }

    /// Input while a path is typed.
    fn typed(&mut self, input: &Input) -> Option<Step> {
        let field = self.path.as_mut()?;
        match field.input(input) {
            Some(FieldStep::Changed) => Some(Step::Changed),
            Some(FieldStep::Leave) => {
                self.path = None;
                Some(Step::Changed)
            }
            Some(FieldStep::Enter) if field.text().trim().is_empty() => Some(Step::Same),
            Some(FieldStep::Enter) => Some(Step::Answered(Answer::Elsewhere(field.text().trim().to_owned()))),
            None => matches!(input, Input::Stroke(stroke) if !stroke.ctrl).then_some(Step::Same),
        }
    }
}

impl Screen for Leaving {
    fn context(&self) -> Context {
        Context::List
    }

    fn cover(&self) -> Cover {
        Cover::Part
    }

    fn asks(&self) -> bool {
        true
    }

    fn can(&self, action: Action, _: &World) -> bool {
        matches!(action, Action::Up | Action::Down | Action::Pick | Action::Back)
    }

    fn act(&mut self, action: Action, _: &mut World) -> Step {
        match action {
            _ if self.path.is_some() => Step::Same,
            Action::Pick => self.choose(self.chosen.0),
            Action::Back | Action::Leave => Step::Close,
            _ if self.chosen.step(action, &[true; CHOICES.len()]) => Step::Changed,
            _ => Step::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        if self.path.is_some() {
            return self.typed(input);
        }
        match *input {
            Input::Stroke(stroke) if !stroke.ctrl && !stroke.alt => {
                let Key::Char(letter) = stroke.key else { return None };
                let at = CHOICES.iter().position(|(key, _)| letter.eq_ignore_ascii_case(key))?;
                Some(self.choose(at))
            }
            Input::Press(x, y) => {
                let area = world.whole();
                let (.., rows) = Leaving::areas(area, self.lines(world, area).len());
                let at = list::hit(rows, CHOICES.len(), self.chosen, x, y)?;
                Some(self.choose(at))
            }
            _ => None,
        }
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        let (.., rows) = Leaving::areas(area, self.lines(world, area).len());
        self.path.as_ref().filter(|_| rows.height > 0).map(|field| field.cursor(LABEL, rows))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let lines = self.lines(world, area);
        let (shape, words, rows) = Leaving::areas(area, lines.len());
        frame::draw(world, shape, "Not saved", buffer);
        let width = usize::from(words.width);
        for (row, line) in words.rows().zip(&lines) {
            put(buffer, row.x, row.y, line, width, world.theme.style(Role::Warning));
        }
        let Some(field) = &self.path else {
            // Where there is no room for both, the words are read.
            let keyed = rows.width >= 22;
            let items =
                CHOICES.map(|(key, text)| Item::new(text, if keyed { key.to_string() } else { String::new() }));
            list::draw(world, rows, &items, self.chosen, buffer);
            return;
        };
        if rows.height == 0 {
            return;
        }
        field.draw(world, LABEL, Rect { height: 1, ..rows }, buffer);
        for (row, line) in rows.rows().skip(1).zip(wrap(HINT, width.max(1))) {
            put(buffer, row.x, row.y, line, width, world.theme.style(Role::Dim));
        }
    }
}
