//! The event logs of tables, as the house asks for them: a writer appends only with the newest epoch and the next
//! number. An append returns after its commit, so no frame shows a move that could be lost.

use std::fmt::{self, Write as _};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::sql::{Connection, params};

use super::claims::{self, Claim};
use super::{Store, StoreError};
use crate::moment::Time;
use crate::record::event_log::{EventLog, LogError, Logged, check};
use crate::record::journal::{self, JournalEvent, Unsaved};
use crate::table_key::TableKey;

/// The log of one table.
pub struct StoreLog {
    store: Arc<Store>,
    key: TableKey,
    /// The claim of the owner of the table, who is its only writer.
    owner: Option<Claim>,
    time: Time,
    epoch: Option<u64>,
    next: u64,
    /// Events that could not be stored, with their numbers and epochs.
    pending: Vec<Logged>,
}

impl fmt::Debug for StoreLog {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("StoreLog").field("key", &self.key).field("next", &self.next).finish_non_exhaustive()
    }
}

/// Milliseconds since 1970.
pub(super) fn millis(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// The time of these milliseconds.
pub(super) fn instant(millis: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(millis.max(0) as u64)
}

/// Does this event say what the clocks show?
const fn moves_clock(event: &JournalEvent) -> bool {
    matches!(
        event,
        JournalEvent::Act { .. }
            | JournalEvent::Undo { .. }
            | JournalEvent::Redo { .. }
            | JournalEvent::Stop { .. }
            | JournalEvent::Clock { .. }
    )
}

/// The newest epoch, and the number of the next event. A table that is gone has no epoch.
fn state(connection: &Connection, key: TableKey) -> Result<(Option<u64>, u64), StoreError> {
    let state = connection.first("SELECT epoch, next FROM tables WHERE id = ?1", params![key.0], |row| {
        Ok((row.get::<_, Option<i64>>(0)?.map(|epoch| epoch as u64), row.get::<_, i64>(1)? as u64))
    })?;
    Ok(state.unwrap_or((None, 0)))
}

/// Is this event stored already? The commit of an earlier try may have been done although its answer was an error.
fn is_stored(connection: &Connection, key: TableKey, event: &Logged, line: &str) -> Result<bool, StoreError> {
    let sql = "SELECT line FROM events WHERE game = ?1 AND number = ?2";
    let stored: Option<String> = connection.first(sql, params![key.0, event.number as i64], |row| row.get(0))?;
    Ok(stored.as_deref() == Some(line))
}

/// Stores events. An outer error is one of the database, an inner one a refusal.
fn insert(
    connection: &Connection,
    key: TableKey,
    events: &[Logged],
    now: SystemTime,
) -> Result<Result<(), LogError>, StoreError> {
    for event in events {
        let line = journal::written(event.number, event.epoch, &event.event);
        let moved = moves_clock(&event.event).then(|| millis(now));
        // The epoch and the number are looked at by the very statement that takes the number.
        let sql = "UPDATE tables SET next = next + 1, moved = coalesce(?4, moved) WHERE id = ?1 AND epoch = ?2 AND next = ?3";
        let taken = connection.execute(sql, params![key.0, event.epoch as i64, event.number as i64, moved])?;
        if taken == 1 {
            let sql = "INSERT INTO events (game, number, line) VALUES (?1, ?2, ?3)";
            connection.execute(sql, params![key.0, event.number as i64, line])?;
            continue;
        }
        let (newest, next) = state(connection, key)?;
        if newest == Some(event.epoch) && event.number < next && is_stored(connection, key, event, &line)? {
            continue;
        }
        if let Err(refused) = check(event.number, event.epoch, next, newest.or(Some(GONE))) {
            return Ok(Err(refused));
        }
    }
    Ok(Ok(()))
}

/// The epoch of a table that is gone: nobody has it.
const GONE: u64 = u64::MAX;

fn now() -> Time {
    Arc::new(SystemTime::now)
}

fn not_kept(error: StoreError) -> io::Error {
    io::Error::other(error)
}

impl StoreLog {
    /// The log of a table in the store, for reading. Whoever writes to it takes the table.
    pub fn open(store: &Arc<Store>, key: TableKey) -> Result<StoreLog, StoreError> {
        let (_, next) = store.read(|connection| state(connection, key))?;
        let (store, time, pending) = (Arc::clone(store), now(), Vec::new());
        Ok(StoreLog { store, key, owner: None, time, epoch: None, next, pending })
    }

    /// The log of a table, for its owner.
    pub fn owned(store: &Arc<Store>, claim: Claim) -> Result<StoreLog, StoreError> {
        Ok(StoreLog { owner: Some(claim), ..StoreLog::open(store, claim.key)? })
    }

    /// The same with another clock.
    #[must_use]
    pub(crate) fn timed(self, time: &Time) -> StoreLog {
        StoreLog { time: Arc::clone(time), ..self }
    }

    fn store_pending(&mut self) -> Result<(), LogError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let (key, events) = (self.key, self.pending.clone());
        let now = (self.time)();
        let stored = self.store.write(move |connection| insert(connection, key, &events, now));
        stored.map_err(|error| LogError::NotKept(not_kept(error)))??;
        self.pending.clear();
        Ok(())
    }

    fn lines(&self) -> Result<Vec<String>, StoreError> {
        self.store.read(|connection| {
            let sql = "SELECT line FROM events WHERE game = ?1 ORDER BY number";
            Ok(connection.all(sql, params![self.key.0], |row| row.get(0))?)
        })
    }
}

impl EventLog for StoreLog {
    fn claim(&mut self) -> Result<u64, LogError> {
        let (key, owner, node) = (self.key, self.owner, self.store.node());
        let claimed = self.store.write(move |connection| {
            if owner.is_none() {
                claims::take(connection, key, node)?;
            }
            state(connection, key)
        });
        let (epoch, next) = claimed.map_err(|error| LogError::NotKept(not_kept(error)))?;
        if let Some(Claim { epoch: own, .. }) = owner.filter(|own| Some(own.epoch) != epoch) {
            return Err(LogError::OldEpoch { epoch: own, newest: epoch.unwrap_or(GONE) });
        }
        (self.epoch, self.next) = (epoch, next);
        epoch.ok_or(LogError::NoWriter)
    }

    fn append(&mut self, number: u64, epoch: u64, event: &JournalEvent) -> Result<(), LogError> {
        check(number, epoch, self.next, self.epoch)?;
        self.pending.push(Logged { number, epoch, event: event.clone() });
        let (key, events) = (self.key, self.pending.clone());
        let now = (self.time)();
        match self.store.write(move |connection| insert(connection, key, &events, now)) {
            Ok(Ok(())) => {
                self.store.figures.stored(self.pending.len());
                self.pending.clear();
                self.next += 1;
                Ok(())
            }
            // Another writer has claimed the log: the event is not part of it.
            Ok(Err(refused)) => {
                self.pending.pop();
                Err(refused)
            }
            Err(error) => {
                self.next += 1;
                Err(LogError::NotKept(not_kept(error)))
            }
        }
    }

    fn read_from(&mut self, number: u64) -> Result<Vec<Logged>, LogError> {
        let unreadable = |why: String| LogError::Unreadable(io::Error::other(why));
        let text = self.lines().map_err(|error| unreadable(error.to_string()))?.concat();
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let found = journal::parse(text.as_bytes(), Path::new("the database"));
        let found = found.map_err(|error| unreadable(error.to_string()))?;
        if let Some(problem) = found.problem {
            return Err(unreadable(problem));
        }
        let all = (0..).zip(found.epochs().to_vec()).zip(found.records);
        let all = all.map(|((number, epoch), event)| Logged { number, epoch, event });
        Ok(all.chain(self.pending.iter().cloned()).skip(number as usize).collect())
    }

    fn next(&self) -> u64 {
        self.next
    }

    fn catch_up(&mut self) -> Result<(), LogError> {
        self.store_pending()
    }

    fn is_binding(&self) -> bool {
        true
    }

    fn is_whole(&self) -> bool {
        self.pending.is_empty()
    }

    fn is_timed(&self) -> bool {
        // The club notes the time of each move, and when it was last running.
        true
    }

    fn unsaved(&self, _number: u64) -> Unsaved {
        let mut unsaved = Unsaved::default();
        for logged in &self.pending {
            unsaved += Unsaved::of(&logged.event);
        }
        unsaved
    }

    fn text(&self) -> String {
        let mut text = self.lines().unwrap_or_default().concat();
        for logged in &self.pending {
            let _ = write!(text, "{}", journal::written(logged.number, logged.epoch, &logged.event));
        }
        text
    }
}

impl Store {
    /// When the clock of the seat on turn began to run.
    pub fn moved(&self, key: TableKey) -> Result<Option<SystemTime>, StoreError> {
        self.read(|connection| {
            let moved: Option<i64> =
                connection.one("SELECT moved FROM tables WHERE id = ?1", params![key.0], |row| row.get(0))?;
            Ok(moved.map(instant))
        })
    }

    /// Changes when the clock of the seat on turn began to run: the time in between does not count.
    pub fn set_moved(&self, claim: Claim, moved: SystemTime) -> Result<(), StoreError> {
        let moved = millis(moved);
        self.write(move |connection| {
            claims::hold(connection, claim)?;
            connection.execute("UPDATE tables SET moved = ?2 WHERE id = ?1", params![claim.key.0, moved])?;
            Ok(())
        })
    }

    /// Notes that the server is running.
    pub(crate) fn note_pulse(&self, now: SystemTime) -> Result<(), StoreError> {
        let now = millis(now);
        self.write(move |connection| {
            let sql = "INSERT INTO pulse (id, seen) VALUES (1, ?1)
                       ON CONFLICT (id) DO UPDATE SET seen = CASE WHEN pulse.seen > ?1 THEN pulse.seen ELSE ?1 END";
            connection.execute(sql, params![now])?;
            Ok(())
        })
    }

    /// When the server was last known to run.
    pub(crate) fn pulse(&self) -> Result<Option<SystemTime>, StoreError> {
        self.read(|connection| {
            let seen = connection.first("SELECT seen FROM pulse", params![], |row| row.get::<_, i64>(0))?;
            Ok(seen.map(instant))
        })
    }
}

#[cfg(test)]
#[path = "../../../play/src/record/event_log/contract.rs"]
mod contract;

#[cfg(test)]
mod tests {
    use super::super::tables::new_log;
    use super::contract::{begin, contract};
    use super::*;
    use crate::folder::Folder;

    /// The log of a new table.
    fn create(store: &Arc<Store>) -> StoreLog {
        StoreLog::open(store, new_table(store).key).expect("a log")
    }

    fn new_table(store: &Store) -> Claim {
        store.write(|connection| new_log(connection, 0, None)).expect("a new table")
    }

    #[test]
    fn a_log_in_the_database_keeps_the_contract() {
        let folder = Folder::new("store-log");
        let path = folder.path().join("club.db");
        let store = Arc::new(Store::open(&path).expect("a store"));
        contract(create(&store), |log| {
            let key = log.key;
            drop(log);
            StoreLog::open(&Arc::new(Store::open(&path).expect("a store")), key).expect("a log")
        });
    }

    #[test]
    fn a_second_writer_ends_the_first_in_another_process_too() {
        let folder = Folder::new("store-writers");
        let path = folder.path().join("club.db");
        let open = || Arc::new(Store::open(&path).expect("a store"));
        let mut first = create(&open());
        let epoch = first.claim().expect("a writer");
        let mut second = StoreLog::open(&open(), first.key).expect("a log");
        let newer = second.claim().expect("a writer");
        let refused = first.append(0, epoch, &JournalEvent::Decline { what: None }).expect_err("it is replaced");
        assert!(matches!(refused, LogError::OldEpoch { newest, .. } if newest == newer), "{refused}");
        assert!(first.is_whole() && second.read_from(0).expect("nothing").is_empty());
    }

    fn declined() -> JournalEvent {
        JournalEvent::Decline { what: None }
    }

    #[test]
    fn an_owner_writes_with_its_claim_and_never_after_the_next_one() {
        let folder = Folder::new("store-owner");
        let store = Arc::new(Store::open(&folder.path().join("club.db")).expect("a store"));
        let claim = new_table(&store);
        let mut log = StoreLog::owned(&store, claim).expect("a log");
        assert_eq!(log.claim().expect("its table"), claim.epoch, "an owner is the writer already");
        log.append(0, claim.epoch, &declined()).expect("its table");
        let next = store.write(move |connection| claims::take(connection, claim.key, None)).expect("a store");
        let next = next.expect("a table");
        assert!(next.epoch > claim.epoch);
        let refused = log.append(1, claim.epoch, &declined()).expect_err("it was replaced");
        assert!(refused.is_of_replaced() && log.is_whole(), "{refused}");
        let refused = StoreLog::owned(&store, claim).expect("a log").claim().expect_err("it was replaced");
        assert!(refused.is_of_replaced(), "{refused}");
        // A table that is gone belongs to nobody.
        store.write(move |connection| Ok(connection.execute("DELETE FROM tables", params![])?)).expect("a store");
        let mut log = StoreLog { epoch: Some(next.epoch), ..StoreLog::owned(&store, next).expect("a log") };
        let refused = log.append(0, next.epoch, &declined()).expect_err("there is no table");
        assert!(refused.is_of_replaced(), "{refused}");
    }

    #[test]
    fn an_append_whose_answer_was_lost_can_be_sent_again() {
        let folder = Folder::new("store-again");
        let store = Arc::new(Store::open(&folder.path().join("club.db")).expect("a store"));
        let claim = new_table(&store);
        let events: Vec<Logged> = (0..)
            .zip([begin(), declined(), declined()])
            .map(|(number, event)| Logged { number, epoch: claim.epoch, event })
            .collect();
        let send = |events: Vec<Logged>| {
            store.write(move |connection| insert(connection, claim.key, &events, SystemTime::UNIX_EPOCH))
        };
        // The answer to the first two is lost; the third one comes with them.
        send(events[..2].to_vec()).expect("a store").expect("stored");
        send(events.clone()).expect("a store").expect("the same again");
        send(events.clone()).expect("a store").expect("the same again");
        let stored = StoreLog::open(&store, claim.key).expect("a log").read_from(0).expect("its events");
        assert_eq!(stored, events);
        // Another line with a number that is taken is no repetition.
        let act = JournalEvent::Act { text: "a".to_owned(), why: None, clocks: vec![] };
        let other = Logged { number: 1, epoch: claim.epoch, event: act };
        let refused = send(vec![other]).expect("a store").expect_err("another line");
        assert!(matches!(refused, LogError::WrongNumber { number: 1, expected: 3 }), "{refused}");
        // Nor is the same line of an owner who was replaced.
        store.write(move |connection| claims::take(connection, claim.key, None)).expect("a store");
        let refused = send(events).expect("a store").expect_err("replaced");
        assert!(refused.is_of_replaced(), "{refused}");
    }
}
