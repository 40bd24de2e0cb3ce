//! The places to think, shared by all sessions of a server. A search waits for a place; `order` says whose turn it is.
//! Work without an end, such as an analysis, gives up its place while others wait, and goes on later.

mod memory;
mod order;
mod turn;
mod workers;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::limits::Stop;
use crate::task;
use memory::Memory;
pub use memory::{Need, Rests};
use order::{Asker, Order, Waiting};
pub use turn::Turn;
pub use workers::Work;
use workers::Workers;

/// How often a waiting search checks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// After this time, work without an end gives up its place to those who wait.
const SLICE: Duration = Duration::from_millis(500);

/// How much lower the priority of threads that think is, so that keys are answered first (`nice`).
const NICENESS: i32 = 10;

/// Work that holds a place.
struct Holder {
    number: u64,
    since: Instant,
    /// Stops it, if it can go on later.
    stop: Option<Arc<Stop>>,
}

/// A search that waits.
struct Search {
    need: Need,
    /// What a thread of the pool does; `None` if a thread waits for the place.
    work: Option<Work>,
}

#[derive(Default)]
struct State {
    holders: Vec<Holder>,
    order: Order<Search>,
    workers: Workers,
    memory: Memory,
    /// Under which names people are known at tables who are somebody else for the pool.
    known: HashMap<String, Arc<str>>,
}

impl State {
    /// Who it is for the pool that has this name at tables.
    fn person(&self, name: &str) -> Arc<str> {
        self.known.get(name).cloned().unwrap_or_else(|| name.into())
    }

    /// Stops the work that has held its place longest, if it can go on later and its time is over.
    fn ask_for_place(&self) {
        let mut long = self.holders.iter().filter(|holder| holder.since.elapsed() >= SLICE);
        if let Some(stop) = long.find_map(|holder| holder.stop.as_ref()) {
            stop.request();
        }
    }
}

struct Hall {
    places: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// How many processes of other engines there are, and may be.
    engines: AtomicUsize,
    most_engines: usize,
}

impl Hall {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a place to this search, if it is its turn, and a place and the memory are free.
    fn place(
        self: &Arc<Hall>,
        state: &mut State,
        number: u64,
        stop: Option<&Arc<Stop>>,
    ) -> Option<(Option<Work>, Place)> {
        if state.holders.len() >= self.places {
            state.ask_for_place();
            return None;
        }
        let next = state.order.next().filter(|next| next.number == number)?;
        if !state.memory.has_room(&next.what.need) {
            state.ask_for_place();
            return None;
        }
        let Waiting { what: Search { need, work }, .. } = state.order.serve(number)?;
        let freed = state.memory.begin(&need, number);
        state.holders.push(Holder { number, since: Instant::now(), stop: stop.cloned() });
        self.changed.notify_all();
        Some((work, Place { held: Some((Arc::clone(self), number)), freed }))
    }
}

/// The places to think, for one session or one table. The default has no limit: the user's own machine.
#[derive(Clone, Default)]
pub struct Pool {
    hall: Option<Arc<Hall>>,
    asker: Arc<Asker>,
    known: Option<Arc<Known>>,
}

/// The name of somebody at tables, until this is dropped.
struct Known {
    hall: Arc<Hall>,
    name: String,
}

impl Drop for Known {
    fn drop(&mut self) {
        self.hall.state().known.remove(&self.name);
    }
}

/// A place to think, until it is dropped.
#[derive(Default)]
pub struct Place {
    held: Option<(Arc<Hall>, u64)>,
    /// The engines that are freed before this search begins.
    freed: Vec<Arc<dyn Rests>>,
}

impl Place {
    fn make_room(mut self) -> Place {
        self.freed.drain(..).for_each(|engine| engine.free());
        self
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((hall, number)) = self.held.take() {
            let mut state = hall.state();
            state.holders.retain(|holder| holder.number != number);
            state.memory.end(number);
            drop(state);
            hall.changed.notify_all();
        }
    }
}

/// A search that waits for its place, or has it.
pub struct Queued(Option<(Arc<Hall>, u64)>);

impl Queued {
    /// The search is not wanted any more: if it waits, it never begins.
    pub fn cancel(self) {
        if let Some((hall, number)) = self.0 {
            let waited = hall.state().order.remove(number);
            // It may have been in front of others.
            hall.changed.notify_all();
            drop(waited);
        }
    }
}

impl fmt::Debug for Queued {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Queued({:?})", self.0.as_ref().map(|(_, number)| number))
    }
}

/// A process of another engine, counted until this is dropped.
pub struct EngineSeat(Option<Arc<Hall>>);

impl Drop for EngineSeat {
    fn drop(&mut self) {
        if let Some(hall) = self.0.take() {
            hall.engines.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Pool {
    /// A pool with this many places, and for so many processes of other engines.
    pub fn shared(places: usize, most_engines: usize) -> Pool {
        let (state, changed, engines) = (Mutex::default(), Condvar::new(), AtomicUsize::new(0));
        let hall = Hall { places: places.max(1), state, changed, engines, most_engines };
        Pool { hall: Some(Arc::new(hall)), ..Pool::default() }
    }

    /// The same pool with so many megabytes for all engines together.
    #[must_use]
    pub fn with_memory(self, megabytes: usize) -> Pool {
        if let Some(hall) = &self.hall {
            hall.state().memory.most = Some(megabytes);
        }
        self
    }

    /// Megabytes of the engines that are there, and how many were freed for others.
    pub fn memory(&self) -> (usize, u64) {
        self.hall.as_ref().map_or((0, 0), |hall| {
            let state = hall.state();
            (state.memory.used(), state.memory.freed)
        })
    }

    /// Counts a process of another engine. The error is how many there are if that is as many as there may be.
    pub fn engine(&self) -> Result<EngineSeat, usize> {
        let Some(hall) = &self.hall else { return Ok(EngineSeat(None)) };
        let more = |count: usize| (count < hall.most_engines).then_some(count + 1);
        hall.engines.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more)?;
        Ok(EngineSeat(Some(Arc::clone(hall))))
    }

    /// How many processes of other engines there are.
    pub fn engines(&self) -> usize {
        self.hall.as_ref().map_or(0, |hall| hall.engines.load(Ordering::SeqCst))
    }

    /// The same pool for what this person asks for, on any number of connections.
    #[must_use]
    pub fn of(&self, person: &str) -> Pool {
        let person = self.hall.as_ref().map_or_else(|| person.into(), |hall| hall.state().person(person));
        Pool { hall: self.hall.clone(), asker: Arc::new(Asker::new(person)), known: None }
    }

    /// The same where the person has this name at tables as long as the result is there.
    #[must_use]
    pub fn known_as(mut self, name: &str) -> Pool {
        if let Some(hall) = &self.hall {
            hall.state().known.insert(name.to_owned(), self.asker.person());
            self.known = Some(Arc::new(Known { hall: Arc::clone(hall), name: name.to_owned() }));
        }
        self
    }

    /// The same pool for the computers of a table. Until [`Pool::plays`] says more, they play nobody.
    #[must_use]
    pub fn at_table(&self) -> Pool {
        Pool { known: None, ..self.of(&self.asker.person()) }
    }

    /// The computers of the table play this person, if anybody, who is there or away.
    pub fn plays(&self, person: Option<&str>, is_there: bool) {
        let Some(hall) = &self.hall else { return };
        let person = person.map(|name| hall.state().person(name));
        if self.asker.change(person, is_there) {
            hall.changed.notify_all();
        }
    }

    /// How many searches wait for a place, and how many have one.
    pub fn queue(&self) -> (usize, usize) {
        self.hall.as_ref().map_or((0, 0), |hall| {
            let state = hall.state();
            (state.order.len(), state.holders.len())
        })
    }

    /// Whether places are shared.
    pub fn is_shared(&self) -> bool {
        self.hall.is_some()
    }

    /// Waits for a place as long as it is wanted. Work that can go on later has a `stop`.
    pub fn enter(&self, stop: Option<&Arc<Stop>>, wanted: impl Fn() -> bool) -> Option<Place> {
        self.enter_with(Need::default(), stop, wanted)
    }

    /// The same for a search that needs memory.
    pub fn enter_with(&self, need: Need, stop: Option<&Arc<Stop>>, wanted: impl Fn() -> bool) -> Option<Place> {
        let Some(hall) = &self.hall else { return Some(Place::default()) };
        let mut state = hall.state();
        let number = state.order.add(&self.asker, Search { need, work: None });
        loop {
            if !wanted() {
                state.order.remove(number);
                drop(state);
                hall.changed.notify_all();
                return None;
            }
            if let Some((_, place)) = hall.place(&mut state, number, stop) {
                drop(state);
                return Some(place.make_room());
            }
            state = hall.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Does this work at a place, on another thread. Until then it only waits in the list: it has no thread.
    pub fn run(&self, need: Need, work: Work) -> io::Result<Queued> {
        let Some(hall) = &self.hall else {
            task::spawn("computer", move || work(Place::default()))?;
            return Ok(Queued(None));
        };
        let mut state = hall.state();
        let number = state.order.add(&self.asker, Search { need, work: Some(work) });
        if let Err(error) = hall.call_worker(&mut state) {
            let refused = state.order.remove(number);
            drop(state);
            drop(refused);
            return Err(error);
        }
        drop(state);
        hall.changed.notify_all();
        Ok(Queued(Some((Arc::clone(hall), number))))
    }

    /// Lowers the priority of this thread, which thinks for a session, below that of the threads that answer keys.
    pub fn yield_to_keys(&self) {
        if self.is_shared() {
            yield_to_keys();
        }
    }
}

fn yield_to_keys() {
    let _ = rustix::process::nice(NICENESS);
}

impl fmt::Debug for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Pool({})", self.hall.as_ref().map_or("own".to_owned(), |hall| hall.places.to_string()))
    }
}

impl PartialEq for Pool {
    fn eq(&self, other: &Pool) -> bool {
        let same = self.hall.as_ref().map(Arc::as_ptr) == other.hall.as_ref().map(Arc::as_ptr);
        same && (self.hall.is_none() || Arc::ptr_eq(&self.asker, &other.asker))
    }
}

impl Eq for Pool {}

#[cfg(test)]
mod tests;
