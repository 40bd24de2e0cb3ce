//! While the club's store is being replaced the games stand still: no clock runs, and a move waits until it is stored.

use super::trouble::Trouble;
use super::upkeep::Note;
use super::{Doing, Finished, LiveTable, Seat, TableService, TableServiceError, lock};
use crate::member::MemberId;
use crate::store::StoreError;

impl TableService {
    /// Asks the store to tell when it goes away and when it is back.
    pub(super) fn listen_to_store(&self) {
        let notes = self.notes.clone();
        self.store.on_away(Box::new(move |away| {
            let _ = notes.send(Note::Store { away });
        }));
    }

    /// The store has gone away, or is back.
    pub(super) fn hear_of_store(&self, away: bool) {
        let entries = self.open_entries();
        for table in entries.iter().filter_map(|entry| entry.table.as_ref()) {
            table.hold(away);
        }
        let mut people: Vec<MemberId> =
            entries.iter().flat_map(|entry| &entry.row.seats).filter_map(Seat::person).collect();
        people.sort_unstable();
        people.dedup();
        let error = away.then(|| TableServiceError::from(StoreError::Away(String::new())));
        self.tell_trouble(Trouble { doing: Doing::Store, table: None, people, error });
        if !away {
            self.hold_slow_games();
            self.save_now();
            for finished in &self.take_lost() {
                self.tell(finished);
            }
        }
    }

    /// Takes the tables that are in the store and not here: the answer to the commit that opened them was lost.
    fn take_lost(&self) -> Vec<Finished> {
        let _alone = lock(&self.changes);
        // Without an answer the next return of the store is the time for it.
        let Ok(rows) = self.store.own_tables(self.now()) else { return Vec::new() };
        let known: Vec<_> = self.open_entries().iter().map(|entry: &LiveTable| entry.row.key).collect();
        let broken: Vec<_> = self.broken_tables().into_iter().map(|(key, _)| key).collect();
        let lost = rows.into_iter().filter(|row| !known.contains(&row.key) && !broken.contains(&row.key));
        self.take_those(lost.map(|row| (row, None)))
    }
}
