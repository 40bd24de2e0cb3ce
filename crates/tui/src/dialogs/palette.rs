//! The command palette: all actions that are possible now, by name.

use super::help::Help;
use crate::screen::Screen;
use crate::world::World;

/// Builds the list.
pub(crate) struct Palette;

impl Palette {
    /// All actions that are possible on a screen now.
    pub(crate) fn of(screen: &dyn Screen, world: &World) -> Help {
        Help::with("Commands", false, screen, world)
    }
}
