//! Where the keys of a picture stand: a press of the mouse on one of them is that key. Drawing notes the keys only while
//! somebody asks for them, so drawing a frame changes nothing.

use std::cell::RefCell;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::app::SMALLEST;
use super::input::Key;
use super::screen::{Cover, Screen};
use super::widgets::footer::Footer;
use super::world::World;

/// A key and where it stands.
pub type Drawn = (Rect, Key);

/// The keys that a drawing has shown so far, while somebody asks for them.
#[derive(Debug, Default)]
pub struct Clicks(RefCell<Option<Vec<Drawn>>>);

impl Clicks {
    /// Notes that this key stands here, if somebody asks.
    pub fn note(&self, place: Rect, key: &str) {
        if let Some(drawn) = self.0.borrow_mut().as_mut() {
            drawn.extend(key.parse().ok().map(|key| (place, key)));
        }
    }

    /// Draws, and returns the keys that it shows.
    pub(super) fn during(&self, draw: impl FnOnce()) -> Vec<Drawn> {
        self.0.replace(Some(Vec::new()));
        draw();
        self.0.take().unwrap_or_default()
    }
}

/// The key that a screen shows at this place.
pub fn key_at(screen: &dyn Screen, world: &World, at: Point) -> Option<Key> {
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
