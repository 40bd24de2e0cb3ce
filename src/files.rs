//! How the program opens its files. What lies in a folder may be anything: a pipe or a device of the
//! right name would hold the program up for ever, so only regular files are opened, and no more of
//! one is read than it may have. What the program makes is its owner's alone.

pub mod half;

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{DirBuilderExt as _, FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;

/// The most that is read of the settings, and of a theme.
pub const MOST_SETTINGS: u64 = 32 << 20;

/// The most that is read of a journal: more than half a million moves.
pub const MOST_JOURNAL: u64 = 64 << 20;

/// The most that is read of the index of the saved games.
pub const MOST_INDEX: u64 = 256 << 20;

/// Neither waits for the other end of a pipe nor becomes the controlling terminal.
fn flags() -> i32 {
    (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32
}

/// What a file is instead of a regular one, in words.
fn other(data: &Metadata) -> Option<&'static str> {
    let kind = data.file_type();
    match () {
        () if kind.is_file() => None,
        () if kind.is_dir() => Some("a folder"),
        () if kind.is_fifo() => Some("a pipe"),
        () if kind.is_socket() => Some("a socket"),
        () if kind.is_char_device() || kind.is_block_device() => Some("a device"),
        () => Some("something else"),
    }
}

fn regular(data: &Metadata) -> io::Result<()> {
    match other(data) {
        None => Ok(()),
        Some(what) => Err(io::Error::other(format!("it is {what}, not a file"))),
    }
}

/// Opens a file of a folder of ours, or finds out why it is none.
fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Some devices do something when they are opened, so it is looked at before. It is looked at again
    // afterwards, because it may be another one by then.
    regular(&fs::metadata(path)?)?;
    let file = options.custom_flags(flags()).open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file to read it. Anything else is an error, and nothing waits.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file to read and to write it.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true).write(true))
}

/// Opens what a person has named: a pipe is read as well, as in `review <(zcat games.pgn.gz)`.
pub fn open_named(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_dir() {
        return Err(io::Error::other("it is a folder, not a file"));
    }
    OpenOptions::new().read(true).custom_flags(OFlags::NOCTTY.bits() as i32).open(path)
}

/// Is there something of this name that is neither a file nor a folder?
pub fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Reads what is left of an open file, unless it is more than this.
pub fn read_open(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || {
        let told = format!("it is larger than {} MB, the limit for such a file", most >> 20);
        io::Error::new(io::ErrorKind::FileTooLarge, told)
    };
    if file.metadata()?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Reads a regular file, unless it has more than this.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_open(&open(path)?, most)
}

/// Reads a regular file as text, unless it has more than this.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// Makes a file that there must not be yet, for its owner only.
pub fn create(path: &Path) -> io::Result<File> {
    create_with(path, 0o600)
}

/// Makes a file that a person has named and that there must not be yet: who may read it is as usual.
pub fn create_given(path: &Path) -> io::Result<File> {
    create_with(path, 0o666)
}

fn create_with(path: &Path, mode: u32) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(mode).custom_flags(flags()).open(path)
}

/// Makes a folder and those it is in, for their owner only. One that is there stays as it is.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Opens a folder. Nothing else is opened, and nothing waits.
pub fn open_folder(path: &Path) -> io::Result<File> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let flags = OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::NOCTTY;
    OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(path)
}

/// Brings the names in a folder to the disk. Some systems sync no folders; then nothing more can be done.
pub fn sync_folder(path: &Path) {
    let _ = open_folder(path).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests;
