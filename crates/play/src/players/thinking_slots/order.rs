//! Who gets the next place. The opponents of people who are at their table come before all other work; among equals the
//! person comes first who was served longest ago, whatever the number of their tables and connections.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// While opponents of people wait, one place in so many goes to other work, so that it is never held up forever.
const SHARE: u32 = 8;

/// For how many places a person is remembered who does not wait.
const REMEMBERED: u64 = 1024;

/// For whom searches are. The table of a game changes this when people come and go.
#[derive(Default, Debug)]
pub(super) struct Asker {
    person: Mutex<Arc<str>>,
    /// Is it the opponent of a person who is at the table?
    is_opponent: AtomicBool,
}

impl Asker {
    pub(super) fn new(person: Arc<str>) -> Asker {
        Asker { person: Mutex::new(person), is_opponent: AtomicBool::new(false) }
    }

    pub(super) fn person(&self) -> Arc<str> {
        Arc::clone(&self.person.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes for whom it is. Returns whether that is something else than before.
    pub(super) fn change(&self, person: Option<Arc<str>>, is_opponent: bool) -> bool {
        let was_opponent = self.is_opponent.swap(is_opponent, Ordering::Relaxed);
        let mut own = self.person.lock().unwrap_or_else(PoisonError::into_inner);
        let other = person.filter(|person| *person != *own);
        let changed = other.is_some() || was_opponent != is_opponent;
        *own = other.unwrap_or_else(|| Arc::clone(&own));
        changed
    }

    fn is_opponent(&self) -> bool {
        self.is_opponent.load(Ordering::Relaxed)
    }
}

/// A search that waits for a place.
pub(super) struct Waiting<W> {
    pub(super) number: u64,
    asker: Arc<Asker>,
    pub(super) what: W,
}

/// The searches that wait.
pub(super) struct Order<W> {
    /// The number of the last request.
    numbers: u64,
    waiting: Vec<Waiting<W>>,
    /// The number of the request that got a place last, for each person.
    served: HashMap<Arc<str>, u64>,
    /// How many opponents of people came before other work that waits.
    passed: u32,
}

impl<W> Default for Order<W> {
    fn default() -> Order<W> {
        Order { numbers: 0, waiting: Vec::new(), served: HashMap::new(), passed: 0 }
    }
}

impl<W> Order<W> {
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Adds a search, and returns its number.
    pub(super) fn add(&mut self, asker: &Arc<Asker>, what: W) -> u64 {
        self.numbers += 1;
        self.waiting.push(Waiting { number: self.numbers, asker: Arc::clone(asker), what });
        self.numbers
    }

    /// The search whose turn it is.
    pub(super) fn next(&self) -> Option<&Waiting<W>> {
        let rank = |waiting: &&Waiting<W>| {
            (self.served.get(&waiting.asker.person()).copied().unwrap_or(0), waiting.number)
        };
        let first = self.waiting.iter().filter(|waiting| waiting.asker.is_opponent()).min_by_key(rank);
        if first.is_some() && self.passed + 1 < SHARE {
            return first;
        }
        self.waiting.iter().filter(|waiting| !waiting.asker.is_opponent()).min_by_key(rank).or(first)
    }

    /// A search gets its place.
    pub(super) fn serve(&mut self, number: u64) -> Option<Waiting<W>> {
        let served = self.remove(number)?;
        let passes = served.asker.is_opponent() && self.waiting.iter().any(|waiting| !waiting.asker.is_opponent());
        self.passed = if passes { self.passed + 1 } else { 0 };
        self.served.insert(served.asker.person(), number);
        // Nobody is remembered longer than there is somebody to compare with.
        let last = self.numbers.saturating_sub(REMEMBERED);
        let waiting: Vec<Arc<str>> = self.waiting.iter().map(|waiting| waiting.asker.person()).collect();
        self.served.retain(|person, served| *served > last || waiting.contains(person));
        Some(served)
    }

    /// A search is not wanted any more.
    pub(super) fn remove(&mut self, number: u64) -> Option<Waiting<W>> {
        let at = self.waiting.iter().position(|waiting| waiting.number == number)?;
        Some(self.waiting.remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(person: &str, is_opponent: bool) -> Arc<Asker> {
        let asker = Asker::new(person.into());
        asker.change(None, is_opponent);
        Arc::new(asker)
    }

    /// Serves all, and returns them in their order.
    fn all<W>(order: &mut Order<W>) -> Vec<W> {
        let next = |order: &mut Order<W>| {
            let number = order.next()?.number;
            order.serve(number).map(|served| served.what)
        };
        std::iter::from_fn(|| next(order)).collect()
    }

    #[test]
    fn opponents_of_people_come_first_and_people_take_turns() {
        let mut order = Order::default();
        // One person has three tables and two analyses, another one table, and a third an analysis.
        for (person, is_opponent, work) in [
            ("ann", false, "ann looks"),
            ("ann", false, "ann looks too"),
            ("cy", false, "cy looks"),
            ("ann", true, "ann 1"),
            ("ann", true, "ann 2"),
            ("ann", true, "ann 3"),
            ("bo", true, "bo"),
        ] {
            order.add(&asker(person, is_opponent), work);
        }
        let served = all(&mut order);
        assert_eq!(served, ["ann 1", "bo", "ann 2", "ann 3", "cy looks", "ann looks", "ann looks too"]);
    }

    #[test]
    fn one_person_with_many_tables_waits_as_one_with_one_table_does() {
        let mut order = Order::default();
        for table in 0..150 {
            order.add(&asker("many", true), ("many", table));
        }
        order.add(&asker("one", true), ("one", 0));
        assert!(all(&mut order).iter().take(2).any(|(person, _)| *person == "one"));
    }

    #[test]
    fn other_work_is_never_held_up_forever() {
        let mut order = Order::default();
        order.add(&asker("eve", false), "puzzles");
        let players = ["ann", "bo", "cy"].map(|person| asker(person, true));
        let mut came = 0;
        loop {
            // Their computers are always on turn again.
            while order.len() < 4 {
                order.add(&players[came % 3], "opponent");
            }
            let number = order.next().expect("somebody waits").number;
            came += 1;
            if order.serve(number).is_some_and(|served| served.what == "puzzles") {
                break;
            }
        }
        assert_eq!(came, SHARE as usize);
    }

    #[test]
    fn who_goes_away_loses_the_precedence_at_once() {
        let mut order = Order::default();
        let (gone, there) = (asker("ann", true), asker("bo", true));
        order.add(&gone, "gone");
        order.add(&there, "there");
        gone.change(None, false);
        assert_eq!(all(&mut order), ["there", "gone"]);
    }
}
