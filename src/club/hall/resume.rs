//! Resumes the tables when the server starts: everything is where it was.

use super::{Hall, HallError, Room, Seat, seating};
use crate::club::member::MemberId;
use crate::club::store::{StoreLog, TableRow};
use crate::record::event_log::EventLog as _;
use crate::record::journal::JournalEvent;
use crate::session::setup::{MatchSetup, SetupError};

impl Hall {
    /// Puts all tables of the store in the list, and resumes their games. A table that cannot be resumed stays in the
    /// store and is left out.
    pub(super) fn resume_all(&self) -> Result<(), HallError> {
        for row in self.store.unfinished_tables()? {
            let key = row.key;
            if let Ok(room) = self.resume(row) {
                self.rooms().insert(key, room);
            }
        }
        Ok(())
    }

    fn resume(&self, mut row: TableRow) -> Result<Room, HallError> {
        let begin: JournalEvent = serde_json::from_str(&row.setup).map_err(|_| SetupError::NoBegin)?;
        let mut setup = MatchSetup::of_event(&begin, &self.opponents.games)?;
        // A guest of before does not come back: connections are counted anew. An open table has their seat free.
        let started = row.started.is_some();
        for seat in &mut row.seats {
            if let Seat::Person { id: id @ MemberId::Guest(_), .. } = seat {
                if started { *id = id.departed() } else { *seat = Seat::Open }
            }
        }
        setup.seats = row.seats.iter().map(Seat::kind).collect();
        let mut room = Room { row, setup, table: None };
        if started {
            let log = StoreLog::open(&self.store, room.row.key)?;
            let table = if log.next() == 0 {
                self.start(&room)?
            } else {
                self.tables.resume_with(Box::new(log), seating(&room.row), &self.opponents_of_table())?
            };
            room.table = Some(table);
        }
        Ok(room)
    }
}
