//! How soon the user has to begin in a game of a tournament: no clock shows it.

use super::desk::Desk;
use super::part::{Below, Part};
use crate::session::table::consent::ABORT;
use crate::theme::Role;

/// It keeps nothing.
#[derive(Default)]
pub(super) struct FirstMove;

impl Part for FirstMove {
    fn line(&self, desk: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        let table = &desk.table;
        let early = table.status().tournament && table.plays() && table.position().acts().len() < ABORT;
        let seconds = table.people().filter(|_| early && desk.can_move())?.first_move().as_secs();
        let words = format!("Move within {seconds} seconds, or the game is lost: the tournament does not wait.");
        Some((words, Role::Advice))
    }
}
