//! Which terminal of a member acts at a table. A seat belongs to a person, not to a connection: the terminal that opened
//! the game last has it, and the older ones watch.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::member::MemberId;
use super::store::TableKey;

/// The terminals that are open at tables, by member and table, the one that acts last.
#[derive(Debug, Default)]
pub struct Terminals(Mutex<BTreeMap<(MemberId, TableKey), Vec<u64>>>);

impl Terminals {
    fn open(&self) -> MutexGuard<'_, BTreeMap<(MemberId, TableKey), Vec<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on this terminal acts, by the number of its visit.
    pub fn take(&self, who: MemberId, table: TableKey, visit: u64) {
        let mut open = self.open();
        let terminals = open.entry((who, table)).or_default();
        terminals.retain(|other| *other != visit);
        terminals.push(visit);
    }

    /// Does this terminal act?
    pub fn acts(&self, who: MemberId, table: TableKey, visit: u64) -> bool {
        self.open().get(&(who, table)).is_none_or(|terminals| terminals.last() == Some(&visit))
    }

    /// This terminal leaves the table. The one before it acts again.
    pub fn leave(&self, who: MemberId, table: TableKey, visit: u64) {
        let mut open = self.open();
        if let Some(terminals) = open.get_mut(&(who, table)) {
            terminals.retain(|other| *other != visit);
            if terminals.is_empty() {
                open.remove(&(who, table));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_terminal_acts_and_then_the_one_before() {
        let (terminals, who, table) = (Terminals::default(), MemberId::Member(1), TableKey(1));
        assert!(terminals.acts(who, table, 1));
        terminals.take(who, table, 1);
        terminals.take(who, table, 2);
        assert!(!terminals.acts(who, table, 1) && terminals.acts(who, table, 2));
        assert!(terminals.acts(MemberId::Member(2), table, 1));
        terminals.take(who, table, 1);
        assert!(terminals.acts(who, table, 1) && !terminals.acts(who, table, 2));
        terminals.leave(who, table, 1);
        assert!(terminals.acts(who, table, 2));
        terminals.leave(who, table, 2);
        assert!(terminals.open().is_empty());
    }
}
