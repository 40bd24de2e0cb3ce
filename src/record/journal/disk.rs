//! What a journal is written to: a file, or something that fails like one.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::fs::File;
use std::io;

/// Brings what was written to the disk itself.
pub type Syncer = Box<dyn FnMut() -> io::Result<()> + Send>;

/// Something that can be appended to. It may do less than it is asked to, as files may.
pub trait Disk: Send + Debug {
    /// Appends the beginning of these bytes and says how many.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Cuts off what is after this length.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// What syncs it.
    fn syncer(&self) -> io::Result<Syncer>;
}

impl Disk for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::Write::write(self, bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn syncer(&self) -> io::Result<Syncer> {
        let file = self.try_clone()?;
        Ok(Box::new(move || file.sync_data()))
    }
}

/// Lines on their way to a disk. What cannot be written waits, in order, and half a line is never
/// left behind for another to be put after it.
#[derive(Debug)]
pub(super) struct Tape {
    disk: Box<dyn Disk>,
    /// How long the whole lines are that it has.
    length: u64,
    /// May there be half a line after them?
    torn: bool,
    waiting: VecDeque<String>,
}

impl Tape {
    pub(super) fn new(disk: Box<dyn Disk>, length: u64) -> Tape {
        Tape { disk, length, torn: false, waiting: VecDeque::new() }
    }

    pub(super) fn push(&mut self, line: String) {
        self.waiting.push_back(line);
    }

    pub(super) fn is_whole(&self) -> bool {
        self.waiting.is_empty() && !self.torn
    }

    pub(super) fn syncer(&self) -> io::Result<Syncer> {
        self.disk.syncer()
    }

    /// Cuts the lines after this length off.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.disk.cut(length)?;
        (self.length, self.torn) = (length, false);
        Ok(())
    }

    /// Writes as many of the waiting lines as there is room for.
    pub(super) fn catch_up(&mut self) -> io::Result<()> {
        if self.torn {
            self.cut(self.length)?;
        }
        while let Some(line) = self.waiting.front() {
            let mut rest = line.as_bytes();
            self.torn = true;
            while !rest.is_empty() {
                match self.disk.write(rest) {
                    Ok(count) if count > 0 => rest = rest.get(count..).unwrap_or_default(),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    failed => {
                        // If it cannot be cut now, it is before the next line.
                        let _ = self.cut(self.length);
                        return Err(failed.err().unwrap_or_else(|| io::ErrorKind::WriteZero.into()));
                    }
                }
            }
            self.length += line.len() as u64;
            self.torn = false;
            self.waiting.pop_front();
        }
        Ok(())
    }
}
