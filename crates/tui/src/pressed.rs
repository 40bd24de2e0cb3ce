//! The keys that a screen shows, and which of them the mouse has pressed.

use ratatui::buffer::Buffer;
use ratatui::layout::Position as Point;
use ratatui::widgets::Widget as _;

use super::clicks::Drawn;
use super::input::Key;
use super::screen::{Cover, Screen};
use super::widgets::footer::Footer;
use super::widgets::too_small::SMALLEST;
use super::world::World;

/// The key that a screen shows at this place.
pub(crate) fn key_at(screen: &dyn Screen, world: &World, at: Point) -> Option<Key> {
    keys_of(screen, world).into_iter().find(|(place, _)| place.contains(at)).map(|(_, key)| key)
}

/// The keys that a screen shows, and where.
pub fn keys_of(screen: &dyn Screen, world: &World) -> Vec<Drawn> {
    let area = world.whole();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return Vec::new();
    }
    let mut buffer = Buffer::empty(area);
    world.clicks.during(|| {
        screen.draw(world, area, &mut buffer);
        if screen.cover() == Cover::Part {
            Footer::of(screen, world).render(world.stage().keys, &mut buffer);
        }
    })
}
