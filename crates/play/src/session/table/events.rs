//! The view and the events that a table publishes. Publishing costs the same whatever the number and speed of the
//! readers: each reader fetches what it needs when it needs it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{GameView, Identity};
use crate::rules::side::Side;
use crate::session::driver::Notify;
use crate::session::history::Line;
use crate::session::referee::Ending;

/// How many events are kept for readers that are a little behind. A reader that missed more uses the view.
pub const KEPT: usize = 256;

/// An event at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The event number: the first is 1, each next one is larger by one.
    pub number: u64,
    /// The event itself.
    pub what: Happened,
}

/// The kinds of events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happened {
    /// A line was added to the history: a move, or an army that left or fell.
    Line(Line),
    /// This many lines were removed from the end of the history.
    TakenBack(usize),
    /// A seat offers a draw.
    Offered(Side),
    /// A seat claims the game.
    Claimed(Side),
    /// The game is over.
    Ended(Ending),
    /// An announcement for all observers.
    Announced(String),
    /// A player has taken a seat.
    Sat(Side, Identity),
    /// An observer has arrived.
    Came(Identity),
    /// An observer has left.
    Went(Identity),
}

/// The differences between two views, as events.
pub(super) fn between(before: &GameView, after: &GameView) -> Vec<Happened> {
    let mut happened = Vec::new();
    let (old, new) = (&before.status, &after.status);
    let same = |gone: &&Identity, there: &[Identity]| !there.contains(gone);
    happened.extend(new.present.iter().filter(|who| same(who, &old.present)).cloned().map(Happened::Came));
    happened.extend(old.present.iter().filter(|who| same(who, &new.present)).cloned().map(Happened::Went));
    for side in after.position.spec().sides() {
        if let Some(owner) = new.owners[side].as_ref().filter(|_| new.owners[side] != old.owners[side]) {
            happened.push(Happened::Sat(side, owner.clone()));
        }
    }
    if !Arc::ptr_eq(&before.lines, &after.lines) {
        let common = before.lines.iter().zip(after.lines.iter()).take_while(|(old, new)| old == new).count();
        if common < before.lines.len() {
            happened.push(Happened::TakenBack(before.lines.len() - common));
        }
        happened.extend(after.lines[common..].iter().cloned().map(Happened::Line));
    }
    happened.extend(new.offers.iter().filter(|&side| !old.offers.has(side)).map(Happened::Offered));
    if let Some(claim) = new.claim.filter(|_| old.claim.is_none()) {
        happened.push(Happened::Claimed(claim.by));
    }
    if let Some(ending) = new.ending.as_ref().filter(|_| old.ending.is_none()) {
        happened.push(Happened::Ended(ending.clone()));
    }
    happened
}

/// The newest view, the last events and the readers of a table.
pub(super) struct Feed(Mutex<State>);

struct State {
    view: Arc<GameView>,
    events: VecDeque<Event>,
    readers: Vec<Reader>,
    /// The number of readers so far.
    count: u64,
}

struct Reader {
    id: u64,
    identity: Identity,
    /// Was it woken and has not read since then?
    woken: Arc<AtomicBool>,
    waker: Notify,
}

/// What a reader gets.
#[derive(Clone)]
pub struct News {
    /// The newest view, which includes all these events.
    pub view: Arc<GameView>,
    /// The events since the last read, as far as they are still kept.
    pub events: Vec<Event>,
    /// The number of older events that are no longer kept, for a reader that was away too long. The view includes
    /// their effects.
    pub missed: u64,
}

impl Feed {
    pub(super) fn new(view: GameView) -> Feed {
        Feed(Mutex::new(State { view: Arc::new(view), events: VecDeque::new(), readers: Vec::new(), count: 0 }))
    }

    /// The lock is held only for a moment, and never while waiting for anything.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn newest(&self) -> Arc<GameView> {
        Arc::clone(&self.state().view)
    }

    /// Stores a view and its events. Returns the wakers of all readers except those that were woken before and have
    /// not read yet.
    pub(super) fn publish(&self, mut view: GameView, happened: Vec<Happened>) -> Vec<Notify> {
        let mut state = self.state();
        for what in happened {
            view.number += 1;
            state.events.push_back(Event { number: view.number, what });
        }
        let old = state.events.len().saturating_sub(KEPT);
        state.events.drain(..old);
        state.view = Arc::new(view);
        let asleep = state.readers.iter().filter(|reader| !reader.woken.swap(true, Ordering::AcqRel));
        asleep.map(|reader| Arc::clone(&reader.waker)).collect()
    }

    /// The newest view, and the events after this number.
    pub(super) fn after(&self, number: u64) -> News {
        let state = self.state();
        let first = state.events.front().map_or(state.view.number + 1, |event| event.number);
        let events = state.events.iter().filter(|event| event.number > number).cloned().collect();
        News { view: Arc::clone(&state.view), events, missed: first.saturating_sub(number + 1) }
    }

    /// Adds a reader. Returns its id, the number of the last event it knows, and the flag that tells whether it was
    /// woken.
    pub(super) fn enter(&self, identity: &Identity, from: Option<u64>, waker: Notify) -> Entered {
        let mut state = self.state();
        state.count += 1;
        let (id, woken) = (state.count, Arc::new(AtomicBool::new(false)));
        let known = from.unwrap_or(state.view.number).min(state.view.number);
        state.readers.push(Reader { id, identity: identity.clone(), woken: Arc::clone(&woken), waker });
        Entered { id, known, woken }
    }

    pub(super) fn leave(&self, id: u64) {
        self.state().readers.retain(|reader| reader.id != id);
    }

    /// The identities of the readers, without duplicates, in the order of arrival.
    pub(super) fn readers(&self) -> Vec<Identity> {
        let mut all: Vec<Identity> = Vec::new();
        for reader in &self.state().readers {
            if !all.contains(&reader.identity) {
                all.push(reader.identity.clone());
            }
        }
        all
    }
}

/// A new reader.
pub(super) struct Entered {
    pub(super) id: u64,
    pub(super) known: u64,
    pub(super) woken: Arc<AtomicBool>,
}
