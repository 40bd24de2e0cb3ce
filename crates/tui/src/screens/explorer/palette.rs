//! What can be put on the board: a row with the tools, the side and its kinds.

use ratatui::layout::{Constraint, Layout, Rect};

use super::Explorer;
use crate::rules::piece::Kind;
use crate::screen::Transition;
use crate::widgets::text::columns;

/// What a click on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tool {
    /// It shows the moves of a piece.
    Look,
    /// It puts the chosen piece there.
    Put,
    /// It takes away what is there.
    Remove,
    /// It drops the chosen piece there.
    Drop,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// Looks at moves.
    Look,
    /// Goes to the next side.
    Side,
    /// Puts this kind.
    Kind(Kind),
    /// Takes away.
    Remove,
    /// Drops this kind.
    Drop,
    /// Takes everything away.
    Clear,
    /// Turns the board.
    Turn,
    /// Leaves the explorer.
    Leave,
}

/// What can be done with the mouse alone, at the right of the title.
pub(super) const DEEDS: [(Entry, &str); 3] =
    [(Entry::Clear, " clear "), (Entry::Turn, " turn "), (Entry::Leave, " leave ")];

impl Explorer {
    /// The entries with their text, and whether each is chosen.
    pub(super) fn entries(&self) -> Vec<(Entry, String, bool)> {
        let spec = self.position.spec();
        // What is chosen has another ground.
        let shown = |text: &str| format!(" {text} ");
        let mut entries = Vec::new();
        let look = self.tool == Tool::Look;
        entries.push((Entry::Look, shown("moves"), look));
        entries.push((Entry::Side, format!(" {}:", spec.seat(self.side).name), false));
        for kind in self.kinds() {
            let here = kind == self.kind;
            entries.push((Entry::Kind(kind), shown(spec.of(kind).letters()), here));
        }
        let remove = self.tool == Tool::Remove;
        entries.push((Entry::Remove, shown("remove"), remove));
        if self.has_drops() {
            let drop = self.tool == Tool::Drop;
            entries.push((Entry::Drop, shown("drop"), drop));
        }
        entries
    }

    pub(super) fn places(&self, row: Rect) -> Vec<(Entry, Rect)> {
        let entries = self.entries();
        let widths = entries.iter().map(|(_, text, _)| Constraint::Length(columns(text, 99) as u16));
        let parts = Layout::horizontal(widths.chain([Constraint::Fill(1)])).split(row);
        entries.iter().zip(parts.iter()).map(|(&(entry, ..), &part)| (entry, part)).collect()
    }

    pub(super) fn choose(&mut self, entry: Entry) -> Transition {
        match entry {
            Entry::Look => self.tool = Tool::Look,
            Entry::Side => return self.next_side(),
            Entry::Kind(kind) if self.tool == Tool::Drop && self.position.spec().is_dropped(kind) => {
                self.kind = kind;
                return self.drop_it();
            }
            Entry::Kind(kind) => (self.kind, self.tool) = (kind, Tool::Put),
            Entry::Remove => self.tool = Tool::Remove,
            Entry::Drop => {
                self.tool = Tool::Drop;
                return self.drop_it();
            }
            Entry::Clear => return self.clear(),
            Entry::Turn => {
                self.pane.turn(self.position.as_ref(), true);
            }
            Entry::Leave => return Transition::Close,
        }
        Transition::Changed
    }
}
