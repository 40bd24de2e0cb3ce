//! What a game can have in reserve, and in hand after captures.

use super::{Spec, Zone};
use crate::piece::Kind;

/// The rules by which a kind is dropped.
#[derive(Clone, Copy, Debug)]
pub struct DropRule {
    /// Where, as its owner sees it. `None` if it is where the game says.
    pub at: Option<Zone>,
    /// It is not dropped on a file where its owner has so many of the same kind.
    pub most_a_file: Option<u8>,
    /// Whether a drop that mates is forbidden.
    pub never_mates: bool,
    /// Whether it may be dropped where it could never move.
    pub may_be_stuck: bool,
}

impl DropRule {
    /// Wherever the game says, if it can move from there.
    pub const USUAL: DropRule = DropRule { at: None, most_a_file: None, never_mates: false, may_be_stuck: false };
}

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
    pub(crate) fn holds(&self, kind: Kind) -> bool {
        self.kinds.iter().any(|other| other.held_as == Some(kind))
    }

    /// Can a reserve have some of this kind that are counted?
    pub(crate) fn is_counted(&self, kind: Kind) -> bool {
        self.of(kind).reserve > 0 || self.holds(kind)
    }

    /// Is this kind ever dropped?
    pub fn is_dropped(&self, kind: Kind) -> bool {
        self.is_counted(kind) || self.of(kind).endless
    }
}
