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

use heterodox_base::processes::lower_priority;

use crate::engine::limits::Stop;
use crate::task;
use memory::Memory;
pub(crate) use memory::{Need, Rests};
use order::{Asker, Order, Waiting};
pub use turn::Turn;
pub(crate) use workers::Work;
use workers::Workers;

/// How often a waiting search checks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// After this time, work without an end gives up its place to those who wait.
const SLICE: Duration = Duration::from_millis(500);

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

struct SharedSlots {
    places: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// How many processes of other engines there are, and may be.
    engines: AtomicUsize,
    most_engines: usize,
}

impl SharedSlots {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a place to this search, if it is its turn, and a place and the memory are free.
    fn place(
        self: &Arc<SharedSlots>,
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
pub struct ThinkingSlots {
    shared: Option<Arc<SharedSlots>>,
    asker: Arc<Asker>,
    known: Option<Arc<Known>>,
}

/// The name of somebody at tables, until this is dropped.
struct Known {
    shared: Arc<SharedSlots>,
    name: String,
}

impl Drop for Known {
    fn drop(&mut self) {
        self.shared.state().known.remove(&self.name);
    }
}

/// A place to think, until it is dropped.
#[derive(Default)]
pub struct Place {
    held: Option<(Arc<SharedSlots>, u64)>,
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
        if let Some((shared, number)) = self.held.take() {
            let mut state = shared.state();
            state.holders.retain(|holder| holder.number != number);
            state.memory.end(number);
            drop(state);
            shared.changed.notify_all();
        }
    }
}

/// A search that waits for its place, or has it.
pub(crate) struct Queued(Option<(Arc<SharedSlots>, u64)>);

impl Queued {
    /// The search is not wanted any more: if it waits, it never begins.
    pub(crate) fn cancel(self) {
        if let Some((shared, number)) = self.0 {
            let waited = shared.state().order.remove(number);
            // It may have been in front of others.
            shared.changed.notify_all();
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
pub(crate) struct EngineSeat(Option<Arc<SharedSlots>>);

impl Drop for EngineSeat {
    fn drop(&mut self) {
        if let Some(shared) = self.0.take() {
            shared.engines.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl ThinkingSlots {
    /// A pool with this many places, and for so many processes of other engines.
    pub fn shared(places: usize, most_engines: usize) -> ThinkingSlots {
        let (state, changed, engines) = (Mutex::default(), Condvar::new(), AtomicUsize::new(0));
        let shared = SharedSlots { places: places.max(1), state, changed, engines, most_engines };
        ThinkingSlots { shared: Some(Arc::new(shared)), ..ThinkingSlots::default() }
    }

    /// The same pool with so many megabytes for all engines together.
    #[must_use]
    pub fn with_memory(self, megabytes: usize) -> ThinkingSlots {
        if let Some(shared) = &self.shared {
            shared.state().memory.most = Some(megabytes);
        }
        self
    }

    /// Megabytes of the engines that are there, and how many were freed for others.
    pub fn memory(&self) -> (usize, u64) {
        self.shared.as_ref().map_or((0, 0), |shared| {
            let state = shared.state();
            (state.memory.used(), state.memory.freed)
        })
    }

    /// Counts a process of another engine. The error is how many there are if that is as many as there may be.
    pub(crate) fn engine(&self) -> Result<EngineSeat, usize> {
        let Some(shared) = &self.shared else { return Ok(EngineSeat(None)) };
        let more = |count: usize| (count < shared.most_engines).then_some(count + 1);
        shared.engines.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more)?;
        Ok(EngineSeat(Some(Arc::clone(shared))))
    }

    /// How many processes of other engines there are.
    pub fn engines(&self) -> usize {
        self.shared.as_ref().map_or(0, |shared| shared.engines.load(Ordering::SeqCst))
    }

    /// The same pool for what this person asks for, on any number of connections.
    #[must_use]
    pub fn of(&self, person: &str) -> ThinkingSlots {
        let person = self.shared.as_ref().map_or_else(|| person.into(), |shared| shared.state().person(person));
        ThinkingSlots { shared: self.shared.clone(), asker: Arc::new(Asker::new(person)), known: None }
    }

    /// The same where the person has this name at tables as long as the result is there.
    #[must_use]
    pub fn known_as(mut self, name: &str) -> ThinkingSlots {
        if let Some(shared) = &self.shared {
            shared.state().known.insert(name.to_owned(), self.asker.person());
            self.known = Some(Arc::new(Known { shared: Arc::clone(shared), name: name.to_owned() }));
        }
        self
    }

    /// The same pool for the computers of a table. Until [`ThinkingSlots::plays`] says more, they play nobody.
    #[must_use]
    pub(crate) fn at_table(&self) -> ThinkingSlots {
        ThinkingSlots { known: None, ..self.of(&self.asker.person()) }
    }

    /// The computers of the table play this person, if anybody, who is there or away.
    pub(crate) fn plays(&self, person: Option<&str>, is_there: bool) {
        let Some(shared) = &self.shared else { return };
        let person = person.map(|name| shared.state().person(name));
        if self.asker.change(person, is_there) {
            shared.changed.notify_all();
        }
    }

    /// How many searches wait for a place, and how many have one.
    pub fn queue(&self) -> (usize, usize) {
        self.shared.as_ref().map_or((0, 0), |shared| {
            let state = shared.state();
            (state.order.len(), state.holders.len())
        })
    }

    /// Whether places are shared.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// Waits for a place as long as it is wanted. Work that can go on later has a `stop`.
    pub fn enter(&self, stop: Option<&Arc<Stop>>, wanted: impl Fn() -> bool) -> Option<Place> {
        self.enter_with(Need::default(), stop, wanted)
    }

    /// The same for a search that needs memory.
    pub(crate) fn enter_with(
        &self,
        need: Need,
        stop: Option<&Arc<Stop>>,
        wanted: impl Fn() -> bool,
    ) -> Option<Place> {
        let Some(shared) = &self.shared else { return Some(Place::default()) };
        let mut state = shared.state();
        let number = state.order.add(&self.asker, Search { need, work: None });
        loop {
            if !wanted() {
                state.order.remove(number);
                drop(state);
                shared.changed.notify_all();
                return None;
            }
            if let Some((_, place)) = shared.place(&mut state, number, stop) {
                drop(state);
                return Some(place.make_room());
            }
            state = shared.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Does this work at a place, on another thread. Until then it only waits in the list: it has no thread.
    pub(crate) fn run(&self, need: Need, work: Work) -> io::Result<Queued> {
        let Some(shared) = &self.shared else {
            task::spawn("computer", move || work(Place::default()))?;
            return Ok(Queued(None));
        };
        let mut state = shared.state();
        let number = state.order.add(&self.asker, Search { need, work: Some(work) });
        if let Err(error) = shared.call_worker(&mut state) {
            let refused = state.order.remove(number);
            drop(state);
            drop(refused);
            return Err(error);
        }
        drop(state);
        shared.changed.notify_all();
        Ok(Queued(Some((Arc::clone(shared), number))))
    }

    /// Lowers the priority of this thread, which thinks for a session, below that of the threads that answer keys.
    pub fn yield_to_keys(&self) {
        if self.is_shared() {
            lower_priority();
        }
    }
}

impl fmt::Debug for ThinkingSlots {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "ThinkingSlots({})",
            self.shared.as_ref().map_or("own".to_owned(), |shared| shared.places.to_string())
        )
    }
}

impl PartialEq for ThinkingSlots {
    fn eq(&self, other: &ThinkingSlots) -> bool {
        let same = self.shared.as_ref().map(Arc::as_ptr) == other.shared.as_ref().map(Arc::as_ptr);
        same && (self.shared.is_none() || Arc::ptr_eq(&self.asker, &other.asker))
    }
}

impl Eq for ThinkingSlots {}

#[cfg(test)]
mod tests;
