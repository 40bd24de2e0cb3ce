//! The connections that read. Nobody waits for the list of another one unless very many read at once.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::StoreError;
use super::place::Place;
use super::sql::Connection;

/// The most connections. Each keeps pages of its own in memory.
const MOST: usize = 4;

/// The connections that read.
pub(super) struct Readers {
    place: Place,
    idle: Mutex<Idle>,
    returned: Condvar,
}

/// The connections that nobody uses now.
struct Idle {
    connections: Vec<Connection>,
    /// How many there are in all.
    open: usize,
}

impl Readers {
    /// One connection; others follow when they are needed.
    pub(super) fn open(place: Place) -> Result<Readers, StoreError> {
        let idle = Mutex::new(Idle { connections: vec![place.reader()?], open: 1 });
        Ok(Readers { place, idle, returned: Condvar::new() })
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads from the last committed state.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let lent = self.lend()?;
        lent.connection.as_ref().map_or(Err(StoreError::Closed), read)
    }

    fn lend(&self) -> Result<Lent<'_>, StoreError> {
        let mut idle = self.idle();
        loop {
            if let Some(connection) = idle.connections.pop() {
                return Ok(Lent { readers: self, connection: Some(connection) });
            }
            if idle.open < MOST {
                idle.open += 1;
                drop(idle);
                // Without room for one more, those that are open do it.
                match self.place.reader() {
                    Ok(connection) => return Ok(Lent { readers: self, connection: Some(connection) }),
                    Err(error) => {
                        idle = self.idle();
                        idle.open -= 1;
                        if idle.open == 0 {
                            return Err(error);
                        }
                    }
                }
            }
            idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A connection that somebody uses, until this is dropped.
struct Lent<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut idle = self.readers.idle();
        match self.connection.take().filter(Connection::is_open) {
            Some(connection) => idle.connections.push(connection),
            // Who comes next opens another one.
            None => idle.open -= 1,
        }
        drop(idle);
        self.readers.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier};
    use std::thread;

    use super::*;
    use crate::folder::Folder;
    use crate::store::Store;
    use crate::store::sql::params;

    fn one(connection: &Connection) -> Result<i64, StoreError> {
        Ok(connection.one("SELECT 1", params![], |row| row.get(0))?)
    }

    #[test]
    fn some_read_at_the_same_time_and_the_others_after_them() {
        let folder = Folder::new("readers");
        let path = folder.path().join("club.db");
        let _store = Store::open(&path).expect("a store");
        let readers = Arc::new(Readers::open(Place::File(path)).expect("a reader"));
        // Each waits inside its read until all of the first ones are there.
        let all = Arc::new(Barrier::new(MOST));
        let first = (0..MOST).map(|_| {
            let (readers, all) = (Arc::clone(&readers), Arc::clone(&all));
            thread::spawn(move || {
                readers.read(|connection| {
                    all.wait();
                    one(connection)
                })
            })
        });
        let first: Vec<_> = first.collect();
        let more: Vec<_> = (0..3 * MOST)
            .map(|_| {
                let readers = Arc::clone(&readers);
                thread::spawn(move || readers.read(one))
            })
            .collect();
        for thread in first.into_iter().chain(more) {
            assert_eq!(thread.join().expect("no panic").expect("a row"), 1);
        }
        let idle = readers.idle();
        assert!(idle.open <= MOST && idle.connections.len() == idle.open);
    }

    #[test]
    fn a_reader_that_panics_gives_its_connection_back() {
        let folder = Folder::new("readers-panic");
        let path = folder.path().join("club.db");
        let _store = Store::open(&path).expect("a store");
        let readers = Readers::open(Place::File(path)).expect("a reader");
        for _ in 0..2 * MOST {
            let failed =
                heterodox_base::task::contain(|| readers.read(|_| -> Result<(), StoreError> { panic!("here") }));
            assert!(failed.is_err());
        }
        assert_eq!(readers.read(one).expect("a row"), 1);
        assert_eq!(readers.idle().open, 1);
    }
}
