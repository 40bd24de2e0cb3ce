//! The list of the pieces of a game: what each looks like, and how it moves, as far as there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::widgets::Widget;

use super::Pen;
use crate::board::draw::Look;
use crate::board::layout::TOKEN;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::text::{columns, wrap};

/// From this width on the list of the kinds says how each moves, beside pictures and without them.
const WORDS: [u16; 2] = [24, 30];

/// The columns between a drawn piece and its words.
const AIR: u16 = 1;

/// The columns between two parts of the list.
const GAP: u16 = 2;

/// The most parts of the list side by side.
const MOST_PARTS: u16 = 4;

/// The kinds of pieces, and how each moves if there is room for all of it. The texts are wrapped once, for its height and
/// for drawing.
pub(crate) struct KindList<'a> {
    /// The styles and the game.
    pen: Pen<'a>,
    /// How pieces are drawn, if they are.
    look: Option<Look<'a>>,
    /// The words about each kind.
    kinds: Vec<Vec<String>>,
    /// Do they say how each piece moves?
    said: bool,
    /// The parts side by side, and the columns of each.
    parts: (u16, u16),
}

/// The seat in whose colour a kind is shown: the first that has it.
fn owner(spec: &Spec, kind: Kind) -> Side {
    spec.sides().find(|&side| spec.of(kind).owned_by(side)).unwrap_or(Side::FIRST)
}

impl<'a> KindList<'a> {
    /// What fits into this width and height, if anything does: the words count more than the pictures, and one part is
    /// easier to read than two.
    pub(crate) fn fitting(pen: Pen<'a>, look: Look<'a>, width: u16, height: u16) -> Option<KindList<'a>> {
        let is_drawn = look.album.is_some() && look.drawing.is_drawn(TOKEN);
        let ways = [true, false].into_iter().flat_map(|said| [is_drawn, false].map(|drawn| (said, drawn)));
        let ways = ways.flat_map(|way| (1..=MOST_PARTS).map(move |parts| (way, parts)));
        let mut lists = ways.filter_map(|((said, drawn), parts)| {
            let wide = (width + GAP) / parts;
            let list =
                KindList { pen, look: Some(look).filter(|_| drawn), kinds: Vec::new(), said, parts: (parts, 0) };
            list.in_parts(wide.checked_sub(GAP)?)
        });
        lists.find(|list| list.rows() <= height)
    }

    /// The words wrapped to parts of this width, if they can be read there.
    fn in_parts(self, width: u16) -> Option<KindList<'a>> {
        let taken = if self.look.is_some() { TOKEN.width + AIR } else { 0 };
        let least = WORDS[usize::from(self.look.is_none())];
        let room = width.checked_sub(taken).filter(|&room| !self.said || room >= least)?;
        let lines = |kind: Kind| -> Vec<String> {
            let kind = self.pen.spec.of(kind);
            let name = format!("{} {}", kind.letters(), kind.name);
            if !self.said {
                return vec![name];
            }
            // Below a letter there is nothing.
            let indent = if self.look.is_some() { "" } else { "  " };
            let text = format!("{name}: {}", kind.words);
            let wrapped = wrap(&text, usize::from(room).saturating_sub(indent.len()));
            wrapped.enumerate().map(|(at, line)| if at == 0 { line } else { format!("{indent}{line}") }).collect()
        };
        let kinds: Vec<Vec<String>> = self.pen.spec.all_kinds().map(lines).collect();
        let longest = kinds.iter().flatten().map(|line| columns(line, usize::from(room) + 1)).max().unwrap_or(0);
        let fits = longest <= usize::from(room);
        // Names stand close together.
        let wide = if self.said { width } else { taken + longest as u16 };
        fits.then_some(KindList { kinds, parts: (self.parts.0, wide), ..self })
    }

    /// Does it say how each piece moves?
    pub(crate) const fn is_said(&self) -> bool {
        self.said
    }

    /// The kinds of each part, with the rows of each kind.
    fn parts(&self) -> Vec<Vec<u16>> {
        let least = if self.look.is_some() { TOKEN.height } else { 1 };
        let heights: Vec<u16> = self.kinds.iter().map(|lines| (lines.len() as u16).max(least)).collect();
        heights.chunks(heights.len().div_ceil(self.parts.0.into()).max(1)).map(<[u16]>::to_vec).collect()
    }

    /// The rows that it takes.
    pub(crate) fn rows(&self) -> u16 {
        self.parts().iter().map(|part| part.iter().sum()).max().unwrap_or(0)
    }

    /// The columns that it takes.
    pub(crate) fn width(&self) -> u16 {
        let (parts, wide) = self.parts;
        parts * (wide + GAP) - GAP
    }
}

impl Widget for KindList<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let pen = self.pen;
        let parts = self.parts();
        let wide = std::iter::repeat_n(Constraint::Length(self.parts.1), parts.len());
        let columns = Layout::horizontal(wide).spacing(GAP).flex(Flex::Start).split(area);
        let places = parts.iter().zip(columns.iter()).flat_map(|(heights, &column)| {
            let rows = heights.iter().map(|&height| Constraint::Length(height));
            Layout::vertical(rows).flex(Flex::Start).split(column).to_vec()
        });
        for ((kind, lines), place) in pen.spec.all_kinds().zip(&self.kinds).zip(places) {
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
