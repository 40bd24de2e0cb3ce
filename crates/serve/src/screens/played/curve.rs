//! A rating as a curve: a column for each game, or for some games where there are more than columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::config::GlyphSet;
use crate::rating::points;
use crate::tui::theme::Role;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::put::put;
use crate::tui::world::World;

/// The lower eighths of a block.
const EIGHTHS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The columns of the numbers at the left.
const SCALE: u16 = 6;

/// The least difference between the top and the bottom, in points: a few points look like a few.
const LEAST: f64 = 100.0;

/// The curve.
pub(super) struct Curve<'a> {
    /// The rating after each game.
    pub(super) values: &'a [f64],
    pub(super) world: &'a World,
}

/// The lowest and the highest points of a scale around these values.
fn scale(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let missing = (LEAST - (high - low)).max(0.0) / 2.0;
    (low - missing, high + missing)
}

/// How many steps of a column with so many are filled: at least one.
fn filled(value: f64, (low, high): (f64, f64), steps: usize) -> usize {
    let part = (value - low) / (high - low);
    ((part * steps as f64).round() as usize).clamp(1, steps)
}

impl Widget for Curve<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Curve { values, world } = self;
        if values.is_empty() || area.width <= SCALE || area.height < 2 {
            return;
        }
        let scale = scale(values);
        let dim = world.theme.style(Role::Dim);
        for (value, y) in [(scale.1, area.top()), (scale.0, area.bottom() - 1)] {
            let row = Rect { y, height: 1, width: SCALE - 1, ..area };
            Label::new(points(value).to_string(), dim).right().render(row, buffer);
        }
        let columns = usize::from(area.width - SCALE).min(values.len());
        let blocks = world.glyphs.name == GlyphSet::Unicode;
        let grain = if blocks { EIGHTHS.len() } else { 1 };
        let style = world.theme.style(Role::Title);
        for column in 0..columns {
            // The last game of those that share a column.
            let value = values[((column + 1) * values.len()).div_ceil(columns) - 1];
            let mut left = filled(value, scale, grain * usize::from(area.height));
            let x = area.left() + SCALE + column as u16;
            for y in area.rows().map(|row| row.y).rev() {
                let here = left.min(grain);
                let text = match here {
                    0 => break,
                    _ if blocks => EIGHTHS[here - 1],
                    _ => "#",
                };
                put(buffer, x, y, text, 1, style);
                left -= here;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_points_look_like_a_few() {
        assert_eq!(scale(&[1500.0]), (1450.0, 1550.0));
        assert_eq!(scale(&[1500.0, 1540.0]), (1470.0, 1570.0));
        assert_eq!(scale(&[1200.0, 1800.0]), (1200.0, 1800.0));
        assert_eq!(filled(1200.0, (1200.0, 1800.0), 80), 1, "a game is always seen");
        assert_eq!(filled(1500.0, (1200.0, 1800.0), 80), 40);
        assert_eq!(filled(1800.0, (1200.0, 1800.0), 80), 80);
    }
}
