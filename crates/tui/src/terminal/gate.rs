//! Access control for writes to the terminal: frames are written only while the program owns the terminal,
//! and nothing after it was restored. The gate is one atomic number and has no lock, so that a signal handler
//! can close it too, even if it interrupted the writing thread.

use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The program owns the terminal.
const TAKEN: u8 = 1;
/// A thread is writing.
const BUSY: u8 = 2;
/// A thread is restoring the terminal.
const LEAVING: u8 = 4;
/// The terminal was restored for good.
const OVER: u8 = 8;

/// The polling interval of a waiting thread.
const LOOKING: Duration = Duration::from_micros(200);

/// Whether the program will use the terminal again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// The program is suspended and will continue.
    Awake,
    /// The program ends.
    Never,
}

/// The state found when the terminal is restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// No thread was writing.
    Free,
    /// A writer did not stop in time; its last escape sequence may be cut off.
    Stuck,
}

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

    /// Whether frames may be written. A writer checks this again between the pieces of a frame.
    pub(super) fn is_open(&self) -> bool {
        self.state() & TAKEN != 0
    }

    /// Whether the terminal was restored for good.
    pub(super) fn is_over(&self) -> bool {
        self.state() & OVER != 0
    }

    /// Opens the gate and runs `take`, which gets whether the gate was open before. Does nothing if the
    /// program is already ending.
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

    /// Runs a write while no other thread writes. Does nothing if the gate is closed.
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

    /// Closes the gate, waits until the current writer has finished, and then runs `give_back`. A second
    /// caller waits until the first is done. If that takes too long, it runs `give_back` itself, because it
    /// may be a signal handler that interrupted the first caller.
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

/// Marks the gate as busy; the mark is removed on drop.
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

    const LONG: Duration = Duration::from_secs(300);

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
        // As a signal handler on the writing thread does.
        gate.write(|| gate.leave(Until::Never, Duration::from_millis(5), |found| seen.push(found)));
        assert_eq!(seen, [Found::Stuck]);
        let gate = Gate::new();
        gate.enter(|_| ());
        // As a signal handler on the restoring thread does.
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
                                // In two pieces, like a long frame.
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
                        // The second caller has waited for the first.
                        assert_eq!(left.load(Ordering::SeqCst), 1);
                    });
                }
            });
            let written: String = written.into_inner().expect("no panic").into_iter().collect();
            assert_eq!(written.replace("()", ""), ".", "{written}");
        }
    }
}
