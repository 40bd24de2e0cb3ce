//! The turn: whose clock runs, which player is asked, and loss on time.

use std::time::Duration;

use super::{Effect, Referee};
use crate::players::Question;
use crate::record::leaving::Leaving;
use crate::rules::side::BySide;

impl Referee {
    /// Are the clocks stopped for now?
    pub const fn is_held(&self) -> bool {
        self.held
    }

    pub(super) fn clocks_now(&self, now: Duration) -> Option<BySide<Duration>> {
        self.clocks.map(|mut clocks| {
            clocks.stop(now);
            clocks.values()
        })
    }

    pub(super) fn millis(&self, now: Duration) -> Vec<u64> {
        let Some(clocks) = self.clocks_now(now) else { return Vec::new() };
        self.position.spec().sides().map(|side| clocks[side].as_millis() as u64).collect()
    }

    /// Starts the clock of the seat on turn, unless the clocks are stopped. No clock runs before the first move of
    /// the game.
    pub(super) fn run_clock(&mut self, now: Duration) {
        let turn = self.position.turn();
        let counts = !self.held && !self.is_paused() && !self.is_moved();
        let runs = self.ending.is_none() && counts && !self.entries.is_empty();
        if let Some(clocks) = &mut self.clocks {
            if runs { clocks.start(turn, now) } else { clocks.stop(now) }
        }
    }

    pub(super) fn ask(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        self.run_clock(now);
        let side = self.position.turn();
        if self.ending.is_some() || self.setup.is_person(side) || self.is_paused() || self.asked.is_some() {
            return;
        }
        self.tickets += 1;
        self.asked = Some((self.tickets, side));
        self.thought = None;
        let clock = self.clocks.map(|clocks| (clocks.left(side, now), clocks.increment()));
        let clocks = self.clocks_now(now);
        let question =
            Question { ticket: self.tickets, position: self.position.fork(), clock, clocks, pace: self.pace };
        effects.push(Effect::Ask(side, question));
    }

    pub(super) fn stop(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.asked.take().is_some() {
            effects.push(Effect::Stop);
        }
        self.thought = None;
        self.run_clock(now);
    }

    pub(super) fn tick(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.falls().is_some_and(|falls| falls <= now)
            && let Some(side) = self.running()
        {
            self.resign(side, Leaving::Time, now, effects);
        }
    }

    /// Sets the time left on all clocks, if there are clocks, and stops them.
    pub(super) fn set_clocks(&mut self, left: Option<BySide<Duration>>) {
        if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
            clocks.set(left);
        }
    }
}
