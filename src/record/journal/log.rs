//! The lines of a journal on their way to a disk. It has all of them, so that whatever becomes of the
//! disk they can be written again; each has its place, so that half a line is never followed by another.

use std::io;

use super::disk::{Disk, Syncer};

/// Lines on their way to a disk.
#[derive(Debug)]
pub(super) struct Log {
    disk: Box<dyn Disk>,
    lines: Vec<String>,
    /// Where each of them ends.
    ends: Vec<u64>,
    /// The line to be written next. Those before `whole` are written again: it is not known that
    /// they are well.
    next: usize,
    /// So many lines are whole in it.
    whole: usize,
    /// How far it was written to: there may be half a line after the whole ones.
    extent: u64,
    /// Was it ever there?
    begun: bool,
    /// Was it made by this log, and has no whole line yet?
    fresh: bool,
    notice: Option<String>,
}

impl Log {
    /// A log for a disk that has nothing.
    pub(super) fn new(disk: Box<dyn Disk>) -> Log {
        let (lines, ends) = (Vec::new(), Vec::new());
        Log { disk, lines, ends, next: 0, whole: 0, extent: 0, begun: false, fresh: false, notice: None }
    }

    /// A log for a disk that has these lines, and may have more after them up to an extent. They are
    /// written once more before others: who wrote them may have seen a sync fail.
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

    /// How many lines it has, written or not.
    pub(super) fn len(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Is everything written?
    pub(super) fn is_whole(&self) -> bool {
        self.whole == self.lines.len() && self.extent == self.end(self.whole)
    }

    pub(super) fn syncer(&self) -> Syncer {
        self.disk.syncer()
    }

    /// What others have done to the file, and what came of it.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// A sync has failed. The system may have dropped what it could not bring to the disk and will
    /// not try that again, so everything is to be written once more.
    pub(super) fn doubt(&mut self) {
        self.next = 0;
    }

    /// Forgets all but the first lines. What is after them on the disk stays there, until
    /// [`Log::trim`] is called.
    pub(super) fn forget(&mut self, count: usize) {
        self.lines.truncate(count);
        self.ends.truncate(count);
        (self.whole, self.next) = (self.whole.min(count), self.next.min(count));
    }

    /// Cuts off what is after the whole lines.
    pub(super) fn trim(&mut self) -> io::Result<()> {
        let end = self.end(self.whole);
        self.disk.cut(end)?;
        self.extent = end;
        Ok(())
    }

    /// The lines from one on.
    pub(super) fn lines_from(&self, line: usize) -> &[String] {
        self.lines.get(line..).unwrap_or_default()
    }

    /// So many lines are whole on the disk, as far as that is known.
    pub(super) const fn whole(&self) -> usize {
        self.whole
    }

    /// Writes as many of the lines that wait as there is room for. A file in which not even the first has
    /// room goes again.
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
            // Half of another line was here before.
            self.disk.cut(end)?;
            self.extent = end;
        }
        Ok(())
    }

    /// Looks whether the file is as it was left. One that is gone, or that others have made longer, is
    /// left to them; one that was only shortened is filled again.
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
                    self.notice = Some(format!("Another program has taken or changed {was}. The game {place}."));
                }
            }
        }
        Ok(())
    }

    fn end(&self, count: usize) -> u64 {
        count.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0)
    }
}
