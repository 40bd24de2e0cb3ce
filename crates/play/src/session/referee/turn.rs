//! The turn: whose clock runs, which player is asked, and loss on time.

use std::time::Duration;

use super::{Effect, Referee, TableCommand};
use crate::players::Question;
use crate::record::leaving::Leaving;

impl Referee {
    /// Are the clocks stopped for now?
    pub(crate) const fn is_held(&self) -> bool {
        self.clocks.is_held()
    }

    /// Does the player on turn wait for a place to think? Its clock stands until it begins.
    pub(crate) fn is_queued(&self) -> bool {
        self.asking.is_queued()
    }

    pub(super) fn millis(&self, now: Duration) -> Vec<u64> {
        let Some(clocks) = self.clocks.all_left(now) else { return Vec::new() };
        self.position.spec().sides().map(|side| clocks[side].as_millis() as u64).collect()
    }

    /// Starts the clock of the seat on turn, unless the clocks are stopped. No clock runs before the first move of
    /// the game.
    pub(super) fn run_clock(&mut self, now: Duration) {
        let turn = self.position.turn();
        let counts = !self.is_paused() && !self.is_moved() && !self.saving.stops_game() && !self.is_queued();
        let runs = self.ending.is_none() && counts && !self.score.is_empty();
        self.clocks.run(runs.then_some(turn), now);
    }

    pub(super) fn ask(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        self.run_clock(now);
        let side = self.position.turn();
        if self.ending.is_some() || self.setup.is_person(side) || self.is_paused() || self.asking.seat().is_some() {
            return;
        }
        let ticket = self.asking.ask(side);
        // With days for a move a computer thinks as without a clock.
        let known = !self.setup.is_slow();
        let clock = self.clocks.left(side, now).zip(self.clocks.increment()).filter(|_| known);
        let clocks = self.clocks.all_left(now).filter(|_| known);
        let (clock, pace) = self.pace.of(clock);
        let question = Question { ticket, position: self.position.fork(), clock, clocks, pace };
        effects.push(Effect::Ask(side, question));
    }

    /// The player with this ticket waits for a place to think, or nobody waits any more.
    pub(super) fn queue(&mut self, queued: Option<u64>, now: Duration) {
        self.asking.queue(queued);
        self.run_clock(now);
    }

    /// The computers play to the end as fast as they can, if nobody else is left.
    pub(super) fn play_to_the_end(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || !self.is_unattended() {
            return;
        }
        self.pace.finish(true);
        self.pause.order(false);
        if self.asking.seat().is_some() {
            effects.push(Effect::Hurry);
        }
        self.ask(now, effects);
    }

    /// When the last person is out, the computers play on fast.
    pub(super) fn hasten(&mut self, before: bool) {
        let had_people = self.position.spec().sides().any(|side| self.setup.is_person(side));
        if !before && self.ending.is_none() && had_people && self.is_unattended() && self.pace.hasten() {
            self.announced.push("Only computers are left. They play faster now.".to_owned());
        }
    }

    /// The seat on turn has used this much time since the last event, before the game was resumed.
    pub(crate) fn charge(&mut self, used: Duration) {
        let turn = self.position.turn();
        if self.ending.is_some() || self.is_paused() || self.score.is_empty() {
            return;
        }
        self.clocks.charge(turn, used);
    }

    pub(super) fn stop(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.asking.end() {
            effects.push(Effect::Stop);
        }
        self.run_clock(now);
    }

    pub(super) fn tick(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.flag_falls().is_some_and(|fall| fall <= now)
            && let Some(side) = self.running()
        {
            self.resign(side, Leaving::Time, now, effects);
        }
    }

    /// The flag decides by the time when a command arrives, also before the tick that would notice it. Returns true if the
    /// command is a move for a position that is gone by that. Commands that wait for the journal had arrived before.
    pub(super) fn is_too_late(&mut self, order: &TableCommand, now: Duration, effects: &mut Vec<Effect>) -> bool {
        if matches!(order, TableCommand::Synced(_) | TableCommand::NotSaved(..)) {
            return false;
        }
        let given = self.shown();
        self.tick(now, effects);
        matches!(order, TableCommand::Play(_)) && given != self.shown()
    }
}
