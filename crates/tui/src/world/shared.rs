//! What the clients of one process share, because it is the same for all of them and never changes.

use std::sync::Arc;

use crate::games::Registry;
use crate::keymap::Keymap;
use crate::pieces::gallery::Gallery;
use crate::theme::Themes;

/// Each client would keep a copy of its own otherwise.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The artwork of the games.
    pub(crate) gallery: Arc<Gallery>,
    /// The key bindings of those who have changed none.
    pub(crate) keymap: Keymap,
    /// The built-in themes.
    pub(crate) themes: Themes,
}

impl Shared {
    /// What clients share that play these games.
    pub fn new(games: &Registry) -> Shared {
        Shared { gallery: Arc::new(Gallery::new(games)), keymap: Keymap::default(), themes: Themes::standard() }
    }
}
