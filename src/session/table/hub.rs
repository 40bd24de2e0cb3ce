//! All tables of a terminal or a server, with the one thread that handles answers of players, news of the journals,
//! and clocks.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use super::command::Seating;
use super::{Identity, Table, TableError, TableId};
use crate::players::Opponents;
use crate::record::event_log::EventLog;
use crate::session::driver::{Loss, Match, MatchError, Notify};
use crate::session::setup::MatchSetup;
use crate::task;

/// A message to the thread.
#[derive(Debug)]
pub(super) enum Word {
    /// A table has an answer to handle, or its clock now runs out at another time.
    Look(TableId),
    /// The tables are being dropped.
    End,
}

type List = Mutex<Vec<Arc<Table>>>;

/// All tables of a terminal or a server. When this is dropped, all tables are closed and their games are saved.
pub struct Tables {
    list: Arc<List>,
    count: AtomicU64,
    /// The channel to the thread, once there is a table.
    inbox: Mutex<Option<Sender<Word>>>,
    unwatched: Notify,
    /// Locked while a game is resumed, so that the same game is not resumed twice.
    taking_up: Mutex<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tables {
    /// No tables yet. The waker is called when something has changed at a table without readers.
    pub fn new(unwatched: Notify) -> Tables {
        let (list, count) = (Arc::default(), AtomicU64::new(0));
        Tables { list, count, inbox: Mutex::new(None), unwatched, taking_up: Mutex::new(()) }
    }

    /// Starts a game in which one player holds all seats for human players. Its journal is created in the folder,
    /// if there is one.
    pub fn start(
        &self,
        setup: MatchSetup,
        host: &Identity,
        folder: Option<&Path>,
        staff: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        let seating = Seating::all(host, &setup);
        self.start_with(setup, seating, folder, staff)
    }

    /// Starts a game in which the seats for human players are still free.
    pub fn start_open(
        &self,
        setup: MatchSetup,
        host: &Identity,
        folder: Option<&Path>,
        staff: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.start_with(setup, Seating::open(host), folder, staff)
    }

    /// Starts a game that is saved in any kind of log.
    pub fn start_on(
        &self,
        setup: MatchSetup,
        seating: Seating,
        log: Box<dyn EventLog>,
        staff: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.add(|notify| Ok((Match::start_on(setup, Some(log), staff, notify)?, seating)))
    }

    fn start_with(
        &self,
        setup: MatchSetup,
        seating: Seating,
        folder: Option<&Path>,
        staff: &Opponents,
    ) -> Result<Arc<Table>, TableError> {
        self.add(|notify| Ok((Match::start(setup, folder, staff, notify)?, seating)))
    }

    /// Resumes a game: returns its table if it is still being played, otherwise resumes it from its journal.
    pub fn resume(&self, path: &Path, host: &Identity, staff: &Opponents) -> Result<Arc<Table>, TableError> {
        let _alone = lock(&self.taking_up);
        if let Some(table) = self.find(path) {
            return Ok(table);
        }
        self.add(|notify| {
            let game = Match::resume(path, staff, notify)?;
            let seating = Seating::all(host, game.view().setup());
            Ok((game, seating))
        })
    }

    fn add(
        &self,
        game: impl FnOnce(Notify) -> Result<(Match, Seating), MatchError>,
    ) -> Result<Arc<Table>, TableError> {
        let hub = self.inbox().map_err(TableError::Thread)?;
        let id = TableId(self.count.fetch_add(1, Ordering::Relaxed) + 1);
        let answers = hub.clone();
        let notify: Notify = Arc::new(move || {
            let _ = answers.send(Word::Look(id));
        });
        let (game, seating) = game(notify)?;
        let table = Arc::new(Table::new(id, game, seating, hub.clone(), Arc::clone(&self.unwatched)));
        lock(&self.list).push(Arc::clone(&table));
        // Handle answers that arrived before the table was in the list.
        let _ = hub.send(Word::Look(id));
        Ok(table)
    }

    /// The channel to the thread, which is started with the first table.
    fn inbox(&self) -> std::io::Result<Sender<Word>> {
        let mut inbox = lock(&self.inbox);
        if let Some(sender) = inbox.as_ref() {
            return Ok(sender.clone());
        }
        let (sender, words) = channel();
        let list = Arc::downgrade(&self.list);
        task::spawn("tables", move || serve(&words, &list))?;
        *inbox = Some(sender.clone());
        Ok(sender)
    }

    /// The tables, newest last.
    pub fn list(&self) -> Vec<Arc<Table>> {
        lock(&self.list).clone()
    }

    /// The table whose journal is this file.
    pub fn find(&self, path: &Path) -> Option<Arc<Table>> {
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
        gone?.close()
    }

    /// Closes all tables. Returns the tables whose games could not be saved completely, with what was lost.
    pub fn close_all(&self) -> Vec<(Arc<Table>, Loss)> {
        let all = std::mem::take(&mut *lock(&self.list));
        all.into_iter().filter_map(|table| table.close().map(|loss| (table, loss))).collect()
    }
}

/// Do two paths lead to the same file?
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

impl Drop for Tables {
    fn drop(&mut self) {
        if let Some(inbox) = lock(&self.inbox).take() {
            let _ = inbox.send(Word::End);
        }
        self.close_all();
    }
}

/// The loop of the thread: handles answers at the tables, and clocks that run out of time.
fn serve(words: &Receiver<Word>, list: &Weak<List>) {
    let all = || Some(lock(&*list.upgrade()?).clone());
    loop {
        let Some(tables) = all() else { return };
        let due = tables.iter().filter_map(|table| table.newest().falls()).min();
        drop(tables);
        let word = match due {
            None => words.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => words.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        let mut looks = BTreeSet::new();
        match word {
            Ok(word) => {
                for word in std::iter::once(word).chain(words.try_iter()) {
                    match word {
                        Word::Look(id) => looks.insert(id),
                        Word::End => return,
                    };
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let Some(tables) = all() else { return };
        let now = Instant::now();
        for table in tables {
            if looks.contains(&table.id()) || table.newest().falls().is_some_and(|falls| falls <= now) {
                table.poll(now);
            }
        }
    }
}
