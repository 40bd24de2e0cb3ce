//! Opens and creates files safely. A folder may contain anything; a pipe or a device with the expected name
//! would block the program. So only regular files are opened, and at most a fixed number of bytes is read. New
//! files and folders are private to their owner.

pub mod lock;
#[cfg_attr(unix, path = "files/unix.rs")]
pub(crate) mod system;
pub mod temporary_file;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Take};
use std::path::{Path, PathBuf};

/// The largest size of a settings file or theme.
pub const MOST_SETTINGS_BYTES: u64 = 32 << 20;

/// The largest size of a journal: more than half a million moves.
pub(crate) const MOST_JOURNAL_BYTES: u64 = 64 << 20;

/// The largest size of a file of games in a list: more than a hundred thousand games.
pub(crate) const MOST_LISTED_BYTES: u64 = 512 << 20;

/// The largest size of the index of saved games.
pub(crate) const MOST_INDEX_BYTES: u64 = 256 << 20;

/// The type of a file that is not regular, in words.
fn other(data: &Metadata) -> Option<&'static str> {
    let kind = data.file_type();
    match () {
        () if kind.is_file() => None,
        () if kind.is_dir() => Some("a folder"),
        () => Some(system::special(kind)),
    }
}

fn regular(data: &Metadata) -> io::Result<()> {
    match other(data) {
        None => Ok(()),
        Some(what) => Err(io::Error::other(format!("it is {what}, not a file"))),
    }
}

/// Opens a file in one of the program's folders. It is an error if it is not a regular file.
fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening some devices has side effects, so the file type is checked first. It is checked again afterwards,
    // because the file may have been replaced.
    regular(&fs::metadata(path)?)?;
    let file = system::open_at_once(path, options)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file for reading. Any other type is an error, and the call never blocks.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file for reading and writing.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true).write(true))
}

/// Opens a file that the user has named. It may be a pipe, as in `review <(zcat games.pgn.gz)`.
pub fn open_named(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_dir() {
        return Err(io::Error::other("it is a folder, not a file"));
    }
    system::open_given(path)
}

/// Does this path exist without being a file or a folder?
pub fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn too_large(most: u64) -> io::Error {
    let message = format!("it is larger than {} MB, the limit for this file", most >> 20);
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// Opens a regular file of at most `most` bytes.
pub fn open_within(path: &Path, most: u64) -> io::Result<File> {
    let file = open(path)?;
    if file.metadata()?.len() > most { Err(too_large(most)) } else { Ok(file) }
}

/// Opens a file of games to be read to its end. It is an error if it has more than `MOST_LISTED_BYTES` bytes; what is added
/// meanwhile is not read.
pub fn open_games(path: &Path) -> io::Result<Take<File>> {
    Ok(open_within(path, MOST_LISTED_BYTES)?.take(MOST_LISTED_BYTES))
}

/// Reads the rest of an open file. It is an error if this is more than `most` bytes.
pub(crate) fn read_open(file: &File, most: u64) -> io::Result<Vec<u8>> {
    if file.metadata()?.len() > most {
        return Err(too_large(most));
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

/// Reads a regular file of at most `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_open(&open(path)?, most)
}

/// Reads a regular file of at most `most` bytes as UTF-8 text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// Creates a new file with access for its owner only. It is an error if it exists.
pub fn create(path: &Path) -> io::Result<File> {
    create_with(path, system::for_owner(&mut OpenOptions::new()))
}

/// Creates a new file that the user has named, with the usual permissions. It is an error if it exists.
pub fn create_given(path: &Path) -> io::Result<File> {
    create_with(path, &mut OpenOptions::new())
}

fn create_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    system::open_at_once(path, options.read(true).write(true).create_new(true))
}

/// Creates a folder and its parents with access for their owner only. An existing folder is not changed.
pub fn make_folder(path: &Path) -> io::Result<()> {
    system::make_folder(path)
}

/// Opens a folder. Any other type is an error, and the call never blocks.
pub(crate) fn open_folder(path: &Path) -> io::Result<File> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    system::open_folder(path)
}

/// The files in a folder with their paths, in the order of their names. Links are left out.
pub fn walk(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(error),
    };
    entries.sort();
    for path in entries {
        let kind = match fs::symlink_metadata(&path) {
            Ok(data) => data.file_type(),
            // It has gone since the folder was read.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        if kind.is_dir() {
            found.extend(walk(&path)?);
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(found)
}

/// Writes the entries of a folder to the disk (fsync). Errors are ignored, because some systems cannot sync
/// folders.
pub(crate) fn sync_folder(path: &Path) {
    #[cfg(test)]
    SYNCED.with_borrow_mut(|synced| synced.push(path.to_owned()));
    let _ = open_folder(path).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
thread_local! {
    static SYNCED: std::cell::RefCell<Vec<PathBuf>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// The folders that this thread has synced.
#[cfg(test)]
pub(crate) fn synced_folders() -> Vec<PathBuf> {
    SYNCED.with_borrow(Clone::clone)
}

#[cfg(test)]
#[path = "../../../tests/support/folder.rs"]
pub(crate) mod folder;
#[cfg(test)]
mod tests;
