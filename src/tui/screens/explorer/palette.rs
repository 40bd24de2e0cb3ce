//! What can be put on the board: a row with the tools, the side and its kinds.

use ratatui::layout::{Constraint, Layout, Rect};

use super::Explorer;
use crate::rules::piece::Kind;
use crate::tui::widgets::text::columns;

/// What a click on the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tool {
    /// It shows the moves of a piece.
    Look,
    /// It puts the chosen piece there.
    Put,
    /// It takes away what is there.
    Remove,
}

/// An entry of the palette.
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
}

impl Explorer {
    /// The entries with their text, and whether each is chosen.
    pub(super) fn entries(&self) -> Vec<(Entry, String, bool)> {
        let spec = self.position.spec();
        let chosen = |text: &str, chosen: bool| if chosen { format!("[{text}]") } else { format!(" {text} ") };
        let mut entries = Vec::new();
        let look = self.tool == Tool::Look;
        entries.push((Entry::Look, chosen("moves", look), look));
        entries.push((Entry::Side, format!(" {}:", spec.seat(self.side).name), false));
        for kind in self.kinds() {
            let here = kind == self.kind;
            entries.push((Entry::Kind(kind), chosen(&spec.of(kind).letter.to_string(), here), here));
        }
        let remove = self.tool == Tool::Remove;
        entries.push((Entry::Remove, chosen("remove", remove), remove));
        entries
    }

    /// The place of each entry in the row.
    pub(super) fn places(&self, row: Rect) -> Vec<(Entry, Rect)> {
        let entries = self.entries();
        let widths = entries.iter().map(|(_, text, _)| Constraint::Length(columns(text, 99) as u16));
        let parts = Layout::horizontal(widths.chain([Constraint::Fill(1)])).split(row);
        entries.iter().zip(parts.iter()).map(|(&(entry, ..), &part)| (entry, part)).collect()
    }

    /// Chooses an entry.
    pub(super) fn choose(&mut self, entry: Entry) {
        match entry {
            Entry::Look => self.tool = Tool::Look,
            Entry::Side => {
                self.next_side();
            }
            Entry::Kind(kind) => (self.kind, self.tool) = (kind, Tool::Put),
            Entry::Remove => self.tool = Tool::Remove,
        }
    }
}
