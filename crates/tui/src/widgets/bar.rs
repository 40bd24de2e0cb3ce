//! A bar for a number, with eighths of a column where the character set has them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::label::Parts;
use crate::config::GlyphSet;
use crate::glyphs::Glyphs;
use crate::theme::Role;
use crate::world::World;

/// The characters for one to eight eighths.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// A bar that is filled by a part of a whole; the rest is blank, or a track that shows how long the whole is.
#[derive(Clone, Copy, Debug)]
pub struct Bar<'a> {
    part: usize,
    whole: usize,
    glyphs: &'a Glyphs,
    style: Style,
    track: bool,
    rest: Style,
}

impl<'a> Bar<'a> {
    /// A bar without colours.
    pub(crate) const fn new(part: usize, whole: usize, glyphs: &'a Glyphs) -> Bar<'a> {
        Bar { part, whole, glyphs, style: Style::new(), track: false, rest: Style::new() }
    }

    /// Gives it this style.
    #[must_use]
    pub(crate) const fn style(self, style: Style) -> Bar<'a> {
        Bar { style, ..self }
    }

    /// Shows the rest of the whole as a track.
    #[must_use]
    pub(crate) const fn track(self) -> Bar<'a> {
        Bar { track: true, ..self }
    }

    /// How much of a whole is done: a bar on a track that is dimmer.
    pub fn gauge(part: usize, whole: usize, world: &'a World) -> Bar<'a> {
        let style = |role| world.theme.style(role);
        let bar = Bar::new(part, whole, &world.glyphs).style(style(Role::Title)).track();
        Bar { rest: style(Role::Border), ..bar }
    }

    /// The bar as a text of this many columns, to be part of a longer one.
    pub(crate) fn text(self, columns: usize) -> String {
        let (bar, rest) = self.parts(columns);
        bar + &rest
    }

    /// What is filled, and the rest.
    fn parts(self, columns: usize) -> (String, String) {
        let Bar { part, whole, glyphs, track, .. } = self;
        let (eighths, name) = ((part.min(whole) * columns * 8).checked_div(whole).unwrap_or(0), glyphs.name);
        let (full, rest) = (eighths / 8, eighths % 8);
        let (block, more) = match name {
            GlyphSet::Ascii => ('#', (rest >= 4).then_some('#')),
            // The font of the Linux console has halves only.
            GlyphSet::Console => ('█', (rest >= 4).then_some('▌')),
            _ => ('█', rest.checked_sub(1).map(|rest| EIGHTHS[rest])),
        };
        let mut bar: String = std::iter::repeat_n(block, full).chain(more).collect();
        // Whatever is more than nothing is seen.
        if bar.is_empty() && part > 0 && columns > 0 {
            bar.push(if name == GlyphSet::Unicode { EIGHTHS[0] } else { block });
        }
        let blanks = columns - bar.chars().count();
        // A thin line: dots of a shade are louder than what is filled.
        let rest = match name {
            _ if !track => ' ',
            GlyphSet::Ascii => '.',
            _ => '─',
        };
        (bar, std::iter::repeat_n(rest, blanks).collect())
    }
}

impl Widget for Bar<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (bar, rest) = self.parts(area.width.into());
        Parts([(bar, self.style), (rest, self.rest)]).render(area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, CONSOLE, SETS, UNICODE};

    #[test]
    fn bars_grow_and_keep_their_columns() {
        assert_eq!(Bar::new(3, 10, &UNICODE).text(5), "█▌   ");
        assert_eq!(Bar::new(1, 16, &UNICODE).text(2), "▏ ");
        assert_eq!(Bar::new(3, 10, &CONSOLE).text(5), "█▌   ");
        assert_eq!(Bar::new(3, 10, &ASCII).text(5), "##   ");
        assert_eq!(Bar::new(3, 10, &UNICODE).track().text(10), "███───────");
        assert_eq!(Bar::new(1, 10, &ASCII).track().text(10), "#.........");
        for set in SETS {
            for columns in 0..9 {
                let bar = |part, whole| Bar::new(part, whole, set).text(columns);
                for part in 0..=20 {
                    assert_eq!(bar(part, 20).chars().count(), columns);
                }
                assert_eq!(bar(20, 20).trim_end().chars().count(), columns);
                assert_eq!(bar(0, 20).trim_end(), "");
                assert_eq!(bar(1, 0).chars().count(), columns);
            }
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, 7, 1));
        Bar::new(3, 10, &UNICODE).render(Rect::new(1, 0, 5, 1), &mut buffer);
        assert_eq!(buffer, Buffer::with_lines([" █▌    "]));
    }
}
