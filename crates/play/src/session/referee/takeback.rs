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
        match self.entries.last() {
            Some(entry) => entry.after,
            None => self.setup.clock.map(|clock| Clocks::new(clock).values()),
        }
    }

    /// Takes one act back, and restores the history and the clocks.
    pub(super) fn back(&mut self) {
        let Some(entry) = self.entries.pop() else { return };
        self.position.undo();
        self.lines.truncate(self.lines.len().saturating_sub(entry.lines));
        self.redo.push(entry);
        self.set_clocks(self.arisen());
    }

    pub(super) fn undo(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if !self.can_undo() {
            return;
        }
        self.stop(now, effects);
        self.failure = None;
        self.forget_moods();
        self.finishing = false;
        let was = self.entries.len();
        let over = self.ending.take();
        // A game that ended by resignation or agreement continues in the same position. One lost on time or by a
        // failed player would be lost again at once, so a move is taken back.
        let at_once = |cause: &EndCause| matches!(cause, EndCause::Left(Leaving::Time | Leaving::Fails));
        if over.is_none_or(|ending| at_once(&ending.cause)) || self.position.outcome().is_some() {
            self.back();
            // Against computer players, undo until a human player is on turn.
            while !self.is_unattended() && !self.setup.is_person(self.position.turn()) && !self.entries.is_empty() {
                self.back();
            }
        }
        self.forget_offers();
        self.requests.clear();
        self.forget_plans();
        let record = JournalEvent::Undo { count: was - self.entries.len(), clocks: self.millis(now) };
        self.write(record, effects);
        self.ask(now, effects);
    }

    /// All people agree that a seat takes its last move back: the seat is on turn again.
    pub(super) fn take_back(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        if !self.can_take_back(side) {
            return;
        }
        self.stop(now, effects);
        self.failure = None;
        self.forget_moods();
        let was = self.entries.len();
        while self.entries.len() == was || self.entries.last().is_some() && self.position.turn() != side {
            self.back();
        }
        self.forget_offers();
        self.requests.clear();
        self.forget_plans();
        self.announced.push(format!("{} takes a move back.", self.position.spec().seat(side).name));
        let record = JournalEvent::Undo { count: was - self.entries.len(), clocks: self.millis(now) };
        self.write(record, effects);
        self.ask(now, effects);
    }

    pub(super) fn redo(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.redo.is_empty() || self.ending.is_some() {
            return;
        }
        self.failure = None;
        self.stop(now, effects);
        let was = self.entries.len();
        while self.forward() {
            if self.is_unattended() || self.setup.is_person(self.position.turn()) {
                break;
            }
        }
        self.forget_offers();
        self.write(JournalEvent::Redo { count: self.entries.len() - was }, effects);
        self.go_on(now, effects);
    }

    /// Plays one act again that was taken back; returns false if there is none.
    pub(super) fn forward(&mut self) -> bool {
        let Some(entry) = self.redo.pop() else { return false };
        self.act(&entry.text, entry.why, entry.after)
    }
}
