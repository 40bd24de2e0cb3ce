//! The tables that somebody has opened for others: how many there may be, and how one is closed without a result.

use super::{LiveTable, LiveTables, Seat, TableService, TableServiceError};
use crate::challenge::limits::CHALLENGE_LIFETIME;
use crate::member::{Member, MemberId};
use crate::store::TableKey;

/// What those who were at a table read when the operator has closed it.
pub const CLOSED: &str = "The operator of the server has closed this table.";

/// How many tables somebody can have opened that still wait, or where nobody else plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MostTables {
    /// A member.
    pub member: usize,
    /// A guest.
    pub guest: usize,
}

impl Default for MostTables {
    fn default() -> MostTables {
        MostTables { member: 3, guest: 1 }
    }
}

impl LiveTable {
    /// Has this person opened the table, and does it wait, or does nobody else play there?
    fn is_own(&self, who: MemberId) -> bool {
        let with_others = self.row.seats.iter().filter_map(Seat::person).any(|person| person != who);
        self.is_hosted && self.row.host == who && (self.table.is_none() || !with_others)
    }

    /// Does the table wait for people, and only while its host is here? Who waits for a slow game need not be here.
    pub(super) fn needs_host(&self) -> bool {
        self.is_hosted && self.table.is_none() && !self.is_slow()
    }
}

/// Is a game in progress whose people are guests that are gone? They do not come back, so it would never end.
fn is_left_by_guests(live: &LiveTables, entry: &LiveTable) -> bool {
    let mut people = entry.row.seats.iter().filter_map(Seat::person).peekable();
    let is_gone = |id: MemberId| matches!(id, MemberId::Guest(_)) && !live.is_here(id);
    people.peek().is_some()
        && people.all(is_gone)
        && entry.table.as_ref().is_some_and(|table| {
            let status = &table.newest().status;
            status.present.is_empty() && status.ending.is_none()
        })
}

impl TableService {
    /// Refuses one table more than a person can have opened.
    pub(super) fn check_number(&self, host: &Member) -> Result<(), TableServiceError> {
        let limits = self.limits().tables;
        let most = if host.is_guest() { limits.guest } else { limits.member };
        let open = self.state().live.open().filter(|entry| entry.is_own(host.id)).count();
        if open >= most {
            self.reached.note(if host.is_guest() { "tables_per_guest" } else { "tables_per_member" });
            return Err(TableServiceError::ManyTables { most });
        }
        Ok(())
    }

    /// Closes the tables that nobody waits for any more: those of before the start of the server whose hosts had the grace
    /// time to come back, and have not, those that have waited as long as a challenge may, and games of guests who are gone.
    pub(super) fn close_deserted(&self) {
        let (now, grace) = (self.now(), self.limits().grace);
        let is_settled = now.duration_since(self.since).is_ok_and(|time| time >= grace);
        let is_deserted = |live: &LiveTables, entry: &LiveTable| {
            entry.needs_host() && entry.row.opened < self.since && !live.is_here(entry.row.host)
        };
        let is_old = |entry: &LiveTable| {
            let waits = entry.is_hosted && entry.table.is_none();
            waits && now.duration_since(entry.row.opened).is_ok_and(|time| time >= CHALLENGE_LIFETIME)
        };
        let gone: Vec<LiveTable> = {
            let live = &self.state().live;
            let gone = |entry: &&LiveTable| {
                is_settled && is_deserted(live, entry) || is_old(entry) || is_left_by_guests(live, entry)
            };
            live.open().filter(gone).cloned().collect()
        };
        for entry in gone {
            if let Some(table) = &entry.table {
                self.tables.close(table.id());
            }
            if self.noted(super::Doing::Leave, Some(&entry), self.remove(entry.row.key)).is_some() {
                self.notify_table(&entry);
            }
        }
    }

    /// Closes a table for the operator, whatever its game is doing. There is no result, but what was played is written to
    /// the folders of its members. Returns the people of the table.
    pub fn close_table(&self, key: TableKey) -> Result<Vec<MemberId>, TableServiceError> {
        let people: Vec<MemberId> = self.alone(|| {
            let Ok(entry) = self.entry(key) else { return self.drop_broken(key) };
            // Known before the table is gone: its screens look at once.
            self.state().live.note_gone(key, CLOSED);
            if let Err(error) = self.close_entry(&entry) {
                if !error.is_of_replaced() {
                    self.state().live.forget_gone(key);
                }
                return Err(error);
            }
            self.notify_table(&entry);
            Ok(entry.row.seats.iter().filter_map(Seat::person).collect())
        })?;
        self.notify_people(people.iter().copied());
        Ok(people)
    }

    /// Why a table is gone that nobody has left: the operator has closed it, or it has moved.
    pub fn why_gone(&self, key: TableKey) -> Option<&'static str> {
        self.state().live.why_gone(key)
    }

    fn close_entry(&self, entry: &LiveTable) -> Result<(), TableServiceError> {
        let key = entry.row.key;
        if let Some(table) = &entry.table {
            let view = table.newest();
            if view.status.ending.is_some() {
                // Its end is being stored.
                return Err(TableServiceError::NoTable);
            }
            if !view.position.acts().is_empty() {
                self.hand_out(key, entry)?;
            }
            self.tables.close(table.id());
        }
        self.remove(key)
    }

    /// Closes the tables that somebody has opened, gives back their seats at tables that wait, and withdraws their
    /// challenges. Games with others go on. Returns the number of tables that were closed.
    pub fn clear_out(&self, who: &Member) -> Result<usize, TableServiceError> {
        let closed = self.alone(|| {
            let mut closed = 0;
            for entry in self.open_entries() {
                if entry.is_own(who.id) {
                    match self.close_entry(&entry) {
                        // A game that is over needs nothing more.
                        Err(TableServiceError::NoTable) => {}
                        done => done.map(|()| closed += 1)?,
                    }
                } else if entry.table.is_none() && entry.seat_of(who.id).is_some() {
                    self.give_up(who.id, &entry)?;
                }
            }
            Ok::<_, TableServiceError>(closed)
        })?;
        self.withdraw_all(who)?;
        self.notifier.notify_all();
        Ok(closed)
    }
}
