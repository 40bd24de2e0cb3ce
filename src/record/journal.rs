//! The journal of a running game: one line an event, each with a checksum, appended before it is
//! shown. Whatever happens to the program or the machine, what was written is found again.

pub mod disk;
mod journal_file;
mod line;
mod listing;
mod lock;
mod log;

use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::SystemTime;

use thiserror::Error;

pub use disk::Disk;
pub use line::{JournalEvent, Unsaved};
pub use listing::{Survey, clear, find, is_damaged, is_free, is_named_so, is_over, list, survey, unfinished};

use super::date::stamp;
use super::event_log::{self, EventLog, LogError, Logged};
use crate::files::{self, MOST_JOURNAL, half::Half};
use journal_file::JournalFile;
use lock::{Lock, Taken};
use log::Log;

/// The version that is written; older ones are read.
pub const VERSION: u32 = 1;

/// How a journal's name ends.
pub const ENDING: &str = "journal";

/// How the name of a damaged one ends that was put aside, before a number.
pub const DAMAGED: &str = "damaged-";

/// Why a journal cannot be taken up.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// It does not begin as a journal does.
    #[error("{path}: line 1: this is not the journal of a game")]
    NoJournal {
        /// The file.
        path: String,
    },
    /// A later program wrote it.
    #[error("{path}: it has format {found}, and this program knows format {VERSION}; a newer program is needed")]
    Newer {
        /// The file.
        path: String,
        /// Its version.
        found: u32,
    },
    /// Another program has it open.
    #[error("{path}: another heterodox{by} is playing this game")]
    Taken {
        /// The file.
        path: String,
        /// Which, in words, if that is known.
        by: String,
    },
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    log: Log,
    /// Who writes: nothing before the first has begun.
    epoch: Option<u64>,
    /// Does what is damaged still stand after the lines? It is put aside before anything is written.
    damaged: bool,
    notice: Option<String>,
}

/// What was found in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its events.
    pub records: Vec<JournalEvent>,
    /// What is wrong with it, if something is: everything before that is in the events.
    pub problem: Option<String>,
    /// Where each of them ends in the file.
    ends: Vec<u64>,
    /// Who wrote each of them.
    epochs: Vec<u64>,
    /// Is there half a line after them, as a sudden end leaves it?
    torn: bool,
}

impl Found {
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
    /// The journal of a game that begins, in a folder that is made if there is none. The file is made
    /// with the first line; where that fails, with the first that can be written.
    pub fn create(folder: &Path, game: &str, chance: u64) -> Journal {
        let name = format!("{}-{game}-{:04x}", stamp(SystemTime::now()), chance & 0xffff);
        Journal::on(Box::new(JournalFile::new(folder.join(name))))
    }

    /// A journal on any disk that has nothing.
    pub fn on(disk: Box<dyn Disk>) -> Journal {
        Journal::with(Log::new(disk))
    }

    const fn with(log: Log) -> Journal {
        Journal { log, epoch: None, damaged: false, notice: None }
    }

    /// Takes a journal up where it ends. A line that was torn by a sudden end is cut off; whatever
    /// else is wrong is left as it is, and [`Journal::cut`] must come before anything is appended.
    pub fn resume(path: &Path) -> Result<(Journal, Found), JournalError> {
        let failed = |error| JournalError::Io { path: path.display().to_string(), error };
        let file = files::open_to_write(path).map_err(failed)?;
        let Taken::Mine(lock) = Lock::take(&file).map_err(failed)? else {
            return Err(JournalError::Taken { path: path.display().to_string(), by: lock::holder(path) });
        };
        // While the lock was waited for, its holder may have taken the file away.
        if file.metadata().map_err(failed)?.nlink() == 0 {
            return Err(failed(io::ErrorKind::NotFound.into()));
        }
        let bytes = files::read_open(&file, MOST_JOURNAL).map_err(failed)?;
        Journal::again(Box::new(JournalFile::of(path, file, lock)), &bytes, path)
    }

    /// A journal on a disk that has these bytes.
    fn again(disk: Box<dyn Disk>, bytes: &[u8], path: &Path) -> Result<(Journal, Found), JournalError> {
        let found = parse(bytes, path)?;
        let starts = std::iter::once(0).chain(found.ends.iter().copied());
        let line =
            |(start, end): (u64, u64)| String::from_utf8_lossy(&bytes[start as usize..end as usize]).into_owned();
        let lines = starts.zip(found.ends.iter().copied()).map(line);
        let mut journal = Journal::with(Log::with(disk, lines, bytes.len() as u64));
        journal.epoch = found.epochs.last().copied();
        if found.torn {
            // Where it cannot be cut now, it is when something can be written.
            let _ = journal.log.trim();
        }
        Ok((journal, found))
    }

    /// The game goes on after the first `count` events. What is after them stays where it is until
    /// something is written: then the whole file as it was is put beside it first.
    pub fn cut(&mut self, count: usize) {
        self.log.forget(count);
        self.damaged = true;
    }

    /// Puts the file as it is beside it, and cuts off what is damaged.
    fn put_aside(&mut self) -> io::Result<()> {
        if !self.damaged {
            return Ok(());
        }
        let path = self.path().map(Path::to_owned).unwrap_or_default();
        let bytes = match files::read(&path, MOST_JOURNAL) {
            // Somebody has taken it away: the lines are written anew.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.damaged = false;
                return Ok(());
            }
            bytes => bytes?,
        };
        let mut half = Half::beside(&path)?;
        half.file().write_all(&bytes)?;
        half.file().sync_all()?;
        for number in 1..u32::MAX {
            let aside = path.with_extension(format!("{DAMAGED}{number}"));
            match super::file::move_new(half.path(), &aside) {
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

    /// Where it is, if its file could be made.
    pub fn path(&self) -> Option<&Path> {
        self.log.disk().path()
    }

    /// Appends an event and gives back its number. If it cannot be written it is kept, and written
    /// as soon as that can be.
    pub fn append(&mut self, record: &JournalEvent) -> (u64, io::Result<()>) {
        let number = self.log.len();
        self.log.push(line::write(number, self.epoch.unwrap_or(0), record));
        (number, self.catch_up())
    }

    /// Writes what could not be written before.
    pub fn catch_up(&mut self) -> io::Result<()> {
        if self.damaged && self.log.whole() as u64 == self.log.len() {
            // There is nothing to be written.
            return Ok(());
        }
        self.put_aside()?;
        self.log.catch_up()
    }

    /// What is not on the disk of the lines after the first so many, and of those that could not be
    /// written at all.
    pub fn unsaved(&self, kept: u64) -> Unsaved {
        let lines = self.log.lines_from(self.log.whole().min(kept as usize));
        let mut unsaved = Unsaved::default();
        for line in lines {
            unsaved += line::does(line);
        }
        unsaved
    }

    /// All of it as it should be on the disk.
    pub fn text(&self) -> String {
        self.log.lines_from(0).concat()
    }

    /// Is everything written?
    pub fn is_whole(&self) -> bool {
        // What is damaged stands after the lines as long as nothing was to be written.
        self.log.is_whole() || self.damaged && self.log.whole() as u64 == self.log.len()
    }

    /// A sync has failed: it is not known what the disk has, and everything is written once more when
    /// [`Journal::catch_up`] is called, or something is appended.
    pub fn doubt(&mut self) {
        self.log.doubt();
    }

    /// What other programs have done to the file, and what came of it, in words.
    pub fn take_notice(&mut self) -> Option<String> {
        let told = self.notice.take().into_iter().chain(self.log.take_notice()).collect::<Vec<_>>();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// What brings the written lines to the disk itself; it may be used from another thread.
    pub fn syncer(&self) -> disk::Syncer {
        self.log.syncer()
    }
}

impl EventLog for Journal {
    fn claim(&mut self) -> Result<u64, LogError> {
        // The lock of the file is held by this journal: nobody else begins meanwhile.
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

    fn syncer(&self) -> disk::Syncer {
        self.syncer()
    }

    fn catch_up(&mut self) -> io::Result<()> {
        self.catch_up()
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

/// An event as a line of a journal.
pub fn written(number: u64, epoch: u64, event: &JournalEvent) -> String {
    line::write(number, epoch, event)
}

/// Reads the bytes of a journal; the path is for what is told.
pub fn parse(bytes: &[u8], path: &Path) -> Result<Found, JournalError> {
    let path = path.display().to_string();
    let mut found = Found { records: Vec::new(), problem: None, ends: Vec::new(), epochs: Vec::new(), torn: false };
    let mut end = 0;
    for (at, text) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if at == 0
            && let Some(version) = line::version(text)
            && version > VERSION
        {
            return Err(JournalError::Newer { path, found: version });
        }
        match line::read(at as u64, text) {
            Ok((_, epoch)) if found.epochs.last().is_some_and(|&newest| epoch < newest) => {
                let newest = found.epochs.last().copied().unwrap_or_default();
                let problem = format!("it is of epoch {epoch} after epoch {newest}");
                found.problem = Some(format!("{path}: line {}: {problem}; the game up to there is kept", at + 1));
                return Ok(found);
            }
            Ok((record, epoch)) if matches!(record, JournalEvent::Begin { .. }) == (at == 0) => {
                found.records.push(record);
                found.epochs.push(epoch);
            }
            _ if at == 0 => return Err(JournalError::NoJournal { path }),
            _ if !text.ends_with(b"\n") => {
                found.torn = true;
                return Ok(found);
            }
            wrong => {
                let problem = wrong.err().unwrap_or_else(|| "another game begins".to_owned());
                found.problem = Some(format!("{path}: line {}: {problem}; the game up to there is kept", at + 1));
                return Ok(found);
            }
        }
        end += text.len() as u64;
        found.ends.push(end);
    }
    if found.records.is_empty() { Err(JournalError::NoJournal { path }) } else { Ok(found) }
}

/// Reads a journal without taking it up.
pub fn read(path: &Path) -> Result<Found, JournalError> {
    let bytes = files::read(path, MOST_JOURNAL);
    let bytes = bytes.map_err(|error| JournalError::Io { path: path.display().to_string(), error })?;
    parse(&bytes, path)
}

#[cfg(test)]
mod tests;
