//! The journal of a running game: one event per line, each with a checksum, appended before the event is shown. If
//! the program or the machine crashes, everything written so far can be recovered.

pub(super) mod aside;
pub(crate) mod disk;
mod journal_file;
pub(super) mod line;
mod listing;
mod lock;
mod log;

use std::io::{self, Write as _};
use std::path::Path;
use std::time::SystemTime;

use thiserror::Error;

use aside::DAMAGED;
pub(crate) use aside::is_damaged;
pub(crate) use disk::Disk;
pub(crate) use line::Declined;
pub use line::{JournalEvent, Unsaved, written};
pub use listing::{all_unfinished, find, is_free, is_named_so, is_over, list, unfinished};
pub(crate) use listing::{clear, survey};

use super::date::stamp;
use super::event_log::{self, EventLog, LogError, Logged};
use crate::files::{self, MOST_JOURNAL_BYTES, temporary_file::TemporaryFile};
use journal_file::JournalFile;
use line::LineError;
use lock::Taken;
use log::Log;

/// The format version that is written; older versions can still be read.
pub const VERSION: u32 = 1;

/// The file extension of a journal.
pub const ENDING: &str = "journal";

/// Why a journal cannot be opened.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// The cause.
        error: io::Error,
    },
    /// The first line is not the first line of a journal.
    #[error("{path}: line 1: this is not the journal of a game")]
    NoJournal {
        /// The file.
        path: String,
    },
    /// It was written by a newer version of the program.
    #[error("{path}: it has format {found}, and this program knows format {VERSION}; a newer program is needed")]
    Newer {
        /// The file.
        path: String,
        /// The version of the file.
        found: u32,
    },
    /// Another program holds its lock.
    #[error("{path}: another heterodox{by} is playing this game")]
    Taken {
        /// The file.
        path: String,
        /// A description of that program, if known.
        by: String,
    },
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    log: Log,
    /// The epoch of the current writer; `None` before the first writer has started.
    epoch: Option<u64>,
    /// Is the damaged part still in the file after the valid lines? The file is put aside before anything is
    /// written.
    damaged: bool,
    notice: Option<String>,
}

/// The contents of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The events.
    pub records: Vec<JournalEvent>,
    /// What is wrong with the journal, if anything: all events before the problem are in `records`.
    pub problem: Option<String>,
    /// The byte offset at which each event ends in the file.
    ends: Vec<u64>,
    /// The epoch of the writer of each event.
    epochs: Vec<u64>,
    /// Is there an incomplete line after the events, as a crash leaves it?
    torn: bool,
}

impl Found {
    /// The epoch of the writer of each event.
    pub fn epochs(&self) -> &[u64] {
        &self.epochs
    }

    /// Is the last line incomplete, as a crash leaves it?
    pub const fn is_torn(&self) -> bool {
        self.torn
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        let mut over = false;
        for record in &self.records {
            match record {
                JournalEvent::End { .. } => over = true,
                JournalEvent::Undo { .. } => over = false,
                _ => {}
            }
        }
        over
    }
}

impl Journal {
    /// The journal of a new game. The folder is created if it does not exist. The file is created with the first
    /// line; if that fails, with the first line that can be written.
    pub fn create(folder: &Path, game: &str, chance: u64) -> Journal {
        let name = format!("{}-{game}-{:04x}", stamp(SystemTime::now()), chance & 0xffff);
        Journal::on(Box::new(JournalFile::new(folder.join(name))))
    }

    /// A journal on an empty disk.
    pub(crate) fn on(disk: Box<dyn Disk>) -> Journal {
        Journal::with(Log::new(disk))
    }

    const fn with(log: Log) -> Journal {
        Journal { log, epoch: None, damaged: false, notice: None }
    }

    /// Resumes a journal at its end. An incomplete last line, as a crash leaves it, is cut off. Any other damage is
    /// left as it is, and `Journal::cut` must be called before anything is appended.
    pub fn resume(path: &Path) -> Result<(Journal, Found), JournalError> {
        let failed = |error| JournalError::Io { path: path.display().to_string(), error };
        let file = files::open_to_write(path).map_err(failed)?;
        let Taken::Mine(lock) = lock::take(&file).map_err(failed)? else {
            return Err(JournalError::Taken { path: path.display().to_string(), by: lock::holder(path) });
        };
        // While this program waited for the lock, the holder may have deleted the file.
        if files::system::is_deleted(&file).map_err(failed)? {
            return Err(failed(io::ErrorKind::NotFound.into()));
        }
        let bytes = files::read_open(&file, MOST_JOURNAL_BYTES).map_err(failed)?;
        Journal::again(Box::new(JournalFile::of(path, file, lock)), &bytes, path)
    }

    /// A journal on a disk that contains these bytes.
    fn again(disk: Box<dyn Disk>, bytes: &[u8], path: &Path) -> Result<(Journal, Found), JournalError> {
        let found = parse(bytes, path)?;
        let starts = std::iter::once(0).chain(found.ends.iter().copied());
        let line =
            |(start, end): (u64, u64)| String::from_utf8_lossy(&bytes[start as usize..end as usize]).into_owned();
        let lines = starts.zip(found.ends.iter().copied()).map(line);
        let mut journal = Journal::with(Log::with(disk, lines, bytes.len() as u64));
        journal.epoch = found.epochs.last().copied();
        if found.torn {
            // If it cannot be cut off now, it is cut off when the next line is written.
            let _ = journal.log.trim();
        }
        Ok((journal, found))
    }

    /// Continues the game after the first `count` events. The lines after them stay in the file until something is
    /// written: then the whole file is first copied to a file beside it.
    pub(crate) fn cut(&mut self, count: usize) {
        self.log.forget(count);
        self.damaged = true;
    }

    /// Copies the file to a file beside it, and cuts off the damaged part.
    fn put_aside(&mut self) -> io::Result<()> {
        if !self.damaged {
            return Ok(());
        }
        let path = self.path().map(Path::to_owned).unwrap_or_default();
        let bytes = match files::read(&path, MOST_JOURNAL_BYTES) {
            // The file was deleted: there is nothing to copy, and the lines are written again.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.damaged = false;
                return Ok(());
            }
            bytes => bytes?,
        };
        let mut temporary = TemporaryFile::beside(&path)?;
        temporary.file().write_all(&bytes)?;
        temporary.file().sync_all()?;
        for number in 1..u32::MAX {
            let aside = path.with_extension(format!("{DAMAGED}{number}"));
            match super::file::move_new(temporary.path(), &aside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    self.notice = Some(format!("The damaged file is {}.", aside.display()));
                    break;
                }
            }
        }
        self.log.trim()?;
        self.damaged = false;
        Ok(())
    }

    /// The path of the file, if it has been created.
    pub fn path(&self) -> Option<&Path> {
        self.log.disk().path()
    }

    /// Appends an event and returns its number. If it cannot be written, it is held in memory and written as soon
    /// as possible.
    pub fn append(&mut self, record: &JournalEvent) -> (u64, io::Result<()>) {
        let number = self.log.len();
        self.log.push(written(number, self.epoch.unwrap_or(0), record));
        (number, self.catch_up())
    }

    /// Writes the lines that could not be written before.
    pub(crate) fn catch_up(&mut self) -> io::Result<()> {
        if self.damaged && self.log.whole() as u64 == self.log.len() {
            // There is nothing to write.
            return Ok(());
        }
        self.put_aside()?;
        self.log.catch_up()
    }

    /// Counts the changes that are not on the disk: those of the lines from number `kept` on, and those of lines
    /// that could not be written.
    pub(crate) fn unsaved(&self, kept: u64) -> Unsaved {
        let lines = self.log.lines_from(self.log.whole().min(kept as usize));
        let mut unsaved = Unsaved::default();
        for line in lines {
            unsaved += line::does(line);
        }
        unsaved
    }

    /// The complete text that the file should have.
    pub(crate) fn text(&self) -> String {
        self.log.lines_from(0).concat()
    }

    /// Are all lines written?
    pub(crate) fn is_whole(&self) -> bool {
        // The damaged part stays after the lines until something has to be written.
        self.log.is_whole() || self.damaged && self.log.whole() as u64 == self.log.len()
    }

    /// A sync has failed, so it is unknown what the disk contains. All lines are written again at the next
    /// [`Journal::catch_up`] or append.
    pub(crate) fn doubt(&mut self) {
        self.log.doubt();
    }

    /// A message about what other programs have done to the file, and how the journal reacted.
    pub(crate) fn take_notice(&mut self) -> Option<String> {
        let notices = self.notice.take().into_iter().chain(self.log.take_notice()).collect::<Vec<_>>();
        (!notices.is_empty()).then(|| notices.join(" "))
    }

    /// Syncs the written lines to the disk; it may be used from another thread.
    pub(crate) fn syncer(&self) -> disk::Syncer {
        self.log.syncer()
    }
}

impl EventLog for Journal {
    fn claim(&mut self) -> Result<u64, LogError> {
        // This journal holds the lock of the file, so no other writer can start at the same time.
        let epoch = self.epoch.map_or(0, |epoch| epoch + 1);
        self.epoch = Some(epoch);
        Ok(epoch)
    }

    fn append(&mut self, number: u64, epoch: u64, event: &JournalEvent) -> Result<(), LogError> {
        event_log::check(number, epoch, self.log.len(), self.epoch)?;
        self.append(event).1.map_err(LogError::NotKept)
    }

    fn read_from(&mut self, number: u64) -> Result<Vec<Logged>, LogError> {
        let lines = self.log.lines_from(number as usize);
        let logged = |(number, text): (u64, &String)| {
            let (event, epoch) = line::read(number, text.as_bytes()).map_err(io::Error::other)?;
            Ok(Logged { number, epoch, event })
        };
        let read: io::Result<Vec<Logged>> = (number..).zip(lines).map(logged).collect();
        read.map_err(LogError::Unreadable)
    }

    fn next(&self) -> u64 {
        self.log.len()
    }

    fn syncer(&self) -> Option<disk::Syncer> {
        Some(self.syncer())
    }

    fn catch_up(&mut self) -> Result<(), LogError> {
        self.catch_up().map_err(LogError::NotKept)
    }

    fn doubt(&mut self) {
        self.doubt();
    }

    fn is_whole(&self) -> bool {
        self.is_whole()
    }

    fn unsaved(&self, number: u64) -> Unsaved {
        self.unsaved(number)
    }

    fn take_notice(&mut self) -> Option<String> {
        self.take_notice()
    }

    fn file(&self) -> Option<&Path> {
        self.path()
    }

    fn text(&self) -> String {
        self.text()
    }
}

/// Parses the bytes of a journal; the path is only used in messages.
pub fn parse(bytes: &[u8], path: &Path) -> Result<Found, JournalError> {
    let mut found = Found { records: Vec::new(), problem: None, ends: Vec::new(), epochs: Vec::new(), torn: false };
    let kept = |at: usize, problem: LineError| {
        Some(format!("{}: line {}: {problem}; the game up to there is kept", path.display(), at + 1))
    };
    let named = || path.display().to_string();
    let mut end = 0;
    for (at, text) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if at == 0
            && let Some(version) = line::version(text)
            && version > VERSION
        {
            return Err(JournalError::Newer { path: named(), found: version });
        }
        match line::read(at as u64, text) {
            Ok((_, epoch)) if found.epochs.last().is_some_and(|&newest| epoch < newest) => {
                let newest = found.epochs.last().copied().unwrap_or_default();
                found.problem = kept(at, LineError::OldEpoch { epoch, newest });
                return Ok(found);
            }
            Ok((record, epoch)) if matches!(record, JournalEvent::Begin { .. }) == (at == 0) => {
                found.records.push(record);
                found.epochs.push(epoch);
            }
            _ if at == 0 => return Err(JournalError::NoJournal { path: named() }),
            _ if !text.ends_with(b"\n") => {
                found.torn = true;
                return Ok(found);
            }
            wrong => {
                found.problem = kept(at, wrong.err().unwrap_or(LineError::SecondBegin));
                return Ok(found);
            }
        }
        end += text.len() as u64;
        found.ends.push(end);
    }
    if found.records.is_empty() { Err(JournalError::NoJournal { path: named() }) } else { Ok(found) }
}

/// Reads a journal without locking it.
pub fn read(path: &Path) -> Result<Found, JournalError> {
    let bytes = files::read(path, MOST_JOURNAL_BYTES);
    let bytes = bytes.map_err(|error| JournalError::Io { path: path.display().to_string(), error })?;
    parse(&bytes, path)
}

#[cfg(test)]
pub(super) mod tests;
