//! A table: one game with its referee, players, journal and clocks. It does not depend on a screen or a connection.
//! A player or spectator holds a [`SeatHandle`], sends commands with it, and reads the newest [`GameView`] and the
//! numbered events through a [`Subscription`].
//!
//! Commands run on the caller's thread under one lock per table; the only wait there is the append to the journal.
//! A few threads for all tables handle answers of players, news of journals, and clocks; one that is held up is replaced.
//! So a log that blocks holds the commands of its own table only, and readers not even there: the newest view has a lock
//! of its own.

pub mod command;
pub mod consent;
mod error;
pub mod events;
pub(crate) mod hub;
pub(super) mod identity;
mod presence;
mod refusal;
pub mod seat;
mod seating;
pub mod view;
mod workers;

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use super::driver::{Loss, Match, Notify};
use super::referee::TableCommand;
use crate::record::date::Date;
use crate::record::game::Game;
use crate::rules::side::{BySide, Side};
use crate::task;
use command::{Command, Refusal, SeatCommand, Seating};
pub use error::TableError;
use events::{Feed, Happened, between};
pub use hub::Tables;
pub use identity::Identity;
pub use presence::TableNews;
pub(crate) use presence::Watch;
pub use seat::{SeatHandle, Subscription};
pub use view::GameView;
use workers::Desk;
pub use workers::Workers;

/// What people read at a table whose game another process has taken over.
const REPLACED: &str = "This game is played on another server now";

/// The number of a table in this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableId(u64);

/// A game in progress with its players and spectators.
pub struct Table {
    id: TableId,
    state: Mutex<State>,
    feed: Feed,
    /// How many commands have arrived and wait for the lock.
    arrived: AtomicUsize,
    /// The place with the threads that serve tables.
    desk: Desk,
    /// Called when something has changed and there are no readers.
    unwatched: Notify,
    /// Called after each change of the game, with what has changed.
    watch: Option<Watch>,
}

/// The state under the lock of the table.
struct State {
    /// `None` once the table is closed.
    game: Option<Match>,
    seating: Seating,
    /// The identity that has stopped the clocks.
    held: Option<Identity>,
    /// Are the computer players paused because there are no readers?
    resting: bool,
    /// When the time changes something, as the threads know.
    due: Option<Instant>,
    /// Since when the owner of each seat is away.
    away: BySide<Option<Instant>>,
}

impl fmt::Debug for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Table").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Table {
    fn new(
        id: TableId,
        game: Match,
        seating: Seating,
        desk: Desk,
        (unwatched, watch): (Notify, Option<Watch>),
    ) -> Table {
        let view = GameView::first(&game, &seating);
        let away = BySide::from_fn(|_| None);
        let state = State { game: Some(game), seating, held: None, resting: false, due: None, away };
        let (feed, arrived) = (Feed::new(view), AtomicUsize::new(0));
        let table = Table { id, state: Mutex::new(state), feed, arrived, desk, unwatched, watch };
        // Announcements from the start of the game become events for the first reader.
        table.work(|_| ());
        table
    }

    /// The number of this table.
    pub const fn id(&self) -> TableId {
        self.id
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The newest view of the game. This does not wait for the game.
    pub fn newest(&self) -> Arc<GameView> {
        self.feed.newest()
    }

    /// The path of the journal, if it contains the whole game.
    pub fn path(&self) -> Option<PathBuf> {
        self.newest().status.path.clone()
    }

    /// A handle for a player, or for a spectator.
    pub fn handle(self: &Arc<Table>, identity: &Identity) -> SeatHandle {
        SeatHandle::new(Arc::clone(self), identity.clone())
    }

    /// Takes a free seat for a human player.
    pub fn take_seat(self: &Arc<Table>, identity: &Identity, side: Side) -> Result<SeatHandle, Refusal> {
        self.work(|state| {
            let game = state.game.as_mut().ok_or(Refusal::Closed)?;
            let had = state.seating.owner(side).cloned();
            state.seating.take(game.view().position(), game.view().setup(), identity, side)?;
            if had.as_ref() != Some(identity) {
                game.note_owner(side, identity);
            }
            Ok(())
        })?;
        Ok(self.handle(identity))
    }

    /// Carries out a command, or returns why it is refused.
    pub(crate) fn command(&self, command: &Command) -> Result<(), Refusal> {
        self.command_at(command, Instant::now())
    }

    /// The same at a given time.
    pub fn command_at(&self, command: &Command, now: Instant) -> Result<(), Refusal> {
        self.arrived.fetch_add(1, Ordering::SeqCst);
        self.work_at(now, |state| {
            self.arrived.fetch_sub(1, Ordering::SeqCst);
            let away = state.deadlines();
            let State { game, seating, held, .. } = state;
            let game = game.as_mut().ok_or(Refusal::Closed)?;
            if game.is_behind() {
                return Err(Refusal::NotStored);
            }
            // Whoever has no time left is told that the game is over.
            game.order(TableCommand::Tick, now);
            if game.is_behind() {
                return Err(Refusal::NotStored);
            }
            let order = match command.what {
                SeatCommand::TakeOver(side, remedy) => {
                    consent::take_over(game.view(), seating, &command.by, (side, remedy), &away, now)?
                }
                _ => command::check(game.view(), seating, command)?,
            };
            let mut taken = None;
            match &order {
                TableCommand::Hold(is) => *held = is.then(|| command.by.clone()),
                TableCommand::Sit(side) => {
                    seating.give(*side, &command.by);
                    taken = Some(*side);
                }
                TableCommand::Replace(side, _) => seating.vacate(*side),
                _ => {}
            }
            game.order(order, now);
            if let Some(side) = taken {
                game.note_owner(side, &command.by);
            }
            Ok(())
        })
    }

    /// Handles the messages of other threads and the time. A panic here ends this table, but no other. Returns false if
    /// commands that have arrived come first: the flag must not fall before a move that was in time.
    fn poll(&self, now: Instant) -> bool {
        let look = |state: &mut State| {
            let first = self.arrived.load(Ordering::SeqCst) == 0;
            if let Some(game) = state.game.as_mut().filter(|_| first) {
                game.poll(now);
            }
            first
        };
        task::contain(|| self.work(look)).unwrap_or_else(|fault| {
            self.fail(&fault.to_string());
            true
        })
    }

    /// Ends the table after a panic. The moves played are in the journal.
    fn fail(&self, fault: &str) {
        let game = self.state().game.take();
        let _ = task::contain(|| drop(game));
        let words = format!("A bug in the program has stopped this game: {fault}");
        let view = self.feed.newest().stopped(&words);
        for wake in self.feed.publish(view, vec![Happened::Announced(format!("{words}."))]) {
            wake();
        }
    }

    /// The game so far as a record.
    pub fn record_of(&self, date: Date) -> Result<Game, TableError> {
        let state = self.state();
        Ok(state.game.as_ref().ok_or(Refusal::Closed)?.view().record(date)?)
    }

    /// The game so far as a record.
    pub fn record(&self) -> Result<Game, TableError> {
        let named = self.path().and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        let date =
            named.map_or_else(|| Date::of(SystemTime::now()), |name| Date::of_stamp(&name).unwrap_or_default());
        self.record_of(date)
    }

    /// What is not saved, as far as is known now.
    pub fn unsaved(&self) -> Option<Loss> {
        self.state().game.as_ref()?.unsaved()
    }

    /// Tries at once to write what could not be written. The result is shown later. Returns how many failures
    /// happened before.
    pub fn try_again(&self) -> Option<u64> {
        self.work(|state| Some(state.game.as_mut()?.try_again(Instant::now())))
    }

    /// The name and the complete text of the journal, if there is one.
    pub fn journal_text(&self) -> Option<(String, String)> {
        self.state().game.as_ref()?.journal_text()
    }

    /// Closes the table: the players stop, and the journal is synced and unlocked. Existing handles can still read
    /// the last view, but every command is refused. Returns what could not be saved.
    fn close(&self) -> Option<Loss> {
        let lost = self.work(|state| state.game.as_mut()?.finish());
        let game = self.state().game.take();
        drop(game);
        self.desk.close();
        lost
    }

    /// Adds an observer, who reads from this event on or from the next one.
    fn enter(&self, identity: &Identity, from: Option<u64>, waker: Notify) -> events::Entered {
        self.work(|state| {
            if state.resting {
                state.resting = false;
                if let Some(game) = &mut state.game {
                    game.order(TableCommand::Pause(false), Instant::now());
                }
            }
            self.feed.enter(identity, from, waker)
        })
    }

    /// Removes an observer.
    fn leave(&self, reader: u64, identity: &Identity) {
        self.work(|state| {
            self.feed.leave(reader);
            let readers = self.feed.readers();
            let now = Instant::now();
            let Some(game) = &mut state.game else { return };
            // An observer that has left cannot start the clocks again, so this is done here.
            if state.held.as_ref() == Some(identity) && !readers.contains(identity) {
                state.held = None;
                game.order(TableCommand::Hold(false), now);
            }
            let referee = game.view();
            let plays = referee.ending().is_none() && !referee.is_paused();
            if readers.is_empty() && referee.setup().clock.is_none() && plays {
                state.resting = true;
                game.order(TableCommand::Pause(true), now);
                game.dismiss();
            }
        });
    }

    /// Runs a function under the lock and publishes the changes.
    fn work<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        self.work_at(Instant::now(), act)
    }

    /// The same at a given time. Readers are woken after the lock is released, so that a reader that sends a command at
    /// once does not have to wait.
    fn work_at<T>(&self, now: Instant, act: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state();
        let done = act(&mut state);
        let before = self.feed.newest();
        let mut wakers = Vec::new();
        let mut news = TableNews::default();
        let readers = self.feed.readers();
        state.note_presence(&readers, now);
        state.note_whom_computers_play(&readers);
        let away = state.deadlines();
        let replaced = state.game.take_if(|game| game.is_replaced());
        if replaced.is_some() {
            // What was not stored is never shown.
            let view = before.stopped(REPLACED);
            news = TableNews { replaced: true, ..TableNews::default() };
            wakers = self.feed.publish(view, vec![Happened::Announced(format!("{REPLACED}."))]);
            self.desk.set_due(None);
        }
        if let State { game: Some(game), seating, due: known, .. } = &mut *state {
            let announced = game.take_announcements();
            let people = (readers.as_slice(), away);
            // Nobody sees what the log of the game could lose.
            let view = if game.is_behind() {
                GameView::waiting(&before, game, people)
            } else {
                GameView::next(&before, game, seating, people)
            };
            let mut happened = between(&before, &view);
            news = TableNews::of(&before, &view);
            happened.extend(announced.into_iter().map(Happened::Announced));
            if !happened.is_empty() || !view.is_same(&before) {
                wakers = self.feed.publish(view, happened);
                if wakers.is_empty() && self.feed.readers().is_empty() {
                    wakers.push(Arc::clone(&self.unwatched));
                }
            }
            let due = game.due();
            if *known != due {
                *known = due;
                self.desk.set_due(due);
            }
        }
        drop(state);
        // Its players stop outside the lock.
        drop(replaced);
        for wake in wakers {
            wake();
        }
        if let Some(watch) = self.watch.as_ref().filter(|_| news != TableNews::default()) {
            watch(self.id, news);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::players::Opponents;
    use crate::session::setup::{ClockSetup, MatchSetup, SeatKind};
    use std::time::Duration;

    #[test]
    fn a_fault_ends_one_table_and_tells_all_who_look() {
        let tables = Tables::new(Arc::new(|| {}));
        let host = Identity::local();
        let mut setup = MatchSetup::against_computer(GAMES[0], 1);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
        setup.clock = ClockSetup::read("10+0").expect("a clock");
        let start = || tables.start(setup.clone(), &host, None, &Opponents::default()).expect("a table");
        let (one, other) = (start(), start());
        let (seat, mut reader) = (one.handle(&host), one.handle(&host).subscribe(Arc::new(|| {})));
        let play = |seat: &SeatHandle| {
            let view = seat.table().newest();
            seat.command(SeatCommand::Play(view.position.legal()[0], view.position.acts().len()))
        };
        play(&seat).expect("its turn");
        one.fail("asked for");
        let news = reader.read();
        let message = "A bug in the program has stopped this game: asked for";
        assert_eq!(news.view.status.failure.as_deref(), Some(message));
        assert!(news.events.iter().any(|event| event.what == Happened::Announced(format!("{message}."))));
        assert_eq!((news.view.lines.len(), news.view.flag_falls()), (1, None), "what was seen last is seen");
        assert_eq!(play(&seat), Err(Refusal::Closed));
        assert_eq!(play(&other.handle(&host)), Ok(()));
    }

    #[test]
    fn a_move_that_arrived_in_time_comes_before_the_flag() {
        let tables = Tables::new(Arc::new(|| {}));
        let host = Identity::local();
        let mut setup = MatchSetup::against_computer(GAMES[0], 1);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
        setup.clock = ClockSetup::read("10+0").expect("a clock");
        let table = tables.start(setup, &host, None, &Opponents::default()).expect("a table");
        let play = |at: Instant| {
            let view = table.newest();
            let what = SeatCommand::Play(view.position.legal()[0], view.position.acts().len());
            table.command_at(&Command { by: host.clone(), what }, at)
        };
        play(Instant::now()).expect("its turn");
        let falls = table.newest().flag_falls().expect("the clock runs");
        // The table is busy, as while it writes to a slow disk.
        let busy = table.state();
        std::thread::scope(|scope| {
            let moved = scope.spawn(|| play(falls.checked_sub(Duration::from_millis(1)).expect("a time")));
            while table.arrived.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
            drop(busy);
            while !table.poll(falls + Duration::from_millis(1)) {
                std::thread::yield_now();
            }
            assert_eq!(moved.join().expect("no panic"), Ok(()));
        });
        let view = table.newest();
        assert_eq!((view.status.ending.as_ref(), view.lines.len()), (None, 2));
    }
}
