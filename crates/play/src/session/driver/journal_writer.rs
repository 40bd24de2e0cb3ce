//! Saves a game: owns its log, and the thread that syncs it while there is something to sync. A log whose events are safe at
//! once has no thread.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::record::event_log::{EventLog, LogError};
use crate::record::journal::disk::Syncer;
use crate::record::journal::{JournalEvent, Unsaved};
use crate::task;

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

impl From<LogError> for SaveError {
    fn from(error: LogError) -> SaveError {
        match error {
            LogError::NotKept(error) => error.into(),
            refused => SaveError::Refused(refused.to_string()),
        }
    }
}

impl From<io::Error> for SaveError {
    fn from(error: io::Error) -> SaveError {
        SaveError::Disk(error.to_string())
    }
}

/// What is to be synced.
#[derive(Default)]
struct Wanted {
    /// Sync up to this line. The second number is how many failures were known when it was asked.
    line: Option<(u64, u64)>,
    failures: u64,
    /// Is there a thread for it?
    is_served: bool,
}

/// Syncs on a thread, which is there while there is something to sync.
#[derive(Clone)]
struct Syncing {
    wanted: Arc<Mutex<Wanted>>,
    syncer: Arc<Mutex<Syncer>>,
    tell: Arc<dyn Fn(News) -> bool + Send + Sync>,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Syncing {
    /// Asks for a sync up to this line. The error is that of a system without threads.
    fn ask(&self, line: u64, known: u64) -> io::Result<()> {
        let mut wanted = lock(&self.wanted);
        // One sync serves all waiting lines.
        wanted.line = wanted.line.max(Some((line, known)));
        if !wanted.is_served {
            let own = self.clone();
            if let Err(error) = task::spawn("journal", move || own.serve()) {
                wanted.line = None;
                return Err(error);
            }
            wanted.is_served = true;
        }
        Ok(())
    }

    fn serve(&self) {
        let mut sync = lock(&self.syncer);
        loop {
            let (line, known) = {
                let mut wanted = lock(&self.wanted);
                let Some(line) = wanted.line.take() else {
                    wanted.is_served = false;
                    return;
                };
                line
            };
            let synced = sync();
            let _ = (self.tell)(self.news_of(synced, line, known));
        }
    }

    /// Syncs on this thread, where the system gives no other.
    fn here(&self, line: u64, known: u64) -> News {
        let synced = lock(&self.syncer)();
        self.news_of(synced, line, known)
    }

    fn news_of(&self, synced: io::Result<()>, line: u64, known: u64) -> News {
        let mut wanted = lock(&self.wanted);
        let news = match synced {
            Ok(()) if known == wanted.failures => News::Synced(line),
            Ok(()) => News::NotSynced(line, SaveError::EarlierSync),
            Err(error) => News::NotSynced(line, error.into()),
        };
        wanted.failures += u64::from(matches!(news, News::NotSynced(..)));
        news
    }
}

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
pub(super) struct JournalWriter {
    log: Box<dyn EventLog>,
    /// The epoch of this writer. Writers with an older epoch cannot append.
    epoch: u64,
    /// `None` if events are safe as soon as they are written.
    syncing: Option<Syncing>,
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
    /// Does another writer have the log now?
    replaced: bool,
    /// The time until the next try, and when the one that is planned comes.
    wait: Duration,
    again: Option<Instant>,
}

impl JournalWriter {
    /// Saves a game in a log, which may contain lines already. The error is that of a log without which the game cannot
    /// be played.
    pub(super) fn new(
        mut log: Box<dyn EventLog>,
        tell: impl Fn(News) -> bool + Send + Sync + 'static,
    ) -> Result<JournalWriter, LogError> {
        let syncing = log.syncer().map(|syncer| Syncing {
            wanted: Arc::default(),
            syncer: Arc::new(Mutex::new(syncer)),
            tell: Arc::new(tell),
        });
        let found = log.next();
        let epoch = match log.claim() {
            Err(error) if log.is_binding() => return Err(error),
            // Every append fails too, and that is reported.
            claimed => claimed.unwrap_or_default(),
        };
        let last = found.saturating_sub(1);
        let (safe, used, failures, again) = (None, false, 0, None);
        let (wait, refused) = (FIRST_WAIT, Unsaved::default());
        Ok(JournalWriter {
            log,
            epoch,
            syncing,
            next: found,
            last,
            safe,
            found,
            used,
            failures,
            refused,
            replaced: false,
            wait,
            again,
        })
    }

    /// Must an event be stored before anybody sees it?
    pub(super) fn is_binding(&self) -> bool {
        self.log.is_binding()
    }

    /// Has the game changes that nobody may see, because the log does not have them?
    pub(super) fn is_behind(&self) -> bool {
        self.is_binding() && (!self.log.is_whole() || self.refused != Unsaved::default())
    }

    /// Does another writer have a log that must have each event first? Then this game is over here.
    pub(super) fn is_replaced(&self) -> bool {
        self.replaced && self.is_binding()
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

    /// Appends a line. Returns news if there is some; otherwise the thread will report.
    pub(super) fn write(&mut self, record: &JournalEvent) -> Option<News> {
        let line = self.next;
        let written = match self.log.append(line, self.epoch, record) {
            Ok(()) => Ok(()),
            Err(LogError::NotKept(error)) => Err(error),
            // Another writer has claimed the log, so nothing is written to it.
            Err(refused) => {
                self.refused += Unsaved::of(record);
                return Some(self.refuse(line, refused));
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
        match self.log.catch_up() {
            Ok(()) => self.written(Ok(())),
            Err(LogError::NotKept(error)) => self.written(Err(error)),
            Err(refused) => Some(self.refuse(self.last, refused)),
        }
    }

    /// The log does not take a line, and never will.
    fn refuse(&mut self, line: u64, refused: LogError) -> News {
        self.replaced |= refused.is_of_replaced();
        News::NotWritten(line, refused.into())
    }

    fn written(&mut self, written: io::Result<()>) -> Option<News> {
        match (written, &self.syncing) {
            (Ok(()), None) => Some(News::Synced(self.last)),
            (Ok(()), Some(syncing)) => {
                // Where there is no thread, the game waits for the disk.
                let asked = syncing.ask(self.last, self.failures);
                asked.is_err().then(|| syncing.here(self.last, self.failures))
            }
            (Err(error), _) => {
                self.plan_again();
                Some(News::NotWritten(self.last, error.into()))
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
            let Some(syncing) = &self.syncing else { return Ok(()) };
            if syncing.ask(self.last, self.failures).is_err() {
                // There is no thread, so sync here, even if that is slow.
                return Ok(lock(&syncing.syncer)()?);
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
