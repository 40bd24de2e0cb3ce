//! The threads that search for the computers of all tables: no more than there are places. A search that waits has no
//! thread, so many games cost no more threads than few.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use heterodox_base::processes::lower_priority;

use super::{LOOK, Place, SharedSlots, State};
use crate::task;

/// What is done at a place.
pub(crate) type Work = Box<dyn FnOnce(Place) + Send>;

/// A thread ends after this time without work.
const IDLE: Duration = Duration::from_secs(10);

/// The threads.
#[derive(Default)]
pub(super) struct Workers {
    count: usize,
    idle: usize,
}

impl SharedSlots {
    /// Makes sure that there is a thread for work that waits. The error is that of a system without threads.
    pub(super) fn call_worker(self: &Arc<SharedSlots>, state: &mut State) -> std::io::Result<()> {
        if state.workers.idle >= state.order.len() || state.workers.count >= self.places {
            return Ok(());
        }
        let shared = Arc::clone(self);
        match task::spawn("search", move || shared.serve()) {
            Ok(_) => state.workers.count += 1,
            // The others do it later.
            Err(_) if state.workers.count > 0 => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The loop of a thread.
    fn serve(self: Arc<SharedSlots>) {
        lower_priority();
        while let Some((work, place)) = self.next_work() {
            // Whoever waits for the work hears of a panic from it.
            let _ = task::contain(|| work(place.make_room()));
        }
    }

    /// Waits for work whose turn it is; `None` if there was none for a while.
    fn next_work(self: &Arc<SharedSlots>) -> Option<(Work, Place)> {
        let mut state = self.state();
        let mut rests = false;
        loop {
            if let Some(found) = self.take_work(&mut state) {
                return Some(found);
            }
            if rests && state.order.len() == 0 {
                state.workers.count -= 1;
                return None;
            }
            state.workers.idle += 1;
            let time = if state.order.len() == 0 { IDLE } else { LOOK };
            let waited = self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner);
            state = waited.0;
            state.workers.idle -= 1;
            rests = waited.1.timed_out();
        }
    }

    fn take_work(self: &Arc<SharedSlots>, state: &mut MutexGuard<'_, State>) -> Option<(Work, Place)> {
        let number = state.order.next().filter(|next| next.what.work.is_some())?.number;
        let (work, place) = self.place(state, number, None)?;
        Some((work?, place))
    }
}
