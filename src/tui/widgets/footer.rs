//! The footer: as many key bindings as fit, from the table of actions and the keymap.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::put::put;
use super::text::columns;
use crate::tui::action::{ACTIONS, Action, Context};
use crate::tui::theme::Role;
use crate::tui::world::World;

/// The keys of a text field, with what they do.
pub fn field_keys(enter: &'static str) -> [(String, &'static str); 2] {
    [("Enter", enter), ("Esc", "close")].map(|(key, does)| (key.to_owned(), does))
}

/// Two actions that are shown as one entry if they are adjacent, in lists, forms and reviews.
const PAIRS: &[(Action, Action, &str)] = &[
    (Action::Up, Action::Down, "move"),
    (Action::Left, Action::Right, "change"),
    (Action::PageUp, Action::PageDown, "page"),
    (Action::Previous, Action::Next, "heading"),
    (Action::LookBack, Action::LookForward, "step"),
];

/// The words for an action where the table's label does not say enough.
type Say<'a> = &'a dyn Fn(Action) -> Option<String>;

/// The entries: one or two keys with a label.
fn words(world: &World, context: Context, actions: &[Action], say: Say<'_>) -> Vec<(String, String)> {
    let key = |action: Action| world.keymap.key(context, action);
    let mut words = Vec::new();
    let mut rest = actions;
    while let [action, more @ ..] = rest {
        rest = more;
        let pair = PAIRS.iter().find(|pair| context != Context::Board && pair.0 == *action);
        if let Some((_, second, word)) = pair
            && more.first() == Some(second)
            && let (Some(one), Some(other)) = (key(*action), key(*second))
        {
            words.push((format!("{one}/{other}"), (*word).to_owned()));
            rest = &more[1..];
            continue;
        }
        let row = ACTIONS.iter().find(|row| row.action == *action && row.contexts.contains(&context));
        let word = say(*action).or_else(|| row.map(|row| row.short.to_owned()));
        words.extend(key(*action).zip(word));
    }
    words
}

/// A key with what it does, at this column. Its ground is one column wider than its name at both sides. Returns the
/// column for the next one.
fn chip(world: &World, key: &str, does: &str, row: Rect, x: u16, buffer: &mut Buffer) -> u16 {
    let (room, chip) = (usize::from(row.right().saturating_sub(x)), world.theme.style(Role::FooterKey));
    let from = x.saturating_sub(1);
    let x = put(buffer, x, row.y, key, room, chip);
    buffer.set_style(Rect { x: from, width: x + 1 - from, height: 1, ..row }, chip);
    let room = usize::from(row.right().saturating_sub(x + 1));
    put(buffer, x + 1, row.y, does, room, world.theme.style(Role::Footer)) + 2
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
            x = chip(self.world, key, does, area, x, buffer);
        }
    }
}

/// The keys of a screen in one row: as many as fit; the last one is always that of the help.
#[derive(Clone, Copy)]
pub struct Footer<'a> {
    world: &'a World,
    context: Context,
    actions: &'a [Action],
    say: Say<'a>,
}

impl<'a> Footer<'a> {
    /// The keys of these actions.
    pub fn new(world: &'a World, context: Context, actions: &'a [Action]) -> Footer<'a> {
        Footer { world, context, actions, say: &|_| None }
    }

    /// Uses other words than those of the table for some of the actions.
    #[must_use]
    pub fn say(self, say: Say<'a>) -> Footer<'a> {
        Footer { say, ..self }
    }
}

impl Widget for Footer<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Footer { world, context, actions, say } = self;
        if area.height == 0 {
            return;
        }
        let help = words(world, context, &[Action::Help], &|_| None).pop();
        let room = usize::from(area.width);
        let long = |(key, short): &(String, String)| (columns(key, room) + columns(short, room) + 3) as u16;
        let kept = help.as_ref().map_or(0, &long);
        let mut x = area.x + 1;
        let mut draw = |(key, short): (String, String), x: u16| chip(world, &key, &short, area, x, buffer);
        for pair in words(world, context, actions, say) {
            if x + long(&pair) + kept <= area.right() + 1 {
                x = draw(pair, x);
            }
        }
        if let Some(pair) = help
            && x + long(&pair) <= area.right() + 2
        {
            draw(pair, x);
        }
    }
}
