//! The line of keys: from the table of actions, as they are bound, as many as fit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr as _;

use crate::tui::action::{Action, Context, row};
use crate::tui::theme::Role;
use crate::tui::world::World;

/// Draws the keys of these actions; the last is always that of the help.
pub fn draw(world: &World, context: Context, actions: &[Action], area: Rect, buffer: &mut Buffer) {
    let word = |action: Action| world.keymap.key(context, action).map(|key| (key, row(action).short));
    let help = word(Action::Help);
    let long = |(key, short): &(String, &str)| (key.width() + short.width() + 3) as u16;
    let kept = help.as_ref().map_or(0, &long);
    let mut x = area.x + 1;
    let mut put = |(key, short): (String, &str), x: u16| {
        let room = usize::from(area.right().saturating_sub(x));
        let (x, _) = buffer.set_stringn(x, area.y, key, room, world.theme.style(Role::FooterKey));
        let room = usize::from(area.right().saturating_sub(x + 1));
        buffer.set_stringn(x + 1, area.y, short, room, world.theme.style(Role::Footer)).0 + 2
    };
    for pair in actions.iter().filter_map(|&action| word(action)) {
        if x + long(&pair) + kept <= area.right() + 1 {
            x = put(pair, x);
        }
    }
    if let Some(pair) = help
        && x + long(&pair) <= area.right() + 2
    {
        put(pair, x);
    }
}
