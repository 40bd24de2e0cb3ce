//! Undo and redo, with the clocks restored.

use std::time::Duration;

use super::{Effect, EndCause, Referee};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::side::{BySide, Side};
use crate::session::clock::Clocks;

impl Referee {
    /// The time left on all clocks when this position arose.
    fn arisen(&self) -> Option<BySide<Duration>> {
        match self.score.entries().last() {
            Some(entry) => entry.after,
            None => self.setup.clock.map(|clock| Clocks::new(clock).values()),
        }
    }

    /// Takes one act back, and restores the history and the clocks.
    pub(super) fn back(&mut self) {
        if self.score.back() {
            self.position.undo();
            self.clocks.set(self.arisen());
        }
    }

    /// Moves were taken back, so nothing that was offered, asked or planned applies.
    pub(super) fn forget_agreements(&mut self) {
        self.offers.clear();
        self.requests.clear();
        self.plans.clear();
    }

    pub(super) fn undo(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if !self.can_undo() {
            return;
        }
        self.stop(now, effects);
        self.pause.forget_failure();
        self.policies.clear();
        self.pace.finish(false);
        let was = self.score.len();
        let over = self.ending.take();
        // A game that ended by resignation or agreement continues in the same position. One lost on time or by a
        // failed player would be lost again at once, so a move is taken back.
        let at_once = |cause: &EndCause| matches!(cause, EndCause::Left(Leaving::Time | Leaving::Fails));
        if over.is_none_or(|ending| at_once(&ending.cause)) || self.position.outcome().is_some() {
            self.back();
            // Against computer players, undo until a human player is on turn.
            while !self.is_unattended() && !self.setup.is_person(self.position.turn()) && !self.score.is_empty() {
                self.back();
            }
        }
        self.forget_agreements();
        let record = JournalEvent::Undo { count: was - self.score.len(), clocks: self.millis(now) };
        self.write(record, effects);
        self.ask(now, effects);
    }

    /// All people agree that a seat takes its last move back: the seat is on turn again.
    pub(super) fn take_back(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        if !self.can_take_back(side) {
            return;
        }
        self.stop(now, effects);
        self.pause.forget_failure();
        self.policies.clear();
        let was = self.score.len();
        while self.score.len() == was || !self.score.is_empty() && self.position.turn() != side {
            self.back();
        }
        self.forget_agreements();
        self.announced.push(format!("{} takes a move back.", self.position.spec().seat(side).name));
        let record = JournalEvent::Undo { count: was - self.score.len(), clocks: self.millis(now) };
        self.write(record, effects);
        self.ask(now, effects);
    }

    pub(super) fn redo(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if !self.can_redo() {
            return;
        }
        self.pause.forget_failure();
        self.stop(now, effects);
        let was = self.score.len();
        while self.forward() {
            if self.is_unattended() || self.setup.is_person(self.position.turn()) {
                break;
            }
        }
        self.offers.clear();
        self.write(JournalEvent::Redo { count: self.score.len() - was }, effects);
        self.go_on(now, effects);
    }

    /// Plays one act again that was taken back; returns false if there is none.
    pub(super) fn forward(&mut self) -> bool {
        let Some(entry) = self.score.next_again() else { return false };
        self.act(&entry.text, entry.why, entry.after)
    }
}
