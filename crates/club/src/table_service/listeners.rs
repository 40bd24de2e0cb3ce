//! Who is woken when a table or a challenge changes.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use super::{Finished, FinishedSeat, LiveTable, Seat, TableService};
use crate::change_notifier::Topic;
use crate::member::MemberId;
use crate::store::TableKey;

impl TableService {
    /// These people see something of their own change.
    pub(crate) fn notify_people(&self, people: impl IntoIterator<Item = MemberId>) {
        for who in people.into_iter().collect::<BTreeSet<_>>() {
            self.notifier.notify(Topic::Member(who));
        }
    }

    /// A table has changed: those who look at it, its people, and the lobby.
    pub(super) fn notify_table(&self, entry: &LiveTable) {
        self.notifier.notify(Topic::Table(entry.row.key));
        self.notify_people(entry.row.seats.iter().filter_map(Seat::person).chain([entry.row.host]));
        self.notifier.notify(Topic::Lobby);
    }

    /// The same for the table with this number, if it is there.
    pub(crate) fn notify_table_at(&self, key: TableKey) {
        if let Ok(entry) = self.entry_or_over(key) {
            self.notify_table(&entry);
        }
    }

    /// A game is over.
    pub(super) fn notify_finished(&self, finished: &Finished) {
        self.notifier.notify(Topic::Table(finished.key));
        let of = |seat: &FinishedSeat| [seat.player.person(), seat.left_by.as_ref().map(|(left, _)| *left)];
        self.notify_people(finished.seats.iter().flat_map(of).flatten());
        self.notifier.notify(Topic::Lobby);
    }

    /// A challenge to everybody has changed.
    pub(crate) fn notify_to_all(&self) {
        self.challenges_to_all.fetch_add(1, Ordering::SeqCst);
        self.notifier.notify(Topic::Lobby);
    }

    /// How often the challenges to everybody have changed since the start.
    pub(crate) fn challenges_to_all(&self) -> u64 {
        self.challenges_to_all.load(Ordering::SeqCst)
    }
}
