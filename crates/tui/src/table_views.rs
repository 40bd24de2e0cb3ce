//! State of the view that does not belong to the game: how the board of each table is turned, and the last
//! event of it that was read; and what the analysis of whole games has found. It is kept while the program runs.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::record::game::Game;
use crate::record::judgement::summary;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side};
use crate::rules::timeline::Act;
use crate::session::table::{Table, TableId};

/// The view state of the tables that were shown.
#[derive(Clone, Default, Debug)]
pub struct TableViews {
    known: HashMap<TableId, u64>,
    tables: HashMap<TableId, Side>,
    /// The turn by journal: a game that is resumed from its journal has a new table id.
    journals: HashMap<PathBuf, Side>,
    /// The games that were analysed, the newest last.
    judged: Vec<(Played, BySide<f64>)>,
}

/// The most games whose analysis is remembered.
const MOST_JUDGED: usize = 16;

/// What was played: the start and all that followed.
#[derive(Clone, PartialEq, Debug)]
struct Played {
    start: u64,
    acts: Vec<Act>,
}

impl Played {
    fn of(end: &dyn Position) -> Played {
        let acts = end.acts();
        let mut start = end.fork();
        while start.undo().is_some() {}
        Played { start: start.hash(), acts }
    }
}

impl TableViews {
    /// The last event of a table that was read here, or 0.
    pub(crate) fn known(&self, table: &Table) -> u64 {
        self.known.get(&table.id()).copied().unwrap_or(0)
    }

    /// Records the last event that was read when a table is left.
    pub(crate) fn left(&mut self, table: &Table, known: u64) {
        self.known.insert(table.id(), known);
        // The journal may have got its name only after the board was turned.
        if let (Some(&side), Some(path)) = (self.tables.get(&table.id()), table.path()) {
            self.journals.insert(path, side);
        }
    }

    /// The side the board is seen from, if the user turned it.
    pub fn turned(&self, table: &Table) -> Option<Side> {
        let journal = || self.journals.get(&table.path()?);
        self.tables.get(&table.id()).or_else(journal).copied()
    }

    /// Remembers how accurate the seats were in a game of which every position was analysed.
    pub(crate) fn judge(&mut self, game: &Game) {
        let summary = summary(game);
        let is_whole = summary.known.0 == summary.known.1;
        if is_whole && game.spec().sides().all(|side| summary.accounts[side].moves > 0) {
            let played = Played::of(game.end().as_ref());
            self.judged.retain(|(known, _)| *known != played);
            self.judged.push((played, BySide::from_fn(|side| summary.accounts[side].accuracy)));
            let old = self.judged.len().saturating_sub(MOST_JUDGED);
            self.judged.drain(..old);
        }
    }

    /// The accuracy of the seats in a game that ended like this, if it was analysed.
    pub(crate) fn accuracy(&self, end: &dyn Position) -> Option<BySide<f64>> {
        if self.judged.is_empty() {
            return None;
        }
        let played = Played::of(end);
        self.judged.iter().find(|(known, _)| *known == played).map(|&(_, accuracy)| accuracy)
    }

    /// Records that the user turned the board.
    pub(crate) fn turn(&mut self, table: &Table, side: Side) {
        self.tables.insert(table.id(), side);
    }
}
