//! State of the view that does not belong to the game: how the board of each table is turned, and the last
//! event of it that was read. It is kept while the program runs.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::rules::side::Side;
use crate::session::table::{Table, TableId};

/// The view state of the tables that were shown.
#[derive(Clone, Default, Debug)]
pub struct Eyes {
    known: HashMap<TableId, u64>,
    tables: HashMap<TableId, Side>,
    /// The turn by journal: a game that is resumed from its journal has a new table id.
    journals: HashMap<PathBuf, Side>,
}

impl Eyes {
    /// The last event of a table that was read here, or 0.
    pub fn known(&self, table: &Table) -> u64 {
        self.known.get(&table.id()).copied().unwrap_or(0)
    }

    /// Records the last event that was read when a table is left.
    pub fn left(&mut self, table: &Table, known: u64) {
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

    /// Records that the user turned the board.
    pub fn turn(&mut self, table: &Table, side: Side) {
        self.tables.insert(table.id(), side);
    }
}
