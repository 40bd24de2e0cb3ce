//! What a journal is written to: a file, or something that fails like one.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Write as _};

/// Brings what was written to the disk itself.
pub type Syncer = Box<dyn FnMut() -> io::Result<()> + Send>;

/// Something that can be appended to.
pub trait Disk: Send + Debug {
    /// Appends all of it, or nothing.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// What syncs it.
    fn syncer(&self) -> io::Result<Syncer>;
}

impl Disk for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let before = self.metadata()?.len();
        self.write_all(bytes).inspect_err(|_| {
            // Half a line would spoil what comes after it.
            let _ = self.set_len(before);
        })
    }

    fn syncer(&self) -> io::Result<Syncer> {
        let file = self.try_clone()?;
        Ok(Box::new(move || file.sync_data()))
    }
}
