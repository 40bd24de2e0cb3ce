//! The key bindings of the screen below, from the same table that drives input. Typing filters the list, and
//! Enter performs the selected action. The signs of the board follow, each as it is drawn.

mod signs;
mod synonyms;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::{ACTIONS, Action, Context, Group};
use crate::board::cell::Sign;
use crate::input::{Input, KeyCode};
use crate::screen::{Cover, Screen, Transition, possible};
use crate::theme::Role;
use crate::theme::ground::Ground;
use crate::widgets::areas::from_top;
use crate::widgets::field::{Field, FieldState, FieldStep};
use crate::widgets::frame::Dialog;
use crate::widgets::label::Label;
use crate::widgets::list::{Item, List, ListState};
use crate::world::World;

/// A row of the help.
struct HelpEntry {
    action: Option<Action>,
    item: Item,
    /// More text for the filter to match, besides the visible text.
    names: String,
    /// The sign of the board that the row explains, as it is drawn, and the state of its square.
    sign: Option<(String, Role)>,
}

/// The label in front of the filter.
const LABEL: &str = "filter: ";

/// The most columns of the box, and the rows that it has at least, where the window has them.
const WIDEST: u16 = 76;
const LEAST: u16 = 12;

/// The width of the column of keys. In a window narrower than `NARROW` only one key is shown.
const KEYS: usize = 13;
const NARROW: u16 = 60;

/// The list of key bindings of a screen.
pub struct Help {
    title: &'static str,
    entries: Vec<HelpEntry>,
    filter: FieldState,
    list: ListState,
}

impl Help {
    /// The key bindings of a screen.
    pub(crate) fn of(screen: &dyn Screen, world: &World) -> Help {
        Help::with("Keys", true, screen, world)
    }

    /// The list: all bindings in their groups, or only the titles of the actions that are possible now.
    pub(super) fn with(title: &'static str, whole: bool, screen: &dyn Screen, world: &World) -> Help {
        let context = screen.context();
        let mut entries: Vec<HelpEntry> = Vec::new();
        let mut group = None;
        for row in ACTIONS.iter().filter(|row| row.contexts.contains(&context)) {
            let can = possible(screen, row.action, world);
            // The list has what exists here; moving the cursor is no command.
            let hidden = matches!(row.action, Action::Help | Action::Palette) || row.group == Group::Cursor;
            let elsewhere = row.action == Action::Suspend && world.client.is_served();
            if !can || elsewhere || !whole && hidden {
                continue;
            }
            if whole && group != Some(row.group) {
                group = Some(row.group);
                let item = Item::heading(row.group.title());
                entries.push(HelpEntry { action: None, item, names: String::new(), sign: None });
            }
            let keys: Vec<String> = world.keymap.keys(context, row.action).map(|key| key.to_string()).collect();
            let narrow = world.facts.size.0 < NARROW;
            let most = if narrow { 1 } else { keys.len() };
            let keys = keys[..most.min(keys.len())].join(" ");
            let wide = if narrow { 5 } else { KEYS };
            let item = if whole {
                Item::new(format!("{keys:wide$}  {}", row.title), "")
            } else {
                Item::keys(row.title, keys)
            };
            let names = format!("{} {} {}", row.id, row.short, synonyms::of(row.id));
            entries.push(HelpEntry { action: Some(row.action), item, names, sign: None });
        }
        if whole && matches!(context, Context::Board | Context::Review | Context::Explorer | Context::Lesson) {
            let heading = Item::heading("Signs on the board");
            entries.push(HelpEntry { action: None, item: heading, names: String::new(), sign: None });
            let wide = if world.facts.size.0 < NARROW { 5 } else { KEYS };
            let signs = Sign::ALL.map(|sign| (signs::meaning(sign), sign.drawn(&world.glyphs), sign.role()));
            let goal = (signs::GOAL, format!(" {} ", world.glyphs.goal), Role::Goal);
            let cursor = (signs::CURSOR, " ^ ".to_owned(), Role::Text);
            entries.extend(signs.into_iter().chain([goal, cursor]).map(|(meaning, drawn, role)| {
                let item = Item::new(format!("{:wide$}  {meaning}", ""), "");
                HelpEntry { action: None, item, names: "sign".to_owned(), sign: Some((drawn, role)) }
            }));
        }
        let mut help = Help { title, entries, filter: FieldState::default(), list: ListState::default() };
        help.settle();
        help
    }

    /// The rows that match the filter: first those whose title has the typed text, then those with another word for
    /// it, then those whose title has its letters in this order.
    fn shown(&self) -> Vec<&HelpEntry> {
        let wanted = self.filter.text().trim().to_lowercase();
        if wanted.is_empty() {
            return self.entries.iter().collect();
        }
        let rank = |entry: &HelpEntry| {
            let title = entry.item.text.to_lowercase();
            let names = format!("{} {}", entry.names, entry.item.value).to_lowercase();
            let rank = match (title.contains(&wanted), names.contains(&wanted)) {
                (true, _) => 0,
                (false, true) => 1,
                // The words of the title are abbreviated, not the other words, in which any letters are found.
                _ if subsequence(&wanted, &title) => 2,
                _ => return None,
            };
            entry.item.open.then_some(rank)
        };
        let mut shown: Vec<(u8, &HelpEntry)> =
            self.entries.iter().filter_map(|entry| Some((rank(entry)?, entry))).collect();
        shown.sort_by_key(|&(rank, _)| rank);
        shown.into_iter().map(|(_, entry)| entry).collect()
    }

    fn open(&self) -> Vec<bool> {
        self.shown().iter().map(|entry| entry.item.open).collect()
    }

    /// Selects the first row that can be selected.
    fn settle(&mut self) {
        self.list = ListState::new(self.open().iter().position(|&open| open).unwrap_or(0));
    }

    fn choose(&self) -> Transition {
        match self.shown().get(self.list.selected).and_then(|entry| entry.action) {
            Some(action) => Transition::run(action),
            None => Transition::Same,
        }
    }

    /// The box, the row of the filter and the area of the list.
    fn areas(&self, world: &World) -> (Rect, Rect, Rect) {
        let rows = self.entries.len() as u16 + 3;
        let wide = self.entries.iter().map(|entry| entry.item.columns() as u16 + 4).max().unwrap_or(0);
        let shape = world.stage().scrolling(wide.min(WIDEST), rows, LEAST);
        let ([filter], list) = from_top(Dialog::inside(shape), [1]);
        (shape, filter, list)
    }
}

/// Whether the letters of the first text occur in the second in this order.
fn subsequence(wanted: &str, text: &str) -> bool {
    let mut letters = text.chars();
    wanted.chars().all(|letter| letters.any(|other| other == letter))
}

impl Screen for Help {
    fn context(&self) -> Context {
        Context::List
    }

    fn cover(&self) -> Cover {
        Cover::Part
    }

    fn can(&self, action: Action, _: &World) -> bool {
        self.list.can(action, &self.open()) || matches!(action, Action::Pick | Action::Back | Action::Leave)
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Up/Down", "move"), ("Enter", "do it"), ("Esc", "close")]
    }

    fn act(&mut self, action: Action, _: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(),
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                let open = self.open();
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match input {
            // All other keys act on the list.
            Input::Key(key) => match (key.code, key.ctrl) {
                (
                    KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete | KeyCode::Left | KeyCode::Right,
                    false,
                )
                | (KeyCode::Char('u' | 'w'), true) => {}
                _ => return None,
            },
            Input::Wheel(by, ..) => {
                let action = if *by < 0 { Action::Up } else { Action::Down };
                return Some(self.act(action, world));
            }
            Input::Press(x, y) => {
                let (_, _, list) = self.areas(world);
                let open = self.open();
                let again = self.list.press(list, open.len(), |at| open[at], Point::new(*x, *y))?;
                return Some(if again { self.choose() } else { Transition::Changed });
            }
            _ => {}
        }
        let was = self.filter.text().to_owned();
        let step = match self.filter.input(input)? {
            FieldStep::Changed => Transition::Changed,
            FieldStep::Enter => self.choose(),
            FieldStep::Leave => Transition::Close,
        };
        if self.filter.text() != was {
            self.settle();
        }
        Some(step)
    }

    fn cursor(&self, world: &World, _: Rect) -> Option<Point> {
        Some(Field::new(LABEL, &self.filter).cursor(self.areas(world).1))
    }

    fn draw(&self, world: &World, _: Rect, buffer: &mut Buffer) {
        let (shape, filter, list) = self.areas(world);
        Dialog::new(world, self.title).render(shape, buffer);
        Field::new(LABEL, &self.filter).style(world.theme.style(Role::Prompt)).render(filter, buffer);
        let items: Vec<Item> = self.shown().into_iter().map(|entry| entry.item.clone()).collect();
        if items.is_empty() {
            Label::new("no command matches", world.theme.style(Role::Dim)).render(list, buffer);
        }
        let mut state = self.list;
        List::new(&items, world).render(list, buffer, &mut state);
        // The sign of a row stands in the column of the keys.
        for (row, entry) in list.inner(Margin::new(2, 0)).rows().zip(self.shown().into_iter().skip(state.offset()))
        {
            if let Some((drawn, role)) = &entry.sign {
                Label::new(drawn, world.theme.on(Ground::DARK.marked(*role), None)).render(row, buffer);
            }
        }
    }
}
