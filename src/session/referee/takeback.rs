//! Taking back and playing again, with the clocks as they were.

use std::time::Duration;

use super::{Effect, EndCause, Referee};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::side::{BySide, Sides};
use crate::session::clock::Clocks;

impl Referee {
    /// What all clocks had when this position came up.
    fn arisen(&self) -> Option<BySide<Duration>> {
        match self.entries.last() {
            Some(entry) => entry.after,
            None => self.setup.clock.map(|clock| Clocks::new(clock).values()),
        }
    }

    /// Takes one act back, with its lines and its clocks.
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
        let was = self.entries.len();
        let over = self.ending.take();
        // A game that was given up or agreed goes on where it was. One lost on time, or by a player
        // that failed, would be lost again at once.
        let at_once = |cause: &EndCause| matches!(cause, EndCause::Left(Leaving::Time | Leaving::Fails));
        if over.is_none_or(|ending| at_once(&ending.cause)) || self.position.outcome().is_some() {
            self.back();
            // Against computers, back to where a person is to move.
            while !self.is_unattended() && !self.setup.is_person(self.position.turn()) && !self.entries.is_empty() {
                self.back();
            }
        }
        self.offers = Sides::NONE;
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
        self.offers = Sides::NONE;
        self.write(JournalEvent::Redo { count: self.entries.len() - was }, effects);
        self.go_on(now, effects);
    }

    /// Plays one act again that was taken back; false when there is none.
    pub(super) fn forward(&mut self) -> bool {
        let Some(entry) = self.redo.pop() else { return false };
        self.act(&entry.text, entry.why, entry.after)
    }
}
