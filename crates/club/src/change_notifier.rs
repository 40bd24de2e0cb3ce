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
pub struct ChangeNotifier(Arc<Mutex<Listeners>>);

impl fmt::Debug for ChangeNotifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ChangeNotifier({} listeners)", self.listeners().wakers.len())
    }
}

impl ChangeNotifier {
    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes all listeners. Nothing is locked while they are woken.
    pub fn notify(&self) {
        let wakers: Vec<Notify> = self.listeners().wakers.values().cloned().collect();
        for wake in wakers {
            wake();
        }
    }

    /// Calls the waker at each change from now on, from any thread, until the result is dropped. It must not block.
    pub fn listen(&self, waker: Notify) -> Listening {
        let mut listeners = self.listeners();
        listeners.count += 1;
        let number = listeners.count;
        listeners.wakers.insert(number, waker);
        Listening { notifier: self.clone(), number }
    }
}

/// A listener of a notifier, until this is dropped.
#[derive(Debug)]
pub struct Listening {
    notifier: ChangeNotifier,
    number: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.notifier.listeners().wakers.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_listeners_are_woken_until_they_stop() {
        let notifier = ChangeNotifier::default();
        let count = Arc::new(AtomicUsize::new(0));
        let waker = || {
            let count = Arc::clone(&count);
            Arc::new(move || {
                count.fetch_add(1, Ordering::SeqCst);
            }) as Notify
        };
        let (one, other) = (notifier.listen(waker()), notifier.listen(waker()));
        notifier.notify();
        assert_eq!(count.load(Ordering::SeqCst), 2);
        drop(one);
        notifier.notify();
        assert_eq!(count.load(Ordering::SeqCst), 3);
        drop(other);
        notifier.notify();
        assert_eq!(count.load(Ordering::SeqCst), 3);
    }
}
