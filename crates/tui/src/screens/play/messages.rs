//! The messages of the board, each at its place among the lines of the other parts: the last message, the piece that is
//! explained, a player that has failed.

use super::desk::Desk;
use super::part::{Below, Part};
use crate::action::{Action, Context};
use crate::theme::Role;

/// What the program told, and the last message of the board. The desk keeps them.
#[derive(Default)]
pub(super) struct LastMessage;

impl Part for LastMessage {
    fn line(&self, desk: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        if let Some(notice) = &desk.notice {
            return Some((notice.words.clone(), notice.role));
        }
        // A failure has a line of its own.
        let failure = desk.table.failure();
        let message = desk.pane.message.as_ref().filter(|message| failure.as_ref() != Some(message))?;
        Some((message.clone(), desk.pane.message_role()))
    }
}

/// The piece that is explained, and threats.
#[derive(Default)]
pub(super) struct Explanation;

impl Part for Explanation {
    fn line(&self, desk: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        let pane = &desk.pane;
        (pane.explained.is_some() || pane.threats.is_some()).then(|| pane.about(desk.shown()))
    }
}

/// A failure that stopped the game stays visible until the game continues.
#[derive(Default)]
pub(super) struct Failure;

impl Part for Failure {
    /// With the keys that can continue the game.
    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        let why = desk.table.failure()?;
        let ways = [(Action::Pause, "try again"), (Action::Sit, "take over"), (Action::Undo, "take back")];
        let over = desk.table.ending().is_some();
        let ways = ways.into_iter().filter(|&(action, _)| !over && (below.can)(action));
        let key = |action| below.world.keymap.key(Context::Board, action);
        let ways: Vec<String> =
            ways.filter_map(|(action, does)| Some(format!("{}: {does}", key(action)?))).collect();
        let ways = if ways.is_empty() { String::new() } else { format!(" {}.", ways.join(", ")) };
        Some((why + &ways, Role::Warning))
    }
}
