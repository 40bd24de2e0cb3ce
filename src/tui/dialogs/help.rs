//! The keys of the screen below, from the table that drives input. Typing filters them, Enter does
//! what is chosen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::tui::action::{ACTIONS, Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Cover, Screen, Step};
use crate::tui::theme::Role;
use crate::tui::widgets::field::{Field, FieldStep};
use crate::tui::widgets::frame;
use crate::tui::widgets::list::{self, Chosen, Item};
use crate::tui::world::World;

/// A line of the help.
struct Entry {
    action: Option<Action>,
    item: Item,
}

/// The keys of a screen.
pub struct Help {
    title: &'static str,
    /// Whether only what can be done now is in it, under no headings.
    entries: Vec<Entry>,
    filter: Field,
    chosen: Chosen,
}

impl Help {
    /// The keys of a screen.
    pub fn of(screen: &dyn Screen, world: &World) -> Help {
        Help::with("Keys", true, screen, world)
    }

    /// The list that is drawn: all keys in their groups, or only what can be done, by its name.
    pub(super) fn with(title: &'static str, whole: bool, screen: &dyn Screen, world: &World) -> Help {
        let context = screen.context();
        let mut entries: Vec<Entry> = Vec::new();
        let mut group = None;
        for row in ACTIONS.iter().filter(|row| row.contexts.contains(&context)) {
            let can = screen.can(row.action, world) || always(row.action);
            if !whole && (!can || matches!(row.action, Action::Help | Action::Palette)) {
                continue;
            }
            if whole && group != Some(row.group) {
                group = Some(row.group);
                entries.push(Entry { action: None, item: Item::heading(row.group.title()) });
            }
            let keys: Vec<String> =
                world.keymap.keys(context, row.action).iter().map(ToString::to_string).collect();
            let text = if can { row.title.to_owned() } else { format!("{} (not now)", row.title) };
            let item = Item::new(text, keys.join(" "));
            entries.push(Entry { action: can.then_some(row.action), item });
        }
        let mut help = Help { title, entries, filter: Field::default(), chosen: Chosen(0) };
        help.settle();
        help
    }

    fn shown(&self) -> Vec<&Entry> {
        let wanted = self.filter.text().to_lowercase();
        let fits = |entry: &&Entry| {
            let text = format!("{} {}", entry.item.text, entry.item.value).to_lowercase();
            wanted.is_empty() || entry.item.open && subsequence(&wanted, &text)
        };
        self.entries.iter().filter(fits).collect()
    }

    fn settle(&mut self) {
        let open: Vec<bool> = self.shown().iter().map(|entry| entry.item.open).collect();
        if open.get(self.chosen.0) != Some(&true) {
            self.chosen = Chosen(open.iter().position(|&open| open).unwrap_or(0));
        }
    }

    fn choose(&self) -> Step {
        match self.shown().get(self.chosen.0).and_then(|entry| entry.action) {
            Some(action) => Step::Run(action),
            None => Step::Same,
        }
    }

    fn area(&self, area: Rect) -> Rect {
        let rows = self.entries.len() as u16 + 4;
        frame::centred(area, 64, rows.min(area.height.saturating_sub(2)).max(6))
    }
}

/// What the program itself does on every screen.
fn always(action: Action) -> bool {
    matches!(
        action,
        Action::Quit
            | Action::Redraw
            | Action::Suspend
            | Action::Glyphs
            | Action::Mouse
            | Action::Help
            | Action::Palette
    )
}

/// Do the letters of one text stand in the other in this order?
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

    fn can(&self, _: Action, _: &World) -> bool {
        true
    }

    fn act(&mut self, action: Action, _: &mut World) -> Step {
        match action {
            Action::Pick => self.choose(),
            Action::Back | Action::Leave => Step::Close,
            _ => {
                let open: Vec<bool> = self.shown().iter().map(|entry| entry.item.open).collect();
                if self.chosen.step(action, &open) { Step::Changed } else { Step::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        use crate::tui::input::Key;
        if let Input::Stroke(stroke) = input
            && !matches!(stroke.key, Key::Char(_) | Key::Backspace | Key::Delete)
        {
            return None;
        }
        if let Input::Stroke(stroke) = input
            && stroke.ctrl
        {
            return None;
        }
        if let Input::Wheel(by, ..) = input {
            let action = if *by < 0 { Action::Up } else { Action::Down };
            return Some(self.act(action, world));
        }
        let step = match self.filter.input(input)? {
            FieldStep::Changed => Step::Changed,
            FieldStep::Enter => self.choose(),
            FieldStep::Leave => Step::Close,
        };
        self.settle();
        Some(step)
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        let inside = self.area(area);
        Some(Point::new(inside.x + 10 + self.filter.column() as u16, inside.y + 1))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let inside = frame::draw(world, self.area(area), self.title, buffer);
        if inside.height < 2 {
            return;
        }
        let room = usize::from(inside.width);
        buffer.set_stringn(
            inside.x,
            inside.y,
            format!("filter: {}", self.filter.text()),
            room,
            world.theme.style(Role::Prompt),
        );
        let items: Vec<Item> = self.shown().into_iter().map(|entry| entry.item.clone()).collect();
        let below = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
        list::draw(world, below, &items, self.chosen, buffer);
    }
}
