//! What keeps a game: its journal, and the thread that syncs it and reminds of what could not be
//! written.

use std::io;
use std::iter::once;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::record::event_log::{EventLog, LogError};
use crate::record::journal::disk::Syncer;
use crate::record::journal::{JournalEvent, Unsaved};

/// After so long what could not be written is tried again; then after twice as long, and so on.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// But not later than this.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Who leaves waits no longer than this for the disk to have the last line.
const LAST_WAIT: Duration = Duration::from_millis(250);

/// So often it is tried then.
const LAST_TRIES: u32 = 3;

/// What else is on its way comes within this.
const LAST_NEWS: Duration = Duration::from_millis(5);

/// What the thread is to do.
enum Job {
    /// Sync up to a line; so many failures were known when it was written.
    Sync(u64, u64),
    Remind(Duration),
}

/// What the thread tells.
#[derive(Debug)]
pub(super) enum News {
    /// The disk has everything up to this line.
    Synced(u64),
    /// It has not, and why.
    NotSynced(u64, String),
    /// A line could not even be written, and why.
    NotWritten(u64, String),
    /// It is time to try again.
    Again,
}

/// Where the events of the game go.
pub(super) struct Keeper {
    log: Box<dyn EventLog>,
    /// Its number among those who have written the log. None of them writes after the next has begun.
    epoch: u64,
    jobs: Sender<Job>,
    /// The next line, the last, and the last that the disk has.
    next: u64,
    last: u64,
    safe: Option<u64>,
    /// So many lines were there when it was taken up.
    found: u64,
    /// Was anything written since it was taken up?
    used: bool,
    /// So many failed syncs were heard of.
    failures: u64,
    /// How long is waited before the next try, and whether that was asked for.
    wait: Duration,
    reminded: bool,
}

impl Keeper {
    /// Keeps a journal that has lines up to a last one. The error is why nothing syncs it; lines are
    /// written all the same.
    pub(super) fn new(
        mut log: Box<dyn EventLog>,
        tell: impl Fn(News) -> bool + Send + 'static,
    ) -> (Keeper, io::Result<()>) {
        let (jobs, work) = channel();
        let syncer = log.syncer();
        let spawned = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || serve(&work, syncer, &tell))
            .map(|_| ());
        let found = log.next();
        // Where none can be had, nothing will be appended, and that is told.
        let epoch = log.claim().unwrap_or_default();
        let last = found.saturating_sub(1);
        let (safe, used, failures, reminded) = (None, false, 0, false);
        let wait = FIRST_WAIT;
        let keeper = Keeper { log, epoch, jobs, next: found, last, safe, found, used, failures, wait, reminded };
        (keeper, spawned)
    }

    /// Where the game is kept, if all of it is.
    pub(super) fn path(&self) -> Option<&Path> {
        self.log.file().filter(|_| self.log.is_whole())
    }

    /// What of the game is not known to be on the disk.
    pub(super) fn unsaved(&self) -> Unsaved {
        self.log.unsaved(self.safe.map_or(self.found, |line| line + 1))
    }

    /// What could not be written at all.
    pub(super) fn unwritten(&self) -> Unsaved {
        self.log.unsaved(u64::MAX)
    }

    /// All of the journal, as it should be on the disk.
    pub(super) fn text(&self) -> String {
        self.log.text()
    }

    /// Takes what other programs have done to the file, in words.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.log.take_notice()
    }

    /// Appends a line. The news is what went wrong; without any, the thread will tell.
    /// The error is that there is no such thread.
    pub(super) fn write(&mut self, record: &JournalEvent) -> Result<Option<News>, ()> {
        let line = self.next;
        let written = match self.log.append(line, self.epoch, record) {
            Ok(()) => Ok(()),
            Err(LogError::NotKept(error)) => Err(error),
            // Another referee has the game now. Its journal is left to that one.
            Err(refused) => return Ok(Some(News::NotWritten(line, refused.to_string()))),
        };
        (self.next, self.last, self.used) = (line + 1, line, true);
        self.written(written)
    }

    /// Takes what the thread told, and tries again where that is due.
    pub(super) fn hear(&mut self, news: &News) -> Option<News> {
        match news {
            News::Synced(line) => {
                self.safe = self.safe.max(Some(*line));
                if *line == self.last {
                    self.wait = FIRST_WAIT;
                }
                None
            }
            News::NotSynced(..) => {
                self.failures += 1;
                self.log.doubt();
                self.remind();
                None
            }
            News::NotWritten(..) => None,
            News::Again => {
                self.reminded = false;
                self.try_again()
            }
        }
    }

    /// Tries to write what waits. The news is what went wrong; without any, the thread will tell.
    pub(super) fn try_again(&mut self) -> Option<News> {
        let written = self.log.catch_up();
        self.written(written).ok().flatten()
    }

    fn written(&mut self, written: io::Result<()>) -> Result<Option<News>, ()> {
        match written {
            Ok(()) => self.jobs.send(Job::Sync(self.last, self.failures)).map(|()| None).map_err(|_| ()),
            Err(error) => {
                self.remind();
                Ok(Some(News::NotWritten(self.last, error.to_string())))
            }
        }
    }

    fn remind(&mut self) {
        if !self.reminded {
            self.reminded = self.jobs.send(Job::Remind(self.wait)).is_ok();
            self.wait = (self.wait * 2).min(LONGEST_WAIT);
        }
    }

    /// The last chance: writes what waits, and gives the disk a moment to have it. The error is why it
    /// has not; that it is slow is none.
    pub(super) fn finish(&mut self, heard: impl Fn(Duration) -> Option<News>) -> Result<(), String> {
        let end = Instant::now() + LAST_WAIT;
        if !self.used {
            return Ok(());
        }
        let mut failed = None;
        for _ in 0..LAST_TRIES {
            self.log.catch_up().map_err(|error| error.to_string())?;
            let anew = self.log.take_notice().is_some();
            if self.safe >= Some(self.last) && !anew {
                return Ok(());
            }
            if self.jobs.send(Job::Sync(self.last, self.failures)).is_err() {
                // There is no thread for it: better late than not at all.
                return self.log.syncer()().map_err(|error| error.to_string());
            }
            let why = loop {
                match heard(end.saturating_duration_since(Instant::now())) {
                    // It is slow, which is no failure; or it has failed, and there is no more time.
                    None => return failed.map_or(Ok(()), Err),
                    Some(News::Synced(line)) if line >= self.last => {
                        self.safe = Some(line);
                        return Ok(());
                    }
                    Some(News::NotSynced(_, why)) => break why,
                    Some(News::Synced(_) | News::Again | News::NotWritten(..)) => {}
                }
            };
            failed.get_or_insert(why);
            // What it dropped is written once more. Other syncs were perhaps on their way, and fail with it.
            self.failures += 1;
            self.log.doubt();
            while let Some(news) = heard(LAST_NEWS) {
                self.failures += u64::from(matches!(news, News::NotSynced(..)));
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

/// Syncs and reminds until nobody asks for it any more.
fn serve(jobs: &Receiver<Job>, mut syncer: Syncer, tell: &impl Fn(News) -> bool) {
    let mut due: Option<Instant> = None;
    let mut failures = 0;
    loop {
        let job = match due {
            None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => jobs.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        // One sync serves all lines that wait for one.
        let mut wanted = None;
        match job {
            Ok(job) => {
                for job in once(job).chain(jobs.try_iter()) {
                    match job {
                        Job::Sync(line, known) => wanted = wanted.max(Some((line, known))),
                        Job::Remind(wait) => due = Some(Instant::now() + wait),
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                due = None;
                if !tell(News::Again) {
                    return;
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let Some((line, known)) = wanted else { continue };
        let news = match syncer() {
            Ok(()) if known == failures => News::Synced(line),
            // What the failed one dropped was not written again before this one.
            Ok(()) => News::NotSynced(line, "an earlier sync has failed".to_owned()),
            Err(error) => News::NotSynced(line, error.to_string()),
        };
        failures += u64::from(matches!(news, News::NotSynced(..)));
        if !tell(news) {
            return;
        }
    }
}
