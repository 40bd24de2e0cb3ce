//! The memory of engines. An engine is kept for the next search of its owner, which then knows what it has found before, as
//! long as there is room for all. When there is none, the engine that has rested longest is freed; its owner makes a new
//! one. A search for which there would still be no room waits until another one has ended.

use std::sync::{Arc, Weak};

/// An engine with its owner.
pub(crate) trait Rests: Send + Sync {
    /// Frees the engine, if no search uses it now.
    fn free(&self);
    /// Is there an engine? Dropping the owner must not need the pool, which asks.
    fn is_there(&self) -> bool;
}

/// What a search needs.
#[derive(Clone, Default)]
pub(crate) struct Need {
    /// Megabytes of memory, at most.
    pub(crate) megabytes: usize,
    /// The engine, if it is kept after the search.
    pub(crate) engine: Option<Arc<dyn Rests>>,
}

/// An engine that is there, or that a search creates.
struct Kept {
    engine: Option<Weak<dyn Rests>>,
    megabytes: usize,
    /// The number of the last search that used it, and whether that goes on.
    search: u64,
    is_busy: bool,
}

impl Kept {
    fn is(&self, engine: &Arc<dyn Rests>) -> bool {
        self.engine.as_ref().is_some_and(|own| std::ptr::addr_eq(own.as_ptr(), Arc::as_ptr(engine)))
    }

    fn is_there(&self) -> bool {
        self.is_busy || self.engine.as_ref().and_then(Weak::upgrade).is_some_and(|engine| engine.is_there())
    }
}

/// All engines.
#[derive(Default)]
pub(super) struct Memory {
    /// Megabytes for all engines; `None` for no limit.
    pub(super) most: Option<usize>,
    kept: Vec<Kept>,
    /// How many engines had to be freed for others.
    pub(super) freed: u64,
}

impl Memory {
    /// Megabytes of the engines that are there.
    pub(super) fn used(&self) -> usize {
        self.kept.iter().filter(|kept| kept.is_there()).map(|kept| kept.megabytes).sum()
    }

    /// Can this search begin now? If nothing runs, it can always.
    pub(super) fn has_room(&self, need: &Need) -> bool {
        let busy = || self.kept.iter().filter(|kept| kept.is_busy);
        let used: usize = busy().map(|kept| kept.megabytes).sum();
        self.most.is_none_or(|most| used + need.megabytes <= most) || busy().next().is_none()
    }

    /// A search begins. Returns the engines to free for it.
    pub(super) fn begin(&mut self, need: &Need, search: u64) -> Vec<Arc<dyn Rests>> {
        let own = |kept: &Kept| need.engine.as_ref().is_some_and(|engine| kept.is(engine));
        // A search that was cancelled may still run on the same engine, which is counted once.
        self.kept.retain(|kept| kept.is_there() && !own(kept));
        let engine = need.engine.as_ref().map(Arc::downgrade);
        self.kept.push(Kept { engine, megabytes: need.megabytes, search, is_busy: true });
        let mut freed = Vec::new();
        while self.most.is_some_and(|most| self.used() > most) {
            let resting = self.kept.iter().enumerate().filter(|(_, kept)| !kept.is_busy);
            let Some((at, _)) = resting.min_by_key(|(_, kept)| kept.search) else { break };
            freed.extend(self.kept.remove(at).engine.and_then(|engine| engine.upgrade()));
            self.freed += 1;
        }
        freed
    }

    /// A search has ended: its engine rests.
    pub(super) fn end(&mut self, search: u64) {
        for kept in self.kept.iter_mut().filter(|kept| kept.search == search) {
            kept.is_busy = false;
        }
        self.kept.retain(Kept::is_there);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    impl Rests for Mutex<bool> {
        fn free(&self) {
            *self.lock().expect("no panic") = false;
        }

        fn is_there(&self) -> bool {
            *self.lock().expect("no panic")
        }
    }

    fn engine() -> Arc<Mutex<bool>> {
        Arc::new(Mutex::new(true))
    }

    fn need(engine: &Arc<Mutex<bool>>, megabytes: usize) -> Need {
        Need { megabytes, engine: Some(Arc::clone(engine) as Arc<dyn Rests>) }
    }

    #[test]
    fn the_engine_that_has_rested_longest_is_freed() {
        let mut memory = Memory { most: Some(30), ..Memory::default() };
        let all = [engine(), engine(), engine(), engine()];
        for (search, at) in [(1, 0), (2, 1), (3, 0), (4, 2)] {
            assert!(memory.begin(&need(&all[at], 10), search).is_empty());
            memory.end(search);
        }
        assert_eq!(memory.used(), 30);
        let freed = memory.begin(&need(&all[3], 10), 5);
        for engine in &freed {
            engine.free();
        }
        let there: Vec<bool> = all.iter().map(|engine| *engine.lock().expect("no panic")).collect();
        assert_eq!((there, memory.used(), memory.freed), (vec![true, false, true, true], 30, 1));
    }

    #[test]
    fn a_search_waits_for_memory_that_others_use() {
        let mut memory = Memory { most: Some(30), ..Memory::default() };
        let all = [engine(), engine()];
        memory.begin(&need(&all[0], 20), 1);
        assert!(!memory.has_room(&need(&all[1], 20)) && memory.has_room(&need(&all[1], 10)));
        memory.end(1);
        assert!(memory.has_room(&need(&all[1], 20)) && memory.has_room(&need(&all[1], 40)), "it is alone");
    }

    #[test]
    fn an_engine_whose_owner_is_gone_needs_no_memory() {
        let mut memory = Memory { most: Some(30), ..Memory::default() };
        let (gone, passing) = (engine(), Need { megabytes: 5, engine: None });
        memory.begin(&need(&gone, 20), 1);
        memory.begin(&passing, 2);
        (1..3).for_each(|search| memory.end(search));
        assert_eq!(memory.used(), 20);
        drop(gone);
        assert_eq!(memory.used(), 0);
        let empty = engine();
        memory.begin(&need(&empty, 20), 3);
        memory.end(3);
        empty.free();
        assert_eq!(memory.used(), 0, "its owner has freed it");
    }
}
