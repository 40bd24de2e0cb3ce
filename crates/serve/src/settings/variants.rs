//! Which games of files are offered.

use serde::Deserialize;

/// The games of files beside those in the folder `variants`, which are always offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Variants {
    /// Whether the games of the shelf are offered.
    pub(crate) shelf: bool,
    /// Whether members may send games of their own.
    pub(crate) from_members: bool,
    /// How many of them a member can have.
    pub(crate) per_member: usize,
    /// How many a member can send in a day.
    pub(crate) per_day: usize,
}

impl Default for Variants {
    fn default() -> Variants {
        Variants { shelf: true, from_members: false, per_member: 20, per_day: 60 }
    }
}

impl Variants {
    /// The numbers that must be 1 at least, with their names.
    pub(super) fn least(self) -> [(&'static str, u64); 2] {
        [("variants.per_member", self.per_member as u64), ("variants.per_day", self.per_day as u64)]
    }
}
