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

/// The entries: one or two keys with a label.
fn words(world: &World, context: Context, actions: &[Action]) -> Vec<(String, &'static str)> {
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
            words.push((format!("{one}/{other}"), *word));
            rest = &more[1..];
            continue;
        }
        let row = ACTIONS.iter().find(|row| row.action == *action && row.contexts.contains(&context));
        words.extend(key(*action).zip(row.map(|row| row.short)));
    }
    words
}

/// Draws as many of the actions' keys as fit; the last entry is always that of the help.
pub fn draw(world: &World, context: Context, actions: &[Action], area: Rect, buffer: &mut Buffer) {
    let help = words(world, context, &[Action::Help]).pop();
    let room = usize::from(area.width);
    let long = |(key, short): &(String, &str)| (columns(key, room) + columns(short, room) + 3) as u16;
    let kept = help.as_ref().map_or(0, &long);
    let mut x = area.x + 1;
    let mut draw = |(key, short): (String, &str), x: u16| {
        let room = usize::from(area.right().saturating_sub(x));
        let x = put(buffer, x, area.y, key, room, world.theme.style(Role::FooterKey));
        let room = usize::from(area.right().saturating_sub(x + 1));
        put(buffer, x + 1, area.y, short, room, world.theme.style(Role::Footer)) + 2
    };
    for pair in words(world, context, actions) {
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
