//! The thread of the table service: it takes what the tables tell, so that no move waits for it, and looks after everything that
//! time changes.

use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use super::{Doing, Finished, LiveTable, Seat, TableService, TableServiceError, lock};
use crate::challenge::limits::CHALLENGE_LIFETIME;
use crate::change_notifier::Topic;
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
    /// The store has gone away, or is back.
    Store {
        /// Does it not answer?
        away: bool,
    },
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
            Note::Store { away } => self.hear_of_store(away),
            Note::Came(who) => {
                let _alone = lock(&self.changes);
                for entry in self.waiting_with(who) {
                    // If it cannot start now, it is tried again every few seconds.
                    self.noted(Doing::Start, Some(&entry), self.start_if_full(entry.row.key));
                    self.notify_table(&entry);
                }
            }
            Note::Went(who) => {
                if self.is_here(who) {
                    return;
                }
                // A guest does not come back, so their seats are free. A live game does not wait for its host.
                let guest = matches!(who, MemberId::Guest(_));
                let ends = |entry: &LiveTable| guest || entry.row.host == who && entry.needs_host();
                for entry in self.waiting_with(who).into_iter().filter(ends) {
                    // Meanwhile the table may be gone, or its game has begun.
                    match self.leave_waiting(who, entry.row.key) {
                        Err(TableServiceError::NoTable | TableServiceError::Started) => {}
                        left => drop(self.noted(Doing::Leave, Some(&entry), left)),
                    }
                }
            }
        }
    }

    /// The tables without a game where this person sits, or which they opened.
    fn waiting_with(&self, who: MemberId) -> Vec<LiveTable> {
        let live = &self.state().live;
        let waiting = live.open().filter(|entry| entry.table.is_none());
        let own = waiting.filter(|entry| entry.row.host == who || entry.seat_of(who).is_some());
        own.cloned().collect()
    }

    fn heard(&self, table: TableId, news: TableNews) {
        let finished = {
            let _alone = lock(&self.changes);
            let Some(entry) = self.state().live.with_game(table).cloned() else { return };
            let key = entry.row.key;
            if news.replaced {
                self.let_go(key);
                return;
            }
            if news.stored {
                self.note_moves(&entry);
            }
            if news.seats {
                self.noted(Doing::Seats, Some(&entry), self.note_players(key));
            }
            if news.moved && entry.is_slow() {
                self.hold_slow_games();
                self.tell_turn(&entry);
            }
            let finished = if news.ended { self.end_of(&entry) } else { None };
            if news.seats || news.ended || news.moved && entry.is_slow() {
                self.notify_table(&entry);
            } else if news.present {
                self.notifier.notify(Topic::Lobby);
            }
            finished
        };
        if let Some(finished) = finished {
            self.tell(&finished);
        }
    }

    /// Stores the end of a game that is over. If that fails, it is told and tried again.
    fn end_of(&self, entry: &LiveTable) -> Option<Finished> {
        self.noted(Doing::End, Some(entry), self.finish(entry.row.key)).flatten()
    }

    /// Does what could not be done before: resumes and starts games, and stores their ends.
    fn catch_up(&self) {
        let status = |entry: &LiveTable, is: fn(&Status) -> bool| {
            entry.table.as_ref().is_some_and(|table| is(&table.newest().status))
        };
        let finished: Vec<Finished> = {
            // Looked at under the lock: an end that is stored meanwhile is not tried a second time.
            let _alone = lock(&self.changes);
            let mut finished = self.resume_broken();
            for entry in &self.open_entries() {
                if entry.table.is_none() {
                    self.noted(Doing::Start, Some(entry), self.start_if_full(entry.row.key));
                } else if status(entry, |status| status.ending.is_some()) {
                    finished.extend(self.end_of(entry));
                }
                if status(entry, |status| status.unsaved) {
                    self.note_moves(entry);
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
        let entry = self.entry(key)?;
        let Some(table) = &entry.table else { return Ok(()) };
        let view = table.newest();
        let (mut seats, mut left) = (entry.row.seats.clone(), Vec::new());
        for side in view.position.spec().sides() {
            let (at, owner) = (side.index(), view.status.owners[side].as_ref().and_then(MemberId::of));
            let now = match (&view.setup.seats[at], owner) {
                // The log has the name of the beginning.
                (SeatKind::Human(_), Some(id)) if seats[at].person() == Some(id) => continue,
                (SeatKind::Human(name), Some(id)) => Seat::Person { id, name: name.clone() },
                (SeatKind::Computer(level), _) => {
                    let stands_in = match seats[at] {
                        Seat::Computer { stands_in, .. } => stands_in,
                        _ => !entry.is_strict(),
                    };
                    Seat::Computer { level: *level, stands_in }
                }
                _ => continue,
            };
            if let (Seat::Person { id, name }, Seat::Computer { .. }, true) = (&seats[at], &now, entry.is_strict())
            {
                left.push((at, *id, name.clone()));
            }
            seats[at] = now;
        }
        if seats != entry.row.seats {
            self.seat_after(key, seats, left)?;
        }
        Ok(())
    }

    /// Removes a little of what is kept for a time only.
    fn prune(&self, now: SystemTime) -> Result<(), TableServiceError> {
        self.store.prune(self.keep(), now)?;
        Ok(self.store.give_back()?)
    }

    /// Frees the seats of those who have gone and are at no other server.
    fn look_after_leaving(&self, now: SystemTime) {
        let is_gone = |since: SystemTime| now.duration_since(since).is_ok_and(|time| time >= TICK);
        let gone: Vec<MemberId> = {
            let leaving = &mut self.state().leaving;
            let gone = leaving.iter().filter(|(_, since)| is_gone(*since)).map(|(who, _)| *who).collect();
            leaving.retain(|(_, since)| !is_gone(*since));
            gone
        };
        for who in gone {
            self.hear(Note::Went(who));
        }
    }

    /// Looks at what time changes: clocks that stop with the server, vacations, old challenges, tables that nobody
    /// looks at any more. The thread of the table service calls it.
    pub fn tick(&self) {
        self.tick_alone();
        self.tell_tick();
    }

    fn tick_alone(&self) {
        let now = self.now();
        self.look_after_leaving(now);
        self.catch_up();
        self.noted(Doing::Prune, None, self.prune(now));
        let _alone = lock(&self.changes);
        let live = self
            .state()
            .live
            .open()
            .any(|entry| entry.table.is_some() && !entry.is_slow() && entry.setup.clock.is_some());
        if live && self.store.node().is_none() {
            // If it fails, a clock is less exact after a crash.
            self.noted(Doing::Pulse, None, self.store.note_pulse(now));
        }
        self.hold_slow_games();
        self.close_deserted();
        let expired =
            now.checked_sub(CHALLENGE_LIFETIME).map_or(Ok(0), |before| self.store.expire_challenges(before));
        if self.noted(Doing::Challenges, None, expired).unwrap_or(0) > 0 {
            self.notifier.notify_all();
        }
        let alone =
            |entry: &LiveTable| entry.table.as_ref().is_none_or(|table| table.newest().status.present.is_empty());
        let gone: Vec<LiveTable> = self.state().live.over().filter(|entry| alone(entry)).cloned().collect();
        for entry in gone {
            self.state().live.forget(entry.row.key);
            if let Some(table) = entry.table {
                self.tables.close(table.id());
            }
            self.tell_gone(entry.row.key);
        }
    }
}
