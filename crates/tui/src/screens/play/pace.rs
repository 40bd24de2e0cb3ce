//! Computers at the table: their pace, and taking over from one that has stopped. The clocks while another screen covers
//! the board.

use std::time::Duration;

use super::desk::{Desk, OVER};
use super::part::{Part, Step};
use super::table::Table;
use crate::action::Action;
use crate::session::table::command::{Refusal, SeatCommand};
use crate::theme::Role;
use crate::world::World;

/// The possible paces of games between computers, in milliseconds per move.
const PACES: &[u64] = &[0, 100, 250, 500, 1000, 2000, 4000];

impl Table {
    /// Can a person take over the side to move?
    pub(crate) fn can_sit(&self) -> bool {
        self.is_paused() && self.ending().is_none() && !self.is_person(self.position().turn())
    }

    /// A person takes over the side to move.
    pub(crate) fn sit(&mut self) -> Result<(), Refusal> {
        self.command(SeatCommand::Sit(self.position().turn()))
    }

    /// Pauses, steps or changes the pace of computers; returns the message to show.
    pub(crate) fn pace(&mut self, action: Action) -> String {
        let pace = self.status().pace.as_millis() as u64;
        let faster = PACES.iter().rfind(|&&known| known < pace).copied().unwrap_or(PACES[0]);
        let slower = PACES.iter().find(|&&known| known > pace).copied().unwrap_or(pace);
        let command = match action {
            Action::Pause => SeatCommand::Pause(!self.is_paused()),
            Action::Step => SeatCommand::Step,
            Action::Faster => SeatCommand::Pace(Duration::from_millis(faster)),
            _ => SeatCommand::Pace(Duration::from_millis(slower)),
        };
        match (self.command(command), action) {
            (Err(refused), _) => refused.to_string(),
            (Ok(()), Action::Pause) if self.is_paused() => "Paused.".to_owned(),
            (Ok(()), Action::Pause | Action::Step) => String::new(),
            _ => format!("At least {} milliseconds per move.", self.status().pace.as_millis()),
        }
    }

    /// Stops the clocks while another screen covers the board, if nobody else is at the table.
    pub(crate) fn hold(&mut self) {
        if !self.is_shared() {
            let _ = self.command(SeatCommand::Hold(true));
        }
    }

    /// Lets the clocks run again.
    pub(crate) fn go_on(&mut self) {
        if !self.is_shared() {
            let _ = self.command(SeatCommand::Hold(false));
        }
    }
}

/// It keeps nothing: the table knows its pace.
#[derive(Default)]
pub(super) struct Pace;

impl Part for Pace {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        let (table, over) = (&desk.table, desk.table.ending().is_some());
        Some(match action {
            // A game that was paused by the user or stopped by a failure can continue.
            Action::Pause => (table.is_unattended() || table.is_paused()) && !over,
            Action::Faster | Action::Slower => table.is_unattended() && !over,
            Action::Step => table.is_unattended() && table.is_paused() && !over,
            _ => return None,
        })
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        let table = &desk.table;
        let why = match action {
            Action::Pause | Action::Step | Action::Faster | Action::Slower if table.ending().is_some() => OVER,
            Action::Step if table.is_unattended() => "Pause the computers first.",
            Action::Pause if table.is_shared() => "A rated game is not paused.",
            Action::Pause | Action::Step | Action::Faster | Action::Slower => {
                "This works only when computers play each other."
            }
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn say(&self, action: Action, desk: &Desk, _: &World) -> Option<&'static str> {
        let paused = !desk.table.is_shared() && desk.table.is_paused();
        (action == Action::Pause && paused).then_some("continue")
    }

    fn act(&mut self, action: Action, desk: &mut Desk, world: &mut World) -> Option<Step> {
        self.can(action, desk, world)?;
        let message = desk.table.pace(action);
        desk.pane.tell(Role::Notice, message);
        Some(Step::Look)
    }
}
