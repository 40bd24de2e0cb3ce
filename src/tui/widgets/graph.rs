//! A graph of the evaluation of every position of a game: for two seats one line, filled to the middle; for
//! more seats one line each. It is drawn with Braille dots, half blocks or letters, depending on the
//! character set.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget;

use super::put::put_letter;
use crate::config::GlyphSet;
use crate::tui::theme::Role;
use crate::tui::world::World;

/// The graph.
#[derive(Clone, Copy)]
pub struct Graph<'a> {
    /// The look.
    pub world: &'a World,
    /// For each line the value of each position, from -1 at the bottom to 1 at the top.
    pub lines: &'a [Vec<Option<f64>>],
    /// The role and the letter of each line.
    pub inks: &'a [(Role, char)],
    /// The current position.
    pub at: usize,
}

/// The resolution of a cell: dots across and down.
#[derive(Clone, Copy)]
enum Grain {
    Braille,
    Halves,
    Letters,
}

impl Grain {
    fn of(world: &World) -> Grain {
        match world.glyphs.name {
            GlyphSet::Unicode => Grain::Braille,
            GlyphSet::Console => Grain::Halves,
            _ => Grain::Letters,
        }
    }

    const fn size(self) -> (usize, usize) {
        match self {
            Grain::Braille => (2, 4),
            Grain::Halves => (1, 2),
            Grain::Letters => (1, 1),
        }
    }

    /// The character with these dots, one bit each: rows from the top, in each row from the left.
    fn letter(self, dots: u8) -> char {
        match (self, dots) {
            (_, 0) => ' ',
            (Grain::Braille, _) => {
                // Unicode numbers the Braille dots down the left column, then down the right; the lowest row
                // comes last.
                const PLACES: [u32; 8] = [0, 3, 1, 4, 2, 5, 6, 7];
                let bits = (0..8).filter(|at| dots >> at & 1 == 1).fold(0, |bits, at| bits | 1 << PLACES[at]);
                char::from_u32(0x2800 + bits).unwrap_or(' ')
            }
            (Grain::Halves, 1) => '▀',
            (Grain::Halves, 2) => '▄',
            (Grain::Halves, _) => '█',
            (Grain::Letters, _) => '#',
        }
    }
}

/// The index of the position at a place, with this number of places across and of positions.
fn sample(place: usize, places: usize, count: usize) -> usize {
    if places < 2 { 0 } else { (place * (count - 1) + (places - 1) / 2) / (places - 1) }
}

/// The column of a position.
fn column(at: usize, count: usize, width: u16) -> u16 {
    if count < 2 { 0 } else { (at * usize::from(width.saturating_sub(1)) / (count - 1)) as u16 }
}

/// The area of the lines, and the row below it that marks the current position.
fn split(area: Rect) -> (Rect, Option<u16>) {
    if area.height < 2 {
        return (area, None);
    }
    (Rect { height: area.height - 1, ..area }, Some(area.bottom() - 1))
}

impl Graph<'_> {
    fn count(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The position at a screen position, for the mouse.
    pub fn hit(&self, area: Rect, at: Point) -> Option<usize> {
        let count = self.count();
        (area.contains(at) && count > 0).then(|| sample(usize::from(at.x - area.x), usize::from(area.width), count))
    }

    /// The row of dots for a value, among this many rows.
    fn level(value: f64, rows: usize) -> usize {
        (((1.0 - value.clamp(-1.0, 1.0)) / 2.0) * (rows - 1) as f64).round() as usize
    }

    fn cell(&self, world: &World, grain: Grain, field: Rect, at: Point, count: usize, buffer: &mut Buffer) {
        let (across, down) = grain.size();
        let (wide, tall) = (usize::from(field.width) * across, usize::from(field.height) * down);
        let (left, top) = (usize::from(at.x - field.x) * across, usize::from(at.y - field.y) * down);
        let middle = Self::level(0.0, tall);
        let mut drawn: Option<(u8, Role, char)> = None;
        for (line, &(role, letter)) in self.lines.iter().zip(self.inks) {
            let value = |place: usize| line.get(sample(place, wide, count)).copied().flatten();
            let mut dots = 0;
            for dx in 0..across {
                let Some(level) = value(left + dx).map(|value| Self::level(value, tall)) else { continue };
                // A single line is filled to the middle; several lines join each value to the previous one.
                let from = if self.lines.len() == 1 {
                    middle
                } else {
                    (left + dx).checked_sub(1).and_then(value).map_or(level, |value| Self::level(value, tall))
                };
                let joined = if level < from { level..=from } else { from..=level };
                let joined = if self.lines.len() > 1 && from != level {
                    // The last dot of the previous value belongs to the previous column.
                    if level < from { level..=from - 1 } else { from + 1..=level }
                } else {
                    joined
                };
                for dy in 0..down {
                    if joined.contains(&(top + dy)) {
                        dots |= 1 << (dy * across + dx);
                    }
                }
            }
            if dots != 0 {
                drawn = Some((dots, role, letter));
            }
        }
        match drawn {
            Some((dots, role, letter)) => {
                let plain = matches!(grain, Grain::Letters) && self.lines.len() > 1;
                let sign = if plain { letter } else { grain.letter(dots) };
                put_letter(buffer, at.x, at.y, sign, world.theme.style(role));
            }
            None if (top..top + down).contains(&middle) => {
                put_letter(buffer, at.x, at.y, world.glyphs.dot, world.theme.style(Role::Dim));
            }
            None => {}
        }
    }

    /// Draws the letter of each line at its end, each in a different row.
    fn letters(&self, world: &World, field: Rect, buffer: &mut Buffer) {
        let mut taken: Vec<u16> = Vec::new();
        for (line, &(role, letter)) in self.lines.iter().zip(self.inks) {
            let Some(value) = line.iter().rev().flatten().next() else { continue };
            let wanted = Self::level(*value, usize::from(field.height)) as u16;
            let free = (0..field.height).filter(|row| !taken.contains(row));
            let Some(row) = free.min_by_key(|row| row.abs_diff(wanted)) else { continue };
            taken.push(row);
            put_letter(buffer, field.right() - 1, field.y + row, letter, world.theme.style(role));
        }
    }
}

impl Widget for Graph<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (world, count) = (self.world, self.count());
        if count == 0 || area.width < 2 || area.height == 0 {
            return;
        }
        let (field, foot) = split(area);
        let grain = Grain::of(world);
        for y in field.y..field.bottom() {
            for x in field.x..field.right() {
                self.cell(world, grain, field, Point::new(x, y), count, buffer);
            }
        }
        if self.lines.len() > 1 {
            self.letters(world, field, buffer);
        }
        if let Some(y) = foot {
            let style = world.theme.style(Role::HistoryNow);
            put_letter(buffer, field.x + column(self.at.min(count - 1), count, field.width), y, '^', style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_place_and_every_place_a_position() {
        for count in 1..40 {
            for width in 2..60_u16 {
                let seen: Vec<usize> =
                    (0..usize::from(width)).map(|x| sample(x, usize::from(width), count)).collect();
                assert!(seen.iter().all(|&at| at < count) && seen.is_sorted());
                assert_eq!((seen[0], seen[usize::from(width) - 1]), (0, count - 1));
                assert!((0..count).all(|at| column(at, count, width) < width));
            }
        }
    }

    #[test]
    fn dots_are_where_they_should_be() {
        assert_eq!(Grain::Braille.letter(0b1111_1111), '⣿');
        assert_eq!(Grain::Braille.letter(0b0000_0001), '⠁');
        assert_eq!(Grain::Braille.letter(0b0000_0010), '⠈');
        assert_eq!(Grain::Braille.letter(0b1100_0000), '⣀');
        assert_eq!(Graph::level(1.0, 9), 0);
        assert_eq!((Graph::level(0.0, 9), Graph::level(-1.0, 9)), (4, 8));
    }
}
