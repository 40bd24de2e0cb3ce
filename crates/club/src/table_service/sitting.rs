//! Who may sit at a table of people: sit, leave, fill the rest with computers, abort.

use super::admission::{admits, seat_of};
use super::{LiveTable, Seat, TableService, TableServiceError, lock};
use crate::member::{Member, MemberId};
use crate::record::journal::JournalEvent;
use crate::rules::side::Side;
use crate::session::setup::SeatKind;
use crate::session::table::consent::ABORT;
use crate::store::TableKey;

impl LiveTable {
    /// The seat of a person.
    pub(super) fn seat_of(&self, who: MemberId) -> Option<Side> {
        seat_of(&self.row, who)
    }

    /// May this person see the table?
    pub(super) fn admit(&self, who: MemberId, code: Option<&str>) -> Result<(), TableServiceError> {
        if admits(&self.row, who, code) { Ok(()) } else { Err(TableServiceError::Private) }
    }

    fn may_sit(&self, who: &Member, code: Option<&str>) -> Result<(), TableServiceError> {
        self.admit(who.id, code)?;
        if who.is_guest() && (self.row.rated || self.setup.is_slow()) {
            return Err(TableServiceError::Guest {
                what: if self.row.rated { "a rated game" } else { "a slow game" },
            });
        }
        if self.seat_of(who.id).is_some() {
            return Err(TableServiceError::Seated);
        }
        Ok(())
    }

    /// Does its game belong to a tournament?
    pub(super) const fn is_bout(&self) -> bool {
        self.row.tournament.is_some()
    }

    /// Does its result count for more than this table?
    pub(super) const fn is_strict(&self) -> bool {
        self.row.rated || self.is_bout()
    }

    /// Had the table no open seat from the beginning? Then its people have found each other before, and nobody else
    /// comes in for one who leaves.
    pub(super) fn is_arranged(&self) -> bool {
        let open = SeatKind::Human(String::new()).to_string();
        match serde_json::from_str(&self.row.setup) {
            Ok(JournalEvent::Begin { seats, .. }) => !seats.contains(&open),
            _ => false,
        }
    }

    fn host_only(&self, who: &Member) -> Result<(), TableServiceError> {
        if self.row.host == who.id {
            return Ok(());
        }
        let host = self.row.seats.iter().find_map(|seat| match seat {
            Seat::Person { id, name } if *id == self.row.host => Some(name.clone()),
            _ => None,
        });
        Err(TableServiceError::NotHost { host: host.unwrap_or_else(|| "the host".to_owned()) })
    }
}

impl TableService {
    /// Stores the seats of a table, and then shows them.
    pub(super) fn seat(&self, key: TableKey, seats: Vec<Seat>) -> Result<(), TableServiceError> {
        self.seat_after(key, seats, Vec::new())
    }

    /// The same after these people have left their seats to computers.
    pub(super) fn seat_after(
        &self,
        key: TableKey,
        seats: Vec<Seat>,
        left: Vec<(usize, MemberId, String)>,
    ) -> Result<(), TableServiceError> {
        let entry = self.entry(key)?;
        self.as_owner(key, self.store.seat_table(entry.claim, seats.clone(), left, entry.row.started))?;
        if let Some(entry) = self.state().live.get_mut(key) {
            entry.setup.seats = seats.iter().map(Seat::kind).collect();
            entry.row.seats = seats;
        }
        Ok(())
    }

    /// Takes an open seat, or that of a computer that stands in for a person. The game starts when the last seat is
    /// taken.
    pub fn sit(
        &self,
        who: &Member,
        key: TableKey,
        side: Side,
        code: Option<&str>,
    ) -> Result<(), TableServiceError> {
        let _alone = lock(&self.changes);
        let entry = self.entry(key)?;
        entry.may_sit(who, code)?;
        let mut seats = entry.row.seats.clone();
        match (seats.get_mut(side.index()), &entry.table) {
            (Some(seat @ Seat::Open), _) => {
                *seat = Seat::of(who);
                self.seat(key, seats)?;
                self.start_if_full(key)?;
            }
            (Some(Seat::Computer { stands_in: true, .. }), Some(table)) => {
                table.give_seat(&who.id.identity(), &who.shown_name(), side)?;
                // The change waits for the log; the table service is told of it.
            }
            _ => return Err(TableServiceError::NotFree),
        }
        self.notify_table(&entry);
        self.notify_people([who.id]);
        Ok(())
    }

    /// The host fills the open seats with computers of this level, and the game starts. At a casual table they give
    /// their seats to people who ask.
    pub fn fill(&self, who: &Member, key: TableKey, level: u8) -> Result<(), TableServiceError> {
        if !(1..=10).contains(&level) {
            return Err(TableServiceError::Level { level });
        }
        let _alone = lock(&self.changes);
        let entry = self.entry(key)?;
        entry.host_only(who)?;
        if entry.table.is_some() {
            return Err(TableServiceError::Started);
        }
        let mut seats = entry.row.seats.clone();
        for seat in seats.iter_mut().filter(|seat| **seat == Seat::Open) {
            *seat = Seat::Computer { level, stands_in: !entry.row.rated };
        }
        self.seat(key, seats)?;
        self.start_if_full(key)?;
        self.notify_table(&entry);
        Ok(())
    }

    /// Leaves a table without a game: the seat is free, and the table of a host is gone.
    pub(super) fn leave_waiting(&self, who: MemberId, key: TableKey) -> Result<(), TableServiceError> {
        let _alone = lock(&self.changes);
        let entry = self.entry(key)?;
        if entry.table.is_some() {
            return Err(TableServiceError::Started);
        }
        self.give_up(who, &entry)?;
        self.notify_table(&entry);
        Ok(())
    }

    pub(super) fn give_up(&self, who: MemberId, entry: &LiveTable) -> Result<(), TableServiceError> {
        if entry.row.host == who || entry.is_arranged() {
            return self.remove(entry.row.key);
        }
        let mut seats = entry.row.seats.clone();
        seats[entry.seat_of(who).ok_or(TableServiceError::NotSeated)?.index()] = Seat::Open;
        self.seat(entry.row.key, seats)
    }

    /// Leaves a table whose game has not started, or aborts it before the second move. The table goes when its host
    /// leaves before the start, or anybody of a table without an open seat.
    pub fn leave(&self, who: &Member, key: TableKey) -> Result<(), TableServiceError> {
        let _alone = lock(&self.changes);
        let entry = self.entry(key)?;
        let seat = entry.seat_of(who.id);
        if entry.is_bout() {
            return Err(TableServiceError::Bout);
        }
        if let Some(table) = &entry.table {
            if seat.is_none() {
                return Err(TableServiceError::NotSeated);
            }
            if table.newest().position.acts().len() >= ABORT {
                return Err(TableServiceError::TooLate);
            }
            self.tables.close(table.id());
            self.remove(key)?;
        } else {
            self.give_up(who.id, &entry)?;
        }
        self.notify_table(&entry);
        Ok(())
    }

    /// Closes a table whose game has not started, or only begun: what becomes of it is decided elsewhere.
    pub(crate) fn abandon(&self, key: TableKey) -> Result<(), TableServiceError> {
        let _alone = lock(&self.changes);
        let entry = self.entry(key)?;
        if let Some(table) = &entry.table {
            if table.newest().position.acts().len() >= ABORT {
                return Err(TableServiceError::TooLate);
            }
            self.tables.close(table.id());
        }
        self.remove(key)?;
        self.notify_table(&entry);
        Ok(())
    }

    /// Deletes a table without a result.
    pub(super) fn remove(&self, key: TableKey) -> Result<(), TableServiceError> {
        let claim = self.entry(key)?.claim;
        self.as_owner(key, self.store.drop_table(claim))?;
        self.state().live.remove(key);
        self.tell_gone(key);
        Ok(())
    }
}
