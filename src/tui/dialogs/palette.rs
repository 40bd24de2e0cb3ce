//! Everything that can be done now, by its name.

use super::help::Help;
use crate::tui::screen::Screen;
use crate::tui::world::World;

/// Makes the list.
pub struct Palette;

impl Palette {
    /// Everything that can be done on a screen now.
    pub fn of(screen: &dyn Screen, world: &World) -> Help {
        Help::with("Commands", false, screen, world)
    }
}
