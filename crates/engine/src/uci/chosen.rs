//! The game that another program has chosen, by its name and by the option for shuffled arrays.

use crate::games::Registry;
use crate::rules::variant::Variant;

/// The option that says whether arrays are shuffled.
pub(super) const SHUFFLED: &str = "UCI_Chess960";

#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// The game that was named.
    pub(super) named: &'static dyn Variant,
    pub(super) shuffled: bool,
}

impl Chosen {
    /// The game to play. With shuffled arrays it is the relative of the named game that has them, `chess960` for `chess`, if
    /// there is one.
    pub(super) fn game(self, games: &Registry) -> &'static dyn Variant {
        let relative = format!("{}960", self.named.spec().id);
        let relative = if self.shuffled { games.require(&relative).ok() } else { None };
        relative.unwrap_or(self.named)
    }
}
