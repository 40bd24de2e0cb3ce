//! A page with nothing but a text, so that it can be selected with the mouse of the terminal. The mouse is turned off
//! while it is shown. Long lines go on at the edge without a break between words.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget as _;

use crate::action::{Action, Context};
use crate::screen::{Screen, Transition};
use crate::theme::Role;
use crate::widgets::label::{Label, Lines};
use crate::widgets::text::head;
use crate::world::{TerminalRequest, World};

/// A text to select.
pub struct Plain {
    text: String,
    /// Why it is shown and not copied.
    why: Option<String>,
    top: usize,
    mouse: bool,
}

impl Plain {
    /// A page with this text.
    pub(crate) fn new(text: String, why: Option<String>, world: &mut World) -> Plain {
        let plain = Plain { text, why, top: 0, mouse: world.mouse };
        Plain::set_mouse(false, world);
        plain
    }

    fn set_mouse(on: bool, world: &mut World) {
        if world.mouse != on {
            world.mouse = on;
            world.requests.push(TerminalRequest::Mouse);
        }
    }

    /// The text, and the row below it.
    fn areas(area: Rect) -> [Rect; 2] {
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area)
    }

    /// The rows of the text in a window of this width.
    fn rows(&self, world: &World, width: usize) -> Vec<String> {
        let mut rows = Vec::new();
        for line in self.text.lines() {
            let line = world.glyphs.plain(line);
            let mut rest = line.as_str();
            loop {
                let part = head(rest, width.max(1));
                // A character wider than the window has a row of its own.
                let end = if part.is_empty() { rest.chars().next().map_or(0, char::len_utf8) } else { part.len() };
                rows.push(rest[..end].to_owned());
                rest = &rest[end..];
                if rest.is_empty() {
                    break;
                }
            }
        }
        rows
    }
}

impl Screen for Plain {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        let [text, _] = Plain::areas(world.whole());
        match action {
            Action::Back | Action::Leave | Action::Pick => true,
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                self.rows(world, text.width.into()).len() > text.height.into()
            }
            _ => false,
        }
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let whole = world.whole();
        let [text, _] = Plain::areas(whole);
        let page = usize::from(text.height).max(1);
        let last = self.rows(world, whole.width.into()).len().saturating_sub(page);
        let was = self.top;
        self.top = match action {
            Action::Back | Action::Leave | Action::Pick => {
                Plain::set_mouse(self.mouse, world);
                return Transition::Close;
            }
            Action::Up => was.saturating_sub(1),
            Action::Down => was + 1,
            Action::PageUp => was.saturating_sub(page),
            Action::PageDown => was + page,
            Action::First => 0,
            Action::Last => last,
            _ => was,
        }
        .min(last);
        if self.top == was { Transition::Same } else { Transition::Changed }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [page, last] = Plain::areas(area);
        let text = world.theme.style(Role::Text);
        let rows = self.rows(world, page.width.into());
        Lines(rows.iter().skip(self.top).map(|row| (row, text))).render(page, buffer);
        let why = self.why.as_ref().map(|why| format!("Not copied: {why}. ")).unwrap_or_default();
        let leave = world.keymap.key(Context::List, Action::Leave).unwrap_or_default();
        let words = format!("{why}Select the text with the mouse; {leave} closes this page.");
        Label::new(words, world.theme.style(Role::Dim)).render(last, buffer);
    }
}
