//! What is read below the board while the user cannot move: the result of the game, or who watches.

use super::desk::Desk;
use super::part::{Below, Part};
use super::table::Table;
use crate::rules::explain::list;
use crate::theme::Role;

impl Table {
    /// Who watches, in words.
    pub(super) fn watched_words(&self) -> Option<String> {
        let people = self.people()?;
        let others = self.watchers().filter(|&who| who != self.identity());
        let watchers: Vec<String> = others.filter_map(|who| people.name(who)).collect();
        (!watchers.is_empty()).then(|| format!("Watching: {}.", list(&watchers)))
    }
}

impl Desk {
    /// How far a watcher is behind the game.
    pub(super) fn behind(&self) -> Option<String> {
        if !self.table.is_watched() || self.table.ending().is_some() {
            return None;
        }
        let plies = self.table.position().acts().len();
        Some(match self.browse.as_ref().map(|browse| plies - browse.ply) {
            None => "live".to_owned(),
            Some(1) => "1 move behind".to_owned(),
            Some(moves) => format!("{moves} moves behind"),
        })
    }
}

/// It keeps nothing.
#[derive(Default)]
pub(super) struct Watched;

impl Part for Watched {
    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        if desk.can_move() {
            return None;
        }
        let shares = Some(desk.table.shares_words()).filter(|shares| !below.has_card && !shares.is_empty());
        Some((shares.or_else(|| desk.table.watched_words())?, Role::Text))
    }
}
