//! Saves a game: owns its log, and the thread that syncs it. A log whose events are safe at once has no thread.

use std::io;
use std::iter::once;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::record::event_log::{EventLog, LogError};
use crate::record::journal::disk::Syncer;
use crate::record::journal::{JournalEvent, Unsaved};

/// The time until a failed write is tried again; it doubles with each further failure.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The longest such time.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The longest such time while people wait for it.
const LONGEST_HELD: Duration = Duration::from_secs(4);

/// The longest time that closing a game waits for the sync of the last line.
const LAST_WAIT: Duration = Duration::from_millis(250);

/// How many syncs are tried then.
const LAST_TRIES: u32 = 3;

/// How long to wait for other news that is on its way.
const LAST_NEWS: Duration = Duration::from_millis(5);

/// Why a line is not on the disk.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum SaveError {
    /// The disk refused it, with the message of the system.
    #[error("{0}")]
    Disk(String),
    /// The log belongs to another writer.
    #[error("{0}")]
    Refused(String),
    /// The data that an earlier sync lost had not been written again before this sync.
    #[error("an earlier sync has failed")]
    EarlierSync,
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> SaveError {
        SaveError::Disk(error.to_string())
    }
}

/// A job for the thread: sync up to this line. The second number is how many failures were known when it was sent.
struct Sync(u64, u64);

/// News from the thread.
#[derive(Debug)]
pub(super) enum News {
    /// The disk contains everything up to this line.
    Synced(u64),
    /// The sync failed, with the reason.
    NotSynced(u64, SaveError),
    /// A line could not be written, with the reason.
    NotWritten(u64, SaveError),
}

/// The writer of a game's log.
pub(super) struct Keeper {
    log: Box<dyn EventLog>,
    /// The epoch of this writer. Writers with an older epoch cannot append.
    epoch: u64,
    /// `None` if events are safe as soon as they are written.
    jobs: Option<Sender<Sync>>,
    /// The number of the next line, of the last line, and of the last line known to be on the disk.
    next: u64,
    last: u64,
    safe: Option<u64>,
    /// The number of lines when the log was opened.
    found: u64,
    /// Was anything written since the log was opened?
    used: bool,
    /// The number of failed syncs reported so far.
    failures: u64,
    /// The changes that the log refused: they are not in it, and never will be.
    refused: Unsaved,
    /// The time until the next try, and when the one that is planned comes.
    wait: Duration,
    again: Option<Instant>,
}

impl Keeper {
    /// Saves a game in a log, which may contain lines already. The inner error tells why nothing is synced; lines are
    /// written nevertheless. The outer one is that of a log without which the game cannot be played.
    pub(super) fn new(
        mut log: Box<dyn EventLog>,
        tell: impl Fn(News) -> bool + Send + 'static,
    ) -> Result<(Keeper, io::Result<()>), LogError> {
        let (jobs, spawned) = match log.syncer() {
            Some(syncer) => {
                let (jobs, work) = channel();
                let serve = move || serve(&work, syncer, &tell);
                (Some(jobs), thread::Builder::new().name("journal".to_owned()).spawn(serve).map(|_| ()))
            }
            None => (None, Ok(())),
        };
        let found = log.next();
        let epoch = match log.claim() {
            Err(error) if log.is_binding() => return Err(error),
            // Every append fails too, and that is reported.
            claimed => claimed.unwrap_or_default(),
        };
        let spawned = match spawned {
            Err(error) if log.is_binding() => return Err(LogError::NotKept(error)),
            spawned => spawned,
        };
        let last = found.saturating_sub(1);
        let (safe, used, failures, again) = (None, false, 0, None);
        let (wait, refused) = (FIRST_WAIT, Unsaved::default());
        let keeper =
            Keeper { log, epoch, jobs, next: found, last, safe, found, used, failures, refused, wait, again };
        Ok((keeper, spawned))
    }

    /// Must an event be stored before anybody sees it?
    pub(super) fn is_binding(&self) -> bool {
        self.log.is_binding()
    }

    /// Has the game changes that nobody may see, because the log does not have them?
    pub(super) fn is_behind(&self) -> bool {
        self.is_binding() && (!self.log.is_whole() || self.refused != Unsaved::default())
    }

    /// The path of the log, if it contains the whole game.
    pub(super) fn path(&self) -> Option<&Path> {
        self.log.file().filter(|_| self.log.is_whole())
    }

    /// Does the owner of the log know when each event happened?
    pub(super) fn is_timed(&self) -> bool {
        self.log.is_timed()
    }

    fn with_refused(&self, number: u64) -> Unsaved {
        let mut unsaved = self.log.unsaved(number);
        unsaved += self.refused;
        unsaved
    }

    /// The changes that are not known to be on the disk.
    pub(super) fn unsaved(&self) -> Unsaved {
        self.with_refused(self.safe.map_or(self.found, |line| line + 1))
    }

    /// The changes that could not be written.
    pub(super) fn unwritten(&self) -> Unsaved {
        self.with_refused(u64::MAX)
    }

    /// The complete text of the journal.
    pub(super) fn text(&self) -> String {
        self.log.text()
    }

    /// Takes the message about what other programs have done to the file.
    pub(super) fn take_notice(&mut self) -> Option<String> {
        self.log.take_notice()
    }

    /// Appends a line. Returns news if there is some; otherwise the thread will report. The error means that there is
    /// no thread.
    pub(super) fn write(&mut self, record: &JournalEvent) -> Result<Option<News>, ()> {
        let line = self.next;
        let written = match self.log.append(line, self.epoch, record) {
            Ok(()) => Ok(()),
            Err(LogError::NotKept(error)) => Err(error),
            // Another writer has claimed the log, so nothing is written to it.
            Err(refused) => {
                self.refused += Unsaved::of(record);
                return Ok(Some(News::NotWritten(line, SaveError::Refused(refused.to_string()))));
            }
        };
        (self.next, self.last, self.used) = (line + 1, line, true);
        self.written(written)
    }

    /// When a write that failed is tried again.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.again
    }

    /// Tries again if it is time. Returns news if there is some.
    pub(super) fn look(&mut self, now: Instant) -> Option<News> {
        self.again.take_if(|again| *again <= now)?;
        self.try_again()
    }

    /// Handles news of the thread.
    pub(super) fn hear(&mut self, news: &News) {
        match news {
            News::Synced(line) => {
                self.safe = self.safe.max(Some(*line));
                if *line == self.last {
                    self.wait = FIRST_WAIT;
                }
            }
            News::NotSynced(..) => {
                self.failures += 1;
                self.log.doubt();
                self.plan_again();
            }
            News::NotWritten(..) => {}
        }
    }

    /// Tries to write the waiting lines. Returns news if there is some; otherwise the thread will report.
    pub(super) fn try_again(&mut self) -> Option<News> {
        let written = self.log.catch_up();
        self.written(written).ok().flatten()
    }

    fn written(&mut self, written: io::Result<()>) -> Result<Option<News>, ()> {
        match (written, &self.jobs) {
            (Ok(()), Some(jobs)) => jobs.send(Sync(self.last, self.failures)).map(|()| None).map_err(|_| ()),
            (Ok(()), None) => Ok(Some(News::Synced(self.last))),
            (Err(error), _) => {
                self.plan_again();
                Ok(Some(News::NotWritten(self.last, error.into())))
            }
        }
    }

    fn plan_again(&mut self) {
        if self.again.is_none() {
            self.again = Some(Instant::now() + self.wait);
            let longest = if self.is_binding() { LONGEST_HELD } else { LONGEST_WAIT };
            self.wait = (self.wait * 2).min(longest);
        }
    }

    /// The last attempt: writes the waiting lines, and waits a moment for their sync. Returns the error of a
    /// failure; a slow disk is not an error.
    pub(super) fn finish(&mut self, heard: impl Fn(Duration) -> Option<News>) -> Result<(), SaveError> {
        let end = Instant::now() + LAST_WAIT;
        if !self.used {
            return Ok(());
        }
        let mut failed = None;
        for _ in 0..LAST_TRIES {
            self.log.catch_up()?;
            let anew = self.log.take_notice().is_some();
            if self.safe >= Some(self.last) && !anew {
                return Ok(());
            }
            let Some(jobs) = &self.jobs else { return Ok(()) };
            if jobs.send(Sync(self.last, self.failures)).is_err() {
                // There is no thread, so sync here, even if that is slow.
                return Ok(self.log.syncer().map_or(Ok(()), |mut sync| sync())?);
            }
            let why = loop {
                match heard(end.saturating_duration_since(Instant::now())) {
                    // No more time: the disk is slow, which is not an error, or an earlier try has failed.
                    None => return failed.map_or(Ok(()), Err),
                    Some(News::Synced(line)) if line >= self.last => {
                        self.safe = Some(line);
                        return Ok(());
                    }
                    Some(News::NotSynced(_, why)) => break why,
                    Some(News::Synced(_) | News::NotWritten(..)) => {}
                }
            };
            failed.get_or_insert(why);
            // The dropped data must be written again. Other syncs that are on their way may fail too.
            self.failures += 1;
            self.log.doubt();
            while let Some(news) = heard(LAST_NEWS) {
                self.failures += u64::from(matches!(news, News::NotSynced(..)));
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

/// Syncs until the keeper is dropped.
fn serve(jobs: &Receiver<Sync>, mut syncer: Syncer, tell: &impl Fn(News) -> bool) {
    let mut failures = 0;
    while let Ok(first) = jobs.recv() {
        // One sync serves all waiting lines.
        let wanted = once(first).chain(jobs.try_iter()).map(|Sync(line, known)| (line, known)).max();
        let Some((line, known)) = wanted else { continue };
        let news = match syncer() {
            Ok(()) if known == failures => News::Synced(line),
            Ok(()) => News::NotSynced(line, SaveError::EarlierSync),
            Err(error) => News::NotSynced(line, error.into()),
        };
        failures += u64::from(matches!(news, News::NotSynced(..)));
        if !tell(news) {
            return;
        }
    }
}
