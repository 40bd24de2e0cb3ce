//! How the lines of a page are drawn, with the diagrams and pieces between them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget as _;

use super::areas::Areas;
use super::{Pages, TOKEN};
use crate::board::draw::Look;
use crate::screens::rules::text::Line;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::label::{Label, Parts};
use crate::world::World;

/// The columns before the words of a diagram: the sign of the one that steps, and a blank one.
const SIGN: u16 = 2;

/// The rest of an area below this many rows.
fn below(area: Rect, rows: usize) -> Rect {
    let [_, rest] = Layout::vertical([Constraint::Length(rows as u16), Constraint::Fill(1)]).areas(area);
    rest
}

impl Pages {
    /// Whether there is more text than is seen at once.
    pub(super) fn is_long(&self, world: &World) -> bool {
        let areas = self.areas(world.whole());
        self.lines(areas, world).len() > areas.text.height.into()
    }

    /// The diagram beside the text: the one that steps, or else the last one above what is seen.
    pub(super) fn beside(&self, lines: &[Line], top: usize) -> Option<usize> {
        let above = || lines[..top].iter().rev().find_map(|line| line.diagram);
        let below = || lines[top..].iter().find_map(|line| line.diagram);
        self.active.or_else(|| above().or_else(below).map(|(number, _)| number))
    }

    /// Draws these lines from the top of the text.
    pub(super) fn draw_lines(&self, lines: &[Line], areas: Areas, world: &World, buffer: &mut Buffer) {
        let room = areas.text;
        let mut drawn = None;
        let mut pieces = Vec::new();
        for (at, (row, line)) in room.rows().zip(lines).enumerate() {
            if let Some((number, from)) = line.diagram {
                let is_active = self.active == Some(number);
                if areas.aside.is_some() {
                    self.draw_caption((number, from), is_active, row, world, buffer);
                } else if drawn != Some(number) {
                    drawn = Some(number);
                    let height = areas.diagram().1;
                    self.diagrams[number].draw((below(room, at), from), height, (world, is_active), buffer);
                }
                continue;
            }
            let found = line.contains(&self.sought);
            let style = |strong| {
                world.theme.style(match (found, strong) {
                    (true, _) => Role::Selected,
                    (false, true) => Role::Title,
                    (false, false) if line.lesson.is_some() => Role::Prompt,
                    (false, false) => Role::Text,
                })
            };
            Parts(line.parts().map(|(part, strong)| (part, style(line.heading || strong)))).render(row, buffer);
            // A piece is drawn if all of its rows are in sight.
            if let Some(kind) = line.kind
                && at + usize::from(TOKEN.height) <= lines.len()
            {
                pieces.push((kind, below(room, at)));
            }
        }
        // After the lines, which go on at the right of it.
        for (kind, area) in pieces {
            self.draw_piece(kind, area, world, buffer);
        }
    }

    /// The words that stand for a diagram beside the text.
    pub(super) fn caption(&self, number: usize, width: u16, world: &World) -> Vec<String> {
        self.diagrams[number].caption(width.saturating_sub(SIGN), world)
    }

    /// A line of them.
    fn draw_caption(
        &self,
        (number, line): (usize, u16),
        is_active: bool,
        row: Rect,
        world: &World,
        buffer: &mut Buffer,
    ) {
        let role = if is_active { Role::Title } else { Role::Dim };
        let sign = if is_active && line == 0 { world.glyphs.pointer } else { ' ' };
        let words = self.caption(number, row.width, world);
        let words = words.get(usize::from(line)).map_or("", String::as_str);
        Label::new(format!("{sign} {words}"), world.theme.style(role)).render(row, buffer);
    }

    /// Draws the piece of this number among the kinds at the upper left corner of an area.
    fn draw_piece(&self, kind: usize, area: Rect, world: &World, buffer: &mut Buffer) {
        let spec = self.game.spec();
        let Some(kind) = spec.all_kinds().nth(kind) else { return };
        let Some(side) = spec.sides().find(|&side| spec.of(kind).owned_by(side)) else { return };
        let [row, _] = Layout::vertical([TOKEN.height, 0].map(Constraint::Max)).areas(area);
        let [place, _] = Layout::horizontal([Constraint::Length(TOKEN.width), Constraint::Fill(1)]).areas(row);
        let role = army(spec, side);
        Look::of(world, spec).token(side, kind, role, world.theme.style(role), place, buffer);
    }
}
