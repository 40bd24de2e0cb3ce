//! Files that are written beside the one that is to be, and take its place when they are whole.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::{create, create_given, open_to_write};

/// How the files end that are not whole yet.
pub const HALF: &str = ".half";

/// So many names are tried.
const NAMES: u32 = 100;

/// A file that is not whole yet. It is locked as long as it is written, so that one whose writer has
/// died is known. It goes with this, unless it was given its name.
#[derive(Debug)]
pub struct Half {
    file: File,
    path: PathBuf,
}

/// The folder of a file, as it can be opened.
fn folder(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

impl Half {
    /// A file beside this one, which nobody takes for it. What dead writers of the same have left goes.
    pub fn beside(path: &Path) -> io::Result<Half> {
        Half::made(path, create)
    }

    /// The same for a file that a person has named: who may read it is as usual.
    pub fn beside_given(path: &Path) -> io::Result<Half> {
        Half::made(path, create_given)
    }

    fn made(path: &Path, create: fn(&Path) -> io::Result<File>) -> io::Result<Half> {
        // No name comes twice, so that who removes one never removes another file.
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let folder = folder(path);
        let name = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
        sweep_named(&folder, &name);
        for _ in 0..NAMES {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let half = folder.join(format!("{name}{}-{count}{HALF}", std::process::id()));
            match create(&half) {
                Ok(file) => {
                    // Before it was locked somebody may have taken it for one that is left over. Where
                    // there are no locks, nobody does.
                    let swept = flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK);
                    if !swept && file.metadata()?.nlink() > 0 {
                        return Ok(Half { file, path: half });
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts it in the place of another, or where there is none.
    pub fn replace(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        // Where it was renamed there is none of this name.
        let _ = fs::remove_file(&self.path);
    }
}

/// Takes away what dead writers have left half done in a folder.
pub fn sweep(folder: &Path) {
    sweep_named(folder, ".");
}

fn sweep_named(folder: &Path, name: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        if found.to_str().is_some_and(|found| found.starts_with(name) && found.ends_with(HALF)) {
            remove_left_over(&entry.path());
        }
    }
}

/// Removes a file that nobody writes.
fn remove_left_over(path: &Path) {
    if !fs::symlink_metadata(path).is_ok_and(|data| data.is_file()) {
        return;
    }
    let Ok(file) = open_to_write(path) else { return };
    let same = || {
        let (own, named) = (file.metadata().ok()?, fs::symlink_metadata(path).ok()?);
        Some((own.dev(), own.ino()) == (named.dev(), named.ino()))
    };
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() && same() == Some(true) {
        let _ = fs::remove_file(path);
    }
}
