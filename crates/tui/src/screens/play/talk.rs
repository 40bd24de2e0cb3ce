//! What the people at a table say to each other.

use super::desk::Desk;
use super::part::{Part, Step};
use crate::action::Action;
use crate::screen::Transition;
use crate::wakes::Reasons;
use crate::world::World;

/// It keeps nothing: the table hears.
#[derive(Default)]
pub(super) struct Talk;

impl Part for Talk {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        // A table of one person has nobody to talk to.
        (action == Action::Talk).then(|| desk.table.is_shared())
    }

    /// Opens the talk of the players, or that of the watchers.
    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let people = desk.table.people().filter(|_| action == Action::Talk)?;
        Some(Step::Then(Transition::Open(people.talk())))
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let words = desk.table.people_mut().filter(|_| why.club)?.heard()?;
        let speaker = desk.table.speaker(&words);
        desk.pane.tell(speaker, words);
        Some(Step::changed())
    }
}
