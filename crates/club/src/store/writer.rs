//! The thread that writes. It takes all changes that wait, runs each in a savepoint of one transaction, commits once, and
//! answers only then. While a database server is away it answers at once that it is, and tries to reach it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::place::Place;
use super::sql::{Connection, SqlError};
use super::{Figures, StoreError};
use crate::task;

/// The most changes in one transaction.
const GROUP: usize = 256;

/// Is told when the database goes away, and when it is back.
pub type AwayHook = Box<dyn Fn(bool) + Send + Sync>;

/// What makes a change, in the transaction.
pub(super) type Make = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// A change that waits for its transaction.
pub(super) struct Change {
    pub(super) make: Make,
    /// Where its owner waits for the commit.
    pub(super) answer: Sender<Result<(), StoreError>>,
}

/// Why a group of changes was not committed: all its owners are told.
#[derive(Clone)]
enum NotCommitted {
    /// The database refuses it.
    Refused(String),
    /// The database does not answer.
    Away(String),
}

impl From<SqlError> for NotCommitted {
    fn from(error: SqlError) -> NotCommitted {
        match error {
            SqlError::Away(why) => NotCommitted::Away(why),
            other => NotCommitted::Refused(other.to_string()),
        }
    }
}

impl From<&StoreError> for NotCommitted {
    fn from(error: &StoreError) -> NotCommitted {
        match error {
            StoreError::Away(why) => NotCommitted::Away(why.clone()),
            other => NotCommitted::Refused(other.to_string()),
        }
    }
}

impl From<NotCommitted> for StoreError {
    fn from(error: NotCommitted) -> StoreError {
        match error {
            NotCommitted::Refused(why) => StoreError::NotCommitted(why),
            NotCommitted::Away(why) => StoreError::Away(why),
        }
    }
}

/// The thread that writes.
pub(super) struct Writer {
    pub(super) place: Place,
    /// None while the database is away.
    pub(super) connection: Option<Connection>,
    pub(super) figures: Arc<Figures>,
    pub(super) on_away: Arc<Mutex<Option<AwayHook>>>,
    /// What was told last.
    pub(super) is_away: bool,
}

impl Writer {
    /// Makes changes until the store is dropped.
    pub(super) fn serve(mut self, waiting: &Receiver<Change>) {
        let mut looked = Instant::now();
        loop {
            let first = match self.place.interval() {
                None => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(interval) => waiting.recv_timeout(interval.saturating_sub(looked.elapsed())),
            };
            match first {
                Ok(first) => self.write(std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1)).collect()),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.place.interval().is_some_and(|interval| looked.elapsed() >= interval) {
                self.look();
                looked = Instant::now();
            }
            let away = self.place.away().is_some();
            if away != self.is_away {
                self.is_away = away;
                if let Some(hook) = self.on_away.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
                    hook(away);
                }
            }
        }
    }

    /// The connection, if there is one now.
    fn connect(&mut self) -> Result<&Connection, StoreError> {
        if let Some(connection) = self.connection.take().filter(Connection::is_open) {
            return Ok(self.connection.insert(connection));
        }
        self.place.note_away();
        let connection = self.place.writer()?;
        Ok(self.connection.insert(connection))
    }

    /// Looks whether the database answers.
    fn look(&mut self) {
        let place = self.place.clone();
        if !self.connect().is_ok_and(|connection| place.answers(connection)) {
            self.place.note_away();
        }
    }

    fn write(&mut self, group: Vec<Change>) {
        let (changes, begun) = (group.len(), Instant::now());
        match self.connect() {
            Ok(connection) => write_group(connection, group),
            Err(error) => {
                let why = NotCommitted::from(&error);
                for Change { answer, .. } in group {
                    let _ = answer.send(Err(why.clone().into()));
                }
                return;
            }
        }
        if self.connection.as_ref().is_some_and(|connection| !connection.is_open()) {
            self.place.note_away();
        }
        self.figures.committed(changes, begun.elapsed());
    }
}

/// Makes these changes in one transaction. A change that fails leaves nothing behind, and the others stay.
fn write_group(writer: &Connection, group: Vec<Change>) {
    let mut answers = Vec::with_capacity(group.len());
    let mut group = group.into_iter();
    let committed: Result<(), NotCommitted> = (|| {
        writer.begin()?;
        for Change { make, answer } in group.by_ref() {
            writer.execute_batch("SAVEPOINT change")?;
            // A change that panics is lost with its answer, so its owner hears that the store is closed to it.
            let made = task::contain(|| make(writer));
            // A full disk can end the whole transaction. What came after it would be committed change by change, and
            // its owners would read that it was not.
            let gone = writer.has_ended();
            let kept = match &made {
                Ok(Err(why)) if gone => Err(NotCommitted::from(why)),
                _ if gone => Err(NotCommitted::Refused("the transaction has ended".to_owned())),
                Ok(Ok(())) => writer.execute_batch("RELEASE change").map_err(NotCommitted::from),
                _ => writer.execute_batch("ROLLBACK TO change; RELEASE change").map_err(NotCommitted::from),
            };
            answers.extend(made.ok().map(|made| (answer, made)));
            kept?;
        }
        Ok(writer.execute_batch("COMMIT")?)
    })();
    if committed.is_err() && !writer.has_ended() {
        // What cannot be undone here is undone with the connection.
        let _ = writer.execute_batch("ROLLBACK");
    }
    for (answer, made) in answers {
        // An error of the change itself says more than one of the commit. Its owner may have gone.
        let _ = answer.send(made.and_then(|()| committed.clone().map_err(StoreError::from)));
    }
    for Change { answer, .. } in group {
        let why = committed.clone().err().unwrap_or_else(|| NotCommitted::Refused(String::new()));
        let _ = answer.send(Err(why.into()));
    }
}
