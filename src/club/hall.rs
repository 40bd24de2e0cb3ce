//! The hall: tables where people play each other. The store has all of it; what is in memory is a copy for lists, and
//! the games in progress. Each change is in the store before anybody sees it.

mod error;
mod listed;
mod resume;
mod seat;
mod sitting;
pub mod terms;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::bell::Bell;
use super::member::{Member, MemberId};
use super::store::{Store, StoreLog, TableKey, TableRow};
use crate::players::Opponents;
use crate::record::date::stamp;
use crate::rules::side::{BySide, Side};
use crate::session::setup::MatchSetup;
use crate::session::table::command::Seating;
use crate::session::table::{Identity, SeatHandle, Table, Tables};
pub use error::HallError;
pub use listed::Listed;
pub use seat::Seat;
pub use terms::{Terms, Wanted};

/// Tells the time. Tests have a clock of their own.
pub type Time = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// A table in memory.
#[derive(Clone, Debug)]
struct Room {
    row: TableRow,
    /// The setup, with the players of now.
    setup: MatchSetup,
    /// The game, once it has started.
    table: Option<Arc<Table>>,
}

/// The tables of people.
pub struct Hall {
    store: Arc<Store>,
    bell: Bell,
    opponents: Opponents,
    time: Time,
    tables: Tables,
    rooms: Mutex<BTreeMap<TableKey, Room>>,
    /// Locked during a change, so that two people do not get the same seat.
    changes: Mutex<()>,
}

impl fmt::Debug for Hall {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Hall({} tables)", self.rooms().len())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    /// Opens the hall, and resumes all games that are not over.
    pub(super) fn open(
        store: &Arc<Store>,
        bell: &Bell,
        opponents: &Opponents,
        time: Time,
    ) -> Result<Hall, HallError> {
        let hall = Hall {
            store: Arc::clone(store),
            bell: bell.clone(),
            opponents: opponents.clone(),
            time,
            tables: Tables::new(Arc::new(|| {})),
            rooms: Mutex::default(),
            changes: Mutex::default(),
        };
        hall.resume_all()?;
        Ok(hall)
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<TableKey, Room>> {
        lock(&self.rooms)
    }

    fn room(&self, key: TableKey) -> Result<Room, HallError> {
        self.rooms().get(&key).cloned().ok_or(HallError::NoTable)
    }

    fn now(&self) -> SystemTime {
        (self.time)()
    }

    /// Opens a table. Its game starts when no seat is open any more.
    pub fn open_table(&self, host: &Member, terms: &Terms) -> Result<TableKey, HallError> {
        terms.check(host)?;
        let _alone = lock(&self.changes);
        let (setup, now) = (terms.setup(), self.now());
        let begin = setup.to_event(stamp(now));
        let mut row = TableRow {
            key: TableKey(0),
            host: host.id,
            setup: serde_json::to_string(&begin).unwrap_or_default(),
            seats: terms.seats_of(host),
            rated: terms.rated,
            code: terms.private.then(sitting::new_code),
            invited: terms.invited.clone(),
            opened: now,
            started: None,
        };
        row.key = self.store.open_table(row.clone())?;
        let key = row.key;
        self.rooms().insert(key, Room { row, setup, table: None });
        self.start_if_full(key)?;
        self.bell.ring();
        Ok(key)
    }

    /// Starts the game of a table whose seats are all filled.
    fn start_if_full(&self, key: TableKey) -> Result<(), HallError> {
        let room = self.room(key)?;
        if room.table.is_some() || room.row.seats.contains(&Seat::Open) {
            return Ok(());
        }
        let started = Some(self.now());
        self.store.seat_table(key, room.row.seats.clone(), started)?;
        let table = self.start(&room)?;
        if let Some(room) = self.rooms().get_mut(&key) {
            room.row.started = started;
            room.setup.seats = room.row.seats.iter().map(Seat::kind).collect();
            room.table = Some(table);
        }
        Ok(())
    }

    /// Starts a game on its log.
    fn start(&self, room: &Room) -> Result<Arc<Table>, HallError> {
        let mut setup = room.setup.clone();
        setup.seats = room.row.seats.iter().map(Seat::kind).collect();
        let log = StoreLog::open(&self.store, room.row.key)?;
        Ok(self.tables.start_on(setup, seating(&room.row), Box::new(log), &self.opponents_of_table())?)
    }

    /// The computers of one table: their searches take turns with those of other tables.
    fn opponents_of_table(&self) -> Opponents {
        Opponents { pool: self.opponents.pool.join(), ..self.opponents.clone() }
    }

    /// A handle for a member at a game in progress: for their seats, or to watch.
    pub fn handle(&self, who: &Member, key: TableKey, code: Option<&str>) -> Result<SeatHandle, HallError> {
        let room = self.room(key)?;
        room.admit(who.id, code)?;
        let table = room.table.ok_or(HallError::NoTable)?;
        Ok(table.handle(&who.id.identity()))
    }
}

/// Who holds the seats of a table.
fn seating(row: &TableRow) -> Seating {
    let owner = |side: Side| row.seats.get(side.index()).and_then(Seat::person).map(MemberId::identity);
    let owners: BySide<Option<Identity>> = BySide::from_fn(owner);
    Seating::of(&row.host.identity(), owners)
}
