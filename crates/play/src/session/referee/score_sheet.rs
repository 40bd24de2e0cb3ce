//! The acts of the game, their lines for display, and the acts that were taken back.

use std::time::Duration;

use crate::record::leaving::Leaving;
use crate::rules::notation::PASS;
use crate::rules::side::BySide;
use crate::session::history::{HistoryEntry, Line};

/// What was played.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct ScoreSheet {
    entries: Vec<HistoryEntry>,
    lines: Vec<Line>,
    /// The acts that were taken back, the next one last.
    redo: Vec<HistoryEntry>,
}

impl ScoreSheet {
    pub(super) fn entries(&self) -> &[HistoryEntry] {
        &self.entries
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds an act with its lines: the act itself, and the armies that fell by it.
    pub(super) fn add(
        &mut self,
        text: String,
        why: Option<Leaving>,
        after: Option<BySide<Duration>>,
        lines: impl IntoIterator<Item = Line>,
    ) {
        let (ply, first) = (self.entries.len() + 1, self.lines.len());
        self.lines.extend(lines.into_iter().map(|line| Line { ply, ..line }));
        let (side, lines) = (self.lines[first].side, self.lines.len() - first);
        self.entries.push(HistoryEntry { text, why, side, after, lines });
    }

    /// Takes the last act back. False if there is none.
    pub(super) fn back(&mut self) -> bool {
        let Some(entry) = self.entries.pop() else { return false };
        self.lines.truncate(self.lines.len().saturating_sub(entry.lines));
        self.redo.push(entry);
        true
    }

    /// How many acts can be played again.
    pub(super) fn taken_back(&self) -> usize {
        self.redo.len()
    }

    /// The next act that is played again. It is added when it is played.
    pub(super) fn next_again(&mut self) -> Option<HistoryEntry> {
        self.redo.pop()
    }

    /// Another act was played, so that what was taken back does not follow any more.
    pub(super) fn forget_taken_back(&mut self) {
        self.redo.clear();
    }

    /// The last act that a player chose: not the fall of an army that it caused, nor the pass of a King that could
    /// not move.
    pub(super) fn last_choice(&self) -> Option<&Line> {
        let mut first = self.lines.len();
        self.entries.iter().rev().find_map(|entry| {
            first -= entry.lines;
            (entry.text != PASS).then(|| &self.lines[first])
        })
    }
}
