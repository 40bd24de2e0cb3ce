//! The storage of a journal: a file, or a substitute that can fail like one.

use std::fmt::Debug;
use std::io;
use std::path::Path;

/// Syncs the written data to the disk (fsync).
pub(crate) type Syncer = Box<dyn FnMut() -> io::Result<()> + Send>;

/// Storage that can be written at an offset. Like a file, it may write less than it was asked to.
pub(crate) trait Disk: Send + Debug {
    /// The length of the file; `None` if it does not exist, or if the file at its path is now a different one.
    fn length(&mut self) -> io::Result<Option<u64>>;
    /// Starts an empty file without harming files of others.
    fn renew(&mut self) -> io::Result<()>;
    /// Deletes the file: it contains nothing useful.
    fn discard(&mut self) {}
    /// Writes a prefix of these bytes at an offset and returns its length.
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize>;
    /// Truncates the file to this length.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// A function that syncs the file, also after a call of `renew`.
    fn syncer(&self) -> Syncer;
    /// The path of the file, if it has one yet.
    fn path(&self) -> Option<&Path>;
}
