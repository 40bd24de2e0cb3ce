//! Where the parts of the form of a new game stand in a window of any size.

use ratatui::layout::Rect;

use super::NewGame;
use crate::tui::theme::Role;
use crate::tui::widgets::text::wrap;

/// Where everything stands.
pub(super) struct Plan {
    pub(super) list: Rect,
    /// Words under the list, a line each.
    pub(super) words: Vec<(String, Role)>,
    /// The row of a text that is typed, after the first words.
    pub(super) typed: Option<Rect>,
    /// The first row under all that.
    pub(super) below: u16,
}

impl NewGame {
    /// What is told comes first: the list scrolls.
    pub(super) fn plan(&self, area: Rect) -> Plan {
        let width = usize::from(area.width.saturating_sub(4));
        let asks = self.asks(self.row());
        let mut words: Vec<(String, Role)> = Vec::new();
        let mut say = |text: &str, role: Role| words.extend(wrap(text, width).into_iter().map(|line| (line, role)));
        match (&self.entry, asks) {
            (Some(_), Some(asks)) => say(&asks, Role::Dim),
            (None, Some(asks)) if self.told.is_none() => {
                say("", Role::Dim);
                say(&format!("Left and Right change it; Enter types {asks}."), Role::Dim);
            }
            _ => {}
        }
        let before = words.len() as u16;
        if let Some(told) = &self.told {
            words.extend(wrap(told, width).into_iter().map(|line| (line, Role::Warning)));
        }
        let typed = u16::from(self.entry.is_some());
        let rows = self.rows().len() as u16;
        let free = area.height.saturating_sub(3 + typed + words.len() as u16);
        let list = Rect {
            x: area.x + 2,
            y: area.y + 2,
            width: area.width.saturating_sub(4).min(64),
            height: free.clamp(1, rows),
        };
        let typed_at = Rect { y: list.bottom() + before, width: width as u16, height: 1, ..list };
        let below = list.bottom() + typed + words.len() as u16;
        Plan { list, words, typed: (typed > 0).then_some(typed_at), below }
    }
}
