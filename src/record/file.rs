//! Files that are whole or not there at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

/// How the files end that are not whole yet.
const HALF: &str = ".half";

/// So many names are tried.
const NAMES: u32 = 100;

/// Writes a file that is whole or not there at all, and harms no other: where one of this name has
/// another text, the name gets a number. Gives back where it is.
pub fn write_new(path: &Path, text: &str) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut half = half_of(folder, path)?;
    let written = half.1.write_all(text.as_bytes()).and_then(|()| half.1.sync_all());
    let placed = written.and_then(|()| place(&half.0, path, text));
    // A link to it has the name it should have; this one is of no more use.
    let _ = fs::remove_file(&half.0);
    let target = placed?;
    if let Ok(folder) = File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) {
        // Some systems sync no folders; the file itself is synced.
        let _ = folder.sync_all();
    }
    Ok(target)
}

/// Gives a file another name, and harms no other: that there is one of this name is an error.
pub fn move_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Where there are no links, look first.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// A file beside the one that is to be, which nobody takes for it. It is locked as long as it is
/// written, so that one whose writer has died is known and goes.
fn half_of(folder: &Path, path: &Path) -> io::Result<(PathBuf, File)> {
    let name = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    sweep(folder, &name);
    for number in 1..=NAMES {
        let half = folder.join(format!("{name}{}-{number}{HALF}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&half) {
            Ok(file) => {
                // Where there are no locks, nobody sweeps either.
                let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
                // Before it was locked somebody may have swept it away.
                if file.metadata()?.nlink() > 0 {
                    return Ok((half, file));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no name is free"))
}

/// Takes away what writers of this file have left half done when they died.
fn sweep(folder: &Path, name: &str) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let is_half = found.to_str().is_some_and(|found| found.starts_with(name) && found.ends_with(HALF));
        // Only a file can be opened to write, and only one that nobody writes can be locked.
        if is_half
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Gives a file its name without taking the place of another.
fn place(half: &Path, path: &Path, text: &str) -> io::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    for number in 1..u32::MAX {
        let named =
            if number == 1 { path.to_owned() } else { path.with_file_name(format!("{stem}-{number}{ending}")) };
        match fs::hard_link(half, &named) {
            Ok(()) => return Ok(named),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read(&named).is_ok_and(|found| found == text.as_bytes()) {
                    return Ok(named);
                }
            }
            // Where there are no links, look first.
            Err(_) if !named.exists() => return fs::rename(half, &named).map(|()| named),
            Err(_) => {}
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_file_is_harmed() {
        let folder = std::env::temp_dir().join(format!("heterodox-file-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.pgn");
        assert_eq!(write_new(&path, "one").expect("room"), path);
        assert_eq!(write_new(&path, "one").expect("room"), path, "the same is there already");
        assert_eq!(write_new(&path, "two").expect("room"), folder.join("a-2.pgn"));
        assert_eq!(fs::read_to_string(&path).expect("the file"), "one");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing is left behind");
        assert!(write_new(&folder.join("none").join("a.pgn"), "one").is_err());
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn what_the_dead_left_half_done_goes_and_what_others_write_stays() {
        let folder = std::env::temp_dir().join(format!("heterodox-half-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.pgn");
        let dead = folder.join(".a.pgn.1-1.half");
        fs::write(&dead, "hal").expect("room");
        let other = folder.join(".b.pgn.1-1.half");
        fs::write(&other, "hal").expect("room");
        let (lives, file) = half_of(&folder, &path).expect("room");
        assert!(!dead.exists() && other.exists());
        assert_eq!(write_new(&path, "one").expect("room"), path);
        assert!(lives.exists(), "somebody writes it");
        drop(file);
        assert_eq!(write_new(&path, "one").expect("room"), path);
        assert!(!lives.exists() && other.exists());
        let _ = fs::remove_dir_all(&folder);
    }
}
