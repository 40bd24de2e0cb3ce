//! The evaluation as a bar beside the board: the winning chances of the seats, one above the other, the own side at
//! the bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::panels::Pen;
use crate::config::GlyphSet;
use crate::depth::Depth;
use crate::rules::side::Side;
use crate::theme::army::army;
use crate::view::View;
use crate::widgets::put::put_letter;

/// The lower part of a cell, in eighths.
const EIGHTHS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];

/// Shades for terminals without colours, by the place of the seat from the bottom.
const SHADES: [char; 4] = ['█', '░', '▓', '▒'];

/// A bar.
#[derive(Clone, Copy)]
pub struct EvalBar<'a> {
    /// The styles and the game.
    pub pen: Pen<'a>,
    /// From where the board is seen.
    pub view: View,
    /// The winning chances of each seat, from 0 to 1. They need not add up to 1.
    pub chances: &'a [f64],
}

impl EvalBar<'_> {
    /// The seats from the bottom, each with the eighths of a row up to its upper end.
    fn parts(&self, rows: u16) -> Vec<(Side, u32)> {
        let spec = self.pen.spec;
        let (seats, first) = (spec.seats.len(), self.view.seat(spec).index());
        let sum: f64 = self.chances.iter().sum();
        let all = f64::from(rows) * 8.0;
        let mut below = 0.0;
        let mut part = |by: usize| {
            let side = Side::new((first + by) % seats);
            below += self.chances.get(side.index()).copied().unwrap_or(0.0);
            (side, (below / sum * all).round() as u32)
        };
        if sum > 0.0 { (0..seats).map(&mut part).collect() } else { Vec::new() }
    }
}

impl Widget for EvalBar<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let parts = self.parts(area.height);
        let Some(&(highest, _)) = parts.last() else { return };
        let EvalBar { pen, .. } = self;
        for (row, y) in (area.y..area.bottom()).rev().enumerate() {
            let (from, to) = (row as u32 * 8, row as u32 * 8 + 8);
            // The seat at the bottom of the cell, up to where in it, and the next one above.
            let at = parts.iter().position(|&(_, end)| end > from).unwrap_or(parts.len() - 1);
            let (side, end) = parts[at];
            let above = parts[at..].iter().find(|&&(_, end)| end >= to).map_or(highest, |&(side, _)| side);
            let eighths = if side == above { 8 } else { end.min(to) - from };
            // On light boards White is ivory here, too.
            let ink = |side| {
                let role = army(pen.spec, side);
                pen.theme.figure(pen.theme.style(role), role)
            };
            let (lower, upper) = (ink(side), ink(above));
            let larger = if eighths >= 4 { side } else { above };
            if pen.glyphs.name == GlyphSet::Ascii {
                let letter = pen.spec.seat(larger).initial();
                put_letter(buffer, area.x, y, letter, pen.theme.style(army(pen.spec, larger)));
                continue;
            }
            // The font of the Linux console has half blocks only.
            let eighths = match eighths {
                1..=7 if pen.glyphs.name == GlyphSet::Console => 4,
                other => other,
            };
            if pen.theme.depth() == Depth::None {
                let place = parts.iter().position(|&(one, _)| one == larger).unwrap_or(0);
                let shade = if eighths < 8 && at == 0 { EIGHTHS[eighths as usize] } else { SHADES[place % 4] };
                put_letter(buffer, area.x, y, shade, lower);
                continue;
            }
            let bar = if eighths >= 8 { '█' } else { EIGHTHS[eighths as usize] };
            let mut style = lower;
            style.bg = upper.fg;
            put_letter(buffer, area.x, y, bar, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, Glyphs, UNICODE};
    use crate::theme::Theme;
    use proptest::prelude::*;

    fn bar(game: usize, chances: &[f64], rows: u16, glyphs: &Glyphs) -> Buffer {
        let theme = Theme::chart();
        let pen = Pen { spec: crate::games::GAMES[game].spec(), theme: &theme, glyphs, shown: 0 };
        let area = Rect::new(0, 0, 1, rows);
        let mut buffer = Buffer::empty(area);
        EvalBar { pen, view: View::FIRST, chances }.render(area, &mut buffer);
        buffer
    }

    fn text(buffer: &Buffer) -> String {
        buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    #[test]
    fn the_own_side_is_at_the_bottom() {
        assert_eq!(text(&bar(0, &[0.25, 0.75], 8, &ASCII)), "rrrrrrww");
        assert_eq!(text(&bar(0, &[1.0, 0.0], 4, &ASCII)), "wwww");
        assert_eq!(text(&bar(0, &[0.5, 0.5], 3, &UNICODE)), "█▄█");
        assert_eq!(text(&bar(0, &[0.0, 0.0], 2, &UNICODE)), "  ");
    }

    proptest! {
        /// A small change of the evaluation changes few cells.
        #[test]
        fn a_change_is_small(white in 0.0..1.0_f64, by in -0.02..0.02_f64) {
            let other = (white + by).clamp(0.0, 1.0);
            let (one, two) = (bar(0, &[white, 1.0 - white], 33, &UNICODE), bar(0, &[other, 1.0 - other], 33, &UNICODE));
            let changed = one.content().iter().zip(two.content()).filter(|(one, two)| one != two).count();
            prop_assert!(changed <= 2, "{changed}");
        }

        #[test]
        fn four_seats_fill_the_bar(chances in prop::collection::vec(0.01..1.0_f64, 4), rows in 1..40_u16) {
            let armies = crate::games::GAMES.iter().position(|game| game.spec().seats.len() == 4).expect("four seats");
            let shown = text(&bar(armies, &chances, rows, &ASCII));
            prop_assert!(!shown.contains(' '), "{shown}");
        }
    }
}
