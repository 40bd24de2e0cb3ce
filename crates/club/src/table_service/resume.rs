//! Resumes the tables when the server starts: everything is where it was.

use std::sync::Arc;
use std::time::SystemTime;

use super::{Doing, Finished, LiveTable, Rematch, Seat, TableService, TableServiceError};
use crate::member::MemberId;
use crate::record::event_log::EventLog as _;
use crate::record::journal::JournalEvent;
use crate::rules::side::{BySide, Side};
use crate::session::driver::Match;
use crate::session::referee::Referee;
use crate::session::setup::{MatchSetup, SetupError, game_of};
use crate::session::table::Table;
use crate::session::table::command::Seating;
use crate::store::{Claim, StoreLog, TableKey, TableRow, TakenTable};

/// How many tables a server takes at once, so that several servers share them.
pub(super) const BATCH: usize = 20;

impl TableService {
    /// Puts all tables of the store in the list, and resumes their games. A table that cannot be resumed stays in the
    /// store and is left out.
    pub(super) fn resume_all(&self) -> Result<(), TableServiceError> {
        let most = if self.store.node().is_some() { BATCH } else { usize::MAX };
        loop {
            let Ok(taken) = self.store.take_tables(most, self.now()) else {
                // Each alone: those that cannot be taken now are tried again.
                let rows = self.store.own_tables(self.now())?;
                drop(self.take_those(rows.into_iter().map(|row| (row, None))));
                break;
            };
            let is_last = taken.len() < most;
            drop(self.resume_those(taken));
            if is_last {
                break;
            }
        }
        self.read_listed_files();
        Ok(())
    }

    /// Reads the files of games that lists show, so that no screen has to: a file takes a moment. What cannot be read now
    /// is left to them.
    fn read_listed_files(&self) {
        for text in self.store.listed_files().unwrap_or_default() {
            if let Ok(JournalEvent::Begin { game, file, .. }) = serde_json::from_str(&text) {
                let _ = game_of(&game, file.as_deref(), &self.opponents.games);
            }
        }
    }

    /// Tries again to resume the tables that could not be resumed, and returns the games that are over.
    pub(super) fn resume_broken(&self) -> Vec<Finished> {
        let read = |(key, claim)| Some((self.store.table(key).ok().flatten()?, claim));
        self.take_those(self.broken_tables().into_iter().filter_map(read))
    }

    /// Takes the tables that are not owned yet, and resumes all of these.
    pub(super) fn take_those(&self, rows: impl Iterator<Item = (TableRow, Option<Claim>)>) -> Vec<Finished> {
        let mut taken = Vec::new();
        for (row, claim) in rows {
            match claim.map_or_else(|| self.store.take_table(row.key), |claim| Ok(Some(claim))) {
                Ok(Some(claim)) => taken.push(TakenTable { row, claim, seen: None }),
                Ok(None) => self.forget_troubles(row.key),
                Err(error) => self.note_broken(&row, None, error.into()),
            }
        }
        self.resume_those(taken)
    }

    pub(super) fn resume_those(&self, taken: Vec<TakenTable>) -> Vec<Finished> {
        let mut finished = Vec::new();
        for taken in taken {
            let TakenTable { row, claim, .. } = taken.clone();
            let key = row.key;
            match self.resume(taken) {
                Ok(entry) => {
                    self.state().live.add(entry.clone());
                    self.note_resumed(&entry);
                    // The game may have ended, or a computer taken a seat, just before the server ended. If the end
                    // cannot be stored now, it is stored later.
                    self.noted(Doing::Seats, Some(&entry), self.note_players(key));
                    finished.extend(self.noted(Doing::End, Some(&entry), self.finish(key)).flatten());
                    self.notify_table(&entry);
                }
                Err(error) if error.is_of_replaced() => self.forget_troubles(key),
                Err(error) => self.note_broken(&row, Some(claim), error),
            }
        }
        finished
    }

    /// Is this guest here, or can they come back? With several servers a guest outlives the one that had their table.
    fn knows_guest(&self, id: MemberId) -> bool {
        matches!(id, MemberId::Guest(_)) && self.store.node().is_some() && self.is_here(id)
    }

    fn resume(&self, taken: TakenTable) -> Result<LiveTable, TableServiceError> {
        let TakenTable { mut row, claim, seen } = taken;
        let begin: JournalEvent = serde_json::from_str(&row.setup).map_err(|_| SetupError::NoBegin)?;
        let mut setup = MatchSetup::of_event(&begin, &self.opponents.games)?;
        // A guest of before does not come back: connections are counted anew. An open table has their seat free.
        let started = row.started.is_some();
        for seat in &mut row.seats {
            if let Seat::Person { id: id @ MemberId::Guest(_), .. } = seat
                && !self.knows_guest(*id)
            {
                if started { *id = id.departed() } else { *seat = Seat::Open }
            }
        }
        setup.seats = row.seats.iter().map(Seat::kind).collect();
        let mut entry = LiveTable { row, claim, setup, is_hosted: false, table: None, rematch: Rematch::default() };
        entry.is_hosted = !entry.is_arranged();
        if started {
            let log = StoreLog::owned(&self.store, claim)?.timed(&self.time);
            let table = if log.next() == 0 { self.start(&entry)? } else { self.resume_game(&entry, log, seen)? };
            entry.table = Some(table);
        }
        Ok(entry)
    }

    fn resume_game(
        &self,
        entry: &LiveTable,
        log: StoreLog,
        seen: Option<SystemTime>,
    ) -> Result<Arc<Table>, TableServiceError> {
        let key: TableKey = entry.row.key;
        let moved = self.store.moved(key)?;
        // The log knows the seats best: the row is changed after it.
        let seating = |game: &Match| {
            let owner = |side: Side| {
                let owner = game.owners()[side].as_ref()?;
                let is_gone = |id: &MemberId| !self.knows_guest(*id);
                let departed = MemberId::of(owner).filter(is_gone).map(|id| id.departed().identity());
                Some(departed.unwrap_or_else(|| owner.clone()))
            };
            Seating::of(&entry.row.host.identity(), BySide::from_fn(owner)).with(self.rules(entry))
        };
        let mut charged = None;
        let used = |referee: &Referee| {
            let used = self.used(entry, (moved, seen), referee);
            charged = Some(used);
            used
        };
        let table = self.tables.resume_with(Box::new(log), seating, &self.opponents, used)?;
        if let (Some(used), false) = (charged, entry.is_slow()) {
            // The time without a server does not count at the next start either.
            self.store.set_moved(entry.claim, self.now().checked_sub(used).unwrap_or(self.now()))?;
        }
        Ok(table)
    }
}
