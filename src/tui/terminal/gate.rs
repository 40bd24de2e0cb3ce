//! Who may write to the terminal, and when: frames while the terminal is ours, nothing after it was
//! given back. The gate is one atomic number without a lock, so that a signal handler can close it
//! too: it may have interrupted the very thread that writes.

use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The terminal is ours.
const TAKEN: u8 = 1;
/// Somebody writes.
const BUSY: u8 = 2;
/// Somebody gives it back.
const LEAVING: u8 = 4;
/// It was given back for good.
const OVER: u8 = 8;

/// How often a waiting thread looks again.
const LOOKING: Duration = Duration::from_micros(200);

/// Will the terminal be taken again?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// The program sleeps and comes back.
    Awake,
    /// The program ends.
    Never,
}

/// What was found when the terminal was to be given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Nobody was writing.
    Free,
    /// A writer did not stop in time: what it wrote last may be cut in the middle.
    Stuck,
}

/// The gate.
#[derive(Debug)]
pub(super) struct Gate(AtomicU8);

impl Gate {
    pub(super) const fn new() -> Gate {
        Gate(AtomicU8::new(0))
    }

    fn state(&self) -> u8 {
        self.0.load(Ordering::SeqCst)
    }

    fn change(&self, from: u8, to: u8) -> bool {
        self.0.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// May frames be written? A writer asks again between pieces of one.
    pub(super) fn is_open(&self) -> bool {
        self.state() & TAKEN != 0
    }

    /// Has the terminal been given back for good?
    pub(super) fn is_over(&self) -> bool {
        self.state() & OVER != 0
    }

    /// Takes the terminal and does what belongs to that; `take` is told whether it was ours before.
    /// Nothing happens where the program ends already.
    pub(super) fn enter<T>(&self, take: impl FnOnce(bool) -> T) -> Option<T> {
        loop {
            let state = self.state();
            if state & OVER != 0 {
                return None;
            }
            if state & (BUSY | LEAVING) != 0 {
                thread::sleep(LOOKING);
            } else if self.change(state, state | TAKEN | BUSY) {
                let _busy = Busy(self);
                return Some(take(state & TAKEN != 0));
            }
        }
    }

    /// Writes while nobody else does; nothing happens where the terminal is not ours.
    pub(super) fn write<T>(&self, write: impl FnOnce() -> T) -> Option<T> {
        loop {
            let state = self.state();
            if state & TAKEN == 0 {
                return None;
            }
            if state & BUSY != 0 {
                thread::sleep(LOOKING);
            } else if self.change(state, state | BUSY) {
                let _busy = Busy(self);
                return Some(write());
            }
        }
    }

    /// Gives the terminal back: closes the gate, waits for whoever is writing, and then does what
    /// belongs to it. Whoever comes second waits until that is done, and does it itself where it is
    /// not done in time, for then it may have interrupted the first.
    pub(super) fn leave(&self, until: Until, patience: Duration, give_back: impl FnOnce(Found)) {
        let over = if until == Until::Never { OVER } else { 0 };
        let end = Instant::now() + patience;
        let mut first = false;
        loop {
            let state = self.state();
            let to = if state & TAKEN == 0 { state | over } else { (state & !TAKEN) | LEAVING | over };
            if self.change(state, to) {
                first |= state & TAKEN != 0;
                break;
            }
        }
        let awaited = if first { BUSY } else { LEAVING };
        let mut found = Found::Free;
        while self.state() & awaited != 0 {
            if Instant::now() >= end {
                found = Found::Stuck;
                break;
            }
            thread::sleep(LOOKING);
        }
        if first || found == Found::Stuck {
            give_back(found);
            self.0.fetch_and(!LEAVING, Ordering::SeqCst);
        }
    }
}

/// Somebody writes, until this goes.
struct Busy<'a>(&'a Gate);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_and(!BUSY, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, AtomicUsize};

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn nothing_is_written_before_and_after() {
        let gate = Gate::new();
        assert_eq!(gate.write(|| ()), None);
        assert_eq!(gate.enter(|again| again), Some(false));
        assert_eq!(gate.enter(|again| again), Some(true));
        assert_eq!(gate.write(|| 7), Some(7));
        let mut left = 0;
        gate.leave(Until::Awake, LONG, |_| left += 1);
        gate.leave(Until::Awake, LONG, |_| left += 1);
        assert_eq!((left, gate.write(|| ())), (1, None));
        assert_eq!(gate.enter(|again| again), Some(false));
        gate.leave(Until::Never, LONG, |found| {
            assert_eq!(found, Found::Free);
            left += 1;
        });
        assert_eq!((left, gate.write(|| ()), gate.enter(|_| ())), (2, None, None));
        assert!(gate.is_over() && !gate.is_open());
    }

    #[test]
    fn one_that_sleeps_can_be_ended() {
        let gate = Gate::new();
        gate.enter(|_| ());
        gate.leave(Until::Awake, LONG, |_| ());
        gate.leave(Until::Never, LONG, |_| panic!("it was given back"));
        assert_eq!(gate.enter(|_| ()), None);
    }

    #[test]
    fn whoever_interrupts_the_writer_waits_no_longer_than_it_is_told() {
        let gate = Gate::new();
        gate.enter(|_| ());
        let mut seen = Vec::new();
        // As a signal handler does on the thread that writes.
        gate.write(|| gate.leave(Until::Never, Duration::from_millis(5), |found| seen.push(found)));
        assert_eq!(seen, [Found::Stuck]);
        let gate = Gate::new();
        gate.enter(|_| ());
        // And on the thread that is just giving it back.
        gate.leave(Until::Never, LONG, |_| {
            gate.leave(Until::Never, Duration::from_millis(5), |found| seen.push(found));
        });
        assert_eq!(seen, [Found::Stuck, Found::Stuck]);
    }

    #[test]
    fn among_many_threads_the_last_word_is_the_leaving() {
        for _ in 0..200 {
            let (gate, written, left) = (Gate::new(), Mutex::new(Vec::new()), AtomicUsize::new(0));
            let begun = AtomicBool::new(false);
            gate.enter(|_| ());
            thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        while gate
                            .write(|| {
                                begun.store(true, Ordering::SeqCst);
                                // In two pieces, as a frame may be.
                                written.lock().expect("no panic").push('(');
                                thread::yield_now();
                                written.lock().expect("no panic").push(')');
                            })
                            .is_some()
                        {}
                    });
                }
                for _ in 0..2 {
                    scope.spawn(|| {
                        while !begun.load(Ordering::SeqCst) {
                            thread::yield_now();
                        }
                        gate.leave(Until::Never, LONG, |_| {
                            thread::yield_now();
                            written.lock().expect("no panic").push('.');
                            left.fetch_add(1, Ordering::SeqCst);
                        });
                        // Whoever came second has waited for the first.
                        assert_eq!(left.load(Ordering::SeqCst), 1);
                    });
                }
            });
            let written: String = written.into_inner().expect("no panic").into_iter().collect();
            assert_eq!(written.replace("()", ""), ".", "{written}");
        }
    }
}
