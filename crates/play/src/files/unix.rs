//! What the files of this program need of a Unix system: to be opened without waiting, for their owner only, and to be known
//! again by their numbers.

use std::fs::{self, DirBuilder, File, FileType, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _,
};
use std::path::Path;

use rustix::fs::OFlags;

/// What a file is known by as long as it exists, whatever its name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileNumber {
    disk: u64,
    inode: u64,
}

impl FileNumber {
    /// That of an open file.
    pub(crate) fn of(file: &File) -> io::Result<FileNumber> {
        file.metadata().map(|facts| FileNumber::told(&facts))
    }

    /// That of the file with this name, also if the name is a link to it.
    pub(crate) fn behind(path: &Path) -> io::Result<FileNumber> {
        fs::metadata(path).map(|facts| FileNumber::told(&facts))
    }

    /// That of what has this name; a link has its own.
    pub(crate) fn at(path: &Path) -> io::Result<FileNumber> {
        fs::symlink_metadata(path).map(|facts| FileNumber::told(&facts))
    }

    fn told(facts: &Metadata) -> FileNumber {
        FileNumber { disk: facts.dev(), inode: facts.ino() }
    }
}

/// Has an open file no name any more?
pub(crate) fn is_deleted(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.nlink() == 0)
}

/// Writes some of these bytes at a place of a file, and says how many.
pub(crate) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<usize> {
    file.write_at(bytes, at)
}

/// What something is called that is neither a file nor a folder.
pub(super) fn special(kind: FileType) -> &'static str {
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_char_device() || kind.is_block_device() => "a device",
        () => "something else",
    }
}

/// Opens a file without waiting for the other end of a pipe. A device does not become the controlling terminal.
pub(super) fn open_at_once(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32).open(path)
}

/// Opens something that the user has named. It waits for the other end of a pipe.
pub(super) fn open_given(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(OFlags::NOCTTY.bits() as i32).open(path)
}

/// Whatever is made with these options is for its owner only.
pub(crate) fn for_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Makes a folder and its parents, for their owner only.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Opens a folder, to write its entries to the disk.
pub(super) fn open_folder(path: &Path) -> io::Result<File> {
    let flags = OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::NOCTTY;
    OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(path)
}

/// The process that has locked a file, in words: ` (process 12 on /dev/pts/3)`. Nothing where the system does not tell.
pub(crate) fn lock_holder(path: &Path) -> Option<String> {
    let number = format!(":{} ", fs::metadata(path).ok()?.ino());
    let path = fs::canonicalize(path).ok()?;
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let mut processes = locks.lines().filter(|line| line.contains("FLOCK") && line.contains(&number));
    processes.find_map(|line| {
        let process = line.split_whitespace().nth(4)?;
        // An inode number may be the same for a file on another disk.
        let mut files = fs::read_dir(format!("/proc/{process}/fd")).ok()?.flatten();
        files.find(|file| fs::read_link(file.path()).is_ok_and(|target| target == path))?;
        let terminal = fs::read_link(format!("/proc/{process}/fd/0")).ok();
        let place = terminal.filter(|path| path.starts_with("/dev"));
        let place = place.map(|path| format!(" on {}", path.display())).unwrap_or_default();
        Some(format!(" (process {process}{place})"))
    })
}
