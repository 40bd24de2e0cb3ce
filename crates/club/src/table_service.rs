//! The table service: tables where people play each other. The store has all of it; what is in memory is a copy for lists, and
//! the games in progress. Each change is in the store before anybody sees it.

mod admission;
mod attendance;
mod away;
mod error;
mod evaluation;
mod far;
mod finish;
mod finished;
mod hooks;
mod hosting;
pub mod invitation;
mod limits;
mod listed;
mod listeners;
mod live_tables;
mod moved;
mod new_table;
mod rematch;
mod resume;
mod saved;
mod sitting;
mod slow;
pub mod terms;
mod together;
mod told;
mod trouble;
mod upkeep;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::change_notifier::ChangeNotifier;
use super::member::{Member, MemberId};
pub use super::moment::Time;
use super::reached::Reached;
pub use super::seat::Seat;
use super::store::{Origin, Store, StoreLog, TableKey};
use crate::games::Registry;
use crate::players::Opponents;
use crate::record::carried::has_rules_of;
use crate::rules::side::{BySide, Side};
use crate::rules::variant::Variant;
use crate::session::table::command::{HouseRules, Seating};
use crate::session::table::{Identity, SeatHandle, Table, Tables};
use crate::task;
pub use attendance::Attends;
pub use error::TableServiceError;
pub use evaluation::Evaluation;
use evaluation::Evaluations;
pub use far::Brief;
pub use finished::{Finished, FinishedSeat};
use hooks::Hooks;
pub use hooks::{EndHook, GoneHook, RatingHook, TickHook};
pub use hosting::{CLOSED, MostTables};
pub use limits::GRACE;
use limits::Limits;
pub use listed::Listed;
use live_tables::{LiveTable, LiveTables};
pub use moved::MOVED;
pub use new_table::NewTable;
pub use rematch::Rematch;
pub use saved::{PLAYED, Taken};
pub use slow::Vacation;
pub use terms::{Terms, Wanted};
use together::Circles;
pub use together::{Gathered, Together};
use trouble::Troubles;
pub use trouble::{Doing, Trouble, TroubleHook};
use upkeep::Note;

/// What is in memory, behind one lock. Nobody who holds it waits for the store, for a file or for a person.
#[derive(Default)]
struct State {
    live: LiveTables,
    limits: Limits,
    hooks: Hooks,
    /// The finished games that people review together.
    circles: Circles,
    /// The computer's evaluation of the games that somebody watches.
    evaluations: Evaluations,
    /// Who has gone, and when, until it is known that they are not at another server.
    leaving: Vec<(MemberId, SystemTime)>,
    troubles: Troubles,
}

/// The tables of people.
pub struct TableService {
    store: Arc<Store>,
    notifier: ChangeNotifier,
    opponents: Opponents,
    time: Time,
    /// The folder of the server, with the folders of its members.
    folder: PathBuf,
    tables: Tables,
    state: Mutex<State>,
    /// Held by whoever makes a change, so that two people do not get the same seat. It is a lock of its own because a change
    /// waits for the store, and lists must not wait for that. It is taken before the state.
    changes: Mutex<()>,
    /// How often each limit was reached.
    pub(super) reached: Arc<Reached>,
    /// When the table service was opened.
    since: SystemTime,
    notes: Sender<Note>,
    /// How often the challenges to everybody have changed.
    challenges_to_all: AtomicU64,
}

impl fmt::Debug for TableService {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TableService({} tables)", self.state().live.len())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TableService {
    /// Opens the table service, and resumes all games that are not over.
    pub(super) fn open(
        folder: &Path,
        store: &Arc<Store>,
        notifier: &ChangeNotifier,
        opponents: &Opponents,
        time: Time,
    ) -> Result<Arc<TableService>, TableServiceError> {
        let (notes, work) = channel();
        let told: Sender<Note> = notes.clone();
        let watch = Arc::new(move |table, news| {
            let _ = told.send(Note::Table(table, news));
        });
        let since = time();
        let tables = Arc::new(TableService {
            store: Arc::clone(store),
            notifier: notifier.clone(),
            opponents: opponents.clone(),
            time,
            folder: folder.to_owned(),
            tables: Tables::new(Arc::new(|| {})).watched(watch),
            state: Mutex::default(),
            changes: Mutex::default(),
            reached: Arc::default(),
            since,
            notes,
            challenges_to_all: AtomicU64::new(0),
        });
        tables.listen_to_store();
        tables.resume_all()?;
        tables.tick();
        let weak = Arc::downgrade(&tables);
        task::spawn("tables", move || upkeep::serve(&work, &weak)).map_err(TableServiceError::Thread)?;
        Ok(tables)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn entry(&self, key: TableKey) -> Result<LiveTable, TableServiceError> {
        self.state().live.get(key).cloned().ok_or(TableServiceError::NoTable)
    }

    /// A table, also one whose game is over.
    fn entry_or_over(&self, key: TableKey) -> Result<LiveTable, TableServiceError> {
        self.state().live.find(key).cloned()
    }

    /// The tables that wait or are played at, as they are now.
    fn open_entries(&self) -> Vec<LiveTable> {
        self.state().live.open().cloned().collect()
    }

    pub(super) fn now(&self) -> SystemTime {
        (self.time)()
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn games(&self) -> &Registry {
        &self.opponents.games
    }

    pub(super) const fn notifier(&self) -> &ChangeNotifier {
        &self.notifier
    }

    /// Makes a change while nobody else makes one.
    pub(super) fn alone<T>(&self, change: impl FnOnce() -> T) -> T {
        let _alone = lock(&self.changes);
        change()
    }

    fn note(&self, note: Note) {
        let _ = self.notes.send(note);
    }

    /// Somebody comes. Full tables that waited for them start.
    pub(super) fn came(&self, who: MemberId) {
        self.state().live.came(who);
        self.note(Note::Came(who));
    }

    /// A connection of somebody ends.
    pub(super) fn went(&self, who: MemberId) {
        let is_last = self.state().live.went(who);
        if is_last {
            self.note_gone_person(who);
        }
    }

    /// Somebody has gone. With several servers they may be on the way to another one.
    fn note_gone_person(&self, who: MemberId) {
        if self.store.node().is_some() {
            let now = self.now();
            self.state().leaving.push((who, now));
        } else {
            self.note(Note::Went(who));
        }
    }

    /// Is this person here?
    pub fn is_here(&self, who: MemberId) -> bool {
        self.state().live.is_here(who)
    }

    /// Does the server offer this game, as it is now?
    pub fn offers(&self, game: &'static dyn Variant) -> bool {
        self.games().find(game.spec().id).is_some_and(|known| has_rules_of(known, game))
    }

    /// Refuses a game that the server does not offer, unless only those see it who were asked.
    pub(super) fn check_offered(&self, terms: &Terms) -> Result<(), TableServiceError> {
        if self.offers(terms.game) || terms.private && !terms.rated {
            Ok(())
        } else {
            Err(TableServiceError::OwnFile)
        }
    }

    /// Opens a table. Its game starts when no seat is open any more and all its people are here; a slow game does not
    /// wait for them.
    pub fn open_table(&self, host: &Member, terms: &Terms) -> Result<TableKey, TableServiceError> {
        self.check_offered(terms)?;
        terms.check(host)?;
        let _alone = lock(&self.changes);
        self.check_number(host)?;
        let new = self.new_table(host.id, terms, terms.seats_of(host))?;
        let key = self.add(new, Origin::Host)?.ok_or(TableServiceError::NoTable)?;
        if let Some(entry) = self.state().live.get_mut(key) {
            entry.is_hosted = true;
        }
        self.notify_table_at(key);
        Ok(key)
    }

    /// Starts the game of a table whose seats are all filled.
    fn start_if_full(&self, key: TableKey) -> Result<(), TableServiceError> {
        let entry = self.entry(key)?;
        let here = |seat: &Seat| seat.person().is_none_or(|person| self.is_here(person));
        let waits = entry.row.seats.contains(&Seat::Open) || !entry.is_slow() && !entry.row.seats.iter().all(here);
        if entry.table.is_some() || waits {
            return Ok(());
        }
        let started = Some(self.now());
        let seats = entry.row.seats.clone();
        self.as_owner(key, self.store.seat_table(entry.claim, seats, Vec::new(), started))?;
        let table = self.as_owner(key, self.start(&entry))?;
        if let Some(entry) = self.state().live.get_mut(key) {
            entry.row.started = started;
            entry.table = Some(table);
        }
        self.notify_table(&entry);
        Ok(())
    }

    /// Starts a game on its log.
    fn start(&self, entry: &LiveTable) -> Result<Arc<Table>, TableServiceError> {
        let mut setup = entry.setup.clone();
        setup.seats = entry.row.seats.iter().map(Seat::kind).collect();
        let log = StoreLog::owned(&self.store, entry.claim)?.timed(&self.time);
        let owner = |side: Side| entry.row.seats.get(side.index()).and_then(Seat::person).map(MemberId::identity);
        let owners: BySide<Option<Identity>> = BySide::from_fn(owner);
        let seating = Seating::of(&entry.row.host.identity(), owners).with(self.rules(entry));
        Ok(self.tables.start_on(setup, seating, Box::new(log), &self.opponents)?)
    }

    /// What a table asks of its people.
    fn rules(&self, entry: &LiveTable) -> HouseRules {
        HouseRules {
            rated: entry.row.rated,
            tournament: entry.is_bout(),
            is_final: true,
            grace: (!entry.is_slow()).then(|| self.limits().grace),
        }
    }

    /// A handle for a member at a game in progress, or at one that has just ended: for their seats, or to watch.
    pub fn handle(&self, who: &Member, key: TableKey, code: Option<&str>) -> Result<SeatHandle, TableServiceError> {
        let entry = self.entry_or_over(key)?;
        entry.admit(who.id, code)?;
        let table = entry.table.ok_or(TableServiceError::NoTable)?;
        Ok(table.handle(&who.id.identity()))
    }
}
