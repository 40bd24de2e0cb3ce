//! The places to think, shared by all sessions of a server. A search waits for a place; the session that has had to
//! wait longest since its last place gets the next one, so nobody is served less because another asks more. Work
//! without an end, such as an analysis, gives up its place while others wait, and goes on later.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::engine::limits::Stop;

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

/// A search that waits for a place.
#[derive(Clone, Copy)]
struct Waiting {
    number: u64,
    member: u64,
}

#[derive(Default)]
struct State {
    /// The number of the next request.
    numbers: u64,
    holders: Vec<Holder>,
    waiting: Vec<Waiting>,
    /// The number of the request that got a place last, for each session that waits.
    served: HashMap<u64, u64>,
}

impl State {
    /// The search whose turn it is: the session that was served longest ago, then the oldest request.
    fn next(&self) -> Option<u64> {
        let served = |waiting: &Waiting| self.served.get(&waiting.member).copied().unwrap_or(0);
        self.waiting.iter().min_by_key(|waiting| (served(waiting), waiting.number)).map(|waiting| waiting.number)
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
    members: AtomicU64,
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
}

/// The places to think, for one session. The default has no limit: the user's own machine.
#[derive(Clone, Default)]
pub struct Pool {
    hall: Option<Arc<Hall>>,
    member: u64,
}

/// A place to think, until it is dropped.
pub struct Place(Option<(Arc<Hall>, u64)>);

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((hall, number)) = self.0.take() {
            hall.state().holders.retain(|holder| holder.number != number);
            hall.changed.notify_all();
        }
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
        let (members, state, changed) = (AtomicU64::new(0), Mutex::default(), Condvar::new());
        let engines = AtomicUsize::new(0);
        let hall = Hall { places: places.max(1), members, state, changed, engines, most_engines };
        Pool { hall: Some(Arc::new(hall)), member: 0 }
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

    /// The same pool for another session.
    #[must_use]
    pub fn join(&self) -> Pool {
        let member = self.hall.as_ref().map_or(0, |hall| hall.members.fetch_add(1, Ordering::Relaxed) + 1);
        Pool { hall: self.hall.clone(), member }
    }

    /// How many searches wait for a place, and how many have one.
    pub fn queue(&self) -> (usize, usize) {
        self.hall.as_ref().map_or((0, 0), |hall| {
            let state = hall.state();
            (state.waiting.len(), state.holders.len())
        })
    }

    /// Whether places are shared.
    pub fn is_shared(&self) -> bool {
        self.hall.is_some()
    }

    /// Waits for a place as long as it is wanted. Work that can go on later has a `stop`.
    pub fn enter(&self, stop: Option<&Arc<Stop>>, wanted: impl Fn() -> bool) -> Option<Place> {
        let Some(hall) = &self.hall else { return Some(Place(None)) };
        let mut state = hall.state();
        state.numbers += 1;
        let (number, member) = (state.numbers, self.member);
        state.waiting.push(Waiting { number, member });
        loop {
            let free = state.holders.len() < hall.places;
            let wanted = wanted();
            if !wanted || free && state.next() == Some(number) {
                state.waiting.retain(|waiting| waiting.number != number);
                if wanted {
                    state.served.insert(member, number);
                    state.holders.push(Holder { number, since: Instant::now(), stop: stop.cloned() });
                }
                let waiting: Vec<u64> = state.waiting.iter().map(|waiting| waiting.member).collect();
                // Nobody is remembered longer than there is somebody to compare with.
                let last = state.numbers.saturating_sub(1024);
                state.served.retain(|member, served| waiting.contains(member) || *served > last);
                drop(state);
                hall.changed.notify_all();
                return wanted.then(|| Place(Some((Arc::clone(hall), number))));
            }
            if !free {
                state.ask_for_place();
            }
            state = hall.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Lowers the priority of this thread, which thinks for a session, below that of the threads that answer keys.
    pub fn yield_to_keys(&self) {
        if self.is_shared() {
            let _ = rustix::process::nice(NICENESS);
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Pool({})", self.hall.as_ref().map_or("own".to_owned(), |hall| hall.places.to_string()))
    }
}

impl PartialEq for Pool {
    fn eq(&self, other: &Pool) -> bool {
        self.member == other.member && self.hall.as_ref().map(Arc::as_ptr) == other.hall.as_ref().map(Arc::as_ptr)
    }
}

impl Eq for Pool {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn no_more_think_at_once_than_there_are_places() {
        let pool = Pool::shared(2, 1);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let own = pool.join();
                    for _ in 0..20 {
                        let _place = own.enter(None, || true).expect("it is wanted");
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 2);
    }

    /// Waits until this many searches wait.
    fn until_waiting(pool: &Pool, count: usize) {
        let hall = pool.hall.as_ref().expect("a shared pool");
        while hall.state().waiting.len() < count {
            thread::yield_now();
        }
    }

    #[test]
    fn who_asks_much_does_not_delay_who_asks_little() {
        let pool = Pool::shared(1, 1);
        let (greedy, modest) = (pool.join(), pool.join());
        let order = Mutex::new(Vec::new());
        let first = greedy.enter(None, || true);
        thread::scope(|scope| {
            let order = &order;
            for at in 0..4 {
                let greedy = &greedy;
                scope.spawn(move || {
                    let _place = greedy.enter(None, || true);
                    order.lock().expect("no panic").push("greedy");
                });
                until_waiting(greedy, at + 1);
            }
            scope.spawn(|| {
                let _place = modest.enter(None, || true);
                order.lock().expect("no panic").push("modest");
            });
            until_waiting(&pool, 5);
            drop(first);
        });
        assert_eq!(order.into_inner().expect("no panic")[0], "modest");
    }

    #[test]
    fn a_search_that_is_not_wanted_any_more_does_not_wait() {
        let pool = Pool::shared(1, 1);
        let _place = pool.enter(None, || true);
        assert!(pool.join().enter(None, || false).is_none());
        assert!(pool.hall.as_ref().expect("shared").state().waiting.is_empty());
        assert!(Pool::default().enter(None, || true).is_some());
    }

    #[test]
    fn an_analysis_makes_room() {
        let pool = Pool::shared(1, 1);
        let stop = Arc::new(Stop::default());
        thread::scope(|scope| {
            let place = pool.join().enter(Some(&stop), || true);
            let other = scope.spawn(|| pool.join().enter(None, || true).is_some());
            while !stop.is_requested() {
                thread::yield_now();
            }
            drop(place);
            assert!(other.join().expect("no panic"));
        });
    }
}
