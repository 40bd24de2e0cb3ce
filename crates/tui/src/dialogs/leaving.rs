//! A dialog with several answers about an unsaved game or unsaved changes. Each answer has a key; one of them
//! asks for a path first.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::{Action, Context};
use crate::input::{Input, KeyCode};
use crate::screen::{Answer, Cover, Screen, Transition};
use crate::theme::Role;
use crate::widgets::areas::from_top;
use crate::widgets::field::{Field, FieldState, FieldStep};
use crate::widgets::frame::Dialog;
use crate::widgets::label::Lines;
use crate::widgets::list::{Item, List, ListState};
use crate::widgets::text::{block, wrap};
use crate::world::World;

/// The maximum width of the box.
const WIDEST: u16 = 64;

/// The width at which the message is wrapped to stand beside the board.
const LEAST: u16 = 32;

/// What a choice does.
#[derive(Clone)]
enum Does {
    /// Returns this answer.
    Answer(Answer),
    /// Asks for a path and returns it as the answer.
    Path,
    /// Closes the dialog and changes nothing.
    Cancel,
}

/// A choice: its key, its label and its effect.
type Choice = (char, &'static str, Does);

/// The choices for a game that could not be saved.
const GAME: &[Choice] = &[
    ('t', "Try again", Does::Answer(Answer::TryAgain)),
    ('s', "Save a copy", Does::Path),
    ('l', "Leave anyway", Does::Answer(Answer::Leave)),
    ('c', "Cancel", Does::Cancel),
];

/// The index of the choice that asks for a path.
const COPY: usize = 1;

/// The choices for unsaved changes.
const CHANGES: &[Choice] = &[
    ('s', "Save", Does::Answer(Answer::Save)),
    ('d', "Discard", Does::Answer(Answer::Leave)),
    ('c', "Cancel", Does::Cancel),
];

const LABEL: &str = "to: ";

const HINT: &str = "A folder: the game can be continued from there. A file: it is saved as PGN.";

/// The dialog.
pub struct Leaving {
    title: &'static str,
    choices: &'static [Choice],
    /// Whether the program must not end before this is answered.
    must: bool,
    /// The message: what is not saved, and why.
    words: String,
    list: ListState,
    /// The field in which a path is typed, while it is open.
    path: Option<FieldState>,
}

impl Leaving {
    fn of(title: &'static str, choices: &'static [Choice], words: String) -> Leaving {
        Leaving { title, choices, must: false, words, list: ListState::default(), path: None }
    }

    /// A dialog about a game that could not be saved; the message gives the reason.
    pub(crate) fn new(words: String) -> Leaving {
        Leaving { must: true, ..Leaving::of("Not saved", GAME, words) }
    }

    /// A dialog about unsaved changes; the message gives the file they would be saved to.
    pub fn changes(words: String) -> Leaving {
        Leaving::of("Save changes?", CHANGES, words)
    }

    /// Asks for another path after saving to this one failed.
    pub(crate) fn elsewhere(words: String, path: &str) -> Leaving {
        Leaving { list: ListState::new(COPY), path: Some(FieldState::with(path)), ..Leaving::new(words) }
    }

    fn choose(&mut self, at: usize) -> Transition {
        self.list.selected = at;
        match self.choices.get(at).map(|(.., does)| does) {
            Some(Does::Answer(answer)) => Transition::answered(answer.clone()),
            Some(Does::Path) => {
                self.path = Some(FieldState::default());
                Transition::Changed
            }
            Some(Does::Cancel) | None => Transition::Close,
        }
    }

    /// The box, the message in it and the rows below the message.
    fn areas(&self, world: &World, lines: usize) -> (Rect, Rect, Rect) {
        let rows = self.choices.len() as u16;
        let high = world.stage().room.height;
        let lines = u16::try_from(lines).unwrap_or(u16::MAX).min(high.saturating_sub(rows + 2));
        // If the window is high enough, a blank row separates them.
        let gap = u16::from(lines > 0 && high > lines + rows + 2);
        let shape = world.stage().place(world.stage().width(WIDEST, LEAST), lines + gap + rows + 2);
        let ([words, _, below], _) = from_top(Dialog::inside(shape), [lines, gap, rows]);
        (shape, words, below)
    }

    fn lines(&self, world: &World, area: Rect) -> Vec<String> {
        let width = usize::from(world.stage().width(WIDEST, LEAST).saturating_sub(4)).max(1);
        block(&world.glyphs, &self.words, width, usize::from(area.height).max(1))
    }

    /// Handles input while a path is typed.
    fn typed(&mut self, input: &Input) -> Option<Transition> {
        let field = self.path.as_mut()?;
        match field.input(input) {
            Some(FieldStep::Changed) => Some(Transition::Changed),
            Some(FieldStep::Leave) => {
                self.path = None;
                Some(Transition::Changed)
            }
            Some(FieldStep::Enter) if field.text().trim().is_empty() => Some(Transition::Same),
            Some(FieldStep::Enter) => Some(Transition::answered(Answer::Elsewhere(field.text().trim().to_owned()))),
            None => matches!(input, Input::Key(key) if !key.ctrl).then_some(Transition::Same),
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

    fn objection(&mut self, _: &World) -> Option<Transition> {
        self.must.then_some(Transition::Same)
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let steps = self.list.can(action, &vec![true; self.choices.len()]);
        self.path.is_none() && (steps || matches!(action, Action::Pick | Action::Back | Action::Leave))
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::Pick, Action::Back]
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.path.is_some() { vec![("Enter", "save"), ("Esc", "back")] } else { Vec::new() }
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        match action {
            _ if self.path.is_some() => Transition::Same,
            Action::Pick => self.choose(self.list.selected),
            Action::Back | Action::Leave => Transition::Close,
            _ if self.list.step(action, &vec![true; self.choices.len()]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if self.path.is_some() {
            return self.typed(input);
        }
        match *input {
            Input::Key(key) if !key.ctrl && !key.alt => {
                let KeyCode::Char(letter) = key.code else { return None };
                let at = self.choices.iter().position(|(key, ..)| letter.eq_ignore_ascii_case(key))?;
                Some(self.choose(at))
            }
            Input::Press(x, y) => {
                let area = world.whole();
                let (.., rows) = self.areas(world, self.lines(world, area).len());
                let at = self.list.hit(rows, self.choices.len(), Point::new(x, y))?;
                Some(self.choose(at))
            }
            _ => None,
        }
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        let (.., rows) = self.areas(world, self.lines(world, area).len());
        self.path.as_ref().filter(|_| rows.height > 0).map(|field| Field::new(LABEL, field).cursor(rows))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let lines = self.lines(world, area);
        let (shape, words, rows) = self.areas(world, lines.len());
        Dialog::new(world, self.title).render(shape, buffer);
        Lines(lines.iter().map(|line| (line, world.theme.style(Role::Warning)))).render(words, buffer);
        let Some(field) = &self.path else {
            // In a narrow window the keys are left out, so that the labels are readable.
            let keyed = rows.width >= 22;
            let item =
                |(key, text, _): &Choice| Item::new(*text, if keyed { key.to_string() } else { String::new() });
            let items: Vec<Item> = self.choices.iter().map(item).collect();
            List::new(&items, world).render(rows, buffer, &mut { self.list });
            return;
        };
        let ([row], hint) = from_top(rows, [1]);
        if row.height > 0 {
            Field::new(LABEL, field).style(world.theme.style(Role::Prompt)).render(row, buffer);
        }
        let lines = wrap(HINT, usize::from(hint.width).max(1));
        Lines(lines.map(|line| (line, world.theme.style(Role::Dim)))).render(hint, buffer);
    }
}
