//! The store of the club: one database, a file of SQLite or on a server that speaks PostgreSQL. All SQL is in this folder,
//! one file for each kind of thing, and the same for both.
//!
//! One thread writes (`writer`): what was answered is on the disk. Reading uses connections of its own and waits for no
//! commit.

mod alone;
mod arrivals;
mod bans;
mod challenges;
mod claims;
mod codes;
mod error;
mod figures;
mod friends;
#[cfg(feature = "cluster")]
pub mod import;
mod keep;
mod logs;
mod members;
mod migrations;
mod nodes;
mod numbers;
mod outbox;
mod place;
mod ratings;
mod readers;
mod results;
mod seats;
#[cfg(feature = "cluster")]
pub mod server;
pub mod sql;
mod tables;
mod talk;
mod tournaments;
mod unused;
mod vacations;
mod versions;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::OpenFlags;
use rusqlite::backup::Backup;

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
pub use nodes::{ChangeRow, NodeId, NodeRow, SILENT};
pub use outbox::OutboxAddress;
pub(crate) use outbox::{NewAddress, Typed};
use place::Place;
pub use ratings::{HistoryEntry, MemberStanding};
use readers::Readers;
pub use results::{FinishedRow, FinishedSeatRow, ResultRow};
use sql::{Connection, SqlError};
pub use tables::{Origin, TableRow, TakenTable};
pub use tournaments::Kept;
pub use versions::VersionRow;
pub use writer::AwayHook;
use writer::{Change, Make, Writer};

/// How many pages of the database are copied at once.
const PAGES: i32 = 1024;

/// The store.
pub struct Store {
    place: Place,
    /// The file of SQLite. What else belongs to the club is beside it, whether there is such a file or not.
    path: PathBuf,
    /// The lock of the folder, if a server has opened the store.
    alone: Option<Alone>,
    changes: Mutex<Sender<Change>>,
    readers: Readers,
    /// Whose addresses are kept out, once it could be read.
    kept_out: Mutex<Option<bans::KeptOut>>,
    on_away: Arc<Mutex<Option<AwayHook>>>,
    /// The number of this server, if it shares the database.
    node: OnceLock<NodeId>,
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

    /// The time of the database, by which deadlines count. SQLite is a part of the program, so its time is the one of the
    /// machine.
    pub fn time(&self) -> Time {
        self.place.time()
    }

    /// Since when the database does not answer; `None` if it does.
    pub fn away(&self) -> Option<Instant> {
        self.place.away()
    }

    /// Calls this when the database goes away, and when it is back. It is called by the thread that writes, so it must not
    /// write itself.
    pub fn on_away(&self, hook: AwayHook) {
        *self.on_away.lock().unwrap_or_else(PoisonError::into_inner) = Some(hook);
    }

    /// Opens the database, or makes it, and brings its format up to date.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::at(Place::File(path.to_owned()), path)
    }

    /// Opens the database of a club on a server, for the only server that has this folder, which holds the rest.
    #[cfg(feature = "cluster")]
    pub fn serve_from(server: server::Server, path: &Path) -> Result<Store, StoreError> {
        let alone = Some(Alone::lock(path)?);
        Ok(Store { alone, ..Store::open_from(server, path)? })
    }

    /// Opens the database of a club on a server.
    #[cfg(feature = "cluster")]
    pub fn open_from(server: server::Server, path: &Path) -> Result<Store, StoreError> {
        Store::at(Place::Server(Arc::new(server)), path)
    }

    fn at(place: Place, path: &Path) -> Result<Store, StoreError> {
        let connection = Some(place.prepare()?);
        let readers = Readers::open(place.clone())?;
        let (changes, waiting) = channel();
        let figures = Arc::new(Figures::default());
        let on_away: Arc<Mutex<Option<AwayHook>>> = Arc::default();
        let (counted, told) = (Arc::clone(&figures), Arc::clone(&on_away));
        let writer = Writer { place: place.clone(), connection, figures: counted, on_away: told, is_away: false };
        task::spawn("store", move || writer.serve(&waiting)).map_err(StoreError::Thread)?;
        // If it cannot be read, it is tried again when somebody comes.
        let kept_out = Mutex::new(readers.read(bans::KeptOut::read).ok());
        let (path, changes) = (path.to_owned(), Mutex::new(changes));
        let (alone, node) = (None, OnceLock::new());
        Ok(Store { place, path, alone, changes, readers, kept_out, on_away, node, figures })
    }

    /// Has a server had the folder of this database, wherever the database is?
    pub(crate) fn was_served(path: &Path) -> bool {
        Alone::was_there(path)
    }

    /// Copies a database, which another process may have open, to an empty file: the state of one moment.
    pub(crate) fn copy(path: &Path, to: &Path) -> Result<(), StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let (from, mut to) = (place::open(path, flags)?, place::open(to, flags)?);
        let mut copy = || Backup::new(&from, &mut to)?.run_to_completion(PAGES, Duration::ZERO, None);
        Ok(copy().map_err(SqlError::from)?)
    }

    /// The path of the database, if it is a file; the rest of the club is beside it.
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
