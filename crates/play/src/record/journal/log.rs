//! The lines of a journal on their way to a disk. All lines are held in memory, so that they can be written again
//! if the disk fails. Each line has a fixed offset, so that an incomplete line is never followed by another one.

use std::io;

use super::disk::{Disk, Syncer};

/// The lines of a journal, with how far they are written.
#[derive(Debug)]
pub(super) struct Log {
    disk: Box<dyn Disk>,
    lines: Vec<String>,
    /// The offset at which each line ends.
    ends: Vec<u64>,
    /// The index of the line to be written next. Lines before `whole` are written again when it is unknown whether
    /// they are intact.
    next: usize,
    /// The number of lines that are complete in the file.
    whole: usize,
    /// The end of everything written: there may be an incomplete line after the complete ones.
    extent: u64,
    /// Was the file ever created?
    begun: bool,
    /// Was the file created by this log, and has it no complete line yet?
    fresh: bool,
    notice: Option<String>,
}

impl Log {
    /// A log for an empty disk.
    pub(super) fn new(disk: Box<dyn Disk>) -> Log {
        let (lines, ends) = (Vec::new(), Vec::new());
        Log { disk, lines, ends, next: 0, whole: 0, extent: 0, begun: false, fresh: false, notice: None }
    }

    /// A log for a disk that contains these lines, and possibly more data after them up to `extent`. The lines are
    /// written again before new ones, because a sync may have failed for the program that wrote them.
    pub(super) fn with(disk: Box<dyn Disk>, lines: impl Iterator<Item = String>, extent: u64) -> Log {
        let mut log = Log::new(disk);
        lines.for_each(|line| log.push(line));
        (log.whole, log.extent, log.begun) = (log.lines.len(), extent, true);
        log
    }

    pub(super) fn disk(&self) -> &dyn Disk {
        self.disk.as_ref()
    }

    pub(super) fn push(&mut self, line: String) {
        self.ends.push(self.end(self.lines.len()) + line.len() as u64);
        self.lines.push(line);
    }

    /// The number of lines, written or not.
    pub(super) fn len(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Are all lines written?
    pub(super) fn is_whole(&self) -> bool {
        self.whole == self.lines.len() && self.extent == self.end(self.whole)
    }

    pub(super) fn syncer(&self) -> Syncer {
        self.disk.syncer()
    }

    /// A message about what other programs have done to the file, and how the log reacted.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// A sync has failed. The system may have dropped the data and will not retry, so all lines have to be written
    /// again.
    pub(super) fn doubt(&mut self) {
        self.next = 0;
    }

    /// Drops all lines but the first `count`. The data after them stays on the disk until [`Log::trim`] is called.
    pub(super) fn forget(&mut self, count: usize) {
        self.lines.truncate(count);
        self.ends.truncate(count);
        (self.whole, self.next) = (self.whole.min(count), self.next.min(count));
    }

    /// Truncates the file after the complete lines.
    pub(super) fn trim(&mut self) -> io::Result<()> {
        let end = self.end(self.whole);
        self.disk.cut(end)?;
        self.extent = end;
        Ok(())
    }

    /// The lines from this index on.
    pub(super) fn lines_from(&self, line: usize) -> &[String] {
        self.lines.get(line..).unwrap_or_default()
    }

    /// The number of lines that are complete on the disk, as far as is known.
    pub(super) const fn whole(&self) -> usize {
        self.whole
    }

    /// Writes as many of the waiting lines as there is room for. A new file is deleted again if not even its first
    /// line can be written.
    pub(super) fn catch_up(&mut self) -> io::Result<()> {
        let written = self.write();
        if self.fresh && self.whole == 0 && written.is_err() {
            self.disk.discard();
            (self.next, self.extent, self.begun, self.fresh) = (0, 0, false, false);
        }
        written
    }

    fn write(&mut self) -> io::Result<()> {
        self.look()?;
        while let Some(line) = self.lines.get(self.next) {
            let start = self.end(self.next);
            let mut rest = line.as_bytes();
            while !rest.is_empty() {
                let at = start + (line.len() - rest.len()) as u64;
                match self.disk.write(at, rest) {
                    Ok(count) if count > 0 => {
                        rest = rest.get(count..).unwrap_or_default();
                        self.extent = self.extent.max(start + (line.len() - rest.len()) as u64);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    failed => return Err(failed.err().unwrap_or_else(|| io::ErrorKind::WriteZero.into())),
                }
            }
            self.next += 1;
            self.whole = self.whole.max(self.next);
        }
        let end = self.end(self.next);
        if self.extent > end {
            // A part of another line was here before.
            self.disk.cut(end)?;
            self.extent = end;
        }
        Ok(())
    }

    /// Checks whether the file is unchanged. If it is gone, or longer than this log made it, it is left to the
    /// other program and a new file is started; if it was only shortened, it is filled again.
    fn look(&mut self) -> io::Result<()> {
        let whole = self.end(self.whole);
        let name = |disk: &dyn Disk| disk.path().map(|path| path.display().to_string()).unwrap_or_default();
        match self.disk.length()? {
            Some(found) if (whole..=self.extent).contains(&found) => {}
            Some(found) if found < whole => {
                (self.next, self.whole, self.extent) = (0, 0, found);
                let name = name(self.disk.as_ref());
                self.notice = Some(format!("Another program has shortened {name}. The game is being saved again."));
            }
            _ => {
                let was = name(self.disk.as_ref());
                self.disk.renew()?;
                (self.next, self.whole, self.extent, self.fresh) = (0, 0, 0, true);
                if std::mem::replace(&mut self.begun, true) {
                    let now = name(self.disk.as_ref());
                    let place = if was == now {
                        "is being saved again".to_owned()
                    } else {
                        format!("is now saved in {now}")
                    };
                    self.notice = Some(format!("Another program has moved or changed {was}. The game {place}."));
                }
            }
        }
        Ok(())
    }

    fn end(&self, count: usize) -> u64 {
        count.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0)
    }
}
