//! Over what a kind hops, and onto what.

use super::{KindSpec, Spec};

/// Which pieces a kind goes over and onto.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Hopping {
    /// All that its movements say.
    #[default]
    Usual,
    /// It neither hops over a piece of its own kind, of any side, nor captures one. Then each of its hops is a
    /// [`Gait::Hop`](crate::gait::Gait::Hop) or a [`Gait::Vault`](crate::gait::Gait::Vault), and a game with a King
    /// [judges its safety](crate::game::Rules::judges_safety) itself.
    Shy,
}

impl Spec {
    /// Is any kind shy?
    pub(crate) const fn some_are_shy(&self) -> bool {
        let mut kind = 0;
        while kind < self.kinds.len() {
            if matches!(self.kinds[kind].hopping, Hopping::Shy) {
                return true;
            }
            kind += 1;
        }
        false
    }
}

impl KindSpec {
    /// Makes it neither hop over its own kind nor capture it.
    #[must_use]
    pub const fn shy(mut self) -> KindSpec {
        self.hopping = Hopping::Shy;
        self
    }
}
