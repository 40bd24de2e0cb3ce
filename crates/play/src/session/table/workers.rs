//! The threads that serve tables: answers of players, news of journals, clocks. A few serve all tables. A thread that a
//! disk holds up is not waited for: another one is started, so such a disk holds its own table only.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::Table;
use crate::task;

/// How many threads serve tables as long as none is held up.
const USUAL: usize = 4;

/// After this time a table that waits gets another thread.
const LONGEST_QUEUE: Duration = Duration::from_millis(50);

/// A thread ends after this time without work, unless it is the last.
const IDLE: Duration = Duration::from_secs(10);

/// A table as the threads see it.
#[derive(Default)]
struct Post {
    /// `None` until the table is made.
    table: Option<Weak<Table>>,
    /// Has something happened that nobody has looked at?
    called: bool,
    /// Does a thread serve it now?
    served: bool,
    /// When the time changes something.
    due: Option<Instant>,
}

#[derive(Default)]
struct State {
    posts: BTreeMap<u64, Post>,
    numbers: u64,
    /// The tables to look at, and since when they wait.
    ready: VecDeque<(u64, Instant)>,
    threads: usize,
    idle: usize,
    /// Is there the thread that minds the time?
    minded: bool,
}

impl State {
    fn call(&mut self, number: u64, now: Instant) {
        let Some(post) = self.posts.get_mut(&number) else { return };
        if !std::mem::replace(&mut post.called, true) && !post.served {
            self.ready.push_back((number, now));
        }
    }

    /// Calls the tables whose time has come. Returns the next time.
    fn call_due(&mut self, now: Instant) -> Option<Instant> {
        let due: Vec<u64> = self
            .posts
            .iter()
            .filter(|(_, post)| post.due.is_some_and(|due| due <= now))
            .map(|(at, _)| *at)
            .collect();
        for number in due {
            if let Some(post) = self.posts.get_mut(&number) {
                post.due = None;
            }
            self.call(number, now);
        }
        self.posts.values().filter_map(|post| post.due).min()
    }

    /// The next table to look at.
    fn next(&mut self) -> Option<(u64, Weak<Table>)> {
        while let Some((number, _)) = self.ready.pop_front() {
            let Some(post) = self.posts.get_mut(&number) else { continue };
            post.called = false;
            // A table that is being made is called again when it is there.
            if let Some(table) = &post.table {
                post.served = true;
                return Some((number, Weak::clone(table)));
            }
        }
        None
    }
}

#[derive(Default)]
struct Shop {
    state: Mutex<State>,
    /// For the threads that serve.
    work: Condvar,
    /// For the one that minds the time.
    time: Condvar,
}

/// The threads that serve tables. Clones are the same ones.
#[derive(Clone, Default)]
pub struct Workers(Arc<Shop>);

impl fmt::Debug for Workers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Workers({} tables)", self.0.state().posts.len())
    }
}

/// The place of one table with its threads.
pub(super) struct Desk {
    shop: Arc<Shop>,
    number: u64,
}

impl Workers {
    /// A place for a new table. The error is that of a system without threads.
    pub(super) fn open(&self) -> io::Result<Desk> {
        let shop = &self.0;
        let mut state = shop.state();
        if !state.minded {
            let own = Arc::clone(shop);
            task::spawn("tables", move || own.mind_time())?;
            state.minded = true;
        }
        if state.threads == 0 {
            shop.start(&mut state)?;
        }
        state.numbers += 1;
        let number = state.numbers;
        state.posts.insert(number, Post::default());
        Ok(Desk { shop: Arc::clone(shop), number })
    }
}

impl Desk {
    /// This table has the place.
    pub(super) fn give(&self, table: Weak<Table>) {
        if let Some(post) = self.shop.state().posts.get_mut(&self.number) {
            post.table = Some(table);
        }
        self.call();
    }

    /// What calls the threads when something has happened at the table.
    pub(super) fn bell(&self) -> impl Fn() + Send + Sync + 'static {
        let (shop, number) = (Arc::downgrade(&self.shop), self.number);
        move || {
            if let Some(shop) = shop.upgrade() {
                shop.call(number);
            }
        }
    }

    pub(super) fn call(&self) {
        self.shop.call(self.number);
    }

    /// The time changes something at this time, or never.
    pub(super) fn set_due(&self, due: Option<Instant>) {
        if let Some(post) = self.shop.state().posts.get_mut(&self.number) {
            post.due = due;
        }
        if due.is_some() {
            self.shop.time.notify_one();
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.close();
    }
}

impl Desk {
    /// The table is closed.
    pub(super) fn close(&self) {
        self.shop.state().posts.remove(&self.number);
        self.shop.work.notify_all();
        self.shop.time.notify_one();
    }
}

impl Shop {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, number: u64) {
        let is_short = {
            let mut state = self.state();
            state.call(number, Instant::now());
            state.idle < state.ready.len()
        };
        self.work.notify_one();
        if is_short {
            self.time.notify_one();
        }
    }

    fn start(self: &Arc<Shop>, state: &mut State) -> io::Result<()> {
        let own = Arc::clone(self);
        task::spawn("table", move || own.serve())?;
        state.threads += 1;
        Ok(())
    }

    /// The loop of a thread that serves.
    fn serve(self: Arc<Shop>) {
        let mut state = self.state();
        let mut rested = false;
        loop {
            if let Some((number, table)) = state.next() {
                drop(state);
                let again = table.upgrade().is_some_and(|table| !table.poll(Instant::now()));
                if again {
                    // Commands come first: their turn comes when the lock is free, and then the table is looked at again.
                    std::thread::yield_now();
                }
                state = self.state();
                if let Some(post) = state.posts.get_mut(&number) {
                    post.served = false;
                    if std::mem::take(&mut post.called) || again {
                        state.call(number, Instant::now());
                    }
                }
                rested = false;
                continue;
            }
            if state.posts.is_empty() || rested && state.threads > 1 {
                state.threads -= 1;
                return;
            }
            state.idle += 1;
            let waited = self.work.wait_timeout(state, IDLE).unwrap_or_else(PoisonError::into_inner);
            (state, rested) = (waited.0, waited.1.timed_out());
            state.idle -= 1;
        }
    }

    /// The loop of the thread that minds the time: it calls tables, and starts threads where they are needed.
    fn mind_time(self: Arc<Shop>) {
        let mut state = self.state();
        while !state.posts.is_empty() {
            let now = Instant::now();
            let before = state.ready.len();
            let due = state.call_due(now);
            if state.ready.len() > before {
                self.work.notify_all();
            }
            let mut next = due;
            if let Some((_, since)) = state.ready.front().copied().filter(|_| state.idle < state.ready.len()) {
                let late = since + LONGEST_QUEUE;
                // A table is served by one thread at a time, so more threads than tables have nothing to do.
                if state.threads < state.posts.len() && (state.threads < USUAL || late <= now) {
                    // Without another thread, the tables wait for those that there are.
                    let _ = self.start(&mut state);
                }
                next = Some(next.map_or(now + LONGEST_QUEUE, |next| next.min(now + LONGEST_QUEUE)));
            }
            let time = next.map_or(IDLE, |next| next.saturating_duration_since(now));
            state = self.time.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.minded = false;
    }
}
