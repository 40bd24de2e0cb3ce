//! The layout of the new game form for any window size.

use ratatui::layout::Rect;

use super::NewGame;
use crate::tui::glyphs::UNICODE;
use crate::tui::theme::Role;
use crate::tui::widgets::text::{block, wrap};

/// The maximum width of the form.
const FORM: u16 = 64;

/// The minimum width of a board beside the form.
const BESIDE: u16 = 36;

/// From this height on, a line says what the game is.
const ROOMY: u16 = 16;

/// The maximum number of message lines.
const MOST_LINES: usize = 1000;

/// The areas of the form.
pub(super) struct Plan {
    pub(super) list: Rect,
    /// What the game is: the lines above the list.
    pub(super) about: Vec<String>,
    /// Text below the list, one entry per line.
    pub(super) words: Vec<(String, Role)>,
    /// The row of the text field, after the first lines of text.
    pub(super) typed: Option<Rect>,
    /// The board: beside the form, or below everything.
    pub(super) board: Rect,
    /// How many message lines do not fit.
    pub(super) more: usize,
}

impl NewGame {
    /// Computes the layout. The message has priority; the list scrolls in the remaining rows.
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
        // The text must not run under the board.
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
        let about = block(&UNICODE, self.spec().about, width, if area.height < ROOMY { 0 } else { 2 });
        let top = if about.is_empty() { 2 } else { about.len() as u16 + 2 };
        let before = words.len() as u16;
        let typed = u16::from(self.entry.is_some());
        let rows = self.rows().len() as u16;
        let mut more = 0;
        if let Some(told) = &self.told {
            let lines: Vec<String> = wrap(told, width).take(MOST_LINES).collect();
            // The title, one row of the list and the footer always stay visible.
            let room = usize::from(area.height.saturating_sub(top + 2 + typed)).max(1);
            more = lines.len().saturating_sub(room);
            let shown = lines.into_iter().skip(self.skipped.min(more)).take(room);
            words.extend(shown.map(|line| (line, Role::Warning)));
        }
        let free = area.height.saturating_sub(top + 1 + typed + words.len() as u16);
        let list = Rect { x: area.x + 2, y: area.y + top, width: form, height: free.clamp(1, rows) };
        let typed_at = Rect { y: list.bottom() + before, width: width as u16, height: 1, ..list };
        let below = list.bottom() + typed + words.len() as u16 + 1;
        let below = Rect {
            x: list.x,
            y: below,
            width: area.width.saturating_sub(4),
            height: area.bottom().saturating_sub(below + 1),
        };
        Plan { list, about, words, typed: (typed > 0).then_some(typed_at), board: beside.unwrap_or(below), more }
    }
}
