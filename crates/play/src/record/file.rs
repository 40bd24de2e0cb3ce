//! Files that are written completely or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::files::temporary_file::TemporaryFile;
use crate::files::{self, open, sync_folder};

/// A file that was created, or an existing one with the same text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    pub(crate) path: PathBuf,
    /// Did it exist already?
    pub(crate) known: bool,
}

/// Writes a file completely or not at all, and never overwrites another: if the name is taken by a file with
/// another text, the name gets a number. Only its owner can read it.
pub fn write_new(path: &Path, text: &str) -> io::Result<Placed> {
    write(TemporaryFile::beside(path)?, path, text)
}

/// The same for a file whose name the user chose: it gets the usual permissions of the user's files.
pub fn give_away(path: &Path, text: &str) -> io::Result<PathBuf> {
    Ok(write(TemporaryFile::beside_given(path)?, path, text)?.path)
}

fn write(mut temporary: TemporaryFile, path: &Path, text: &str) -> io::Result<Placed> {
    temporary.file().write_all(text.as_bytes())?;
    temporary.file().sync_all()?;
    // The temporary name is removed when `half` is dropped: the final name is a hard link to the same file.
    let placed = place(temporary.path(), path, text)?;
    sync_folder(path.parent().unwrap_or(Path::new("")));
    Ok(placed)
}

/// Renames a file without overwriting another: if the name is taken, this is an error. The new name is on the disk
/// before the old one is gone.
pub(crate) fn move_new(from: &Path, to: &Path) -> io::Result<()> {
    let synced = |path: &Path| sync_folder(path.parent().unwrap_or(Path::new("")));
    match fs::hard_link(from, to) {
        Ok(()) => {
            synced(to);
            fs::remove_file(from)?;
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // Where hard links are not supported, check first.
        Err(_) if fs::symlink_metadata(to).is_ok() => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => {
            fs::rename(from, to)?;
            synced(to);
        }
    }
    synced(from);
    Ok(())
}

/// Does the file contain exactly this text?
fn has(path: &Path, text: &str) -> bool {
    let same = || -> io::Result<bool> {
        let file = open(path)?;
        let length = text.len() as u64;
        Ok(file.metadata()?.len() == length && files::read_open(&file, length)? == text.as_bytes())
    };
    same().unwrap_or(false)
}

/// Gives a file its final name without overwriting another file.
fn place(temporary: &Path, path: &Path, text: &str) -> io::Result<Placed> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    for number in 1..u32::MAX {
        let named =
            if number == 1 { path.to_owned() } else { path.with_file_name(format!("{stem}-{number}{ending}")) };
        match fs::hard_link(temporary, &named) {
            Ok(()) => return Ok(Placed { path: named, known: false }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if has(&named, text) {
                    return Ok(Placed { path: named, known: true });
                }
            }
            // Where hard links are not supported, check first.
            Err(_) if fs::symlink_metadata(&named).is_err() => {
                return fs::rename(temporary, &named).map(|()| Placed { path: named, known: false });
            }
            Err(_) => {}
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::folder::Folder;
    use crate::files::synced_folders;

    #[test]
    fn a_new_name_is_on_the_disk() {
        let (one, other) = (Folder::new("moved-from"), Folder::new("moved-to"));
        fs::write(one.join("a"), "text").expect("room");
        let before = synced_folders();
        move_new(&one.join("a"), &other.join("b")).expect("it is free");
        assert_eq!(synced_folders()[before.len()..], [other.path(), one.path()]);
        let before = synced_folders();
        TemporaryFile::beside(&other.join("b"))
            .and_then(|temporary| temporary.replace(&other.join("b")))
            .expect("room");
        assert_eq!(synced_folders()[before.len()..], [other.path()]);
    }

    #[test]
    fn no_other_file_is_harmed() {
        let home = Folder::new("file");
        let folder = home.path().to_owned();
        let path = folder.join("a.pgn");
        let placed = |text| write_new(&path, text).map(|placed| (placed.path, placed.known)).expect("room");
        assert_eq!(placed("one"), (path.clone(), false));
        assert_eq!(placed("one"), (path.clone(), true), "the same is there already");
        assert_eq!(placed("two"), (folder.join("a-2.pgn"), false));
        assert_eq!(fs::read_to_string(&path).expect("the file"), "one");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 2, "nothing is left behind");
        assert!(write_new(&folder.join("none").join("a.pgn"), "one").is_err());
    }
}
