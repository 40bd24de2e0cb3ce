//! Orders to the table that need no question: taking moves back, hurrying a computer, taking over a seat, showing the end.

use super::desk::{Desk, OVER};
use super::part::{Part, Step};
use crate::action::Action;
use crate::session::table::command::Refusal;
use crate::world::World;

/// It keeps nothing.
#[derive(Default)]
pub(super) struct Orders;

impl Part for Orders {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        let table = &desk.table;
        Some(match action {
            Action::Undo => table.can_undo(),
            Action::Redo => table.can_redo(),
            Action::PlayNow => table.is_thinking(),
            Action::Sit => table.can_sit(),
            Action::ShowEnd => table.is_unattended() && table.ending().is_none(),
            _ => return None,
        })
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        let (table, over) = (&desk.table, desk.table.ending().is_some());
        let why = match action {
            Action::ShowEnd | Action::Sit if over => OVER,
            Action::ShowEnd => "People still play.",
            Action::Undo if !table.setup().takebacks => "Moves cannot be taken back in this game.",
            Action::Undo => "There is no move to take back.",
            Action::Redo => "No move was taken back.",
            Action::PlayNow if table.is_thinking() => return Some(Refusal::OwnTime.to_string()),
            Action::PlayNow => "No computer is thinking.",
            Action::Sit => "No player has stopped.",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn act(&mut self, action: Action, desk: &mut Desk, world: &mut World) -> Option<Step> {
        self.can(action, desk, world)?;
        desk.pane.message = None;
        let done = match action {
            Action::Undo | Action::Redo => {
                desk.browse = None;
                if action == Action::Undo { desk.table.undo() } else { desk.table.redo() }
            }
            Action::PlayNow => desk.table.play_now(),
            Action::Sit => desk.table.sit(),
            _ => desk.table.show_end(),
        };
        Some(Step::Sent(done))
    }
}
