//! A graph of times in one row: a column for each move, as high as the time that it took.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::put::put_letter;
use crate::config::GlyphSet;
use crate::glyphs::Glyphs;
use crate::theme::{Role, Theme};

/// The heights of a column, the lowest first.
const fn heights(set: GlyphSet) -> &'static [char] {
    match set {
        GlyphSet::Ascii => &['_', '.', '-', '=', '#'],
        // The font of the Linux console has no other heights.
        GlyphSet::Console => &['_', '▄', '█'],
        _ => &['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
    }
}

/// The times of the moves of a game, in the order of play.
#[derive(Clone, Copy)]
pub struct Times<'a> {
    /// The styles.
    pub(crate) theme: &'a Theme,
    /// The characters.
    pub(crate) glyphs: &'a Glyphs,
    /// The time of each move, with the role of who played it.
    pub(crate) of_moves: &'a [(Duration, Role)],
}

/// The longest times of a game of this many moves in this many columns, each with its index.
fn longest(times: &[(Duration, Role)], columns: usize) -> impl Iterator<Item = (Duration, Role)> {
    let columns = columns.min(times.len());
    (0..columns).filter_map(move |at| {
        let part = &times[at * times.len() / columns..(at + 1) * times.len() / columns];
        part.iter().copied().max_by_key(|(time, _)| *time)
    })
}

impl Widget for Times<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let heights = heights(self.glyphs.name);
        let most = self.of_moves.iter().map(|(time, _)| time.as_millis()).max().unwrap_or(0).max(1);
        let row = Rect { height: area.height.min(1), ..area };
        for (at, (time, role)) in row.positions().zip(longest(self.of_moves, area.width.into())) {
            let level = (time.as_millis() * (heights.len() as u128 - 1)).div_ceil(most);
            put_letter(buffer, at.x, at.y, heights[level as usize], self.theme.style(role));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, UNICODE};

    fn drawn(glyphs: &Glyphs, seconds: &[u64], columns: u16) -> String {
        let theme = Theme::chart();
        let times: Vec<_> = seconds.iter().map(|&time| (Duration::from_secs(time), Role::Piece1)).collect();
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, 1));
        Times { theme: &theme, glyphs, of_moves: &times }.render(buffer.area, &mut buffer);
        buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    #[test]
    fn a_column_is_as_high_as_its_time() {
        assert_eq!(drawn(&UNICODE, &[0, 1, 7, 4], 6), "▁▂█▅  ");
        assert_eq!(drawn(&ASCII, &[0, 1, 4, 2], 4), "_.#-");
        assert_eq!(drawn(&UNICODE, &[0, 0], 3), "▁▁ ");
        assert_eq!(drawn(&UNICODE, &[], 3), "   ");
    }

    /// With more moves than columns each column is the longest of its moves, so that no long thought is lost.
    #[test]
    fn a_long_game_keeps_its_long_thoughts() {
        for at in 0..200 {
            let mut seconds = [1; 200];
            seconds[at] = 90;
            assert_eq!(drawn(&UNICODE, &seconds, 30).matches('█').count(), 1, "{at}");
        }
    }
}
