//! All tables of a terminal or a server. A few threads handle answers of players, news of journals, and clocks.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::command::Seating;
use super::{Identity, Table, TableError, TableId, Watch, Workers};
use crate::players::Opponents;
use crate::record::event_log::EventLog;
use crate::session::driver::{Loss, Match, MatchError, Notify};
use crate::session::referee::Referee;
use crate::session::setup::MatchSetup;

type List = Mutex<Vec<Arc<Table>>>;

/// All tables of a terminal or a server. When this is dropped, all tables are closed and their games are saved.
pub struct Tables {
    list: List,
    count: AtomicU64,
    /// The number of tables.
    open: Arc<AtomicUsize>,
    unwatched: Notify,
    watch: Option<Watch>,
    workers: Workers,
    /// Locked while a game is resumed, so that the same game is not resumed twice.
    taking_up: Mutex<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tables {
    /// No tables yet. The waker is called when something has changed at a table without readers.
    pub fn new(unwatched: Notify) -> Tables {
        let (list, count) = (List::default(), AtomicU64::new(0));
        let (open, workers) = (Arc::default(), Workers::default());
        Tables { list, count, open, unwatched, watch: None, workers, taking_up: Mutex::new(()) }
    }

    /// The same with threads that serve other tables too.
    #[must_use]
    pub fn served_by(mut self, workers: Workers) -> Tables {
        self.workers = workers;
        self
    }

    /// The same, and every change of a game is told.
    #[must_use]
    pub fn watched(mut self, watch: Watch) -> Tables {
        self.watch = Some(watch);
        self
    }

    /// Starts a game in which one player holds all seats for human players. Its journal is created in the folder,
    /// if there is one.
    pub fn start(
        &self,
        setup: MatchSetup,
        host: &Identity,
        folder: Option<&Path>,
        opponents: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        let seating = Seating::all(host, &setup);
        self.start_with(setup, seating, folder, opponents)
    }

    /// Starts a game in which the seats for human players are still free.
    pub fn start_open(
        &self,
        setup: MatchSetup,
        host: &Identity,
        folder: Option<&Path>,
        opponents: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.start_with(setup, Seating::open(host), folder, opponents)
    }

    /// Starts a game that is saved in any kind of log.
    pub fn start_on(
        &self,
        setup: MatchSetup,
        seating: Seating,
        log: Box<dyn EventLog>,
        opponents: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.add(|notify| Ok((noted(Match::start_on(setup, Some(log), opponents, notify)?, &seating), seating)))
    }

    fn start_with(
        &self,
        setup: MatchSetup,
        seating: Seating,
        folder: Option<&Path>,
        opponents: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.add(|notify| Ok((noted(Match::start(setup, folder, opponents, notify)?, &seating), seating)))
    }

    /// Resumes a game: returns its table if it is still being played, otherwise resumes it from its journal.
    pub fn resume(&self, path: &Path, host: &Identity, opponents: &Opponents) -> Result<Arc<Table>, TableError> {
        let _alone = lock(&self.taking_up);
        if let Some(table) = self.find(path) {
            return Ok(table);
        }
        self.add(|notify| {
            let game = Match::resume(path, opponents, notify)?;
            let seating = Seating::again(host, game.view().setup(), game.owners());
            Ok((game, seating))
        })
    }

    /// Resumes a game from a log of any kind. The log is claimed: its older writers can no longer append.
    pub fn resume_on(
        &self,
        log: Box<dyn EventLog>,
        host: &Identity,
        opponents: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.add(|notify| {
            let game = Match::resume_on(log, opponents, notify)?;
            let seating = Seating::again(host, game.view().setup(), game.owners());
            Ok((game, seating))
        })
    }

    /// Resumes a game from a log of any kind, whose seats are known from elsewhere. The seat on turn has used some
    /// time since the last event.
    pub fn resume_with(
        &self,
        log: Box<dyn EventLog>,
        seating: impl FnOnce(&Match) -> Seating,
        opponents: &Opponents,
        used: impl FnOnce(&Referee) -> Duration,
    ) -> Result<Arc<Table>, TableError> {
        self.add(|notify| {
            let game = Match::resume_used(log, opponents, notify, used)?;
            let seating = seating(&game);
            Ok((game, seating))
        })
    }

    fn add(
        &self,
        game: impl FnOnce(Notify) -> Result<(Match, Seating), MatchError>,
    ) -> Result<Arc<Table>, TableError> {
        // Threads are started first: without them no game begins, and no file is written.
        let desk = self.workers.open().map_err(TableError::Thread)?;
        let id = TableId(self.count.fetch_add(1, Ordering::Relaxed) + 1);
        let notify: Notify = Arc::new(desk.bell());
        let (game, seating) = game(notify)?;
        let table =
            Arc::new(Table::new(id, game, seating, desk, (Arc::clone(&self.unwatched), self.watch.clone())));
        lock(&self.list).push(Arc::clone(&table));
        self.open.fetch_add(1, Ordering::Relaxed);
        table.desk.give(Arc::downgrade(&table));
        Ok(table)
    }

    /// The tables, newest last.
    pub fn list(&self) -> Vec<Arc<Table>> {
        lock(&self.list).clone()
    }

    /// The number of tables, for a reader on another thread.
    pub fn counter(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.open)
    }

    /// The table whose journal is this file.
    pub(crate) fn find(&self, path: &Path) -> Option<Arc<Table>> {
        let same = |table: &Arc<Table>| {
            let own = table.path()?;
            (own == path || is_same_file(&own, path)).then(|| Arc::clone(table))
        };
        self.list().iter().find_map(same)
    }

    /// Closes a table: its game is saved and its journal is unlocked. Returns what could not be saved.
    pub fn close(&self, id: TableId) -> Option<Loss> {
        let gone = {
            let mut list = lock(&self.list);
            let at = list.iter().position(|table| table.id() == id);
            at.map(|at| list.remove(at))
        };
        let gone = gone?;
        self.open.fetch_sub(1, Ordering::Relaxed);
        gone.close()
    }

    /// Closes all tables. Returns the tables whose games could not be saved completely, with what was lost.
    pub fn close_all(&self) -> Vec<(Arc<Table>, Loss)> {
        let all = std::mem::take(&mut *lock(&self.list));
        self.open.fetch_sub(all.len(), Ordering::Relaxed);
        all.into_iter().filter_map(|table| table.close().map(|loss| (table, loss))).collect()
    }
}

/// A new game whose journal names the owners of its seats.
fn noted(mut game: Match, seating: &Seating) -> Match {
    for side in game.view().position().spec().sides() {
        if let Some(owner) = seating.owner(side) {
            game.note_owner(side, owner);
        }
    }
    game
}

/// Do two paths lead to the same file?
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

impl Drop for Tables {
    fn drop(&mut self) {
        self.close_all();
    }
}
