//! The thread of the table service: it takes what the tables tell, so that no move waits for it, and looks after everything that
//! time changes.

use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use super::{Doing, Finished, LiveTable, Seat, TableService, TableServiceError, lock};
use crate::challenge::limits::CHALLENGE_LIFETIME;
use crate::member::MemberId;
use crate::session::setup::SeatKind;
use crate::session::table::view::Status;
use crate::session::table::{TableId, TableNews};
use crate::store::TableKey;
use crate::task;

/// How often the table service looks at what time changes. After a crash, the running clock of a live game is right up to this.
const TICK: Duration = Duration::from_secs(5);

/// What the thread is told.
#[derive(Clone, Copy, Debug)]
pub(super) enum Note {
    /// A game has changed.
    Table(TableId, TableNews),
    /// Somebody has come.
    Came(MemberId),
    /// The last connection of somebody has ended.
    Went(MemberId),
}

/// The loop of the thread. It ends with the table service.
pub(super) fn serve(notes: &Receiver<Note>, tables: &Weak<TableService>) {
    let mut due = Instant::now() + TICK;
    loop {
        let note = notes.recv_timeout(due.saturating_duration_since(Instant::now()));
        if matches!(note, Err(RecvTimeoutError::Disconnected)) {
            return;
        }
        let Some(tables) = tables.upgrade() else { return };
        // A panic costs one note, and not the table service.
        let _ = task::contain(|| {
            if let Ok(note) = note {
                tables.hear(note);
            }
            if due <= Instant::now() {
                tables.tick();
            }
        });
        if due <= Instant::now() {
            due = Instant::now() + TICK;
        }
    }
}

impl TableService {
    fn hear(&self, note: Note) {
        match note {
            Note::Table(table, news) => self.heard(table, news),
            Note::Came(who) => {
                let _alone = lock(&self.changes);
                for room in self.waiting_with(who) {
                    // If it cannot start now, it is tried again every few seconds.
                    self.noted(Doing::Start, Some(&room), self.start_if_full(room.row.key));
                }
                self.notifier.notify();
            }
            Note::Went(who) => {
                if self.is_here(who) {
                    return;
                }
                // A guest does not come back, so their seats are free. A live game does not wait for its host.
                let guest = matches!(who, MemberId::Guest(_));
                let ends = |room: &LiveTable| guest || room.row.host == who && room.needs_host();
                for room in self.waiting_with(who).into_iter().filter(ends) {
                    // Meanwhile the table may be gone, or its game has begun.
                    match self.leave_waiting(who, room.row.key) {
                        Err(TableServiceError::NoTable | TableServiceError::Started) => {}
                        left => drop(self.noted(Doing::Leave, Some(&room), left)),
                    }
                }
            }
        }
    }

    /// The tables without a game where this person sits, or which they opened.
    fn waiting_with(&self, who: MemberId) -> Vec<LiveTable> {
        let live = &self.state().live;
        let waiting = live.open().filter(|room| room.table.is_none());
        let own = waiting.filter(|room| room.row.host == who || room.seat_of(who).is_some());
        own.cloned().collect()
    }

    fn heard(&self, table: TableId, news: TableNews) {
        let finished = {
            let _alone = lock(&self.changes);
            let Some(room) = self.state().live.with_game(table).cloned() else { return };
            let key = room.row.key;
            if news.stored {
                self.note_moves(&room);
            }
            if news.seats {
                self.noted(Doing::Seats, Some(&room), self.note_players(key));
            }
            if news.moved && room.is_slow() {
                self.hold_slow_games();
            }
            let finished = if news.ended { self.end_of(&room) } else { None };
            if news.seats || news.ended || news.moved && room.is_slow() {
                self.notifier.notify();
            }
            finished
        };
        if let Some(finished) = finished {
            self.tell(&finished);
        }
    }

    /// Stores the end of a game that is over. If that fails, it is told and tried again.
    fn end_of(&self, room: &LiveTable) -> Option<Finished> {
        self.noted(Doing::End, Some(room), self.finish(room.row.key)).flatten()
    }

    /// Does what could not be done before: resumes and starts games, and stores their ends.
    fn catch_up(&self) {
        let status = |room: &LiveTable, is: fn(&Status) -> bool| {
            room.table.as_ref().is_some_and(|table| is(&table.newest().status))
        };
        let finished: Vec<Finished> = {
            // Looked at under the lock: an end that is stored meanwhile is not tried a second time.
            let _alone = lock(&self.changes);
            let mut finished = self.resume_broken();
            for room in &self.open_rooms() {
                if room.table.is_none() {
                    self.noted(Doing::Start, Some(room), self.start_if_full(room.row.key));
                } else if status(room, |status| status.ending.is_some()) {
                    finished.extend(self.end_of(room));
                }
                if status(room, |status| status.unsaved) {
                    self.note_moves(room);
                }
            }
            finished
        };
        for finished in &finished {
            self.tell(finished);
        }
        self.write_games();
    }

    /// The seats of a game in progress as the game has them: a computer has taken one, or a person.
    pub(super) fn note_players(&self, key: TableKey) -> Result<(), TableServiceError> {
        let room = self.room(key)?;
        let Some(table) = &room.table else { return Ok(()) };
        let view = table.newest();
        let mut seats = room.row.seats.clone();
        for side in view.position.spec().sides() {
            let (at, owner) = (side.index(), view.status.owners[side].as_ref().and_then(MemberId::of));
            let now = match (&view.setup.seats[at], owner) {
                // The log has the name of the beginning.
                (SeatKind::Human(_), Some(id)) if seats[at].person() == Some(id) => continue,
                (SeatKind::Human(name), Some(id)) => Seat::Person { id, name: name.clone() },
                (SeatKind::Computer(level), _) => {
                    let stands_in = match seats[at] {
                        Seat::Computer { stands_in, .. } => stands_in,
                        _ => !room.is_strict(),
                    };
                    Seat::Computer { level: *level, stands_in }
                }
                _ => continue,
            };
            if let (Seat::Person { id, name }, Seat::Computer { .. }, true) = (&seats[at], &now, room.is_strict()) {
                self.store.note_left(key, at, *id, name)?;
            }
            seats[at] = now;
        }
        if seats != room.row.seats {
            self.seat(key, seats)?;
        }
        Ok(())
    }

    /// Removes a little of what is kept for a time only.
    fn prune(&self, now: SystemTime) -> Result<(), TableServiceError> {
        self.store.prune(self.keep(), now)?;
        Ok(self.store.give_back()?)
    }

    /// Looks at what time changes: clocks that stop with the server, vacations, old challenges, tables that nobody
    /// looks at any more. The thread of the table service calls it.
    pub fn tick(&self) {
        self.tick_alone();
        self.tell_tick();
    }

    fn tick_alone(&self) {
        let now = self.now();
        self.catch_up();
        self.noted(Doing::Prune, None, self.prune(now));
        let _alone = lock(&self.changes);
        let live = self
            .state()
            .live
            .open()
            .any(|room| room.table.is_some() && !room.is_slow() && room.setup.clock.is_some());
        if live {
            // If it fails, a clock is less exact after a crash.
            self.noted(Doing::Pulse, None, self.store.note_pulse(now));
        }
        self.hold_slow_games();
        self.close_deserted();
        let expired =
            now.checked_sub(CHALLENGE_LIFETIME).map_or(Ok(0), |before| self.store.expire_challenges(before));
        if self.noted(Doing::Challenges, None, expired).unwrap_or(0) > 0 {
            self.notifier.notify();
        }
        let alone =
            |room: &LiveTable| room.table.as_ref().is_none_or(|table| table.newest().status.present.is_empty());
        let gone: Vec<LiveTable> = self.state().live.over().filter(|room| alone(room)).cloned().collect();
        for room in gone {
            self.state().live.forget(room.row.key);
            if let Some(table) = room.table {
                self.tables.close(table.id());
            }
            self.tell_gone(room.row.key);
        }
    }
}
