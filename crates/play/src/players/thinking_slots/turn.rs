//! A place for long work in small pieces. Between two pieces it stands still while others wait for the place.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Place, ThinkingSlots};
use crate::engine::limits::Stop;

/// A place to think, taken at the first piece of the work and given back whenever others have waited long enough.
pub struct Turn<'a> {
    pool: &'a ThinkingSlots,
    wanted: &'a dyn Fn() -> bool,
    held: RefCell<Option<(Place, Arc<Stop>)>>,
}

impl<'a> Turn<'a> {
    /// For work that is done as long as it is wanted.
    pub fn new(pool: &'a ThinkingSlots, wanted: &'a dyn Fn() -> bool) -> Turn<'a> {
        Turn { pool, wanted, held: RefCell::default() }
    }

    /// Waits until the next piece may be done. False if the work is not wanted any more.
    pub fn goes_on(&self) -> bool {
        let mut held = self.held.borrow_mut();
        let is_wanted = (self.wanted)();
        if !is_wanted || held.as_ref().is_some_and(|(_, stop)| stop.is_requested()) {
            *held = None;
        }
        if is_wanted && held.is_none() {
            let stop = Arc::default();
            *held = self.pool.enter(Some(&stop), self.wanted).map(|place| (place, stop));
        }
        held.is_some()
    }
}
