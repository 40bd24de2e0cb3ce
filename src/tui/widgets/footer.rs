//! The footer: as many key bindings as fit, from the table of actions and the keymap.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::put::put;
use super::text::columns;
use crate::tui::action::{ACTIONS, Action, Context};
use crate::tui::theme::Role;
use crate::tui::world::World;

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

/// Draws keys with what they do, from the left of a row, as many as fit.
pub fn chips(world: &World, pairs: Vec<(String, &str)>, area: Rect, buffer: &mut Buffer) {
    let mut x = area.x;
    for (key, does) in pairs {
        let room = usize::from(area.right().saturating_sub(x));
        if columns(&key, room) + columns(does, room) + 1 > room {
            return;
        }
        x = chip(world, &key, does, area, x, buffer);
    }
}

/// A key with what it does. Its ground is one column wider than its name at both sides.
fn chip(world: &World, key: &str, does: &str, area: Rect, x: u16, buffer: &mut Buffer) -> u16 {
    let (room, chip) = (usize::from(area.right().saturating_sub(x)), world.theme.style(Role::FooterKey));
    let from = x.saturating_sub(1);
    let x = put(buffer, x, area.y, key, room, chip);
    buffer.set_style(Rect { x: from, y: area.y, width: x + 1 - from, height: 1 }, chip);
    let room = usize::from(area.right().saturating_sub(x + 1));
    put(buffer, x + 1, area.y, does, room, world.theme.style(Role::Footer)) + 2
}

/// Draws as many of the actions' keys as fit; the last entry is always that of the help.
pub fn draw(world: &World, context: Context, actions: &[Action], area: Rect, buffer: &mut Buffer) {
    draw_said(world, context, actions, &|_| None, area, buffer);
}

/// The same with other words for some of the actions.
pub fn draw_said(
    world: &World,
    context: Context,
    actions: &[Action],
    say: Say<'_>,
    area: Rect,
    buffer: &mut Buffer,
) {
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
