//! The clocks of a game that has some, and whether they are held.

use std::time::Duration;

use crate::rules::side::{BySide, Side};
use crate::session::clock::Clocks;
use crate::session::setup::ClockSetup;

/// The clocks of a game. Without clocks there is no time, and nothing changes it.
#[derive(Clone, Copy)]
pub(super) struct GameClocks {
    clocks: Option<Clocks>,
    held: bool,
}

impl GameClocks {
    pub(super) fn new(setup: Option<ClockSetup>) -> GameClocks {
        GameClocks { clocks: setup.map(Clocks::new), held: false }
    }

    /// Has the game clocks?
    pub(super) const fn exist(&self) -> bool {
        self.clocks.is_some()
    }

    /// Stops the clocks while a dialog is open, or no longer.
    pub(super) const fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// Are the clocks stopped while a dialog is open?
    pub(super) const fn is_held(&self) -> bool {
        self.held
    }

    /// The time on the clock of a seat.
    pub(super) fn left(&self, side: Side, now: Duration) -> Option<Duration> {
        self.clocks.map(|clocks| clocks.left(side, now))
    }

    /// The time on all clocks.
    pub(super) fn all_left(&self, now: Duration) -> Option<BySide<Duration>> {
        self.clocks.map(|mut clocks| {
            clocks.stop(now);
            clocks.values()
        })
    }

    /// The time on all clocks, without what a running clock has used.
    pub(super) fn values(&self) -> Option<BySide<Duration>> {
        self.clocks.map(|clocks| clocks.values())
    }

    /// The times of a journal event, in milliseconds; a seat without one keeps its time.
    pub(super) fn read(&self, millis: &[u64]) -> Option<BySide<Duration>> {
        let left = self.values()?;
        let read = |side| millis.iter().copied().map(Duration::from_millis).nth(side);
        Some(BySide::from_fn(|side| read(side.index()).unwrap_or(left[side])))
    }

    /// The time that each move adds.
    pub(super) fn increment(&self) -> Option<Duration> {
        self.clocks.map(|clocks| clocks.increment())
    }

    /// The seat whose clock runs.
    pub(super) fn running(&self) -> Option<Side> {
        self.clocks.and_then(|clocks| clocks.running())
    }

    /// When the running clock runs out of time.
    pub(super) fn flag_falls(&self) -> Option<Duration> {
        self.clocks.and_then(|clocks| clocks.flag_falls())
    }

    /// The clock of this seat runs, or none, and none while they are held.
    pub(super) fn run(&mut self, seat: Option<Side>, now: Duration) {
        let seat = seat.filter(|_| !self.held);
        if let Some(clocks) = &mut self.clocks {
            match seat {
                Some(side) => clocks.start(side, now),
                None => clocks.stop(now),
            }
        }
    }

    /// This seat has moved.
    pub(super) fn moved(&mut self, side: Side, now: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(side, now);
        }
    }

    /// This seat has used this much time, and no clock runs.
    pub(super) fn charge(&mut self, side: Side, used: Duration) {
        if let Some(clocks) = &mut self.clocks {
            let mut left = clocks.values();
            left[side] = left[side].saturating_sub(used);
            clocks.set(left);
        }
    }

    /// Sets the time left on all clocks, and stops them.
    pub(super) fn set(&mut self, left: Option<BySide<Duration>>) {
        if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
            clocks.set(left);
        }
    }
}
