//! Wakes all who look at the club when something has changed. They read what is new themselves, so a slow reader costs
//! the others nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::session::driver::Notify;

#[derive(Default)]
struct Listeners {
    count: u64,
    wakers: BTreeMap<u64, Notify>,
}

/// Wakes its listeners.
#[derive(Clone, Default)]
pub struct Bell(Arc<Mutex<Listeners>>);

impl fmt::Debug for Bell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Bell({} listeners)", self.listeners().wakers.len())
    }
}

impl Bell {
    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all listeners. Nothing is locked while they are woken.
    pub fn ring(&self) {
        let wakers: Vec<Notify> = self.listeners().wakers.values().cloned().collect();
        for wake in wakers {
            wake();
        }
    }

    /// Calls the waker at each ring from now on, from any thread, until the result is dropped. It must not block.
    pub fn listen(&self, waker: Notify) -> Listening {
        let mut listeners = self.listeners();
        listeners.count += 1;
        let number = listeners.count;
        listeners.wakers.insert(number, waker);
        Listening { bell: self.clone(), number }
    }
}

/// A listener of a bell, until this is dropped.
#[derive(Debug)]
pub struct Listening {
    bell: Bell,
    number: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.bell.listeners().wakers.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_listeners_are_woken_until_they_stop() {
        let bell = Bell::default();
        let count = Arc::new(AtomicUsize::new(0));
        let waker = || {
            let count = Arc::clone(&count);
            Arc::new(move || {
                count.fetch_add(1, Ordering::SeqCst);
            }) as Notify
        };
        let (one, other) = (bell.listen(waker()), bell.listen(waker()));
        bell.ring();
        assert_eq!(count.load(Ordering::SeqCst), 2);
        drop(one);
        bell.ring();
        assert_eq!(count.load(Ordering::SeqCst), 3);
        drop(other);
        bell.ring();
        assert_eq!(count.load(Ordering::SeqCst), 3);
    }
}
