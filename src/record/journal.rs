//! The journal of a running game: one line an event, each with a checksum, appended before it is
//! shown. Whatever happens to the program or the machine, what was written is found again.

pub mod disk;
mod line;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use thiserror::Error;

pub use disk::Disk;
pub use line::Record;

use super::date::stamp;

/// The version that is written; older ones are read.
pub const VERSION: u32 = 1;

/// How a journal's name ends.
const ENDING: &str = "journal";

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
    #[error("{path}: line 1: this is no journal of a game")]
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
    #[error("{path}: another heterodox plays this game")]
    Taken {
        /// The file.
        path: String,
    },
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    disk: Box<dyn Disk>,
    next: u64,
    /// What could not be written yet.
    waiting: Vec<u8>,
}

/// What was found in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its events.
    pub records: Vec<Record>,
    /// What is wrong with it, if something is: everything before that is in the events.
    pub problem: Option<String>,
    /// How many bytes of it are good.
    good: u64,
}

impl Found {
    /// Is the game over?
    pub fn is_over(&self) -> bool {
        let mut over = false;
        for record in &self.records {
            match record {
                Record::End { .. } => over = true,
                Record::Undo { .. } => over = false,
                _ => {}
            }
        }
        over
    }
}

impl Journal {
    /// Begins the journal of a game in a folder, which is made if there is none.
    pub fn create(folder: &Path, game: &str, chance: u64) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::Io { path: folder.display().to_string(), error };
        fs::create_dir_all(folder).map_err(failed)?;
        let moment = stamp(SystemTime::now());
        // Two games may begin in the same second.
        for try_ in 0..100 {
            let path = folder.join(format!("{moment}-{game}-{:04x}.{ENDING}", (chance + try_) & 0xffff));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    lock(&file, &path)?;
                    return Ok(Journal { path, disk: Box::new(file), next: 0, waiting: Vec::new() });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed(io::Error::other("no name is free")))
    }

    /// A journal on any disk.
    pub fn on(disk: Box<dyn Disk>) -> Journal {
        Journal { path: PathBuf::new(), disk, next: 0, waiting: Vec::new() }
    }

    /// Takes a journal up where it ends. A line that was torn by a sudden end is cut off.
    pub fn resume(path: &Path) -> Result<(Journal, Found), JournalError> {
        let failed = |error| JournalError::Io { path: path.display().to_string(), error };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(failed)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let found = parse(&bytes, path)?;
        if found.good < bytes.len() as u64 {
            file.set_len(found.good).map_err(failed)?;
        }
        let next = found.records.len() as u64;
        Ok((Journal { path: path.to_owned(), disk: Box::new(file), next, waiting: Vec::new() }, found))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends an event and gives back its number. If it cannot be written it is kept, and written
    /// with the next one that can.
    pub fn append(&mut self, record: &Record) -> (u64, io::Result<()>) {
        let number = self.next;
        self.next += 1;
        self.waiting.extend_from_slice(line::write(number, record).as_bytes());
        (number, self.catch_up())
    }

    /// Writes what could not be written before.
    pub fn catch_up(&mut self) -> io::Result<()> {
        self.disk.append(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }

    /// Is everything written?
    pub fn is_whole(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What brings the written lines to the disk itself; it may be used from another thread.
    pub fn syncer(&self) -> io::Result<disk::Syncer> {
        self.disk.syncer()
    }
}

/// Takes the lock of a journal. It goes with whoever holds it.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    // Some network disks know no locks; one player there has no harm from it.
    match rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => Err(JournalError::Taken { path: path.display().to_string() }),
        _ => Ok(()),
    }
}

fn parse(bytes: &[u8], path: &Path) -> Result<Found, JournalError> {
    let path = path.display().to_string();
    let mut found = Found { records: Vec::new(), problem: None, good: 0 };
    for (at, text) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let torn = !text.ends_with(b"\n");
        match line::read(at as u64, text) {
            Ok(Record::Begin { version, .. }) if at == 0 && version > VERSION => {
                return Err(JournalError::Newer { path, found: version });
            }
            Ok(record) if at > 0 || matches!(record, Record::Begin { .. }) => found.records.push(record),
            _ if at == 0 => return Err(JournalError::NoJournal { path }),
            Ok(_) => {}
            Err(problem) => {
                if !torn {
                    found.problem =
                        Some(format!("{path}: line {}: {problem}; the game up to there is kept", at + 1));
                }
                return Ok(found);
            }
        }
        found.good += text.len() as u64;
    }
    if found.records.is_empty() { Err(JournalError::NoJournal { path }) } else { Ok(found) }
}

/// Reads a journal without taking it up.
pub fn read(path: &Path) -> Result<Found, JournalError> {
    let bytes = fs::read(path).map_err(|error| JournalError::Io { path: path.display().to_string(), error })?;
    parse(&bytes, path)
}

/// The journals of a folder, the newest first.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
    paths.sort_unstable_by(|a, b| b.cmp(a));
    paths
}

/// The newest game of a folder that is not over and that nobody plays.
pub fn unfinished(folder: &Path) -> Option<PathBuf> {
    list(folder).into_iter().take(200).find(|path| goes_on(path).unwrap_or(false))
}

/// Is the game not over, and free? Looks at the end of the file only.
fn goes_on(path: &Path) -> io::Result<bool> {
    const END: u64 = 4096;
    let mut file = File::open(path)?;
    let long = file.metadata()?.len();
    file.seek(SeekFrom::Start(long.saturating_sub(END)))?;
    let mut tail = String::new();
    // A cut may go through a letter; only the last line matters.
    let mut bytes = Vec::new();
    file.take(END).read_to_end(&mut bytes)?;
    tail.push_str(&String::from_utf8_lossy(&bytes));
    let last = tail.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if last.is_empty() || line::is_end(last) {
        return Ok(false);
    }
    let file = File::open(path)?;
    let free = rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockShared).is_ok();
    Ok(free)
}

/// The journal of a game by the beginning of its name, or by a path.
pub fn find(folder: &Path, id: &str) -> Option<PathBuf> {
    let path = Path::new(id);
    if path.is_file() {
        return Some(path.to_owned());
    }
    let named =
        |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(id));
    list(folder).into_iter().find(named)
}

#[cfg(test)]
mod tests;
