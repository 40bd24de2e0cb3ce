//! Runs one game: the referee with its players, its journal and the time. Nothing here blocks the event loop:
//! players think, and the journal is synced, on other threads.

mod asking;
mod error;
mod journal_writer;
mod loss;
mod opponents;
mod resume;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

use super::archive;
use super::referee::{Referee, TableCommand};
use super::setup::MatchSetup;
use super::table::identity::Identity;
use crate::players::{Opponents, Player, Reply};
use crate::record::date::{Date, stamp};
use crate::record::event_log::{EventLog, LogError};
use crate::record::journal::{self, Journal, JournalEvent, Unsaved};
use crate::rules::side::{BySide, Side};
pub use error::MatchError;
use journal_writer::{JournalWriter, News};
pub use loss::Loss;
use opponents::players;

/// Wakes the observer of a game.
pub type Notify = Arc<dyn Fn() + Send + Sync>;

/// A message from another thread.
enum Message {
    /// An answer of a player, and when it arrived: the clock decides by that.
    Answer(u64, Reply, Instant),
    Kept(News),
}

/// A game in progress.
pub struct Match {
    referee: Referee,
    players: Vec<Box<dyn Player>>,
    writer: Option<JournalWriter>,
    messages: Receiver<Message>,
    sender: Sender<Message>,
    notify: Notify,
    origin: Instant,
    opponents: Opponents,
    /// Is there no folder for games at all? This is announced once and is not treated as a loss later.
    nowhere: bool,
    /// The changes made while there was no journal.
    unkept: Unsaved,
    /// How many failures to save were reported so far.
    troubles: u64,
    /// Has [`Match::finish`] been called?
    finished: bool,
    owners: BySide<Option<Identity>>,
    /// Whom the computers play, and whether they are at the table.
    plays: (Option<Identity>, bool),
    /// The question that was asked last, and before when people could not follow its answer.
    pace: (u64, Instant),
    /// A move that came before that.
    early: Option<Reply>,
}

/// A random number.
pub(super) fn chance() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

impl Match {
    fn new(mut referee: Referee, opponents: &Opponents, notify: Notify) -> Match {
        referee.step(TableCommand::Pace(opponents.pace), Duration::ZERO);
        let opponents = Opponents { pool: opponents.pool.at_table(), ..opponents.clone() };
        let players = players(referee.setup(), &opponents);
        let (sender, messages) = channel();
        let (writer, origin, unkept) = (None, Instant::now(), Unsaved::default());
        Match {
            referee,
            players,
            writer,
            messages,
            sender,
            notify,
            origin,
            opponents,
            nowhere: false,
            unkept,
            troubles: 0,
            finished: false,
            owners: BySide::from_fn(|_| None),
            plays: (None, false),
            pace: (0, Instant::now()),
            early: None,
        }
    }

    /// Starts a game. Its journal is created in this folder; without a folder the game is played, but the players
    /// are told that it is not saved.
    pub fn start(
        setup: MatchSetup,
        folder: Option<&Path>,
        opponents: &Opponents,
        notify: Notify,
    ) -> Result<Match, MatchError> {
        let journal =
            |folder| Box::new(Journal::create(folder, setup.game.spec().id, chance())) as Box<dyn EventLog>;
        let log = folder.map(journal);
        Match::start_on(setup, log, opponents, notify)
    }

    /// Starts a game that is saved in a log, if there is one.
    pub(crate) fn start_on(
        setup: MatchSetup,
        log: Option<Box<dyn EventLog>>,
        opponents: &Opponents,
        notify: Notify,
    ) -> Result<Match, MatchError> {
        let setup = setup.drawn(chance());
        let position = setup.begin()?;
        let mut game = Match::new(Referee::new(setup, position), opponents, notify);
        if let Some(log) = log {
            game.keep(log)?;
            let begin = game.referee.setup().to_event(Date::of(SystemTime::now()));
            game.write(&begin);
        } else {
            game.nowhere = true;
            game.tell_not_saved("no home folder was found".to_owned());
        }
        game.begin();
        // At this point it is known whether the first line could be written, so the first view includes it.
        game.poll(Instant::now());
        game.whole()
    }

    /// The game, unless its first view would show what a log must have first.
    fn whole(self) -> Result<Match, MatchError> {
        if !self.is_behind() {
            return Ok(self);
        }
        let why = self.referee.unsaved().unwrap_or("the first line cannot be stored");
        Err(LogError::NotKept(io::Error::other(why.to_owned())).into())
    }

    fn tell_not_saved(&mut self, why: String) {
        self.order_at(TableCommand::NotSaved(0, why), Instant::now());
    }

    fn begin(&mut self) {
        if self.referee.ending().is_none() {
            let position = self.referee.position();
            self.players.iter_mut().for_each(|player| player.prepare(position));
        }
        let effects = self.referee.begin(Duration::ZERO);
        self.origin = Instant::now();
        self.carry_out(effects, Duration::ZERO);
    }

    /// Saves all events in a log from now on. The error is that of a log without which the game cannot be played.
    fn keep(&mut self, log: Box<dyn EventLog>) -> Result<(), LogError> {
        let (sender, notify) = (self.sender.clone(), Arc::clone(&self.notify));
        let tell = move |news| {
            let sent = sender.send(Message::Kept(news)).is_ok();
            notify();
            sent
        };
        let writer = JournalWriter::new(log, tell)?;
        if writer.is_binding() {
            self.referee.wait_for_log();
        }
        self.writer = Some(writer);
        Ok(())
    }

    /// Notes in the journal who holds a seat. The user of the program is not noted: nobody else can resume the game.
    pub(crate) fn note_owner(&mut self, side: Side, owner: &Identity) {
        if *owner != Identity::local() {
            let effects = self.referee.note_owner(side, owner.name());
            self.carry_out(effects, self.since(Instant::now()));
        }
    }

    /// The owners of the seats that the journal names. It names none of a game of the user of the program.
    pub const fn owners(&self) -> &BySide<Option<Identity>> {
        &self.owners
    }

    /// The referee, for reading.
    pub const fn view(&self) -> &Referee {
        &self.referee
    }

    /// The path of the journal, if it contains the whole game.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.writer.as_ref()?.path().map(Path::to_owned)
    }

    /// What is not saved, as far as is known now: changes that could not be written or synced. `None` if everything
    /// is saved.
    pub(crate) fn unsaved(&self) -> Option<Loss> {
        if self.nowhere {
            return None;
        }
        let unsaved_lines = self.referee.unsaved();
        let (unsaved, why) = match (&self.writer, unsaved_lines) {
            (None, why) => (self.unkept, why?),
            (Some(writer), Some(why)) => (writer.unsaved(), why),
            // It has just failed, and this has not been reported to the referee yet.
            (Some(writer), None) => (writer.unwritten(), "it could not be written"),
        };
        (unsaved != Unsaved::default()).then(|| Loss { unsaved, why: why.to_owned() })
    }

    /// Has the referee been told that the game is not saved? Cheap enough to call for each frame.
    pub(crate) fn is_unsaved(&self) -> bool {
        !self.nowhere && self.referee.unsaved().is_some()
    }

    /// Has the game changes that nobody may see, because its log does not have them?
    pub(crate) fn is_behind(&self) -> bool {
        self.writer.as_ref().is_some_and(JournalWriter::is_behind)
    }

    /// Does another writer have the log of this game now?
    pub(crate) fn is_replaced(&self) -> bool {
        self.writer.as_ref().is_some_and(JournalWriter::is_replaced)
    }

    /// How many failures to save were reported so far.
    pub(crate) const fn troubles(&self) -> u64 {
        self.troubles
    }

    /// Tries at once to write what could not be written. The result is reported later. Returns how many failures
    /// happened before; those that were still to be reported are handled first, so that none is taken for the
    /// result.
    pub(crate) fn try_again(&mut self, now: Instant) -> u64 {
        self.poll(now);
        let before = self.troubles;
        if let Some(news) = self.writer.as_mut().and_then(JournalWriter::try_again) {
            let _ = self.sender.send(Message::Kept(news));
            (self.notify)();
        }
        before
    }

    /// The name and the complete text of the journal, if there is one.
    pub(crate) fn journal_text(&self) -> Option<(String, String)> {
        let named = self.writer.as_ref()?.path().and_then(|path| path.file_name());
        let name = named.map_or_else(
            || format!("{}-{}.{}", stamp(SystemTime::now()), self.referee.setup().game.spec().id, journal::ENDING),
            |name| name.to_string_lossy().into_owned(),
        );
        Some((name, self.writer.as_ref()?.text()))
    }

    /// The last attempt to save the game before it is closed. Returns what is still not saved.
    pub(crate) fn finish(&mut self) -> Option<Loss> {
        if std::mem::replace(&mut self.finished, true) {
            return None;
        }
        if self.writer.as_ref().is_some_and(|writer| !writer.is_timed()) {
            let now = self.since(Instant::now());
            let effects = self.referee.leave(now);
            self.carry_out(effects, now);
        }
        let Some(writer) = &mut self.writer else { return self.unsaved() };
        let messages = &self.messages;
        let finished = writer.finish(|patience| {
            let end = Instant::now() + patience;
            loop {
                match messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                    Ok(Message::Kept(news)) => return Some(news),
                    Ok(Message::Answer(..)) => {}
                    Err(_) => return None,
                }
            }
        });
        let (why, unsaved) = (finished.err()?.to_string(), writer.unsaved());
        (unsaved != Unsaved::default()).then_some(Loss { unsaved, why })
    }

    /// An instant in the referee's time.
    pub(crate) fn since(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.origin)
    }

    /// Sends a command to the referee.
    pub fn order(&mut self, order: TableCommand, now: Instant) {
        self.order_at(order, now);
    }

    fn order_at(&mut self, order: TableCommand, now: Instant) {
        let now = self.since(now);
        let effects = self.referee.step(order, now);
        self.carry_out(effects, now);
    }

    fn write(&mut self, record: &JournalEvent) {
        let Some(writer) = &mut self.writer else {
            self.unkept += Unsaved::of(record);
            self.referee.forget_journal();
            return;
        };
        if let Some(news) = writer.write(record) {
            // This is handled later, because the other effects of the same command are written first.
            let _ = self.sender.send(Message::Kept(news));
            (self.notify)();
        }
        self.take_notice();
    }

    fn take_notice(&mut self) {
        if let Some(notice) = self.writer.as_mut().and_then(JournalWriter::take_notice) {
            self.referee.announce(notice);
        }
    }

    /// Handles news of the journal. Returns the command for the referee.
    fn hear(&mut self, news: News) -> TableCommand {
        if let Some(writer) = &mut self.writer {
            writer.hear(&news);
        }
        self.take_notice();
        match news {
            News::Synced(line) => TableCommand::Synced(line),
            News::NotSynced(line, why) | News::NotWritten(line, why) => {
                self.troubles += 1;
                TableCommand::NotSaved(line, why.to_string())
            }
        }
    }

    /// Handles the messages of other threads and the time. Returns true if something has changed.
    pub fn poll(&mut self, now: Instant) -> bool {
        let mut changed = false;
        if let Some(news) = self.writer.as_mut().and_then(|writer| writer.look(now)) {
            let _ = self.sender.send(Message::Kept(news));
        }
        while let Ok(message) = self.messages.try_recv() {
            // A sync changes nothing visible, unless a command was waiting for it.
            let quiet = matches!(message, Message::Kept(_)) && !self.referee.is_waiting();
            let (order, at) = match message {
                Message::Answer(ticket, reply @ Reply::Move(_), at) if self.is_early(ticket, at) => {
                    self.early = Some(reply);
                    continue;
                }
                Message::Answer(ticket, reply, at) => (TableCommand::Answer(ticket, reply), at),
                Message::Kept(news) => (self.hear(news), now),
            };
            self.order_at(order, at);
            changed |= !quiet || self.referee.has_announcements();
        }
        let (ticket, due) = self.pace;
        if due <= now
            && let Some(reply) = self.early.take()
        {
            self.order_at(TableCommand::Answer(ticket, reply), due);
            changed = true;
        }
        if self.referee.flag_falls().is_some_and(|fall| fall <= self.since(now)) {
            self.order_at(TableCommand::Tick, now);
            changed = true;
        }
        changed
    }

    pub(crate) fn take_announcements(&mut self) -> Vec<String> {
        self.referee.take_announcements()
    }

    /// When the time changes something: a clock runs out of time, a move has waited for its time, or what could not be
    /// written is tried again.
    pub(crate) fn due(&self) -> Option<Instant> {
        let early = self.early.as_ref().map(|_| self.pace.1);
        let again = self.writer.as_ref().and_then(JournalWriter::due);
        [early, again, self.flag_falls()].into_iter().flatten().min()
    }

    /// When the running clock runs out of time, if a clock is running.
    pub(crate) fn flag_falls(&self) -> Option<Instant> {
        self.referee.flag_falls().map(|fall| self.origin + fall)
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        self.players.iter_mut().for_each(|player| player.stop());
        // The caller that needs to know what was not saved has called `finish` before.
        let _ = self.finish();
        // This releases the lock.
        let path = self.path();
        self.writer = None;
        let settles = self.referee.ending().is_some() || self.referee.position().acts().is_empty();
        if let Some(path) = path.filter(|_| settles) {
            // If it fails, it is done when the games are listed the next time.
            let _ = archive::settle(&path, &self.opponents.games);
        }
    }
}

#[cfg(test)]
mod tests;
