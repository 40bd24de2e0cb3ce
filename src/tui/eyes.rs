//! What belongs to the eyes at this terminal and to no game: how the board of each table was turned, and
//! how far its events were read. Kept while the program runs.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::rules::side::Side;
use crate::session::table::{Table, TableId};

/// What is kept of the tables that were looked at.
#[derive(Clone, Default, Debug)]
pub struct Eyes {
    known: HashMap<TableId, u64>,
    tables: HashMap<TableId, Side>,
    /// A game that is taken up from its journal has another table than before.
    journals: HashMap<PathBuf, Side>,
}

impl Eyes {
    /// The last event of a table that was read here; 0 if there was none.
    pub fn known(&self, table: &Table) -> u64 {
        self.known.get(&table.id()).copied().unwrap_or(0)
    }

    /// A table is left after this event was read.
    pub fn left(&mut self, table: &Table, known: u64) {
        self.known.insert(table.id(), known);
        // Its journal may have a name only now.
        if let (Some(&side), Some(path)) = (self.tables.get(&table.id()), table.path()) {
            self.journals.insert(path, side);
        }
    }

    /// Whose side the board is seen from, if it was turned here.
    pub fn turned(&self, table: &Table) -> Option<Side> {
        let journal = || self.journals.get(&table.path()?);
        self.tables.get(&table.id()).or_else(journal).copied()
    }

    /// The board is turned.
    pub fn turn(&mut self, table: &Table, side: Side) {
        self.tables.insert(table.id(), side);
    }
}
