//! The file of a journal. It is created when there is something to write, under another name if its name is taken.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::disk::{Disk, Syncer};
use super::lock::{self, Taken};
use crate::files::lock::HeldLock;
use crate::files::system::{self, FileNumber};
use crate::files::{create, make_folder, sync_folder};

/// How many names are tried.
const NAMES: u32 = 100;

/// How many folders are synced: the name of a new file is stored in its folder, and the name of a new folder in the
/// parent.
const FOLDERS: usize = 3;

/// An open file.
#[derive(Debug, Default)]
struct Held {
    file: Option<Arc<File>>,
    /// Its path, until the folders with its name have been synced too.
    name: Option<PathBuf>,
}

#[derive(Debug)]
pub(super) struct JournalFile {
    /// The intended path, without extension.
    stem: PathBuf,
    path: Option<PathBuf>,
    held: Arc<Mutex<Held>>,
    /// While this lock is held, no other program can resume the journal.
    lock: Option<HeldLock>,
}

impl JournalFile {
    /// A file that does not exist yet; `stem` has no extension.
    pub(super) fn new(stem: PathBuf) -> JournalFile {
        JournalFile { stem, path: None, held: Arc::default(), lock: None }
    }

    /// An existing file.
    pub(super) fn of(path: &Path, file: File, lock: Option<HeldLock>) -> JournalFile {
        let held = Held { file: Some(Arc::new(file)), name: Some(path.to_owned()) };
        let (stem, path) = (path.with_extension(""), Some(path.to_owned()));
        JournalFile { stem, path, held: Arc::new(Mutex::new(held)), lock }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&self) -> io::Result<Arc<File>> {
        self.held().file.clone().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The candidate names, in order: later ones sort after the first.
    fn names(&self) -> impl Iterator<Item = PathBuf> + use<> {
        let stem = self.stem.clone().into_os_string();
        (1..=NAMES).map(move |number| {
            let mut name = stem.clone();
            if number > 1 {
                name.push(format!("x{number:02}"));
            }
            name.push(".");
            name.push(super::ENDING);
            PathBuf::from(name)
        })
    }

    fn make(&mut self) -> io::Result<()> {
        if let Some(folder) = self.stem.parent() {
            make_folder(folder)?;
        }
        for path in self.names() {
            match create(&path) {
                Ok(file) => {
                    let lock = match lock::take(&file) {
                        // Another program took it for a leftover file, and may have deleted it.
                        Ok(Taken::Held) => continue,
                        Ok(Taken::Mine(_)) if system::is_deleted(&file)? => continue,
                        Ok(Taken::Mine(lock)) => lock,
                        Err(error) => {
                            let _ = fs::remove_file(&path);
                            return Err(error);
                        }
                    };
                    *self.held() = Held { file: Some(Arc::new(file)), name: Some(path.clone()) };
                    (self.lock, self.path) = (lock, Some(path));
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no name is free"))
    }
}

impl Disk for JournalFile {
    fn length(&mut self) -> io::Result<Option<u64>> {
        let (Ok(file), Some(path)) = (self.file(), &self.path) else { return Ok(None) };
        let length = file.metadata()?.len();
        let own = FileNumber::of(&file)?;
        Ok(match FileNumber::behind(path) {
            Ok(named) => (named == own).then_some(length),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => None,
            // If the path cannot be looked up, the open file is assumed to be unchanged.
            Err(_) => Some(length),
        })
    }

    fn renew(&mut self) -> io::Result<()> {
        let named =
            |error: io::Error, path: &Path| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        self.make().map_err(|error| named(error, &self.stem.with_extension(super::ENDING)))
    }

    fn discard(&mut self) {
        let Some(path) = self.path.take() else { return };
        // While the file is locked, no other program resumes it.
        let _ = fs::remove_file(path);
        *self.held() = Held::default();
        self.lock = None;
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let file = self.file()?;
        system::write_at(&file, bytes, at)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file()?.set_len(length)
    }

    fn syncer(&self) -> Syncer {
        let held = Arc::clone(&self.held);
        Box::new(move || {
            let lock = || held.lock().unwrap_or_else(PoisonError::into_inner);
            // The mutex is not held while the disk is busy.
            let (file, name) = {
                let mut held = lock();
                (held.file.clone().ok_or(io::ErrorKind::NotFound)?, held.name.take())
            };
            let synced = file.sync_data();
            if synced.is_err() {
                let mut held = lock();
                held.name = held.name.take().or(name);
                return synced;
            }
            // If a folder cannot be synced, nothing more can be done.
            for folder in name.iter().flat_map(|name| name.ancestors().skip(1)).take(FOLDERS) {
                sync_folder(folder);
            }
            Ok(())
        })
    }

    fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}
