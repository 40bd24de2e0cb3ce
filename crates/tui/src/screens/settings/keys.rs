//! The key bindings: every action by the screens on which it works. Enter and a key bind this key.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::{ACTIONS, Action, Context, Row};
use crate::client::settings_file::keep_keys;
use crate::config::KeyRow;
use crate::input::{Input, Key, KeyCode};
use crate::keymap::{Keymap, is_typed};
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::screen::{Screen, Transition};
use crate::theme::Role;
use crate::widgets::areas::{columns, sides, titled};
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List, ListState};
use crate::widgets::text::block;
use crate::world::World;

/// The maximum width of the list.
const WIDEST: u16 = 90;

/// The screen of key bindings.
pub(super) struct Keys {
    list: ListState,
    /// Is the next key the new one?
    asks: bool,
    message: Option<Message>,
}

/// The name of a screen.
const fn screen(context: Context) -> &'static str {
    match context {
        Context::Board => "game",
        Context::List => "lists and forms",
        Context::Pages => "rules",
        Context::Explorer => "explorer",
        Context::Lesson => "lessons",
        Context::Talk => "talk",
        Context::Home => "first screen",
        Context::Lobby => "lobby",
        Context::Library => "saved games",
        Context::Shelf => "more games",
        Context::Review => "review",
    }
}

/// The names of the screens on which an action works.
fn screens(row: &Row) -> String {
    if row.contexts.len() == Context::COUNT {
        return "Everywhere".to_owned();
    }
    let names = |contexts: &[Context]| contexts.iter().map(|&at| screen(at)).collect::<Vec<_>>().join(", ");
    let others: Vec<Context> =
        Context::ALL.iter().copied().filter(|context| !row.contexts.contains(context)).collect();
    if others.len() < row.contexts.len() {
        return format!("Everywhere but: {}", names(&others));
    }
    let names = names(row.contexts);
    let first = names.chars().next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + names.get(1..).unwrap_or_default()
}

/// A line of the list.
enum Line {
    /// The heading of the screens that have these actions.
    Heading(String),
    /// An action.
    Action(&'static Row),
}

impl Line {
    const fn is_action(&self) -> bool {
        matches!(self, Line::Action(_))
    }
}

/// The lines of the list.
fn rows() -> Vec<Line> {
    let mut groups: Vec<(String, Vec<&'static Row>)> = Vec::new();
    for row in ACTIONS {
        let name = screens(row);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    groups
        .into_iter()
        .flat_map(|(name, rows)| std::iter::once(Line::Heading(name)).chain(rows.into_iter().map(Line::Action)))
        .collect()
}

/// The keys of a row now.
fn bound(row: &Row, world: &World) -> Vec<Key> {
    world.keymap.keys(row.contexts[0], row.action).collect()
}

/// Why this key cannot be bound to an action, if it cannot.
fn conflict(row: &Row, key: Key, world: &World) -> Option<String> {
    row.contexts.iter().find_map(|&context| {
        if is_typed(context, key) {
            return Some(format!("{key} is typed into the filter of the {}.", screen(context)));
        }
        let other = world.keymap.action(context, key).filter(|&other| other != row.action)?;
        let other = ACTIONS.iter().find(|row| row.action == other && row.contexts.contains(&context))?;
        Some(format!(
            "{key} is already used for \"{}\" ({}). Give that another key first.",
            other.title,
            screen(context)
        ))
    })
}

impl Keys {
    /// The screen with the first action chosen.
    pub(super) fn new() -> Keys {
        Keys { list: ListState::new(1), asks: false, message: None }
    }

    fn row(&self) -> Option<&'static Row> {
        match rows().into_iter().nth(self.list.selected)? {
            Line::Action(row) => Some(row),
            Line::Heading(_) => None,
        }
    }

    /// Binds a key in place of the first one of the action; its other keys stay. Where the key is taken, another one is
    /// asked for.
    fn bind(&mut self, key: Key, world: &mut World) {
        let Some(row) = self.row() else { return };
        if let Some(problem) = conflict(row, key, world) {
            (self.message, self.asks) = (Some(Message::warning(problem)), true);
            return;
        }
        let mut names = vec![key.to_string()];
        let others = bound(row, world).into_iter().skip(1).filter(|&other| other != key);
        names.extend(others.map(|other| other.to_string()));
        self.set(row, Some(&names), world);
    }

    /// Gives an action these keys, or those of the table.
    fn set(&mut self, row: &'static Row, names: Option<&[String]>, world: &mut World) {
        world.client.config.keys.retain(|known| known.action != row.id);
        if let Some(keys) = names.map(<[String]>::to_vec) {
            world.client.config.keys.push(KeyRow { action: row.id.to_owned(), keys, line: 0 });
        }
        let rows = world.client.config.keys.iter().map(|row| (row.action.as_str(), row.keys.as_slice()));
        let (keymap, problems) = Keymap::with(rows);
        world.keymap = keymap;
        let saved = keep_keys(row.id, names, &mut world.client).err().map(|error| error.to_string());
        let problem = problems.into_iter().find(|(id, _)| id == row.id);
        let problem = saved.or_else(|| problem.map(|(_, problem)| format!("{}: {problem}", row.title)));
        self.message = problem.map(Message::warning);
    }

    /// The title, the list, the words below it and the keys.
    fn areas(area: Rect) -> [Rect; 4] {
        let [title, content, footer] = titled(area);
        let [list, words] = Layout::vertical([Constraint::Fill(1), Constraint::Length(3)]).areas(sides(content, 1));
        [sides(title, 1), columns(list, WIDEST), words, footer]
    }

    /// What is said below the list.
    fn words(&self) -> Option<(String, Role)> {
        let row = self.row();
        match &self.message {
            Some(message) => Some((message.words.clone(), message.role)),
            None if self.asks => {
                Some((format!("Press the new key for \"{}\". Esc keeps the old one.", row?.title), Role::Prompt))
            }
            None => Some((
                format!("Enter, then the new key. Delete: the default keys. In the file: keys.{}", row?.id),
                Role::Dim,
            )),
        }
    }
}

impl Screen for Keys {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let steps = || self.list.can(action, &rows().iter().map(Line::is_action).collect::<Vec<_>>());
        matches!(action, Action::Pick | Action::Back | Action::Leave) || steps()
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        (action == Action::Pick).then(|| "new key".to_owned())
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.asks { vec![("Esc", "keep the old key")] } else { Vec::new() }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        match action {
            Action::Pick => {
                self.asks = true;
                self.message = None;
                Transition::Changed
            }
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                let open: Vec<bool> = rows().iter().map(Line::is_action).collect();
                self.message = None;
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Key(key) if self.asks => {
                (self.asks, self.message) = (false, None);
                if key != Key::plain(KeyCode::Esc) {
                    self.bind(key, world);
                }
                Some(Transition::Changed)
            }
            Input::Key(key) if key == Key::plain(KeyCode::Delete) => {
                let row = self.row()?;
                self.set(row, None, world);
                Some(Transition::Changed)
            }
            Input::Press(x, y) => {
                let all = rows();
                let [_, list, ..] = Keys::areas(world.whole());
                self.asks = self.list.press(list, all.len(), |at| all[at].is_action(), Point::new(x, y))?;
                Some(Transition::Changed)
            }
            _ => None,
        }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, words, footer] = Keys::areas(area);
        Label::new("Key bindings", world.theme.style(Role::Title)).render(title, buffer);
        let item = |line: &Line| match line {
            Line::Action(row) => {
                let names: Vec<String> = bound(row, world).iter().map(ToString::to_string).collect();
                if names.is_empty() {
                    Item::new(row.title, "no key")
                } else {
                    Item::keys(row.title, names.join(" "))
                }
            }
            Line::Heading(name) => Item::heading(name),
        };
        let items: Vec<Item> = rows().iter().map(item).collect();
        List::new(&items, world).render(list, buffer, &mut { self.list });
        if let Some((text, role)) = self.words() {
            let lines = block(&world.glyphs, &text, words.width.into(), words.height.into());
            Lines(lines.into_iter().map(|line| (line, world.theme.style(role)))).render(words, buffer);
        }
        Footer::of(self, world).render(footer, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::row;

    #[test]
    fn what_works_on_every_screen_is_said_to_work_everywhere() {
        assert_eq!(screens(row(Action::Quit)), "Everywhere");
        assert_ne!(screens(row(Action::Draw)), "Everywhere");
        for row in ACTIONS {
            assert!(screens(row).len() < 76, "{} is cut in a usual window", screens(row));
        }
    }
}
