//! The areas of the pages of rules: in a wide window the text is at the left, and the diagram of what is read beside it, as
//! large as the room; in a narrow one diagrams stand between the lines.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::widgets::areas::{columns, sides, titled};

/// The maximum length of a line, however wide the window is.
const WIDEST: u16 = 96;

/// The length of a line beside a diagram.
const BESIDE: [u16; 2] = [54, 78];

/// The columns between text and diagram.
const GAP: u16 = 3;

/// The least columns of a diagram beside the text.
const LEAST: u16 = 58;

/// The most rows of a diagram between the lines.
const TALLEST: u16 = 28;

/// The areas of the screen.
#[derive(Clone, Copy)]
pub(super) struct Areas {
    pub(super) title: Rect,
    /// How far the page is scrolled.
    pub(super) place: Rect,
    pub(super) text: Rect,
    /// The diagram beside the text, where there is room for both.
    pub(super) aside: Option<Rect>,
    pub(super) footer: Rect,
}

impl Areas {
    /// The areas in a window, for a page with diagrams or without.
    pub(super) fn of(area: Rect, has_diagrams: bool) -> Areas {
        let [head, content, footer] = titled(area);
        let [title, place] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(7)]).areas(sides(head, 1));
        let content = sides(content, 1);
        let [least, most] = BESIDE;
        let (text, aside) = if has_diagrams && content.width >= least + GAP + LEAST {
            let wide = (content.width * 2 / 5).clamp(least, most);
            let parts = [Constraint::Length(wide), Constraint::Length(GAP), Constraint::Fill(1)];
            let [text, _, aside] = Layout::horizontal(parts).areas(content);
            (text, Some(aside))
        } else {
            (columns(content, WIDEST), None)
        };
        Areas { title, place, text, aside, footer }
    }

    /// The size in which a diagram is drawn: it fits on the page, and between the lines it is not larger than is pleasant.
    pub(super) fn diagram(&self) -> (u16, u16) {
        match self.aside {
            Some(aside) => (aside.width, aside.height),
            None => (self.text.width, self.text.height.min(TALLEST)),
        }
    }
}
