//! What wakes the event loop of one client: events of its host, and results of background threads. Both may come from
//! any thread.

mod reasons;

use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(super) use reasons::Hearing;
use reasons::Unheard;
pub use reasons::{Reason, Reasons};

/// Wakes the event loop from another thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Makes the wakers of one client.
#[derive(Clone, Debug)]
pub(crate) struct Wakers {
    sender: Sender<Wake>,
    unheard: Unheard,
}

impl Wakers {
    /// The waker for a background thread. Between two looks of the client it wakes the event loop once, for any number of
    /// reasons.
    pub(crate) fn waker(&self, reason: Reason) -> Waker {
        let Wakers { sender, unheard } = self.clone();
        Arc::new(move || {
            if unheard.add(reason) {
                let _ = sender.send(Wake::Answer);
            }
        })
    }
}

/// An event of a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Bytes that the user has typed; a key may be split at any byte.
    Bytes(Vec<u8>),
    /// The window has this many columns and rows now.
    Resized(u16, u16),
    /// The client was continued after a suspend, and the terminal is set up again.
    Resumed,
    /// Words for the user from outside of the client, such as from the operator of a server.
    Notice(String),
    /// The other end is gone.
    Gone,
}

impl Event {
    /// How much it takes of the room for unread input.
    fn weight(&self) -> usize {
        match self {
            Event::Bytes(bytes) => bytes.len().max(LEAST_WEIGHT_BYTES),
            _ => 0,
        }
    }
}

/// What a key counts, in bytes.
const LEAST_WEIGHT_BYTES: usize = 16;

/// The unread input that [`Events::offer`] lets wait: 256 keys, or a text of this many bytes.
const MOST_OFFERED_BYTES: usize = 256 * LEAST_WEIGHT_BYTES;

/// What wakes the event loop.
#[derive(Debug)]
pub(super) enum Wake {
    /// An event of the host, except another size of the window.
    Host(Event),
    /// The window has another size, which [`Inbox::settled`] tells.
    Resized,
    /// A background thread has a result. [`Unheard`] tells the reason.
    Answer,
}

/// A resize comes as many small steps, so the client looks at the size this long after the last one.
const SETTLE: Duration = Duration::from_millis(40);

/// It looks at the size this long after the first step in any case, so that steps without end hold up no frame.
const LONGEST: Duration = Duration::from_millis(250);

/// The size of the window that the client has not looked at. There is only the newest one, however many have come.
#[derive(Clone, Copy, Debug)]
struct Resize {
    size: (u16, u16),
    first: Instant,
    last: Instant,
}

/// The number of unread bytes above which a host has to wait. More is typed by nobody.
const MOST_UNREAD_BYTES: usize = 256 * 1024;

/// The number of bytes that were passed and not read yet; `None` after the client has ended.
#[derive(Debug)]
struct Unread {
    bytes: Mutex<Option<usize>>,
    changed: Condvar,
}

impl Unread {
    fn lock(&self) -> MutexGuard<'_, Option<usize>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room, and adds to the number.
    fn add(&self, count: usize) {
        let full = |bytes: &mut Option<usize>| bytes.is_some_and(|bytes| bytes > MOST_UNREAD_BYTES);
        let mut bytes = self.changed.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner);
        *bytes = bytes.map(|bytes| bytes + count);
    }

    /// Adds to the number if there is no more than `most` then.
    fn try_add(&self, count: usize, most: usize) -> bool {
        let mut bytes = self.lock();
        let fits = bytes.is_none_or(|bytes| count == 0 || bytes == 0 || bytes + count <= most);
        if fits {
            *bytes = bytes.map(|bytes| bytes + count);
        }
        fits
    }

    fn change(&self, change: impl FnOnce(usize) -> Option<usize>) {
        let mut bytes = self.lock();
        *bytes = bytes.and_then(change);
        self.changed.notify_all();
    }
}

/// Passes the events of a host to its client. It can be used from any thread.
#[derive(Clone, Debug)]
pub struct Events {
    sender: Sender<Wake>,
    unread: Arc<Unread>,
    size: Arc<Mutex<Option<Resize>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Events {
    /// Keeps the newest size, and wakes the client if it has looked at the one before.
    fn resize(&self, size: (u16, u16), now: Instant) {
        let mut waiting = lock(&self.size);
        let first = waiting.map_or(now, |waiting| waiting.first);
        if waiting.replace(Resize { size, first, last: now }).is_none() {
            let _ = self.sender.send(Wake::Resized);
        }
    }

    /// Passes an event. After the client has ended, it is dropped. If the client has many bytes to read, more bytes
    /// wait here, so that a flood of input takes no memory; the client's own thread must therefore not call this.
    pub(crate) fn send(&self, event: Event) {
        if let Event::Resized(columns, rows) = event {
            return self.resize((columns, rows), Instant::now());
        }
        if event.weight() > 0 {
            self.unread.add(event.weight());
        }
        let _ = self.sender.send(Wake::Host(event));
    }

    /// Passes an event without waiting. If the client has much to read already, the event is dropped, which is
    /// answered with false. There is always room for the newest size of the window.
    pub fn offer(&self, event: Event) -> bool {
        if let Event::Resized(columns, rows) = event {
            self.resize((columns, rows), Instant::now());
            return true;
        }
        let room = self.unread.try_add(event.weight(), MOST_OFFERED_BYTES);
        if room {
            let _ = self.sender.send(Wake::Host(event));
        }
        room
    }
}

/// The queue of one client.
pub(super) struct Inbox {
    sender: Sender<Wake>,
    receiver: Receiver<Wake>,
    /// While there are unheard reasons, there is a [`Wake::Answer`] for them.
    unheard: Unheard,
    unread: Arc<Unread>,
    size: Arc<Mutex<Option<Resize>>>,
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.unread.change(|_| None);
    }
}

impl fmt::Debug for Inbox {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Inbox")
    }
}

impl Inbox {
    pub(super) fn new() -> Inbox {
        let (sender, receiver) = channel();
        let unread = Unread { bytes: Mutex::new(Some(0)), changed: Condvar::new() };
        Inbox { sender, receiver, unheard: Unheard::default(), unread: Arc::new(unread), size: Arc::default() }
    }

    /// What makes the wakers for background threads.
    pub(super) fn wakers(&self) -> Wakers {
        Wakers { sender: self.sender.clone(), unheard: self.unheard.clone() }
    }

    /// What tells the screens why they are woken.
    pub(super) fn hearing(&self) -> Hearing {
        Hearing::new(self.unheard.clone())
    }

    /// The sender for the host.
    pub(super) fn events(&self) -> Events {
        let (unread, size) = (Arc::clone(&self.unread), Arc::clone(&self.size));
        Events { sender: self.sender.clone(), unread, size }
    }

    /// The newest size of the window, if it is no step of a resize any more; `None` if it was looked at before. An error
    /// says when to ask again.
    pub(super) fn settled(&self, now: Instant) -> Result<Option<(u16, u16)>, Instant> {
        let mut waiting = lock(&self.size);
        match *waiting {
            Some(Resize { first, last, .. }) if now < (last + SETTLE).min(first + LONGEST) => {
                Err((last + SETTLE).min(first + LONGEST))
            }
            _ => Ok(waiting.take().map(|resize| resize.size)),
        }
    }

    /// Everything that has come; waits for the first until `due`. Nothing if the time is up.
    pub(super) fn take(&self, due: Option<Instant>) -> Vec<Wake> {
        // The inbox has a sender of its own, so the channel is never closed.
        let first = match due {
            Some(due) => self.receiver.recv_timeout(due.saturating_duration_since(Instant::now())).ok(),
            None => self.receiver.recv().ok(),
        };
        let wakes: Vec<Wake> = first.into_iter().chain(self.receiver.try_iter()).collect();
        let weight = |wake: &Wake| if let Wake::Host(event) = wake { event.weight() } else { 0 };
        let read: usize = wakes.iter().map(weight).sum();
        if read > 0 {
            self.unread.change(|bytes| Some(bytes.saturating_sub(read)));
        }
        wakes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    /// A host that sends without end has to wait for its client, and is released when the client ends.
    #[test]
    fn a_flood_of_input_waits() {
        const PIECE: usize = 4096;
        let inbox = Inbox::new();
        let (events, sent, stop) = (inbox.events(), AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::SeqCst) {
                    events.send(Event::Bytes(vec![b'x'; PIECE]));
                    sent.fetch_add(PIECE, Ordering::SeqCst);
                }
            });
            let mut read = 0;
            while read < 8 * MOST_UNREAD_BYTES {
                let waiting: usize = inbox.take(None).len() * PIECE;
                assert!(waiting <= MOST_UNREAD_BYTES + 2 * PIECE, "{waiting}");
                read += waiting;
            }
            // Other events never wait.
            while sent.load(Ordering::SeqCst) <= read + MOST_UNREAD_BYTES {
                thread::yield_now();
            }
            inbox.events().send(Event::Resumed);
            stop.store(true, Ordering::SeqCst);
            drop(inbox);
        });
    }

    /// A host that must not wait drops what nobody reads.
    #[test]
    fn offers_are_dropped_when_there_is_much_to_read() {
        let inbox = Inbox::new();
        let events = inbox.events();
        let key = || Event::Bytes(b"x".to_vec());
        assert_eq!((0..1000).filter(|_| events.offer(key())).count(), 256);
        assert!(events.offer(Event::Gone));
        assert_eq!(inbox.take(None).len(), 257);
    }

    /// However many sizes come, the client wakes once, looks at the newest one, and has room for keys.
    #[test]
    fn a_flood_of_sizes_is_one_size() {
        let inbox = Inbox::new();
        let (events, start) = (inbox.events(), Instant::now());
        for columns in 1..=1000 {
            assert!(events.offer(Event::Resized(columns, 24)));
        }
        assert!(events.offer(Event::Bytes(b"x".to_vec())));
        events.send(Event::Resized(100, 30));
        assert_eq!(inbox.take(None).len(), 2);
        assert!(inbox.settled(start).is_err_and(|at| at > start));
        assert_eq!(inbox.settled(start + LONGEST + SETTLE), Ok(Some((100, 30))));
        assert_eq!(inbox.settled(start + LONGEST + SETTLE), Ok(None));
        // Steps without end are looked at in between.
        for step in 0..1000 {
            events.resize((step, 24), start + u32::from(step) * SETTLE / 2);
        }
        assert_eq!(inbox.take(None).len(), 1);
        assert_eq!(inbox.settled(start), Err(start + LONGEST));
        assert_eq!(inbox.settled(start + LONGEST), Ok(Some((999, 24))));
    }

    #[test]
    fn any_number_of_results_wakes_once_and_says_all_reasons() {
        let inbox = Inbox::new();
        let (wakers, mut hearing, now) = (inbox.wakers(), inbox.hearing(), Instant::now());
        let [table, club, task] = [Reason::Table, Reason::Club, Reason::Task].map(|reason| wakers.waker(reason));
        for _ in 0..1000 {
            table();
            task();
        }
        assert_eq!(inbox.take(None).len(), 1);
        assert_eq!(hearing.heard(now), Reasons { table: true, club: false, task: true });
        assert_eq!(hearing.heard(now), Reasons::default());
        // One that comes after they were taken wakes again.
        club();
        assert_eq!(inbox.take(None).len(), 1);
        assert_eq!(hearing.heard(now), Reasons { club: true, ..Reasons::default() });
    }
}
