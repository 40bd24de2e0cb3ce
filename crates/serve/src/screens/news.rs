//! Tells screens of the club that something has changed. However often the bell rings, a screen looks
//! a few times a second at most, and between two looks its client is woken once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::club::change_notifier::Listening;
use crate::screens::club::visit;
use crate::tui::wakes::Reason;
use crate::tui::world::World;

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// What the bell has told, until this is dropped.
#[derive(Debug)]
pub(crate) struct News {
    rung: Arc<AtomicBool>,
    looked: Instant,
    _listening: Option<Listening>,
}

impl News {
    /// Listens to the bell of the club of this client.
    pub(crate) fn new(world: &World) -> News {
        let rung = Arc::new(AtomicBool::new(false));
        let (flag, waker) = (Arc::clone(&rung), world.waker(Reason::Club));
        let listener = move || {
            if !flag.swap(true, Ordering::AcqRel) {
                waker();
            }
        };
        let listening = visit(world).map(|visit| visit.club.notifier.listen(Arc::new(listener)));
        News { rung, looked: world.now, _listening: listening }
    }

    /// Is it time to look? If so, the next ring counts anew.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        if self.deadline().is_none_or(|due| now < due) {
            return false;
        }
        self.looked = now;
        self.rung.swap(false, Ordering::AcqRel)
    }

    /// When to look, if the bell has rung.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.rung.load(Ordering::Acquire).then(|| self.looked + PAUSE)
    }
}
