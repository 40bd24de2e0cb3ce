//! What a game can have in reserve, and in hand after captures.

use super::Spec;
use crate::board::Reserve;
use crate::piece::Kind;

impl Spec {
    /// Does any kind have a reserve?
    pub fn has_reserve(&self) -> bool {
        self.kinds.iter().any(|kind| kind.reserve > 0 || kind.held_as.is_some())
    }

    /// Does a captured piece of any kind go to a reserve?
    pub const fn has_hand(&self) -> bool {
        let mut kind = 0;
        while kind < self.kinds.len() {
            if self.kinds[kind].held_as.is_some() {
                return true;
            }
            kind += 1;
        }
        false
    }

    /// Do captured pieces come to a reserve as this kind?
    pub fn holds(&self, kind: Kind) -> bool {
        self.kinds.iter().any(|other| other.held_as == Some(kind))
    }

    /// The most of a kind that a reserve can have.
    pub fn most_held(&self, kind: Kind) -> u8 {
        if self.holds(kind) { Reserve::MOST } else { self.of(kind).reserve }
    }

    /// Is this kind ever dropped?
    pub fn is_dropped(&self, kind: Kind) -> bool {
        self.most_held(kind) > 0 || self.of(kind).endless
    }
}
