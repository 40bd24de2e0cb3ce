//! The store of the club: one SQLite database. All SQL is in this folder, one file for each kind of thing.
//!
//! One thread writes. It takes all changes that wait, runs each in a savepoint of one transaction, commits once, and
//! answers only then: what was answered is on the disk. Reading uses connections of its own and waits for no commit.

mod alone;
mod arrivals;
mod bans;
mod challenges;
mod claims;
mod codes;
mod error;
mod figures;
mod keep;
mod logs;
mod members;
mod migrations;
mod numbers;
mod ratings;
mod readers;
mod results;
mod seats;
mod tables;
mod talk;
mod tournaments;
mod unused;
mod vacations;
mod versions;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use super::table_key::TableKey;
use crate::moment::Time;
use crate::task;
use alone::Alone;
pub use bans::Ban;
pub use challenges::{AnswerRow, COUNTED, ChallengeId, ChallengeRow, Closing, LISTED};
pub use claims::Claim;
pub use codes::KeyRow;
pub use error::StoreError;
pub use figures::Figures;
pub use logs::StoreLog;
pub use ratings::{HistoryEntry, MemberStanding};
use readers::Readers;
pub use results::{FinishedRow, FinishedSeatRow, ResultRow};
pub use tables::{Origin, TableRow};
pub use tournaments::Kept;
pub use versions::VersionRow;

/// The most changes in one transaction.
const GROUP: usize = 256;

/// How many pages of the database are copied at once.
const PAGES: i32 = 1024;

/// How long to wait for another program that uses the database, such as a backup.
const BUSY: Duration = Duration::from_secs(10);

/// What makes a change, in the transaction.
type Make = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// A change that waits for its transaction.
struct Change {
    make: Make,
    /// Where its owner waits for the commit.
    answer: Sender<Result<(), StoreError>>,
}

/// The store.
pub struct Store {
    path: PathBuf,
    /// The lock of the folder, if a server has opened the store.
    alone: Option<Alone>,
    changes: Mutex<Sender<Change>>,
    readers: Readers,
    /// Whose addresses are kept out, once it could be read.
    kept_out: Mutex<Option<bans::KeptOut>>,
    /// What has been written since the start.
    pub figures: Arc<Figures>,
}

impl fmt::Debug for Store {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Store").field("path", &self.path).field("alone", &self.alone).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the database for a server, which has its folder alone until the store is dropped.
    pub fn serve(path: &Path) -> Result<Store, StoreError> {
        let alone = Some(Alone::lock(path)?);
        Ok(Store { alone, ..Store::open(path)? })
    }

    /// The time of the database, by which deadlines count. This one is a part of the program, so it is the time of the
    /// machine.
    pub fn time(&self) -> Time {
        Arc::new(SystemTime::now)
    }

    /// Opens the database, or makes it, and brings its format up to date.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let writing = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut writer = connect(path, writing | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let_shrink(&writer);
        writer.pragma_update(None, "journal_mode", "wal")?;
        writer.pragma_update(None, "synchronous", "full")?;
        migrations::run(&mut writer)?;
        let readers = Readers::open(path)?;
        let (changes, waiting) = channel();
        let figures = Arc::new(Figures::default());
        let counted = Arc::clone(&figures);
        task::spawn("store", move || serve(&mut writer, &waiting, &counted)).map_err(StoreError::Thread)?;
        // If it cannot be read, it is tried again when somebody comes.
        let kept_out = Mutex::new(readers.read(bans::KeptOut::read).ok());
        let (path, changes) = (path.to_owned(), Mutex::new(changes));
        Ok(Store { path, alone: None, changes, readers, kept_out, figures })
    }

    /// Copies a database, which another process may have open, to an empty file: the state of one moment.
    pub(crate) fn copy(path: &Path, to: &Path) -> Result<(), StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let (from, mut to) = (connect(path, flags)?, connect(to, flags)?);
        Backup::new(&from, &mut to)?.run_to_completion(PAGES, Duration::ZERO, None)?;
        Ok(())
    }

    /// The path of the database.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a change. When this returns, the change is on the disk, or nothing of it is.
    pub fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        // What the change returns is put aside, so that there is one kind of channel for all of them.
        let slot = Arc::new(Mutex::new(None));
        let returned = Arc::clone(&slot);
        let make: Make = Box::new(move |connection| {
            *returned.lock().unwrap_or_else(PoisonError::into_inner) = Some(change(connection)?);
            Ok(())
        });
        let (answer, answered) = channel();
        let sent = self.changes.lock().unwrap_or_else(PoisonError::into_inner).send(Change { make, answer });
        sent.map_err(|_| StoreError::Closed)?;
        answered.recv().map_err(|_| StoreError::Closed)??;
        slot.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(StoreError::Closed)
    }

    /// Reads from the last committed state.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.readers.read(read)
    }
}

/// How the database gives space back that is free: step by step.
const STEPWISE: i64 = 2;

/// Lets the file of the database become smaller. One that an older program has made is copied once for that; where
/// there is no room for it, free space is only used again.
fn let_shrink(connection: &Connection) {
    let mode = || connection.pragma_query_value(None, "auto_vacuum", |row| row.get::<_, i64>(0));
    if mode().is_ok_and(|mode| mode != STEPWISE)
        && connection.pragma_update(None, "auto_vacuum", STEPWISE).is_ok()
        && mode().is_ok_and(|mode| mode != STEPWISE)
    {
        let _ = connection.execute_batch("VACUUM");
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let failed = |error| StoreError::Open { path: path.to_owned(), error };
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(BUSY).map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    Ok(connection)
}

/// The loop of the thread that writes.
fn serve(writer: &mut Connection, waiting: &Receiver<Change>, figures: &Figures) {
    while let Ok(first) = waiting.recv() {
        let group: Vec<Change> = std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1)).collect();
        let (changes, begun) = (group.len(), Instant::now());
        write_group(writer, group);
        figures.committed(changes, begun.elapsed());
    }
}

/// Why a group of changes was not committed, in words: all its owners are told.
struct NotCommitted(String);

impl From<rusqlite::Error> for NotCommitted {
    fn from(error: rusqlite::Error) -> NotCommitted {
        NotCommitted(error.to_string())
    }
}

/// Makes these changes in one transaction. A change that fails leaves nothing behind, and the others stay.
fn write_group(writer: &mut Connection, group: Vec<Change>) {
    let mut answers = Vec::with_capacity(group.len());
    let mut group = group.into_iter();
    let committed: Result<(), NotCommitted> = (|| {
        // Another process may write as well: its change is waited for, and seen.
        let mut transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for Change { make, answer } in group.by_ref() {
            let savepoint = transaction.savepoint()?;
            // A change that panics is lost with its answer, so its owner hears that the store is closed to it.
            let Ok(made) = task::contain(|| make(&savepoint)) else { continue };
            // A full disk can end the whole transaction. What came after it would be committed change by change, and
            // its owners would read that it was not.
            let gone = savepoint.is_autocommit();
            let kept = match &made {
                Err(why) if gone => Err(NotCommitted(why.to_string())),
                Ok(()) if gone => Err(NotCommitted("the transaction has ended".to_owned())),
                Ok(()) => savepoint.commit().map_err(NotCommitted::from),
                Err(_) => Ok(()),
            };
            answers.push((answer, made));
            kept?;
        }
        Ok(transaction.commit()?)
    })();
    let committed = committed.map_err(|NotCommitted(why)| why);
    for (answer, made) in answers {
        // An error of the change itself says more than one of the commit. Its owner may have gone.
        let _ = answer.send(made.and_then(|()| committed.clone().map_err(StoreError::NotCommitted)));
    }
    for Change { answer, .. } in group {
        let why = committed.clone().err().unwrap_or_default();
        let _ = answer.send(Err(StoreError::NotCommitted(why)));
    }
}
