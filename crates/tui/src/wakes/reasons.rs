//! Why the event loop of one client is woken, and when its screens are told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// What a background thread wakes the event loop for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A table has another state, or those who review a game together look at another position.
    Table = 1,
    /// Something has changed in the club. The client hears of it a few times a second at most.
    Club = 2,
    /// A task has an answer: a search, a file, a hint.
    Task = 4,
}

/// Why the screens are woken. Without a reason it is the timer: a screen compares the time with what it waits for in any
/// case.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reasons {
    /// A table has another state, or those who review a game together look at another position.
    pub table: bool,
    /// Something has changed in the club.
    pub club: bool,
    /// A task has an answer.
    pub task: bool,
}

/// The time between two looks at the club: much may change there, and much is drawn then.
const CLUB_PAUSE: Duration = Duration::from_millis(200);

/// Beside the reasons: the change of the club is held back, and its time wakes the event loop.
const HELD_BACK: u8 = 8;

/// The reasons that no screen has been told yet.
#[derive(Clone, Default, Debug)]
pub(super) struct Unheard(Arc<AtomicU8>);

impl Unheard {
    /// Adds a reason. True if nothing wakes the event loop for it yet.
    pub(super) fn add(&self, reason: Reason) -> bool {
        let before = self.0.fetch_or(reason as u8, Ordering::SeqCst);
        let held_back = if before & HELD_BACK == 0 { 0 } else { HELD_BACK | Reason::Club as u8 };
        before & !held_back == 0 && held_back & reason as u8 == 0
    }

    /// All reasons since the last call. What caused them can be read from now on; a later cause is a new reason.
    fn take(&self) -> Reasons {
        Unheard::reasons(self.0.swap(0, Ordering::SeqCst))
    }

    /// All reasons but a change of the club, which is held back.
    fn take_without_club(&self) -> Reasons {
        let rest = |bits: u8| if bits & Reason::Club as u8 == 0 { 0 } else { HELD_BACK | Reason::Club as u8 };
        let bits = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |bits| Some(rest(bits)));
        Reasons { club: false, ..Unheard::reasons(bits.unwrap_or_else(|bits| bits)) }
    }

    fn holds_back(&self) -> bool {
        self.0.load(Ordering::SeqCst) & HELD_BACK != 0
    }

    fn reasons(bits: u8) -> Reasons {
        let has = |reason: Reason| bits & reason as u8 != 0;
        Reasons { table: has(Reason::Table), club: has(Reason::Club), task: has(Reason::Task) }
    }
}

/// Tells the screens of one client why they are woken.
#[derive(Debug)]
pub(crate) struct Hearing {
    unheard: Unheard,
    /// When the screens looked at the club.
    looked: Option<Instant>,
}

impl Hearing {
    pub(super) const fn new(unheard: Unheard) -> Hearing {
        Hearing { unheard, looked: None }
    }

    /// All reasons since the last call, but a change of the club only some time after the one before.
    pub(crate) fn heard(&mut self, now: Instant) -> Reasons {
        if self.looked.is_some_and(|looked| now < looked + CLUB_PAUSE) {
            return self.unheard.take_without_club();
        }
        let why = self.unheard.take();
        self.looked = if why.club { Some(now) } else { self.looked };
        why
    }

    /// When to tell of the change of the club that is held back.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.looked.filter(|_| self.unheard.holds_back()).map(|looked| looked + CLUB_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Inbox;
    use super::*;

    #[test]
    fn a_crowd_at_the_club_is_looked_at_a_few_times_a_second() {
        let inbox = Inbox::new();
        let (wakers, mut hearing, start) = (inbox.wakers(), inbox.hearing(), Instant::now());
        let [table, club] = [Reason::Table, Reason::Club].map(|reason| wakers.waker(reason));
        let wakes = || inbox.take(Some(Instant::now())).len();
        let only_club = Reasons { club: true, ..Reasons::default() };
        club();
        assert_eq!((wakes(), hearing.heard(start), hearing.deadline()), (1, only_club, None));
        // The next change wakes the client, which looks later; more of them wake it no more.
        club();
        assert_eq!((wakes(), hearing.heard(start)), (1, Reasons::default()));
        let due = start + CLUB_PAUSE;
        assert_eq!(hearing.deadline(), Some(due));
        (0..1000).for_each(|_| club());
        assert_eq!((wakes(), hearing.heard(start)), (0, Reasons::default()));
        // Other reasons do not wait, once or twice.
        for _ in 0..2 {
            table();
            club();
            table();
            assert_eq!((wakes(), hearing.heard(start)), (1, Reasons { table: true, ..Reasons::default() }));
        }
        assert_eq!(hearing.deadline(), Some(due));
        assert_eq!((hearing.heard(due), hearing.deadline()), (only_club, None));
        assert_eq!(hearing.heard(due + CLUB_PAUSE), Reasons::default());
        club();
        assert_eq!((wakes(), hearing.heard(due + CLUB_PAUSE)), (1, only_club));
    }
}
