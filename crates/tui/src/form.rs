//! A form: rows with a label and a value. Left and Right change the value of the chosen row; Enter does what the row is
//! for, changes its value too, or opens a text field for it.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::action::{Action, Context};
use super::input::{Input, KeyCode};
use super::message::Message;
use super::message_slot::MessageSlot;
use super::screen::{Screen, Transition};
use super::theme::Role;
use super::wakes::Reasons;
use super::widgets::field::{Field, FieldState, FieldStep};
use super::widgets::footer::Footer;
use super::widgets::list::{Item, ListState};
use super::world::World;

/// The label of the text field.
const TYPED: &str = "> ";

/// What every form has: a chosen row, a text field and a message.
#[derive(Default)]
pub struct FormState {
    /// The rows.
    pub list: ListState,
    /// The text field of the chosen row, while it is open.
    pub(crate) entry: Option<FieldState>,
    /// The message.
    pub message: Option<Message>,
    /// How many lines of the message are scrolled off the top.
    pub(crate) skipped: usize,
}

impl FormState {
    /// Shows a message from its first line.
    pub fn tell(&mut self, message: impl Into<Option<Message>>) {
        (self.message, self.skipped) = (message.into(), 0);
    }

    /// Closes the text field, with this message.
    pub(crate) fn leave(&mut self, message: Option<Message>) {
        self.entry = None;
        self.tell(message);
    }
}

impl MessageSlot for FormState {
    fn tell(&mut self, message: Message) {
        FormState::tell(self, message);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }
}

/// Where the parts of a form are that it draws itself, or that the mouse finds.
pub struct Places {
    /// The rows.
    pub list: Rect,
    /// The text field.
    pub field: Rect,
    /// The keys.
    pub footer: Rect,
    /// How many lines of the message do not fit.
    pub more: usize,
}

/// What Enter does on a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enter {
    /// What the row is for.
    Acts,
    /// The same, and one press of the mouse does it too.
    ActsAtOnce,
    /// The next value.
    Changes,
    /// The same, and one press of the mouse does it too.
    ChangesAtOnce,
    /// It opens the text field.
    Types,
}

/// What a screen adds to its form.
pub trait Fields {
    /// What a row is about.
    type Row: Copy;

    /// The keys, the most useful first.
    const KEYS: [Action; 6] = [Action::Pick, Action::Left, Action::Right, Action::Up, Action::Down, Action::Back];

    /// All rows.
    fn rows(&self, world: &World) -> Vec<Self::Row>;

    /// A row in words.
    fn item(&self, row: Self::Row, world: &World) -> Item;

    /// What Enter does here, also in words.
    fn enter(&self, row: Self::Row, world: &World) -> (Enter, String);

    /// Whether Left and Right change the value.
    fn can_change(&self, row: Self::Row, world: &World) -> bool;

    /// Goes on to another value. Returns what there is to say.
    fn change(&mut self, row: Self::Row, by: isize, world: &mut World) -> Option<Message>;

    /// Does what the row is for.
    fn act(&mut self, row: Self::Row, form: &mut FormState, world: &mut World) -> Transition;

    /// The text that the text field of a row begins with.
    fn known(&self, _row: Self::Row) -> String {
        String::new()
    }

    /// Takes what was typed, with what there is to say, or refuses it.
    fn typed(&mut self, _row: Self::Row, _text: &str, _world: &mut World) -> Result<Option<Message>, Message> {
        Ok(None)
    }

    /// Takes what was pasted while no text field was open. Returns whether it is for this form.
    fn pasted(&mut self, _input: &Input, _form: &mut FormState, _world: &mut World) -> bool {
        false
    }

    /// Whether a refusal stays while the text is corrected.
    fn keeps_refusal(&self) -> bool {
        true
    }

    /// See [`Screen::wake`].
    fn wake(&mut self, _form: &mut FormState, _why: Reasons, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// See [`Screen::deadline`].
    fn deadline(&self, _world: &World) -> Option<Instant> {
        None
    }

    /// The places in this window.
    fn places(&self, form: &FormState, world: &World, area: Rect) -> Places;

    /// Draws all but the text field and the keys.
    fn draw(&self, form: &FormState, items: &[Item], world: &World, area: Rect, buffer: &mut Buffer);
}

/// A form as a screen.
pub struct Form<T> {
    /// What the form is about.
    pub fields: T,
    state: FormState,
}

impl<T: Fields> Form<T> {
    /// A form with this row chosen.
    pub fn new(fields: T, selected: usize) -> Form<T> {
        Form { fields, state: FormState { list: ListState::new(selected), ..FormState::default() } }
    }

    fn row(&self, world: &World) -> Option<T::Row> {
        self.fields.rows(world).get(self.state.list.selected).copied()
    }

    fn items(&self, world: &World) -> Vec<Item> {
        self.fields.rows(world).into_iter().map(|row| self.fields.item(row, world)).collect()
    }

    /// Which rows can be chosen.
    fn open(&self, world: &World) -> Vec<bool> {
        self.items(world).iter().map(|item| item.open).collect()
    }

    fn change(&mut self, by: isize, world: &mut World) -> Transition {
        let Some(row) = self.row(world) else { return Transition::Same };
        let message = self.fields.change(row, by, world);
        self.state.tell(message);
        Transition::Changed
    }

    fn choose(&mut self, world: &mut World) -> Transition {
        let Some(row) = self.row(world) else { return Transition::Same };
        match self.fields.enter(row, world).0 {
            Enter::Acts | Enter::ActsAtOnce => self.fields.act(row, &mut self.state, world),
            Enter::Changes | Enter::ChangesAtOnce => self.change(1, world),
            Enter::Types => {
                self.state.leave(None);
                self.state.entry = Some(FieldState::with(&self.fields.known(row)));
                Transition::Changed
            }
        }
    }

    /// A press on a row chooses it; one on the chosen row does more, but opens no text field.
    fn press(&mut self, at: Point, world: &mut World) -> Option<Transition> {
        let (list, open) = (self.fields.places(&self.state, world, world.whole()).list, self.open(world));
        let again = self.state.list.press(list, open.len(), |row| open[row], at)?;
        let does = self.fields.enter(self.row(world)?, world).0;
        Some(match does {
            Enter::ActsAtOnce | Enter::ChangesAtOnce => self.choose(world),
            Enter::Types if again => self.change(1, world),
            _ if again => self.choose(world),
            _ => Transition::Changed,
        })
    }

    /// Scrolls the message, which may be longer than a small window.
    fn scroll(&mut self, down: bool, world: &World) -> Transition {
        let more = self.fields.places(&self.state, world, world.whole()).more;
        let was = self.state.skipped.min(more);
        self.state.skipped = if down { (was + 1).min(more) } else { was.saturating_sub(1) };
        if self.state.skipped == was { Transition::Same } else { Transition::Changed }
    }

    /// Handles input while a text is typed.
    fn typed(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let field = self.state.entry.as_mut()?;
        match (field.input(input), input) {
            (Some(FieldStep::Enter), _) => {
                let text = field.text().trim().to_owned();
                let row = self.row(world)?;
                match self.fields.typed(row, &text, world) {
                    Ok(message) => self.state.leave(message),
                    // What was refused can be corrected.
                    Err(refused) => self.state.tell(refused),
                }
            }
            (Some(FieldStep::Leave), _) => self.state.leave(None),
            (Some(FieldStep::Changed), _) if self.fields.keeps_refusal() => {}
            (Some(FieldStep::Changed), _) => self.state.message = None,
            (None, Input::Key(key)) if matches!(key.code, KeyCode::Up | KeyCode::Down) => {
                return Some(self.scroll(key.code == KeyCode::Down, world));
            }
            (None, Input::Wheel(by, ..)) => return Some(self.scroll(*by > 0, world)),
            (None, _) => return matches!(input, Input::Key(key) if !key.ctrl).then_some(Transition::Same),
        }
        Some(Transition::Changed)
    }
}

impl<T: Fields> Screen for Form<T> {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.row(world).is_some_and(|row| self.fields.can_change(row, world)),
            Action::Pick | Action::Back | Action::Leave => true,
            _ => self.state.list.can(action, &self.open(world)),
        }
    }

    fn say(&self, action: Action, world: &World) -> Option<String> {
        let row = self.row(world).filter(|_| action == Action::Pick)?;
        Some(self.fields.enter(row, world).1)
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.state.entry.as_ref().map(|_| vec![("Enter", "take it"), ("Esc", "cancel")]).unwrap_or_default()
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        T::KEYS.to_vec()
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::Left | Action::Right if !self.can(action, world) => Transition::Same,
            Action::Left => self.change(-1, world),
            Action::Right => self.change(1, world),
            Action::Back | Action::Leave => Transition::Close,
            _ if self.state.list.step(action, &self.open(world)) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            _ if self.state.entry.is_some() => self.typed(input, world),
            Input::Paste(_) => self.fields.pasted(input, &mut self.state, world).then_some(Transition::Changed),
            Input::Press(x, y) => self.press(Point::new(x, y), world),
            _ => None,
        }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.state)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        self.fields.wake(&mut self.state, why, world)
    }

    fn deadline(&self, world: &World) -> Option<Instant> {
        self.fields.deadline(world)
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        let field = Field::new(TYPED, self.state.entry.as_ref()?);
        Some(field.cursor(self.fields.places(&self.state, world, area).field))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.fields.draw(&self.state, &self.items(world), world, area, buffer);
        let places = self.fields.places(&self.state, world, area);
        if let Some(field) = &self.state.entry {
            Field::new(TYPED, field).style(world.theme.style(Role::Prompt)).render(places.field, buffer);
        }
        Footer::of(self, world).render(places.footer, buffer);
    }
}
