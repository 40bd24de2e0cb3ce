//! What is written to the journal, and the commands that wait until the disk has it.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Effect, Referee, TableCommand};
use crate::record::journal::JournalEvent;

/// The position for which a command was given: the number of its acts, and its hash.
pub(super) type Shown = (usize, u64);

/// How far the journal is, and what waits for it.
#[derive(Default)]
pub(super) struct Saving {
    /// The line of the journal that must be synced before the next change.
    unsynced: Option<u64>,
    written: u64,
    /// Commands that wait for the sync, each with the position for which it was given.
    waiting: VecDeque<(Shown, TableCommand)>,
    /// Why the journal does not contain the whole game, while that is so.
    problem: Option<String>,
    /// Does the game wait for its log while that cannot store a change?
    is_binding: bool,
}

impl Saving {
    /// Does the next change have to wait for the disk?
    pub(super) const fn is_behind(&self) -> bool {
        self.unsynced.is_some()
    }

    /// A command waits until the last change is synced.
    pub(super) fn wait(&mut self, given: Shown, order: TableCommand) {
        self.waiting.push_back((given, order));
    }

    /// The next command that waited, once it does not have to wait any more.
    fn next(&mut self) -> Option<(Shown, TableCommand)> {
        if self.is_behind() { None } else { self.waiting.pop_front() }
    }

    /// All lines up to this one are synced, or need not be.
    fn pass(&mut self, line: u64) {
        if self.unsynced.is_some_and(|waited| waited <= line) {
            self.unsynced = None;
        }
    }

    /// Does this sync end a time in which the journal could not be saved?
    fn recovers(&mut self, line: u64) -> bool {
        line >= self.written && self.problem.take().is_some()
    }

    /// The journal could not be saved. True if that is new.
    fn fails(&mut self, why: &str) -> bool {
        self.problem.replace(why.to_owned()).is_none()
    }

    /// Does the game wait because its log cannot store a change?
    pub(super) const fn stops_game(&self) -> bool {
        self.is_binding && self.problem.is_some()
    }

    /// Adds a line; the next change waits for its sync.
    fn write(&mut self, record: JournalEvent) -> Effect {
        self.written += 1;
        self.unsynced = Some(self.written);
        Effect::Write(record)
    }
}

impl Referee {
    /// The position that people see.
    pub(super) fn shown(&self) -> Shown {
        (self.position.acts().len(), self.position.hash())
    }

    pub(super) fn safe(&mut self, line: u64, now: Duration, effects: &mut Vec<Effect>) {
        self.saving.pass(line);
        while let Some((given, order)) = self.saving.next() {
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
        if self.saving.recovers(line) {
            self.announced.push("The game is saved again.".to_owned());
            self.run_clock(now);
        }
        self.safe(line, now, effects);
    }

    /// A game on a journal goes on without it. One whose log must have everything waits, with its clocks.
    pub(super) fn not_saved(&mut self, line: u64, why: &str, now: Duration, effects: &mut Vec<Effect>) {
        let binds = self.saving.is_binding;
        if self.saving.fails(why) {
            let rest = if binds { "The game waits until it can be stored" } else { "You can keep playing" };
            self.announced.push(format!("Not saved: {why}. {rest}."));
        }
        if binds {
            self.run_clock(now);
        } else {
            self.safe(line, now, effects);
        }
    }

    /// From now on, nothing is played while the log cannot store a change.
    pub(crate) fn wait_for_log(&mut self) {
        self.saving.is_binding = true;
    }

    /// Why the game is not saved, from the first report until it is saved again.
    pub(crate) fn unsaved(&self) -> Option<&str> {
        self.saving.problem.as_deref()
    }

    /// Is a move of the player on turn waiting for the disk?
    pub(super) fn is_moved(&self) -> bool {
        let shown = self.shown();
        self.saving.waiting.iter().any(|(given, order)| {
            *given == shown
                && match order {
                    TableCommand::Play(_) => self.setup.is_person(self.position.turn()),
                    TableCommand::Answer(ticket, _) => self.asking.is(*ticket),
                    _ => false,
                }
        })
    }

    /// Is a command waiting for the disk?
    pub(crate) fn is_waiting(&self) -> bool {
        !self.saving.waiting.is_empty()
    }

    /// Writes a line; the next change waits for its sync.
    pub(super) fn write(&mut self, record: JournalEvent, effects: &mut Vec<Effect>) {
        effects.push(self.saving.write(record));
    }

    /// The game is left. Until now only memory knows the time that the seat on turn has used since the last event.
    pub(crate) fn leave(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        // No clock runs before the first move, and the event of a pause has the clocks.
        let ran = self.ending.is_none() && !self.pause.is_agreed() && !self.score.is_empty();
        if ran && self.clocks.exist() {
            self.write(JournalEvent::Clock { clocks: self.millis(now) }, &mut effects);
        }
        effects
    }

    /// There is no journal, so nothing has to wait for it.
    pub(crate) fn forget_journal(&mut self) {
        self.saving.unsynced = None;
    }

    /// Sets the number of lines in the journal after the first one.
    pub(crate) fn set_written(&mut self, lines: u64) {
        self.saving.written = lines;
    }
}
