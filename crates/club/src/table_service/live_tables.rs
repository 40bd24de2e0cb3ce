//! The tables in memory, and who is here. One lock holds all of it, so that nobody sees a table in two places or in none.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::far::FarTable;
use super::{Rematch, TableServiceError};
use crate::member::MemberId;
use crate::session::setup::MatchSetup;
use crate::session::table::{Table, TableId};
use crate::store::{Claim, TableKey, TableRow};

/// A table in memory.
#[derive(Clone, Debug)]
pub(super) struct LiveTable {
    pub(super) row: TableRow,
    /// By what this server owns the table.
    pub(super) claim: Claim,
    /// The setup, with the players of now.
    pub(super) setup: MatchSetup,
    /// Has the host opened it for others? Otherwise its people have found each other elsewhere.
    pub(super) is_hosted: bool,
    /// The game, once it has started.
    pub(super) table: Option<Arc<Table>>,
    /// Once it is over: who wants to play again.
    pub(super) rematch: Rematch,
}

/// The tables in memory, and who is here.
#[derive(Default)]
pub(super) struct LiveTables {
    /// The tables that wait for people, and those with a game in progress.
    open: BTreeMap<TableKey, LiveTable>,
    /// The tables whose games are over while somebody looks at them.
    over: BTreeMap<TableKey, LiveTable>,
    /// How many connections each person has.
    here: BTreeMap<MemberId, usize>,
    /// The tables of other servers.
    pub(super) far: BTreeMap<TableKey, FarTable>,
    /// Who is at other servers.
    pub(super) elsewhere: BTreeSet<MemberId>,
    /// Why tables are gone that nobody has left: screens that show them say so.
    gone: BTreeMap<TableKey, &'static str>,
}

impl LiveTables {
    /// The tables that wait or are played at, the oldest first.
    pub(super) fn open(&self) -> impl Iterator<Item = &LiveTable> {
        self.open.values()
    }

    /// The tables whose games are over.
    pub(super) fn over(&self) -> impl Iterator<Item = &LiveTable> {
        self.over.values()
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn get(&self, key: TableKey) -> Option<&LiveTable> {
        self.open.get(&key)
    }

    pub(super) fn get_mut(&mut self, key: TableKey) -> Option<&mut LiveTable> {
        self.open.get_mut(&key)
    }

    pub(super) fn get_over(&self, key: TableKey) -> Option<&LiveTable> {
        self.over.get(&key)
    }

    pub(super) fn get_over_mut(&mut self, key: TableKey) -> Option<&mut LiveTable> {
        self.over.get_mut(&key)
    }

    /// A table, also one whose game is over.
    pub(super) fn find(&self, key: TableKey) -> Result<&LiveTable, TableServiceError> {
        self.get(key).or_else(|| self.get_over(key)).ok_or(TableServiceError::NoTable)
    }

    /// The table where this game is played.
    pub(super) fn with_game(&self, game: TableId) -> Option<&LiveTable> {
        self.open().find(|entry| entry.table.as_ref().is_some_and(|table| table.id() == game))
    }

    pub(super) fn add(&mut self, entry: LiveTable) {
        self.gone.remove(&entry.row.key);
        self.far.remove(&entry.row.key);
        self.open.insert(entry.row.key, entry);
    }

    pub(super) fn remove(&mut self, key: TableKey) -> Option<LiveTable> {
        self.open.remove(&key)
    }

    /// The game of a table is over.
    pub(super) fn finish(&mut self, entry: LiveTable) {
        self.open.remove(&entry.row.key);
        self.over.insert(entry.row.key, entry);
    }

    /// Nobody looks at the finished game of a table any more.
    pub(super) fn forget(&mut self, key: TableKey) {
        self.over.remove(&key);
    }

    /// A connection of somebody begins.
    pub(super) fn came(&mut self, who: MemberId) {
        *self.here.entry(who).or_default() += 1;
    }

    /// A connection of somebody ends. True if it was the last one.
    pub(super) fn went(&mut self, who: MemberId) -> bool {
        let Some(count) = self.here.get_mut(&who) else { return false };
        *count -= 1;
        let is_last = *count == 0;
        if is_last {
            self.here.remove(&who);
        }
        is_last
    }

    pub(super) fn is_here(&self, who: MemberId) -> bool {
        self.here.contains_key(&who) || self.elsewhere.contains(&who)
    }

    /// Notes why a table is gone.
    pub(super) fn note_gone(&mut self, key: TableKey, why: &'static str) {
        self.gone.insert(key, why);
    }

    /// A table is not gone after all.
    pub(super) fn forget_gone(&mut self, key: TableKey) {
        self.gone.remove(&key);
    }

    pub(super) fn why_gone(&self, key: TableKey) -> Option<&'static str> {
        self.gone.get(&key).copied()
    }
}
