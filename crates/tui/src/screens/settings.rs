//! The settings screen: all options. A change takes effect at once and is written to the user's configuration
//! file; its comments are preserved.

mod auto;
mod example;
mod keys;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::{Action, Context};
use crate::board::preview::marked_board;
use crate::client::settings_file::keep;
use crate::config::{Kind, OPTIONS, OptionSpec};
use crate::input::Input;
use crate::message::Message;
use crate::paths::files::{Files, Refusal};
use crate::players::computer::{LEVELS, level_name};
use crate::screen::{Screen, Transition};
use crate::session::setup::ClockSetup;
use crate::theme::Role;
use crate::widgets::areas::{columns, sides, titled};
use crate::widgets::bar::Bar;
use crate::widgets::field::{Field, FieldState, FieldStep};
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List, ListState};
use crate::widgets::text::block;
use crate::world::World;
use example::Example;

/// The settings screen.
pub struct Settings {
    list: ListState,
    entry: Option<FieldState>,
    message: Option<Message>,
    example: Option<Example>,
}

/// The areas of the screen.
struct Areas {
    title: Rect,
    list: Rect,
    board: Rect,
    /// The row of the text field; without height while none is open.
    field: Rect,
    words: Rect,
    footer: Rect,
}

/// The maximum width of the list, and the column of the board beside it.
const WIDEST: u16 = 62;
const BESIDE: u16 = 64;

/// The rows of the words below them.
const WORDS: u16 = 4;

/// The options that change nothing for a client of a server: how much a computer may use is what the operator says, the
/// client has no plain lines there, and its terminal is always far away.
const NOT_SERVED: &[(&str, &str)] =
    &[("look", "linear"), ("input", "escape_ms"), ("play", "think"), ("play", "threads"), ("play", "memory")];

/// A row of the screen.
#[derive(Clone, Copy)]
enum Row {
    Heading(&'static str),
    Option(&'static OptionSpec),
    /// Opens the key bindings.
    Keys,
}

impl Row {
    /// Can it be chosen?
    const fn is_open(self) -> bool {
        !matches!(self, Row::Heading(_))
    }
}

/// The heading of a section of the file.
fn heading(section: &'static str) -> &'static str {
    match section {
        "look" => "Look",
        "input" => "Mouse and keyboard",
        "sound" => "Sound",
        "play" => "New games",
        section => section,
    }
}

/// A value in words.
fn words(option: &OptionSpec, value: &str, world: &World) -> String {
    match (option.kind, option.key, value) {
        (Kind::Flag, _, "true") => "yes".to_owned(),
        (Kind::Flag, _, "false") => "no".to_owned(),
        (_, "level", value) => {
            let level = value.parse().unwrap_or(1);
            let bar = Bar::new(level, LEVELS.into(), &world.glyphs).track().text(6);
            format!("{value}  {}  {bar}", level_name(level as u8))
        }
        (_, "threads", "0") => "one per core".to_owned(),
        (_, key, "auto") => auto::chosen(key, world).map_or(value.to_owned(), |chosen| format!("auto: {chosen}")),
        (_, "escape_ms" | "escape_ms_ssh" | "pause_ms" | "slow_ms", value) => format!("{value} ms"),
        (_, "think", value) => format!("{value} s"),
        (_, "memory", value) => format!("{value} MB"),
        (_, _, value) => value.to_owned(),
    }
}

/// Whether the value of an option can be typed.
const fn is_typed(option: &OptionSpec) -> bool {
    matches!(option.kind, Kind::Text | Kind::Number(..) | Kind::Clock)
}

/// The label of the text field.
const TYPED: &str = "> ";

/// The clocks that Left and Right cycle through.
const CLOCKS: &[&str] = &["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];

impl Settings {
    /// The settings screen with all options.
    pub fn new(world: &World) -> Settings {
        let games = world.client.games.games();
        let example = games.iter().find(|game| !game.spec().has_reserve()).and_then(|game| Example::of(*game));
        Settings { list: ListState::new(1), entry: None, message: None, example }
    }

    fn rows(world: &World) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut section = "";
        let here =
            |option: &&OptionSpec| !world.client.is_served() || !NOT_SERVED.contains(&(option.section, option.key));
        for option in OPTIONS.iter().filter(here) {
            if option.section != section {
                section = option.section;
                rows.push(Row::Heading(heading(section)));
            }
            rows.push(Row::Option(option));
        }
        rows.extend([Row::Heading("Keys"), Row::Keys]);
        rows
    }

    /// Which rows can be chosen.
    fn open(world: &World) -> Vec<bool> {
        Settings::rows(world).into_iter().map(Row::is_open).collect()
    }

    fn option(&self, world: &World) -> Option<&'static OptionSpec> {
        match Settings::rows(world).get(self.list.selected) {
            Some(Row::Option(option)) => Some(option),
            _ => None,
        }
    }

    /// The values that Left and Right cycle through.
    fn values(option: &OptionSpec, world: &World) -> Vec<String> {
        let texts = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match (option.kind, option.section, option.key) {
            (Kind::Word(words), ..) => texts(words),
            (Kind::Flag, ..) => texts(&["false", "true"]),
            (Kind::Number(from, to), ..) if to - from < 20 => {
                (from..=to).map(|number| number.to_string()).collect()
            }
            (Kind::Number(..), ..) => texts(&["10", "25", "50", "100", "200", "500"]),
            (Kind::Text, "look", "theme") => {
                world.themes.list().iter().map(|(name, _)| (*name).to_owned()).collect()
            }
            (Kind::Clock, ..) => texts(CLOCKS),
            (Kind::Text, ..) => Vec::new(),
        }
    }

    fn change(&mut self, by: isize, world: &mut World) -> Transition {
        let Some(option) = self.option(world) else { return Transition::Same };
        let values = Settings::values(option, world);
        if values.is_empty() {
            return Transition::Same;
        }
        let now = world.client.config.get(option.section, option.key).unwrap_or_default();
        let at = values.iter().position(|value| *value == now);
        let next = at.map_or(0, |at| (at as isize + by).rem_euclid(values.len() as isize) as usize);
        let value = values[next].clone();
        self.set(option, &value, world);
        Transition::Changed
    }

    /// Gives an option this value. Returns whether it was taken.
    fn set(&mut self, option: &OptionSpec, value: &str, world: &mut World) -> bool {
        if let Some(problem) = Settings::wrong(option, value, world) {
            self.message = Some(Message::warning(problem));
            return false;
        }
        if !world.client.config.set(option.section, option.key, value) {
            self.message = Some(Message::warning(format!("{value}: expected {}", option.kind.expected())));
            return false;
        }
        // Only what this option affects is applied again, because other options may be changed temporarily by a
        // key.
        match (option.section, option.key) {
            ("look", "theme" | "colours") => world.take_theme(),
            ("look", "glyphs") => world.take_glyphs(),
            ("input", "mouse") => world.take_mouse(),
            ("sound", "notify") => world.take_focus(),
            _ => {}
        }
        self.message = keep(option.section, option.key, value, &mut world.client).err().map(Message::warning);
        true
    }

    /// Checks beyond the option table: the problem with a value, if any.
    fn wrong(option: &OptionSpec, value: &str, world: &World) -> Option<String> {
        match (option.section, option.key) {
            ("look", "theme") if !world.themes.has(value) => {
                let names: Vec<&str> = world.themes.list().into_iter().map(|(name, _)| name).collect();
                Some(format!("there is no theme \"{value}\": expected one of {}", names.join(", ")))
            }
            _ if option.kind == Kind::Clock => ClockSetup::read_here(value).err().map(|error| error.to_string()),
            _ => None,
        }
    }

    fn areas(&self, world: &World, area: Rect) -> Areas {
        let [title, content, footer] = titled(area);
        let [beside, _] = Layout::vertical([Constraint::Fill(1), Constraint::Length(WORDS)]).areas(content);
        let [_, board] = Layout::horizontal([Constraint::Length(BESIDE), Constraint::Fill(1)]).areas(beside);
        let rows = Settings::rows(world).len() as u16;
        // The words have the same rows at the foot, whatever is chosen.
        let parts = Layout::vertical([Constraint::Fill(1), Constraint::Length(WORDS)]);
        let [list, lower] = parts.areas(sides(content, 1));
        let [list] = Layout::vertical([Constraint::Max(rows)]).areas(list);
        let list = columns(list, WIDEST);
        let field = u16::from(self.entry.is_some());
        let [field, words] = Layout::vertical([Constraint::Length(field), Constraint::Fill(1)]).areas(lower);
        Areas { title: sides(title, 1), list, board, field, words, footer }
    }

    /// What is said below the list.
    fn words(&self, world: &World) -> Vec<(String, Role)> {
        let mut words = Vec::new();
        if let Some(option) = self.option(world) {
            words.push((format!("{}. In the file: {}.{}", option.help, option.section, option.key), Role::Dim));
            if option.key == "theme" {
                let about = world.themes.list().into_iter().find(|(name, _)| *name == world.theme.name());
                words.extend(about.map(|(_, about)| (about.to_owned(), Role::Dim)));
            }
        }
        words.push(match (&self.message, &world.client.paths) {
            (Some(message), _) => (message.words.clone(), message.role),
            (None, _) if world.client.files == Files::None => (Refusal::None.to_string(), Role::Dim),
            (None, Some(_)) if !world.client.files.is_anywhere() => {
                ("Saved for you on this server.".to_owned(), Role::Dim)
            }
            (None, Some(paths)) => (format!("Saved to {}.", paths.config_file.display()), Role::Dim),
            (None, None) => ("No home folder was found: settings are not saved.".to_owned(), Role::Dim),
        });
        words
    }
}

impl Screen for Settings {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::Left | Action::Right => {
                self.option(world).is_some_and(|option| Settings::values(option, world).len() > 1)
            }
            Action::Pick | Action::Back | Action::Leave => true,
            _ => self.list.can(action, &Settings::open(world)),
        }
    }

    fn say(&self, action: Action, world: &World) -> Option<String> {
        let words = || match self.option(world) {
            Some(option) if is_typed(option) => "type",
            Some(_) => "change",
            None => "open",
        };
        (action == Action::Pick).then(|| words().to_owned())
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.entry.as_ref().map(|_| vec![("Enter", "take it"), ("Esc", "cancel")]).unwrap_or_default()
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Left, Action::Right, Action::Up, Action::Down, Action::Pick, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Left => self.change(-1, world),
            Action::Right => self.change(1, world),
            Action::Pick if matches!(Settings::rows(world).get(self.list.selected), Some(Row::Keys)) => {
                Transition::push(Box::new(keys::Keys::new()))
            }
            Action::Pick => match self.option(world) {
                Some(option) if is_typed(option) => {
                    self.entry = Some(FieldState::default());
                    Transition::Changed
                }
                _ => self.change(1, world),
            },
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                self.message = None;
                if self.list.step(action, &Settings::open(world)) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if let Some(field) = &mut self.entry {
            return match field.input(input) {
                Some(FieldStep::Enter) => {
                    let text = field.text().trim().to_owned();
                    let option = self.option(world)?;
                    // A value that was refused can be corrected.
                    if text.is_empty() || self.set(option, &text, world) {
                        self.entry = None;
                    }
                    Some(Transition::Changed)
                }
                Some(FieldStep::Leave) => {
                    (self.entry, self.message) = (None, None);
                    Some(Transition::Changed)
                }
                Some(FieldStep::Changed) => {
                    self.message = None;
                    Some(Transition::Changed)
                }
                None => matches!(input, Input::Key(key) if !key.ctrl).then_some(Transition::Same),
            };
        }
        match *input {
            Input::Press(x, y) => {
                let all = Settings::rows(world);
                let list = self.areas(world, world.whole()).list;
                let again = self.list.press(list, all.len(), |at| all[at].is_open(), Point::new(x, y))?;
                Some(match (again, all[self.list.selected]) {
                    (true, Row::Keys) => self.act(Action::Pick, world),
                    (true, _) => self.change(1, world),
                    _ => Transition::Changed,
                })
            }
            _ => None,
        }
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        Some(Field::new(TYPED, self.entry.as_ref()?).cursor(self.areas(world, area).field))
    }

    fn tell(&mut self, message: Message) {
        self.message = Some(message);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = self.areas(world, area);
        Label::new("Settings", world.theme.style(Role::Title)).render(areas.title, buffer);
        let item = |row: Row| match row {
            Row::Option(option) => {
                let value = world.client.config.get(option.section, option.key).unwrap_or_default();
                Item::choice(option.label, words(option, &value, world))
            }
            Row::Keys => Item::new("Key bindings", "change"),
            Row::Heading(name) => Item::heading(name),
        };
        let items: Vec<Item> = Settings::rows(world).into_iter().map(item).collect();
        List::new(&items, world).form().render(areas.list, buffer, &mut { self.list });
        let mut free = usize::from(areas.words.height);
        let lines = self.words(world).into_iter().flat_map(|(text, role)| {
            let lines = block(&world.glyphs, &text, areas.words.width.into(), free);
            free -= lines.len();
            lines.into_iter().map(move |line| (line, world.theme.style(role)))
        });
        Lines(lines).render(areas.words, buffer);
        if let Some(field) = &self.entry {
            Field::new(TYPED, field).style(world.theme.style(Role::Prompt)).render(areas.field, buffer);
        }
        if let Some(Example { position, signs }) = &self.example {
            marked_board(world, position.as_ref(), signs, areas.board, buffer);
        }
        Footer::of(self, world).render(areas.footer, buffer);
    }
}
