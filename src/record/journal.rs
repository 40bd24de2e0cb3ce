//! The journal of a running game: one line an event, each with a checksum, appended before it is
//! shown. Whatever happens to the program or the machine, what was written is found again.

pub mod disk;
mod line;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::FlockOperation;
use thiserror::Error;

pub use disk::Disk;
pub use line::Record;

use super::date::stamp;
use disk::Tape;

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
    tape: Tape,
    next: u64,
    /// Nobody else takes it up as long as this is here.
    _lock: Option<Lock>,
}

/// What was found in a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its events.
    pub records: Vec<Record>,
    /// What is wrong with it, if something is: everything before that is in the events.
    pub problem: Option<String>,
    /// Where each of them ends in the file.
    ends: Vec<u64>,
    /// Is there half a line after them, as a sudden end leaves it?
    torn: bool,
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
                    let lock = Lock::take(&file, &path)?;
                    return Ok(Journal { path, tape: Tape::new(Box::new(file), 0), next: 0, _lock: lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed(io::Error::other("no name is free")))
    }

    /// A journal on any disk.
    pub fn on(disk: Box<dyn Disk>) -> Journal {
        Journal { path: PathBuf::new(), tape: Tape::new(disk, 0), next: 0, _lock: None }
    }

    /// Takes a journal up where it ends. A line that was torn by a sudden end is cut off; whatever
    /// else is wrong is left as it is, and [`Journal::cut`] must come before anything is appended.
    pub fn resume(path: &Path) -> Result<(Journal, Found), JournalError> {
        let failed = |error| JournalError::Io { path: path.display().to_string(), error };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(failed)?;
        let lock = Lock::take(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let found = parse(&bytes, path)?;
        let (next, good) = (found.records.len() as u64, found.ends.last().copied().unwrap_or(0));
        let mut tape = Tape::new(Box::new(file), good);
        if found.torn {
            tape.cut(good).map_err(failed)?;
        }
        Ok((Journal { path: path.to_owned(), tape, next, _lock: lock }, found))
    }

    /// Cuts off everything after the first `count` events, and keeps the whole file as it was
    /// beside it. Gives back where.
    pub fn cut(&mut self, found: &Found, count: usize) -> Result<PathBuf, JournalError> {
        let failed = |error| JournalError::Io { path: self.path.display().to_string(), error };
        let length = count.checked_sub(1).and_then(|last| found.ends.get(last)).copied().unwrap_or(0);
        let aside = |number: u32| self.path.with_extension(format!("damaged-{number}"));
        let aside = (1..=u32::MAX).map(aside).find(|path| !path.exists()).unwrap_or_else(|| aside(0));
        fs::copy(&self.path, &aside).and_then(|_| File::open(&aside)?.sync_all()).map_err(failed)?;
        self.tape.cut(length).map_err(failed)?;
        self.next = count as u64;
        Ok(aside)
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
        self.tape.push(line::write(number, record));
        (number, self.catch_up())
    }

    /// Writes what could not be written before.
    pub fn catch_up(&mut self) -> io::Result<()> {
        self.tape.catch_up()
    }

    /// Is everything written?
    pub fn is_whole(&self) -> bool {
        self.tape.is_whole()
    }

    /// What brings the written lines to the disk itself; it may be used from another thread.
    pub fn syncer(&self) -> io::Result<disk::Syncer> {
        let mut sync = self.tape.syncer()?;
        // The name of a new file is in its folder, which is synced on its own. Where a folder
        // cannot be, nothing more can be done.
        let mut folder = self.path.parent().map(Path::to_owned);
        Ok(Box::new(move || {
            sync()?;
            if let Some(folder) = folder.take() {
                let _ = File::open(folder).and_then(|folder| folder.sync_all());
            }
            Ok(())
        }))
    }
}

/// The lock of a journal. The system takes it from a program that dies. It is given back in so
/// many words, for the thread that still syncs the file would otherwise keep it a little longer.
#[derive(Debug)]
struct Lock(File);

impl Lock {
    /// Takes the lock; nothing where the disk knows no locks, as some of a network: one player
    /// there has no harm from it.
    fn take(file: &File, path: &Path) -> Result<Option<Lock>, JournalError> {
        let path = || path.display().to_string();
        match rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => match file.try_clone() {
                Ok(file) => Ok(Some(Lock(file))),
                Err(error) => Err(JournalError::Io { path: path(), error }),
            },
            Err(rustix::io::Errno::WOULDBLOCK) => Err(JournalError::Taken { path: path() }),
            Err(_) => Ok(None),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = rustix::fs::flock(&self.0, FlockOperation::Unlock);
    }
}

/// Reads the bytes of a journal; the path is for what is told.
pub fn parse(bytes: &[u8], path: &Path) -> Result<Found, JournalError> {
    let path = path.display().to_string();
    let mut found = Found { records: Vec::new(), problem: None, ends: Vec::new(), torn: false };
    let mut end = 0;
    for (at, text) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if at == 0
            && let Some(version) = line::version(text)
            && version > VERSION
        {
            return Err(JournalError::Newer { path, found: version });
        }
        match line::read(at as u64, text) {
            Ok(record) if matches!(record, Record::Begin { .. }) == (at == 0) => found.records.push(record),
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
    let mut tail = Vec::new();
    file.take(END).read_to_end(&mut tail)?;
    // What is cut at the beginning may be no text; half a line at the end does not count.
    let tail = String::from_utf8_lossy(&tail);
    let whole = tail.rfind('\n').map_or("", |end| &tail[..end]);
    let last = whole.rsplit('\n').next().unwrap_or_default();
    if last.is_empty() || line::is_end(last) {
        return Ok(false);
    }
    let file = File::open(path)?;
    let free = rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared).is_ok();
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
