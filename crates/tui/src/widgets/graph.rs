//! A graph of the evaluation of every position of a game: for two seats one line, filled to the middle in the colour of
//! the side that is better; for more seats one line each. A line crosses it at the current move, and dots below it mark
//! the mistakes. One line is drawn with eighths of a block, which fonts draw without gaps, or with
//! halves or letters where the character set has no eighths; several lines with halves.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::Widget;

use super::put::{put, put_letter};
use crate::config::GlyphSet;
use crate::rules::side::Side;
use crate::theme::Role;
use crate::world::World;

/// The graph.
#[derive(Clone, Copy)]
pub struct Graph<'a> {
    /// The look.
    pub world: &'a World,
    /// For each line the value of each position, from -1 at the bottom to 1 at the top.
    pub lines: &'a [Vec<Option<f64>>],
    /// The role and the letter of each seat.
    pub inks: &'a [(Role, char)],
    /// The current position.
    pub at: usize,
    /// The positions after mistakes, and whose they are.
    pub faults: &'a [(usize, Side)],
}

/// The scale: the chances in percent at the top, in the middle and at the bottom.
const SCALE: [&str; 3] = ["100", " 50", "  0"];
/// The columns of the scale, and the least size of a graph that has one.
const SCALED: u16 = 4;
const LEAST: (u16, u16) = (24, 4);

/// The dots of a cell: one above the other.
#[derive(Clone, Copy)]
enum Grain {
    Halves,
    Letters,
}

/// The lower eighths of a block, from one to eight.
const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Grain {
    fn of(world: &World) -> Grain {
        match world.glyphs.name {
            GlyphSet::Unicode | GlyphSet::Console => Grain::Halves,
            _ => Grain::Letters,
        }
    }

    const fn rows(self) -> usize {
        match self {
            Grain::Halves => 2,
            Grain::Letters => 1,
        }
    }

    /// The character with these dots, one bit each from the top.
    const fn letter(self, dots: u8) -> char {
        match (self, dots) {
            (_, 0) => ' ',
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

/// The area of the lines, and the row below it that marks the current position and the mistakes.
fn split(area: Rect) -> (Rect, Option<u16>) {
    let scale = if area.width >= LEAST.0 && area.height >= LEAST.1 { SCALED } else { 0 };
    let area = Rect { x: area.x + scale, width: area.width - scale, ..area };
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
        let (field, _) = split(area);
        (area.contains(at) && self.count() > 0).then(|| self.sample(at.x.saturating_sub(field.x), field.width))
    }

    /// The position that a column shows. Of several it is the one that changed most, so that turning points are seen.
    fn sample(&self, x: u16, width: u16) -> usize {
        let count = self.count();
        let near = sample(x.into(), width.into(), count);
        // After a peak there is as large a change back, so the value counts as well.
        let change = |at: usize| {
            let value = |line: &Vec<Option<f64>>, at: usize| line.get(at).copied().flatten();
            let change = |line| {
                let now = value(line, at)?;
                Some((now - value(line, at.checked_sub(1)?)?).abs() + now.abs())
            };
            self.lines.iter().filter_map(change).fold(0.0, f64::max)
        };
        let here = (0..count).filter(|&at| count > usize::from(width) && column(at, count, width) == x);
        here.max_by(|&one, &other| change(one).total_cmp(&change(other))).unwrap_or(near)
    }

    /// The row of dots for a value, among this many rows.
    fn level(value: f64, rows: usize) -> usize {
        (((1.0 - value.clamp(-1.0, 1.0)) / 2.0) * (rows - 1) as f64).round() as usize
    }

    fn cell(&self, world: &World, grain: Grain, field: Rect, at: Point, buffer: &mut Buffer) {
        let down = grain.rows();
        let (tall, top) = (usize::from(field.height) * down, usize::from(at.y - field.y) * down);
        let middle = Self::level(0.0, tall);
        let mut drawn: Option<(u8, Role, char)> = None;
        for (line, &(role, letter)) in self.lines.iter().zip(self.inks) {
            let value = |x: u16| line.get(self.sample(x, field.width)).copied().flatten();
            let x = at.x - field.x;
            let Some(level) = value(x).map(|value| Self::level(value, tall)) else { continue };
            // A single line is filled to the middle; several lines join each value to the previous one.
            let from = if self.lines.len() == 1 {
                middle
            } else {
                x.checked_sub(1).and_then(value).map_or(level, |value| Self::level(value, tall))
            };
            let joined = if self.lines.len() > 1 && from != level {
                // The last dot of the previous value belongs to the previous column.
                if level < from { level..=from - 1 } else { from + 1..=level }
            } else if level < from {
                level..=from
            } else {
                from..=level
            };
            let dots = (0..down).filter(|dy| joined.contains(&(top + dy))).fold(0, |dots, dy| dots | 1 << dy);
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

    /// Draws one line in eighths: what is above the middle stands on it, what is below hangs from it, as blocks with
    /// reversed colours. The middle is a row of its own if the number of rows is odd.
    fn eighths(&self, world: &World, line: &[Option<f64>], field: Rect, buffer: &mut Buffer) {
        let half = field.height / 2;
        let axis = if field.height % 2 == 1 {
            (field.y + half, world.glyphs.rule)
        } else {
            (field.y + half - 1, EIGHTHS[0])
        };
        // Without colours both sides are filled alike.
        let role = |at: usize| self.inks.get(at).or(self.inks.first()).map_or(Role::Text, |ink| ink.0);
        // On light boards White is ivory, which is seen on the ground of a dark square only.
        let ground = [0, 1].into_iter().any(|at| world.theme.fill(role(at)).is_some());
        let ground = if ground { Role::Dark } else { Role::Text };
        // What hangs from the middle has reversed colours, so its ground is named: the one of the terminal may be another.
        let ground = world.theme.style(ground).bg.unwrap_or_default();
        let ink = |at: usize| world.theme.figure(world.theme.style(role(at)), role(at)).bg(ground);
        let (above, below) = (ink(0), ink(1));
        let dim = world.theme.style(Role::Dim).bg(ground);
        if ground != Color::default() {
            buffer.set_style(field, Style::new().bg(ground));
        }
        for x in field.x..field.right() {
            put_letter(buffer, x, axis.0, axis.1, dim);
            let Some(value) = line.get(self.sample(x - field.x, field.width)).copied().flatten() else { continue };
            let filled = (value.abs().min(1.0) * f64::from(half) * 8.0).round() as u16;
            let style = if value > 0.0 { above } else { below };
            for row in 0..half {
                let part = usize::from(filled.saturating_sub(row * 8).min(8));
                match part.checked_sub(1) {
                    None => break,
                    Some(last) if value > 0.0 => {
                        put_letter(buffer, x, field.y + half - 1 - row, EIGHTHS[last], style);
                    }
                    Some(7) => put_letter(buffer, x, field.bottom() - half + row, EIGHTHS[7], style),
                    Some(last) => {
                        let style = style.add_modifier(Modifier::REVERSED);
                        put_letter(buffer, x, field.bottom() - half + row, EIGHTHS[6 - last], style);
                    }
                }
            }
        }
    }

    /// Draws the scale at the left: the chances of the first seat, or of each.
    fn scale(&self, area: Rect, field: Rect, buffer: &mut Buffer) {
        if field.x == area.x {
            return;
        }
        let dim = self.world.theme.style(Role::Dim);
        let rows = [field.y, field.y + (field.height - 1) / 2, field.bottom() - 1];
        for (y, words) in rows.into_iter().zip(SCALE) {
            put(buffer, area.x, y, words, SCALED.into(), dim);
        }
    }

    /// Draws a line at the current move, over what is filled. A part of a row counts as the whole or as nothing.
    fn cursor(&self, x: u16, field: Rect, buffer: &mut Buffer) {
        // It stands on the ground that the field has.
        let style = Style { bg: None, ..self.world.theme.style(Role::Title) }.remove_modifier(Modifier::REVERSED);
        let stroke = self.world.glyphs.strokes.vertical();
        for y in field.y..field.bottom() {
            let Some(cell) = buffer.cell_mut(Point::new(x, y)) else { continue };
            let part = EIGHTHS.iter().position(|part| cell.symbol().starts_with(*part)).map_or(0, |part| part + 1);
            let filled = if cell.modifier.contains(Modifier::REVERSED) { EIGHTHS.len() - part } else { part };
            // The accent would not be seen on the colour of a side.
            let on = Style::new().fg(cell.bg).bg(cell.fg).remove_modifier(Modifier::REVERSED);
            let style = if filled > EIGHTHS.len() / 2 { on } else { style };
            cell.set_char(stroke).set_style(style);
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
        match (self.lines, self.inks) {
            ([line], [_, ..]) if world.glyphs.name == GlyphSet::Unicode && field.height > 1 => {
                self.eighths(world, line, field, buffer);
            }
            _ => {
                let grain = Grain::of(world);
                field.positions().for_each(|at| self.cell(world, grain, field, at, buffer));
            }
        }
        if self.lines.len() > 1 {
            self.letters(world, field, buffer);
        }
        self.scale(area, field, buffer);
        let place = |at: usize| field.x + column(at.min(count - 1), count, field.width);
        let Some(y) = foot else { return };
        if self.lines.len() == 1 {
            self.cursor(place(self.at), field, buffer);
        }
        for &(at, side) in self.faults {
            let role = self.inks.get(side.index()).map_or(Role::Text, |ink| ink.0);
            put_letter(buffer, place(at), y, world.glyphs.target, world.theme.style(role));
        }
        put_letter(buffer, place(self.at), y, '^', world.theme.style(Role::HistoryNow));
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
        assert_eq!([0, 1, 2, 3].map(|dots| Grain::Halves.letter(dots)), [' ', '▀', '▄', '█']);
        assert_eq!(Graph::level(1.0, 9), 0);
        assert_eq!((Graph::level(0.0, 9), Graph::level(-1.0, 9)), (4, 8));
    }
}
