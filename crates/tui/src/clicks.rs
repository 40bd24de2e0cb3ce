//! Where the keys of a picture stand: a press of the mouse on one of them is that key. Drawing notes the keys only while
//! somebody asks for them, so drawing a frame changes nothing.

use std::cell::RefCell;

use ratatui::layout::Rect;

use super::input::Key;

/// A key and where it stands.
pub type Drawn = (Rect, Key);

/// The keys that a drawing has shown so far, while somebody asks for them.
#[derive(Debug, Default)]
pub struct Clicks(RefCell<Option<Vec<Drawn>>>);

impl Clicks {
    /// Notes that this key stands here, if somebody asks.
    pub(crate) fn note(&self, place: Rect, key: &str) {
        if let Some(drawn) = self.0.borrow_mut().as_mut() {
            drawn.extend(key.parse().ok().map(|key| (place, key)));
        }
    }

    /// Draws, and returns the keys that it shows.
    pub(crate) fn during(&self, draw: impl FnOnce()) -> Vec<Drawn> {
        self.0.replace(Some(Vec::new()));
        draw();
        self.0.take().unwrap_or_default()
    }
}
