//! Where the parts of the form of a new game stand in a window of any size.

use ratatui::layout::Rect;

use super::NewGame;
use crate::tui::theme::Role;
use crate::tui::widgets::text::wrap;

/// No form is wider than this.
const FORM: u16 = 64;

/// A board beside it has at least so many columns.
const BESIDE: u16 = 36;

/// What is told has no more lines than this.
const MOST_LINES: usize = 1000;

/// Where everything stands.
pub(super) struct Plan {
    pub(super) list: Rect,
    /// Words under the list, a line each.
    pub(super) words: Vec<(String, Role)>,
    /// The row of a text that is typed, after the first words.
    pub(super) typed: Option<Rect>,
    /// The board: beside the form, or under everything.
    pub(super) board: Rect,
    /// How many lines of what is told have no room.
    pub(super) more: usize,
}

impl NewGame {
    /// What is told comes first: the list scrolls.
    pub(super) fn plan(&self, area: Rect) -> Plan {
        let form = area.width.saturating_sub(4).min(FORM);
        let right = area.x + 2 + form + 3;
        let beside = Rect {
            x: right,
            y: area.y + 1,
            width: area.right().saturating_sub(right),
            height: area.height.saturating_sub(2),
        };
        let beside = (beside.width >= BESIDE).then_some(beside);
        // Words do not go under the board.
        let width = usize::from(if beside.is_some() { form } else { area.width.saturating_sub(4) });
        let asks = self.asks(self.row());
        let mut words: Vec<(String, Role)> = Vec::new();
        let mut say = |text: &str, role: Role| words.extend(wrap(text, width).map(|line| (line, role)));
        match (&self.told, &self.entry, asks) {
            (None, Some(_), Some(asks)) => say(&asks, Role::Dim),
            (None, None, Some(asks)) => {
                say("", Role::Dim);
                say(&format!("Left and Right change it; Enter: type {asks}."), Role::Dim);
            }
            _ => {}
        }
        let before = words.len() as u16;
        let typed = u16::from(self.entry.is_some());
        let rows = self.rows().len() as u16;
        let mut more = 0;
        if let Some(told) = &self.told {
            let lines: Vec<String> = wrap(told, width).take(MOST_LINES).collect();
            // Title, one row of the list and the keys stay.
            let room = usize::from(area.height.saturating_sub(4 + typed)).max(1);
            more = lines.len().saturating_sub(room);
            let shown = lines.into_iter().skip(self.skipped.min(more)).take(room);
            words.extend(shown.map(|line| (line, Role::Warning)));
        }
        let free = area.height.saturating_sub(3 + typed + words.len() as u16);
        let list = Rect { x: area.x + 2, y: area.y + 2, width: form, height: free.clamp(1, rows) };
        let typed_at = Rect { y: list.bottom() + before, width: width as u16, height: 1, ..list };
        let below = list.bottom() + typed + words.len() as u16 + 1;
        let below = Rect {
            x: list.x,
            y: below,
            width: area.width.saturating_sub(4),
            height: area.bottom().saturating_sub(below + 1),
        };
        Plan { list, words, typed: (typed > 0).then_some(typed_at), board: beside.unwrap_or(below), more }
    }
}
