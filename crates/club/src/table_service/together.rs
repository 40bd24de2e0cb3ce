//! Reviewing a finished game together: one person leads, and the others see what that person sees. It lasts while
//! somebody looks, and nothing of it is stored.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::{TableService, TableServiceError};
use crate::change_notifier::{ChangeNotifier, Listening, Topic};
use crate::member::Member;
use crate::rules::timeline::Act;
use crate::session::driver::Notify;
use crate::store::TableKey;

/// Somebody who looks, on one terminal.
struct Viewer {
    number: u64,
    name: String,
}

/// What those who look share.
#[derive(Default)]
struct State {
    count: u64,
    /// Who looks, in the order in which they came.
    people: Vec<Viewer>,
    /// The number of the one who leads.
    leader: u64,
    /// The number of the one who asks for the lead.
    asks: Option<u64>,
    /// What the leader sees: all moves from the start of the game, also those of a variation.
    spot: Option<Arc<[Act]>>,
}

impl State {
    fn name(&self, number: u64) -> Option<&str> {
        self.people.iter().find(|viewer| viewer.number == number).map(|viewer| viewer.name.as_str())
    }

    fn set_leader(&mut self, number: u64) {
        self.leader = number;
        self.asks = self.asks.filter(|&asks| asks != number);
    }

    /// Who leads after this one: who has asked for it, otherwise the next one.
    fn next(&self, after: u64) -> Option<u64> {
        let others = || self.people.iter().map(|viewer| viewer.number).filter(|&number| number != after);
        self.asks.or_else(|| others().find(|&number| number > after)).or_else(|| others().next())
    }
}

/// A game that people review together.
#[derive(Default)]
pub(super) struct Circle {
    state: Mutex<State>,
    notifier: ChangeNotifier,
}

impl Circle {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games that people review together, while they do.
pub(super) type Circles = BTreeMap<TableKey, Weak<Circle>>;

/// What one of those who look sees of the others.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Gathered {
    /// Does this one lead?
    pub leads: bool,
    /// The name of the one who leads.
    pub leader: String,
    /// The names of the others, without the one who leads.
    pub others: Vec<String>,
    /// The name of the one who asks for the lead.
    pub asks: Option<String>,
    /// Does this one ask for it?
    pub asking: bool,
    /// What the leader sees.
    pub spot: Option<Arc<[Act]>>,
}

/// One of those who review a game together, until this is dropped.
pub struct Together {
    number: u64,
    key: TableKey,
    circle: Arc<Circle>,
    /// Tells the screens at the table that somebody has come or gone.
    club: ChangeNotifier,
}

impl fmt::Debug for Together {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Together({})", self.number)
    }
}

impl Together {
    /// Calls the waker after each change, from any thread, until the result is dropped. It must not block.
    pub fn listen(&self, waker: Notify) -> Listening {
        self.circle.notifier.listen(&[], waker)
    }

    /// What this one sees now.
    pub fn see(&self) -> Gathered {
        let state = self.circle.state();
        let other = |viewer: &&Viewer| viewer.number != self.number && viewer.number != state.leader;
        Gathered {
            leads: state.leader == self.number,
            leader: state.name(state.leader).unwrap_or_default().to_owned(),
            others: state.people.iter().filter(other).map(|viewer| viewer.name.clone()).collect(),
            asks: state.asks.and_then(|asks| state.name(asks)).map(str::to_owned),
            asking: state.asks == Some(self.number),
            spot: state.spot.clone(),
        }
    }

    /// The leader shows another position. From others this changes nothing.
    pub fn show(&self, moves: &[Act]) {
        {
            let mut state = self.circle.state();
            if state.leader != self.number || state.spot.as_deref() == Some(moves) {
                return;
            }
            state.spot = Some(moves.into());
        }
        self.circle.notifier.notify_all();
    }

    /// The leader gives the lead to who has asked for it, or else to the next one. Returns the name.
    pub fn hand_over(&self) -> Option<String> {
        let name = {
            let mut state = self.circle.state();
            let next = state.next(self.number).filter(|_| state.leader == self.number)?;
            state.set_leader(next);
            state.name(next).map(str::to_owned)
        };
        self.circle.notifier.notify_all();
        name
    }

    /// Asks for the lead, or no longer does. Only one at a time asks: the last one counts.
    pub fn ask(&self) {
        {
            let mut state = self.circle.state();
            if state.leader == self.number {
                return;
            }
            state.asks = if state.asks == Some(self.number) { None } else { Some(self.number) };
        }
        self.circle.notifier.notify_all();
    }
}

impl Drop for Together {
    fn drop(&mut self) {
        {
            let mut state = self.circle.state();
            state.asks = state.asks.filter(|&asks| asks != self.number);
            if let Some(next) = state.next(self.number).filter(|_| state.leader == self.number) {
                state.set_leader(next);
            }
            state.people.retain(|viewer| viewer.number != self.number);
        }
        self.circle.notifier.notify_all();
        self.club.notify(Topic::Table(self.key));
    }
}

impl TableService {
    /// Reviews a finished game with all others who do. The first one leads.
    pub fn look_together(
        &self,
        who: &Member,
        key: TableKey,
        code: Option<&str>,
    ) -> Result<Together, TableServiceError> {
        let entry = self.entry_or_over(key)?;
        entry.admit(who.id, code)?;
        let over = entry.table.is_some_and(|table| table.newest().status.ending.is_some());
        if !over {
            return Err(TableServiceError::NotOver);
        }
        let circle = {
            let circles = &mut self.state().circles;
            circles.retain(|_, circle| circle.strong_count() > 0);
            let known = circles.get(&key).and_then(Weak::upgrade);
            let circle = known.unwrap_or_default();
            circles.insert(key, Arc::downgrade(&circle));
            circle
        };
        let number = {
            let mut state = circle.state();
            state.count += 1;
            let number = state.count;
            if state.people.is_empty() {
                state.set_leader(number);
            }
            state.people.push(Viewer { number, name: who.shown_name() });
            number
        };
        circle.notifier.notify_all();
        self.notifier.notify(Topic::Table(key));
        Ok(Together { number, key, circle, club: self.notifier.clone() })
    }

    /// Who reviews a finished game with others, by name.
    pub fn looks_together(&self, key: TableKey) -> Vec<String> {
        let circle = self.state().circles.get(&key).and_then(Weak::upgrade);
        let mut names: Vec<String> = Vec::new();
        if let Some(circle) = circle {
            names.extend(circle.state().people.iter().map(|viewer| viewer.name.clone()));
        }
        names.dedup();
        names
    }
}
