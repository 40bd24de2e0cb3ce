//! The settings screen: all options. A change takes effect at once and is written to the user's configuration
//! file; its comments are preserved.

mod auto;
mod example;
mod keys;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::Action;
use crate::board::preview::marked_board;
use crate::client::settings_file::keep;
use crate::config::{Kind, OPTIONS, OptionSpec};
use crate::form::{Enter, Fields, Form, FormState, Places};
use crate::message::Message;
use crate::paths::files::{Files, Refusal};
use crate::players::computer::{LEVELS, level_name};
use crate::screen::Transition;
use crate::session::setup::ClockSetup;
use crate::theme::Role;
use crate::widgets::areas::{columns, sides, titled};
use crate::widgets::bar::Bar;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List};
use crate::widgets::text::block;
use crate::world::World;
use example::Example;

/// The settings screen.
pub struct Settings {
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
pub enum Row {
    /// Names the rows below it.
    Heading(&'static str),
    /// An option of the file.
    Option(&'static OptionSpec),
    /// Opens the key bindings.
    Keys,
}

impl Row {
    const fn option(self) -> Option<&'static OptionSpec> {
        if let Row::Option(option) = self { Some(option) } else { None }
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

/// The clocks that Left and Right cycle through.
const CLOCKS: &[&str] = &["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];

impl Settings {
    /// The settings screen with all options.
    pub fn new(world: &World) -> Form<Settings> {
        let games = world.client.games.games();
        let example = games.iter().find(|game| !game.spec().has_reserve()).and_then(|game| Example::of(*game));
        Form::new(Settings { example }, 1)
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

    /// Gives an option this value, or refuses it. Returns why it could not be written to the file.
    fn set(option: &OptionSpec, value: &str, world: &mut World) -> Result<Option<Message>, Message> {
        if let Some(problem) = Settings::wrong(option, value, world) {
            return Err(Message::warning(problem));
        }
        if !world.client.config.set(option.section, option.key, value) {
            return Err(Message::warning(format!("{value}: expected {}", option.kind.expected())));
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
        Ok(keep(option.section, option.key, value, &mut world.client).err().map(Message::warning))
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

    fn areas(&self, form: &FormState, world: &World, area: Rect) -> Areas {
        let [title, content, footer] = titled(area);
        let [beside, _] = Layout::vertical([Constraint::Fill(1), Constraint::Length(WORDS)]).areas(content);
        let [_, board] = Layout::horizontal([Constraint::Length(BESIDE), Constraint::Fill(1)]).areas(beside);
        let rows = self.rows(world).len() as u16;
        // The words have the same rows at the foot, whatever is chosen.
        let parts = Layout::vertical([Constraint::Fill(1), Constraint::Length(WORDS)]);
        let [list, lower] = parts.areas(sides(content, 1));
        let [list] = Layout::vertical([Constraint::Max(rows)]).areas(list);
        let list = columns(list, WIDEST);
        let field = u16::from(form.entry.is_some());
        let [field, words] = Layout::vertical([Constraint::Length(field), Constraint::Fill(1)]).areas(lower);
        Areas { title: sides(title, 1), list, board, field, words, footer }
    }

    /// What is said below the list.
    fn words(&self, form: &FormState, world: &World) -> Vec<(String, Role)> {
        let mut words = Vec::new();
        let chosen = self.rows(world)[form.list.selected];
        if let Some(option) = chosen.option() {
            words.push((format!("{}. In the file: {}.{}", option.help, option.section, option.key), Role::Dim));
            if option.key == "theme" {
                let about = world.themes.list().into_iter().find(|(name, _)| *name == world.theme.name());
                words.extend(about.map(|(_, about)| (about.to_owned(), Role::Dim)));
            }
        }
        words.push(match (&form.message, &world.client.paths) {
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

impl Fields for Settings {
    type Row = Row;
    const KEYS: [Action; 6] = [Action::Left, Action::Right, Action::Up, Action::Down, Action::Pick, Action::Back];

    fn rows(&self, world: &World) -> Vec<Row> {
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

    fn item(&self, row: Row, world: &World) -> Item {
        match row {
            Row::Option(option) => {
                let value = world.client.config.get(option.section, option.key).unwrap_or_default();
                Item::choice(option.label, words(option, &value, world))
            }
            Row::Keys => Item::new("Key bindings", "change"),
            Row::Heading(name) => Item::heading(name),
        }
    }

    fn enter(&self, row: Row, _: &World) -> (Enter, String) {
        let (does, words) = match row.option() {
            Some(option) if is_typed(option) => (Enter::Types, "type"),
            Some(_) => (Enter::Changes, "change"),
            None => (Enter::Acts, "open"),
        };
        (does, words.to_owned())
    }

    fn can_change(&self, row: Row, world: &World) -> bool {
        row.option().is_some_and(|option| Settings::values(option, world).len() > 1)
    }

    fn change(&mut self, row: Row, by: isize, world: &mut World) -> Option<Message> {
        let option = row.option()?;
        let values = Settings::values(option, world);
        let now = world.client.config.get(option.section, option.key).unwrap_or_default();
        let at = values.iter().position(|value| *value == now);
        let next = at.map_or(0, |at| (at as isize + by).rem_euclid(values.len() as isize) as usize);
        Settings::set(option, values.get(next)?, world).unwrap_or_else(Some)
    }

    fn act(&mut self, _: Row, _: &mut FormState, _: &mut World) -> Transition {
        Transition::push(Box::new(keys::Keys::new()))
    }

    fn typed(&mut self, row: Row, text: &str, world: &mut World) -> Result<Option<Message>, Message> {
        row.option().filter(|_| !text.is_empty()).map_or(Ok(None), |option| Settings::set(option, text, world))
    }

    fn keeps_refusal(&self) -> bool {
        false
    }

    fn places(&self, form: &FormState, world: &World, area: Rect) -> Places {
        let Areas { list, field, footer, .. } = self.areas(form, world, area);
        Places { list, field, footer, more: 0 }
    }

    fn draw(&self, form: &FormState, items: &[Item], world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = self.areas(form, world, area);
        Label::new("Settings", world.theme.style(Role::Title)).render(areas.title, buffer);
        List::new(items, world).form().render(areas.list, buffer, &mut { form.list });
        let mut free = usize::from(areas.words.height);
        let lines = self.words(form, world).into_iter().flat_map(|(text, role)| {
            let lines = block(&world.glyphs, &text, areas.words.width.into(), free);
            free -= lines.len();
            lines.into_iter().map(move |line| (line, world.theme.style(role)))
        });
        Lines(lines).render(areas.words, buffer);
        if let Some(Example { position, signs }) = &self.example {
            marked_board(world, position.as_ref(), signs, areas.board, buffer);
        }
    }
}
