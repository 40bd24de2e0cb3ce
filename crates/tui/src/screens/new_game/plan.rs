//! The layout of the new game form for any window size.

use ratatui::layout::{Constraint, Layout, Rect};

use super::{NewGame, Row};
use crate::form::{Fields as _, FormState};
use crate::glyphs::UNICODE;
use crate::widgets::areas::{columns, from_top, sides, titled};
use crate::widgets::text::{block, wrap};
use crate::world::World;

/// The maximum width of the form: that of the name of the highest level with its bar.
const FORM: u16 = 58;

/// The column of a board beside the form, and its minimum width.
const BESIDE: u16 = 60;
const BOARD: u16 = 36;

/// From this height on, a line says what the game is.
const ROOMY: u16 = 16;

/// The rows that the form usually takes. A third of what is left of a taller window is above it.
const USUAL: u16 = 18;

/// The rows for the words about what is chosen.
const FOOT: u16 = 3;

/// The maximum number of message lines.
const MOST_LINES: usize = 1000;

/// The areas of the form.
pub(super) struct Plan {
    pub(super) title: Rect,
    /// What the game is, and its lines.
    pub(super) about: Rect,
    pub(super) game: Vec<String>,
    pub(super) list: Rect,
    /// What can be typed, above the text field.
    pub(super) hint: Rect,
    pub(super) hints: Vec<String>,
    /// The row of the text field; without height while none is open.
    pub(super) typed: Rect,
    /// The message, and the lines of it that are shown.
    pub(super) message: Rect,
    pub(super) lines: Vec<String>,
    /// The board: beside the form, or below everything.
    pub(super) board: Rect,
    pub(super) footer: Rect,
    /// How many message lines do not fit.
    pub(super) more: usize,
}

impl NewGame {
    /// What is said about the selected row, and what can be typed for it, in lines of this width.
    fn hints(&self, row: Row, form: &FormState, width: usize) -> Vec<String> {
        let lines = |words: String| wrap(&words, width).collect::<Vec<_>>();
        match (&form.message, &form.entry, self.asks(row)) {
            (Some(_), ..) | (None, Some(_), None) => Vec::new(),
            (None, Some(_), Some(asks)) => lines(asks),
            (None, None, asks) => {
                let asks = asks.map(|asks| format!("Left and Right change it; Enter: type {asks}."));
                let about = [self.described(row), self.character(row), self.pace(row), asks];
                about.into_iter().flatten().flat_map(lines).collect()
            }
        }
    }

    /// Computes the layout. The message has priority; the list scrolls in the remaining rows.
    pub(super) fn plan(&self, state: &FormState, world: &World, area: Rect) -> Plan {
        let all = self.rows(world);
        let [title, content, footer] = titled(area);
        let [_, beside] = Layout::horizontal([Constraint::Length(BESIDE), Constraint::Fill(1)]).areas(content);
        let beside = Some(beside).filter(|beside| beside.width >= BOARD);
        // The text must not run under the board.
        let above = if beside.is_some() { content.height.saturating_sub(USUAL) / 3 } else { 0 };
        let whole = sides(from_top(content, [above]).1, 2);
        let form = if beside.is_some() { columns(whole, FORM) } else { whole };
        let width = usize::from(form.width);
        let game = block(&UNICODE, self.spec().about, width, if area.height < ROOMY { 0 } else { 2 });
        let ([about, _], form) = from_top(form, [game.len() as u16, 1]);
        let hints = self.hints(all[state.list.selected], state, width);
        let message = state.message.as_ref().map(|message| wrap(&message.words, width).take(MOST_LINES).collect());
        let message: Vec<String> = message.unwrap_or_default();
        let typed = u16::from(state.entry.is_some());
        // One row of the list always stays visible.
        let (_, free) = from_top(form, [1, typed, hints.len() as u16]);
        let room = usize::from(free.height).max(1);
        let more = message.len().saturating_sub(room);
        let lines: Vec<String> = message.into_iter().skip(state.skipped.min(more)).take(room).collect();
        let (_, free) = from_top(form, [typed, hints.len() as u16, lines.len() as u16]);
        let rows = free.height.clamp(1, all.len() as u16);
        let said = [hints.len() as u16, typed, lines.len() as u16];
        let taken: u16 = said.iter().sum();
        // The words keep their rows at the foot, so that nothing moves with what is chosen.
        let usual = if form.height > rows + FOOT { FOOT } else { 0 };
        let [form, foot] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(taken.max(usual))]).areas(form);
        let ([list, _], below) = from_top(form, [rows, 1]);
        let ([hint, typed, message], _) = from_top(foot, said);
        let (list, board) = (columns(list, FORM), beside.unwrap_or(below));
        let title = if above > 1 { from_top(content, [above - 2, 1]).0[1] } else { title };
        Plan { title: sides(title, 2), about, game, list, hint, hints, typed, message, lines, board, footer, more }
    }
}
