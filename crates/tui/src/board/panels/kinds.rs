//! The list of the pieces of a game: what each looks like, and how it moves, as far as there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::Pen;
use crate::board::draw::{Look, army};
use crate::board::layout::TOKEN;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::theme::Role;
use crate::widgets::text::wrap;

/// From this width on the list of the kinds says how each moves.
const WORDS: u16 = 30;

/// The columns between a drawn piece and its words.
const AIR: u16 = 1;

/// The kinds of pieces, and how each moves if there is room for all of it. The texts are wrapped once, for its height and
/// for drawing.
pub struct KindList<'a> {
    /// The styles and the game.
    pen: Pen<'a>,
    /// How pieces are drawn, if they are.
    look: Option<Look<'a>>,
    /// The words about each kind.
    kinds: Vec<Vec<String>>,
    /// Do they say how each piece moves?
    said: bool,
}

/// The seat in whose colour a kind is shown: the first that has it.
fn owner(spec: &Spec, kind: Kind) -> Side {
    spec.sides().find(|&side| spec.of(kind).owned_by(side)).unwrap_or(Side::FIRST)
}

impl<'a> KindList<'a> {
    /// What fits into this width and height: the words count more than the pictures.
    pub fn fitting(pen: Pen<'a>, look: Look<'a>, width: u16, height: u16) -> KindList<'a> {
        let is_drawn = look.album.is_some() && look.drawing.is_drawn(TOKEN);
        let looks = || [Some(look).filter(|_| is_drawn), None];
        let ways = [width >= WORDS, false].into_iter().flat_map(|said| looks().map(|look| (look, said)));
        let mut ways = ways.map(|(look, said)| KindList { pen, look, kinds: Vec::new(), said }.in_width(width));
        let fits = |list: &KindList<'_>| list.rows() <= height;
        ways.find(fits)
            .unwrap_or_else(|| KindList { pen, look: None, kinds: Vec::new(), said: false }.in_width(width))
    }

    /// The words wrapped to this width.
    fn in_width(self, width: u16) -> KindList<'a> {
        let room = usize::from(if self.look.is_some() { width.saturating_sub(TOKEN.width + AIR) } else { width });
        let lines = |kind: Kind| {
            let kind = self.pen.spec.of(kind);
            let name = format!("{} {}", kind.letter, kind.name);
            let text = if self.said { format!("{name}: {}", kind.words) } else { name };
            // Below a letter there is nothing.
            let indent = if self.look.is_some() { "" } else { "  " };
            let wrapped = wrap(&text, room.saturating_sub(indent.len()));
            wrapped.enumerate().map(|(at, line)| if at == 0 { line } else { format!("{indent}{line}") }).collect()
        };
        let kinds = self.pen.spec.all_kinds().map(lines).collect();
        KindList { kinds, ..self }
    }

    /// Does it say how each piece moves?
    pub const fn is_said(&self) -> bool {
        self.said
    }

    /// The rows of each kind.
    fn heights(&self) -> impl Iterator<Item = u16> {
        let least = if self.look.is_some() { TOKEN.height } else { 1 };
        self.kinds.iter().map(move |lines| (lines.len() as u16).max(least))
    }

    /// The rows that it takes.
    pub fn rows(&self) -> u16 {
        self.heights().sum()
    }
}

impl Widget for KindList<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let pen = self.pen;
        let heights = self.heights().map(Constraint::Length).chain([Constraint::Fill(1)]);
        let places = Layout::vertical(heights).split(area);
        for ((kind, lines), &place) in pen.spec.all_kinds().zip(&self.kinds).zip(places.iter()) {
            let mut words = place;
            if let Some(look) = self.look {
                let parts = [TOKEN.width, AIR].map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]);
                let parts = Layout::horizontal(parts).split(place);
                let [token] = Layout::vertical([Constraint::Length(TOKEN.height)]).areas(parts[0]);
                let (side, role) = (owner(pen.spec, kind), army(pen.spec, owner(pen.spec, kind)));
                look.token(side, kind, role, pen.theme.style(role), token, buffer);
                words = parts[2];
            }
            for (row, line) in words.rows().zip(lines) {
                pen.line(row, line, Role::Dim, buffer);
            }
        }
    }
}
