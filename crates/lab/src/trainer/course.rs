//! How a training goes: who hears of it, where it continues, and what stops it.

use std::sync::atomic::{AtomicBool, Ordering};

use super::fit::Report;
use crate::task;

/// Gets the state after each epoch.
type Keep<'a> = &'a mut dyn FnMut(&[u8]);

/// A training.
pub(crate) struct Course<'a> {
    /// Hears of each epoch.
    pub(super) report: &'a mut dyn FnMut(&Report),
    /// Gets the state after each epoch, with which the training can be continued.
    pub(super) keep: Option<Keep<'a>>,
    /// The state to continue with.
    pub(super) state: Option<&'a [u8]>,
    /// Stops the training between two steps.
    stop: Option<&'a AtomicBool>,
    /// The most threads.
    pub(super) threads: usize,
}

impl<'a> Course<'a> {
    /// A training on all processors, from the beginning to the end.
    pub(crate) fn new(report: &'a mut dyn FnMut(&Report)) -> Course<'a> {
        Course { report, keep: None, state: None, stop: None, threads: task::processors() }
    }

    /// The same on so many threads.
    #[must_use]
    pub(crate) const fn on(mut self, threads: usize) -> Course<'a> {
        self.threads = threads;
        self
    }

    /// The same, until this is set.
    #[must_use]
    pub(crate) const fn until(mut self, stop: &'a AtomicBool) -> Course<'a> {
        self.stop = Some(stop);
        self
    }

    /// The same, continued with this state. `keep` gets the state after each epoch.
    #[must_use]
    pub(crate) fn kept(mut self, state: Option<&'a [u8]>, keep: Keep<'a>) -> Course<'a> {
        (self.state, self.keep) = (state, Some(keep));
        self
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
