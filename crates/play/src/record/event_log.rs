//! The log of a table: numbered events, each from a writer with an epoch. There is only one true history for each
//! table: a writer can append only if it has the newest epoch and knows the number of the next event.

#[cfg(test)]
pub(crate) mod contract;

use std::io;
use std::path::Path;

use thiserror::Error;

use super::journal::disk::Syncer;
use super::journal::line::{self, JournalEvent, Unsaved};

/// An event in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// Its number, from 0 on.
    pub number: u64,
    /// The epoch of its writer.
    pub epoch: u64,
    /// The event itself.
    pub event: JournalEvent,
}

/// Why an event cannot be appended, or the log cannot be read.
#[derive(Debug, Error)]
pub enum LogError {
    /// The log has more or fewer events than the writer expected.
    #[error("event {number} was to be written where event {expected} is next")]
    WrongNumber {
        /// The number that the writer gave.
        number: u64,
        /// The number of the next event.
        expected: u64,
    },
    /// Another writer has started since, or no writer has this epoch.
    #[error("the writer of epoch {epoch} has been replaced by that of epoch {newest}")]
    OldEpoch {
        /// The epoch of the writer.
        epoch: u64,
        /// The newest epoch.
        newest: u64,
    },
    /// No writer has started.
    #[error("the log has no writer yet")]
    NoWriter,
    /// The event is in the log and has its number, but could not be stored. The owner of the log tries again.
    #[error("{0}")]
    NotKept(io::Error),
    /// The stored events cannot be read.
    #[error("the log cannot be read: {0}")]
    Unreadable(io::Error),
}

impl LogError {
    /// Does another writer have the log now?
    pub const fn is_of_replaced(&self) -> bool {
        matches!(self, LogError::OldEpoch { .. })
    }
}

/// A log of the events of one game. The storage can be anything: a file, a database, memory.
pub trait EventLog: Send {
    /// Starts a new writer. Its epoch is newer than all others, so that older writers can no longer append.
    fn claim(&mut self) -> Result<u64, LogError>;

    /// Appends an event. The number must be that of the next event and the epoch the newest; otherwise nothing is
    /// changed.
    fn append(&mut self, number: u64, epoch: u64, event: &JournalEvent) -> Result<(), LogError>;

    /// The events from this number on.
    fn read_from(&mut self, number: u64) -> Result<Vec<Logged>, LogError>;

    /// The number of the next event.
    fn next(&self) -> u64;

    /// A function that brings appended events to safe storage (fsync). It is called from a thread of its own. `None` if
    /// events are safe at once.
    fn syncer(&self) -> Option<Syncer> {
        None
    }

    /// Tries again to store the events that could not be stored.
    fn catch_up(&mut self) -> Result<(), LogError> {
        Ok(())
    }

    /// A sync has failed: all events have to be stored again.
    fn doubt(&mut self) {}

    /// Must an event be stored before anybody sees it? If so, a game waits while an event cannot be stored.
    fn is_binding(&self) -> bool {
        false
    }

    /// Are all events stored, as far as is known without a sync?
    fn is_whole(&self) -> bool {
        true
    }

    /// Counts the changes that are not safe: those of the events from this number on, and those of events that
    /// could not be stored.
    fn unsaved(&self, _number: u64) -> Unsaved {
        Unsaved::default()
    }

    /// A message about what other programs have done to the storage.
    fn take_notice(&mut self) -> Option<String> {
        None
    }

    /// Does its owner know when each event happened? Then the time used since the last one need not be written when the
    /// game is left.
    fn is_timed(&self) -> bool {
        false
    }

    /// The path of the file, if the log is a file.
    fn file(&self) -> Option<&Path> {
        None
    }

    /// The whole log in the journal format, to be saved elsewhere.
    fn text(&self) -> String;
}

/// The check that every log makes before it appends.
pub fn check(number: u64, epoch: u64, next: u64, newest: Option<u64>) -> Result<(), LogError> {
    let newest = newest.ok_or(LogError::NoWriter)?;
    if epoch != newest {
        return Err(LogError::OldEpoch { epoch, newest });
    }
    if number != next {
        return Err(LogError::WrongNumber { number, expected: next });
    }
    Ok(())
}

/// A log in memory: for games that are not saved, and for tests.
#[derive(Clone, Default, Debug)]
pub struct MemoryLog {
    events: Vec<Logged>,
    epoch: Option<u64>,
}

impl EventLog for MemoryLog {
    fn claim(&mut self) -> Result<u64, LogError> {
        let epoch = self.epoch.map_or(0, |epoch| epoch + 1);
        self.epoch = Some(epoch);
        Ok(epoch)
    }

    fn append(&mut self, number: u64, epoch: u64, event: &JournalEvent) -> Result<(), LogError> {
        check(number, epoch, self.events.len() as u64, self.epoch)?;
        self.events.push(Logged { number, epoch, event: event.clone() });
        Ok(())
    }

    fn read_from(&mut self, number: u64) -> Result<Vec<Logged>, LogError> {
        Ok(self.events.iter().skip(number as usize).cloned().collect())
    }

    fn next(&self) -> u64 {
        self.events.len() as u64
    }

    fn text(&self) -> String {
        self.events.iter().map(|logged| line::written(logged.number, logged.epoch, &logged.event)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::contract::{begin, contract};
    use super::*;
    use crate::files::folder::Folder;
    use crate::record::journal::{self, Journal};
    use std::fs;

    #[test]
    fn a_log_in_memory_keeps_the_contract() {
        contract(MemoryLog::default(), |log| log);
    }

    #[test]
    fn a_journal_keeps_the_contract() {
        let folder = Folder::new("contract");
        contract(Journal::create(folder.path(), "a-game", 1), |journal| {
            let path = journal.path().expect("a file").to_owned();
            drop(journal);
            Journal::resume(&path).expect("a journal").0
        });
    }

    #[test]
    fn the_first_writer_leaves_no_mark_and_later_ones_do() {
        let folder = Folder::new("marks");
        let mut journal = Journal::create(folder.path(), "a-game", 1);
        let first = journal.claim().expect("a writer");
        EventLog::append(&mut journal, 0, first, &begin()).expect("the next");
        let path = journal.path().expect("a file").to_owned();
        drop(journal);
        let text = |path: &Path| fs::read_to_string(path).expect("a file");
        assert!(!text(&path).contains("epoch"), "as older programs wrote it");
        let (mut journal, _) = Journal::resume(&path).expect("a journal");
        let second = journal.claim().expect("a writer");
        EventLog::append(&mut journal, 1, second, &JournalEvent::Decline { what: None }).expect("the next");
        drop(journal);
        assert!(text(&path).ends_with(" 1 {\"do\":\"decline\",\"epoch\":1}\n"), "{}", text(&path));
        // Two writers on one file, without locks: the line of the older epoch is rejected.
        let line = |number: u64, body: &str| {
            let body = format!("{number} {body}");
            format!("{:08x} {body}\n", crc32fast::hash(body.as_bytes()))
        };
        let later = text(&path) + &line(2, "{\"do\":\"decline\"}");
        let found = journal::parse(later.as_bytes(), Path::new("x.journal")).expect("a journal");
        assert_eq!(found.records.len(), 2);
        assert!(found.problem.is_some_and(|problem| problem.contains("line 3: its epoch 0 is older than epoch 1")));
    }
}
