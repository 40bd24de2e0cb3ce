//! Who is what at a table: the talk and the screens ask the table service, and do not choose for themselves.

use super::{LiveTable, Seat, TableService, lock};
use crate::member::MemberId;
use crate::store::TableKey;

/// What somebody is at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attends {
    /// They have a seat.
    Plays,
    /// They watch, or may.
    Watches,
}

fn attends(entry: &LiveTable, who: MemberId) -> Option<Attends> {
    if entry.seat_of(who).is_some() {
        return Some(Attends::Plays);
    }
    // Who has come to a private table with its code is there.
    let is_there =
        || entry.table.as_ref().is_some_and(|table| table.newest().status.present.contains(&who.identity()));
    (entry.admit(who, None).is_ok() || is_there()).then_some(Attends::Watches)
}

impl TableService {
    /// A member has another name: it stands at their seats. If it cannot be stored, the old name is back after the next
    /// start.
    pub(crate) fn renamed(&self, id: MemberId, name: &str) {
        let _alone = lock(&self.changes);
        let own: Vec<LiveTable> =
            self.state().live.open().filter(|entry| entry.seat_of(id).is_some()).cloned().collect();
        for entry in own {
            let mut seats = entry.row.seats;
            for seat in seats.iter_mut().filter(|seat| seat.person() == Some(id)) {
                *seat = Seat::Person { id, name: name.to_owned() };
            }
            let _ = self.seat(entry.row.key, seats);
        }
    }

    /// What this person is at a table, and whether its game is over. `None` if they may not see it, or if it is gone.
    pub fn attends(&self, who: MemberId, key: TableKey) -> Option<(Attends, bool)> {
        let live = &self.state().live;
        match live.get(key) {
            Some(entry) => Some((attends(entry, who)?, false)),
            None => Some((attends(live.get_over(key)?, who)?, true)),
        }
    }
}
