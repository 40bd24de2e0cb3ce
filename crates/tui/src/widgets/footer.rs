//! The footer: as many key bindings as fit, from the table of actions, the keymap and what the screen can do now.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::Widget;

use super::put::put;
use super::text::columns;
use crate::action::{ACTIONS, Action, Context};
use crate::screen::{Screen, possible};
use crate::theme::Role;
use crate::world::World;

/// Two actions that are shown as one entry if they are adjacent, in lists, forms and reviews.
const PAIRS: &[(Action, Action, &str)] = &[
    (Action::Up, Action::Down, "move"),
    (Action::Left, Action::Right, "change"),
    (Action::PageUp, Action::PageDown, "page"),
    (Action::Previous, Action::Next, "heading"),
    (Action::LookBack, Action::LookForward, "step"),
];

/// An entry: one or two keys with a label.
type Entry = (Vec<String>, String);

/// The entries of these actions of a screen.
fn entries(world: &World, screen: &dyn Screen, actions: &[Action]) -> Vec<Entry> {
    let context = screen.context();
    let key = |action: Action| world.keymap.key(context, action);
    let mut entries = Vec::new();
    let mut rest = actions;
    while let [action, more @ ..] = rest {
        rest = more;
        let pair = PAIRS.iter().find(|pair| context != Context::Board && pair.0 == *action);
        if let Some((_, second, word)) = pair
            && more.first() == Some(second)
            && let (Some(one), Some(other)) = (key(*action), key(*second))
        {
            entries.push((vec![one, other], (*word).to_owned()));
            rest = &more[1..];
            continue;
        }
        let row = ACTIONS.iter().find(|row| row.action == *action && row.contexts.contains(&context));
        let word = screen.say(*action, world).or_else(|| row.map(|row| row.short.to_owned()));
        entries.extend(key(*action).map(|key| vec![key]).zip(word));
    }
    entries
}

/// Keys with what they do, at this column. Their ground is one column wider than their names at both sides. Returns the
/// column for the next one.
fn chip(world: &World, keys: &[&str], does: &str, row: Rect, x: u16, buffer: &mut Buffer) -> u16 {
    let (room, chip) = (usize::from(row.right().saturating_sub(x)), world.theme.style(Role::FooterKey));
    let from = x.saturating_sub(1);
    let second = x + columns(keys.first().unwrap_or(&""), room) as u16;
    let x = put(buffer, x, row.y, keys.join("/"), room, chip);
    buffer.set_style(Rect { x: from, width: x + 1 - from, height: 1, ..row }, chip);
    let room = usize::from(row.right().saturating_sub(x + 1));
    let end = put(buffer, x + 1, row.y, does, room, world.theme.style(Role::Footer));
    // Of two keys the label is that of the second, which goes on.
    let first = if keys.len() > 1 { second } else { end };
    let place = |from: u16, to: u16| Rect { x: from, width: to.saturating_sub(from), height: 1, ..row };
    for (key, place) in keys.iter().zip([place(from, first), place(first, end)]) {
        world.clicks.note(place, key);
    }
    end + 2
}

/// Keys with what they do, from the left of a row, as many as fit.
#[derive(Clone, Copy)]
pub struct Chips<'a> {
    /// The look.
    pub world: &'a World,
    /// The keys.
    pub keys: &'a [(String, &'a str)],
}

impl Widget for Chips<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut x = area.x;
        for (key, does) in self.keys {
            let room = usize::from(area.right().saturating_sub(x));
            if area.height == 0 || columns(key, room) + columns(does, room) + 1 > room {
                return;
            }
            x = chip(self.world, &[key], does, area, x, buffer);
        }
    }
}

/// The keys of a screen in one row: of the actions in its footer those that are possible now, as many as fit; the last one
/// is always that of the help. While a text is typed, they are the keys of its field.
#[derive(Clone, Copy)]
pub struct Footer<'a> {
    world: &'a World,
    screen: &'a dyn Screen,
}

impl<'a> Footer<'a> {
    /// The keys of this screen.
    pub const fn of(screen: &'a dyn Screen, world: &'a World) -> Footer<'a> {
        Footer { world, screen }
    }
}

impl Widget for Footer<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Footer { world, screen } = self;
        if area.height == 0 {
            return;
        }
        let field = screen.field_keys();
        if !field.is_empty() {
            let keys: Vec<_> = field.into_iter().map(|(key, does)| (key.to_owned(), does)).collect();
            return Chips { world, keys: &keys }.render(area.inner(Margin::new(1, 0)), buffer);
        }
        let help = entries(world, screen, &[Action::Help]).pop();
        let room = usize::from(area.width);
        let long = |(keys, does): &Entry| {
            let names: usize = keys.iter().map(|key| columns(key, room) + 1).sum();
            (names + columns(does, room) + 2) as u16
        };
        let kept = help.as_ref().map_or(0, &long);
        let mut x = area.x + 1;
        let mut draw = |(keys, does): Entry, x: u16| {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            chip(world, &keys, &does, area, x, buffer)
        };
        let actions: Vec<Action> =
            screen.footer(world).into_iter().filter(|&action| possible(screen, action, world)).collect();
        for entry in entries(world, screen, &actions) {
            if x + long(&entry) + kept <= area.right() + 1 {
                x = draw(entry, x);
            }
        }
        if let Some(entry) = help
            && x + long(&entry) <= area.right() + 2
        {
            draw(entry, x);
        }
    }
}
