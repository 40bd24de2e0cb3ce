//! Atomic replacement of files: a new file is written beside the target and then renamed to it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::system::{FileNumber, is_deleted};
use super::{create, create_given, open_to_write, sync_folder};

/// The file name extension of temporary files.
pub const TEMPORARY: &str = ".half";

/// The number of names that are tried.
const NAMES: u32 = 100;

/// A temporary file. It is locked while it exists, so that other programs can recognize files left by a crashed
/// one. Dropping it deletes the file, unless it was renamed to its target.
#[derive(Debug)]
pub struct TemporaryFile {
    file: File,
    path: PathBuf,
}

/// The folder of a file, in a form that can be opened.
fn folder(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

impl TemporaryFile {
    /// Creates a temporary file beside `path`. Files left by crashed writers of the same target are deleted.
    pub fn beside(path: &Path) -> io::Result<TemporaryFile> {
        TemporaryFile::made(path, create)
    }

    /// The same for a file that the user has named, with the usual permissions.
    pub(crate) fn beside_given(path: &Path) -> io::Result<TemporaryFile> {
        TemporaryFile::made(path, create_given)
    }

    fn made(path: &Path, create: fn(&Path) -> io::Result<File>) -> io::Result<TemporaryFile> {
        // Names are never reused, so that deleting a temporary file cannot delete another one.
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let folder = folder(path);
        let name = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
        sweep_named(&folder, &name);
        for _ in 0..NAMES {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let temporary = folder.join(format!("{name}{}-{count}{TEMPORARY}", std::process::id()));
            match create(&temporary) {
                Ok(file) => {
                    // Before the lock was taken, another program may have deleted the file as left over.
                    // Without support for locks, no program does that.
                    let swept = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                    if !swept && !is_deleted(&file)? {
                        return Ok(TemporaryFile { file, path: temporary });
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("no name is free"))
    }

    /// The file.
    pub const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// The path of the temporary file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the file to `path` and replaces the file there, if it exists. The new name is on the disk then.
    pub fn replace(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        sync_folder(&folder(path));
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // After the rename, no file has this name.
        let _ = fs::remove_file(&self.path);
    }
}

/// Deletes temporary files left by crashed writers in a folder.
pub(crate) fn sweep(folder: &Path) {
    sweep_named(folder, ".");
}

fn sweep_named(folder: &Path, name: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        if found.to_str().is_some_and(|found| found.starts_with(name) && found.ends_with(TEMPORARY)) {
            remove_left_over(&entry.path());
        }
    }
}

/// Deletes a temporary file that no program has locked.
fn remove_left_over(path: &Path) {
    if !fs::symlink_metadata(path).is_ok_and(|data| data.is_file()) {
        return;
    }
    let Ok(file) = open_to_write(path) else { return };
    let same = || Some(FileNumber::of(&file).ok()? == FileNumber::at(path).ok()?);
    if file.try_lock().is_ok() && same() == Some(true) {
        let _ = fs::remove_file(path);
    }
}
