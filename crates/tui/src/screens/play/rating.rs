//! What a finished game of people has changed in the rating of the user.

use super::desk::Desk;
use super::part::{Part, Step};
use crate::wakes::Reasons;
use crate::world::World;

/// The change in words, once it is known.
#[derive(Default)]
pub(super) struct Rating(Option<String>);

impl Rating {
    pub(super) fn words(&self) -> Option<String> {
        self.0.clone()
    }
}

impl Part for Rating {
    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        if !why.club || self.0.is_some() || desk.table.ending().is_none() {
            return None;
        }
        self.0 = desk.table.people()?.rating();
        // What was said before about the rating is old now.
        desk.pane.message = desk.pane.message.take().filter(|_| self.0.is_none());
        None
    }
}
