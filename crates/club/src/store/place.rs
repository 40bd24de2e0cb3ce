//! Where the database is, and the connections to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use rusqlite::OpenFlags;

#[cfg(feature = "cluster")]
use super::server::Server;
use super::sql::Connection;
use super::{StoreError, migrations};
use crate::moment::Time;

/// How long to wait for another program that uses a file, such as a backup.
const BUSY: Duration = Duration::from_secs(10);

/// How many statements of a connection stay prepared: all that there are.
const STATEMENTS: usize = 200;

/// How SQLite gives space back that is free: step by step.
const STEPWISE: i64 = 2;

/// Where the database is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A file of SQLite.
    File(PathBuf),
    /// A database server.
    #[cfg(feature = "cluster")]
    Server(Arc<Server>),
}

impl Place {
    /// A connection that writes, to a database that exists and has the format of this program.
    pub(super) fn prepare(&self) -> Result<Connection, StoreError> {
        match self {
            Place::File(path) => {
                let writing = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
                let mut connection = open(path, writing)?;
                let set = |connection: &rusqlite::Connection| {
                    let_shrink(connection);
                    connection.pragma_update(None, "journal_mode", "wal")?;
                    connection.pragma_update(None, "synchronous", "full")
                };
                set(&connection).map_err(|error| failed(path, error))?;
                migrations::run(&mut connection)?;
                Ok(connection.into())
            }
            #[cfg(feature = "cluster")]
            Place::Server(server) => {
                let connection = server.connect()?;
                migrations::postgres::run(&connection)?;
                server.ask_time(&connection)?;
                Ok(connection)
            }
        }
    }

    /// Another connection that writes, after the first one was cut.
    pub(super) fn writer(&self) -> Result<Connection, StoreError> {
        match self {
            Place::File(path) => Ok(open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.into()),
            #[cfg(feature = "cluster")]
            Place::Server(server) => Ok(server.connect()?),
        }
    }

    /// Since when the database does not answer; `None` if it does.
    pub(super) fn away(&self) -> Option<Instant> {
        match self {
            Place::File(_) => None,
            #[cfg(feature = "cluster")]
            Place::Server(server) => server.away(),
        }
    }

    /// Notes that the database does not answer.
    pub(super) fn note_away(&self) {
        match self {
            Place::File(_) => {}
            #[cfg(feature = "cluster")]
            Place::Server(server) => server.note_away(),
        }
    }

    /// Does the database answer? It is asked for its time.
    pub(super) fn answers(&self, connection: &Connection) -> bool {
        match self {
            Place::File(_) => connection.is_open(),
            #[cfg(feature = "cluster")]
            Place::Server(server) => server.ask_time(connection).is_ok(),
        }
    }

    /// How often to look; `None` if the database cannot go away.
    pub(super) const fn interval(&self) -> Option<Duration> {
        match self {
            Place::File(_) => None,
            #[cfg(feature = "cluster")]
            Place::Server(_) => Some(Duration::from_millis(500)),
        }
    }

    /// The time of the database.
    pub(super) fn time(&self) -> Time {
        match self {
            Place::File(_) => Arc::new(SystemTime::now),
            #[cfg(feature = "cluster")]
            Place::Server(server) => {
                let server = Arc::clone(server);
                Arc::new(move || server.time())
            }
        }
    }

    /// A connection that reads.
    pub(super) fn reader(&self) -> Result<Connection, StoreError> {
        match self {
            Place::File(path) => Ok(open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?.into()),
            // While it is away nobody waits for it but the thread that writes.
            #[cfg(feature = "cluster")]
            Place::Server(server) if server.away().is_some() => {
                Err(StoreError::Away("it does not answer".to_owned()))
            }
            #[cfg(feature = "cluster")]
            Place::Server(server) => Ok(server.connect()?),
        }
    }
}

fn failed(path: &Path, error: rusqlite::Error) -> StoreError {
    StoreError::Open { path: path.to_owned(), error: error.into() }
}

/// A connection to a file.
pub(super) fn open(path: &Path, flags: OpenFlags) -> Result<rusqlite::Connection, StoreError> {
    let opened = rusqlite::Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
    let connection = opened.map_err(|error| failed(path, error))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    let set = |connection: &rusqlite::Connection| {
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "foreign_keys", true)
    };
    set(&connection).map_err(|error| failed(path, error))?;
    Ok(connection)
}

/// Lets the file of the database become smaller. One that an older program has made is copied once for that; where
/// there is no room for it, free space is only used again.
fn let_shrink(connection: &rusqlite::Connection) {
    let mode = || connection.pragma_query_value(None, "auto_vacuum", |row| row.get::<_, i64>(0));
    if mode().is_ok_and(|mode| mode != STEPWISE)
        && connection.pragma_update(None, "auto_vacuum", STEPWISE).is_ok()
        && mode().is_ok_and(|mode| mode != STEPWISE)
    {
        let _ = connection.execute_batch("VACUUM");
    }
}
