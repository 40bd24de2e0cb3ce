//! What is told of a table: the newest view and the last events. Telling costs the same however many
//! read, and however slow they are: a reader takes what it wants when it wants it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{GameView, Identity};
use crate::rules::side::Side;
use crate::session::driver::Notify;
use crate::session::history::Line;
use crate::session::referee::Ending;

/// So many events are kept for readers that were away for a moment. Whoever missed more reads the view.
pub const KEPT: usize = 256;

/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Each is one more than that of the event before; the first is 1.
    pub number: u64,
    /// What happened.
    pub what: Happened,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happened {
    /// A line was added to the history: a move, or an army that leaves or falls.
    Line(Line),
    /// So many lines at the end of the history were taken back.
    TakenBack(usize),
    /// A seat offers a draw.
    Offered(Side),
    /// The game is over.
    Ended(Ending),
    /// Something is told to all who look.
    Announced(String),
    /// Somebody has taken a seat.
    Sat(Side, Identity),
    /// Somebody begins to look.
    Came(Identity),
    /// Somebody looks no more.
    Went(Identity),
}

/// What happened between two views.
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
    if let Some(ending) = new.ending.as_ref().filter(|_| old.ending.is_none()) {
        happened.push(Happened::Ended(ending.clone()));
    }
    happened
}

/// The newest view and the last events of a table, with who reads them.
pub(super) struct Feed(Mutex<State>);

struct State {
    view: Arc<GameView>,
    events: VecDeque<Event>,
    readers: Vec<Reader>,
    /// How many readers there were.
    count: u64,
}

struct Reader {
    id: u64,
    identity: Identity,
    /// Was it woken, and has it not read since?
    woken: Arc<AtomicBool>,
    waker: Notify,
}

/// What somebody reads.
#[derive(Clone)]
pub struct News {
    /// What is to be seen now, with all these events in it.
    pub view: Arc<GameView>,
    /// The events since it was asked last, as far as they are still known.
    pub events: Vec<Event>,
    /// How many before them are not known any more, for whoever was away too long. The view has what
    /// came of them.
    pub missed: u64,
}

impl Feed {
    pub(super) fn new(view: GameView) -> Feed {
        Feed(Mutex::new(State { view: Arc::new(view), events: VecDeque::new(), readers: Vec::new(), count: 0 }))
    }

    /// Held for a moment only, and never while something is waited for.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn newest(&self) -> Arc<GameView> {
        Arc::clone(&self.state().view)
    }

    /// Takes a view and what has happened. Gives back whom to wake: nobody who was woken and has not
    /// read yet.
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

    /// The newest view, and the events after a number up to it.
    pub(super) fn after(&self, number: u64) -> News {
        let state = self.state();
        let first = state.events.front().map_or(state.view.number + 1, |event| event.number);
        let events = state.events.iter().filter(|event| event.number > number).cloned().collect();
        News { view: Arc::clone(&state.view), events, missed: first.saturating_sub(number + 1) }
    }

    /// Another reader: its number, the last event it is taken to know, and what says whether it was woken.
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

    /// Who reads, each once, in the order they came.
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

/// A reader that has come.
pub(super) struct Entered {
    pub(super) id: u64,
    pub(super) known: u64,
    pub(super) woken: Arc<AtomicBool>,
}
