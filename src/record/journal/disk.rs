//! What a journal is written to: a file, or something that fails like one.

use std::fmt::Debug;
use std::io;
use std::path::Path;

/// Brings what was written to the disk itself.
pub type Syncer = Box<dyn FnMut() -> io::Result<()> + Send>;

/// Something that can be written to at a place. It may do less than it is asked to, as files may.
pub trait Disk: Send + Debug {
    /// How long it is; nothing if it is not there, or if what is there now is not ours.
    fn length(&mut self) -> io::Result<Option<u64>>;
    /// Begins with nothing on it, where nothing of others is harmed.
    fn renew(&mut self) -> io::Result<()>;
    /// Takes it away again: nothing is on it that anybody could use.
    fn discard(&mut self) {}
    /// Writes the beginning of these bytes at a place and says how many.
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize>;
    /// Cuts off what is after this length.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// What syncs it, also after it was renewed.
    fn syncer(&self) -> Syncer;
    /// Where it is, if it has a name by now.
    fn path(&self) -> Option<&Path>;
}
