//! What is written to the journal, and the commands that wait until the disk has it.

use std::time::Duration;

use super::{Effect, Referee, TableCommand};
use crate::record::journal::JournalEvent;

/// The position for which a command was given: the number of its acts, and its hash.
pub(super) type Shown = (usize, u64);

impl Referee {
    /// The position that people see.
    pub(super) fn shown(&self) -> Shown {
        (self.position.acts().len(), self.position.hash())
    }

    pub(super) fn safe(&mut self, line: u64, now: Duration, effects: &mut Vec<Effect>) {
        if self.unsynced.is_some_and(|waited| waited <= line) {
            self.unsynced = None;
        }
        while self.unsynced.is_none()
            && let Some((given, order)) = self.waiting.pop_front()
        {
            // A move was chosen for the position shown at that time; if the position has changed since, it is
            // dropped. An offer or a premove that was written in between changes no position.
            if matches!(order, TableCommand::Play(_)) && given != self.shown() {
                self.run_clock(now);
            } else {
                self.take(order, now, effects);
            }
        }
    }

    pub(super) fn synced(&mut self, line: u64, now: Duration, effects: &mut Vec<Effect>) {
        if self.unsaved.is_some() && line >= self.written {
            self.unsaved = None;
            self.announced.push("The game is saved again.".to_owned());
            self.run_clock(now);
        }
        self.safe(line, now, effects);
    }

    /// A game on a journal goes on without it. One whose log must have everything waits, with its clocks.
    pub(super) fn not_saved(&mut self, line: u64, why: &str, now: Duration, effects: &mut Vec<Effect>) {
        let first = self.unsaved.replace(why.to_owned()).is_none();
        if first {
            let rest = if self.binding { "The game waits until it can be stored" } else { "You can keep playing" };
            self.announced.push(format!("Not saved: {why}. {rest}."));
        }
        if self.binding {
            self.run_clock(now);
        } else {
            self.safe(line, now, effects);
        }
    }

    /// From now on, nothing is played while the log cannot store a change.
    pub fn wait_for_log(&mut self) {
        self.binding = true;
    }

    /// Does the game wait because its log cannot store a change?
    pub(super) const fn waits_for_log(&self) -> bool {
        self.binding && self.unsaved.is_some()
    }

    /// Is a move of the player on turn waiting for the disk?
    pub(super) fn is_moved(&self) -> bool {
        let shown = self.shown();
        self.waiting.iter().any(|(given, order)| {
            *given == shown
                && match order {
                    TableCommand::Play(_) => self.setup.is_person(self.position.turn()),
                    TableCommand::Answer(ticket, _) => self.asked.is_some_and(|(asked, _)| asked == *ticket),
                    _ => false,
                }
        })
    }

    /// Is a command waiting for the disk?
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Writes a line; the next change waits for its sync.
    pub(super) fn write(&mut self, record: JournalEvent, effects: &mut Vec<Effect>) {
        self.written += 1;
        self.unsynced = Some(self.written);
        effects.push(Effect::Write(record));
    }

    /// The game is left. Until now only memory knows the time that the seat on turn has used since the last event.
    pub fn leave(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        // No clock runs before the first move, and the event of a pause has the clocks.
        let ran = self.ending.is_none() && !self.stopped && !self.entries.is_empty();
        if ran && self.clocks.is_some() {
            self.write(JournalEvent::Clock { clocks: self.millis(now) }, &mut effects);
        }
        effects
    }

    /// There is no journal, so nothing has to wait for it.
    pub fn forget_journal(&mut self) {
        self.unsynced = None;
    }

    /// Sets the number of lines in the journal after the first one.
    pub fn set_written(&mut self, lines: u64) {
        self.written = lines;
    }
}
