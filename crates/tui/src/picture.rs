//! Exports a frame as an SVG picture, from the buffer of the program: for the README, and for inspection
//! without a terminal.

mod placed;
mod strokes;

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::pieces::dots::block;
use super::pieces::graphics::PLACEHOLDER;
use super::pieces::shown::Shown;
use super::theme::Theme;
use super::theme::color::{Rgb, of_index};
use crate::escape::xml;

/// The width and height of a cell, in pixels.
const CELL: (u32, u32) = (9, 18);

/// The 16 ANSI colours, as xterm shows them.
const ANSI: [u32; 16] = [
    0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5, 0x7f_7f7f, 0xff_0000,
    0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
];

/// The default foreground and background.
const GROUND: (u32, u32) = (0xd0_d0d0, 0x14_1414);

/// The RGB value of a colour.
fn rgb(color: Color, reset: u32) -> u32 {
    let number = |Rgb(red, green, blue)| u32::from(red) << 16 | u32::from(green) << 8 | u32::from(blue);
    let indexed = |index: u8| ANSI.get(usize::from(index)).copied().unwrap_or_else(|| number(of_index(index)));
    match color {
        Color::Reset => reset,
        Color::Rgb(red, green, blue) => number(Rgb(red, green, blue)),
        Color::Indexed(index) => indexed(index),
        Color::Black => indexed(0),
        Color::Red => indexed(1),
        Color::Green => indexed(2),
        Color::Yellow => indexed(3),
        Color::Blue => indexed(4),
        Color::Magenta => indexed(5),
        Color::Cyan => indexed(6),
        Color::Gray => indexed(7),
        Color::DarkGray => indexed(8),
        Color::LightRed => indexed(9),
        Color::LightGreen => indexed(10),
        Color::LightYellow => indexed(11),
        Color::LightBlue => indexed(12),
        Color::LightMagenta => indexed(13),
        Color::LightCyan => indexed(14),
        Color::White => indexed(15),
    }
}

/// The appearance of a cell.
struct Look {
    shown: String,
    fore: u32,
    back: u32,
    /// Attributes for bold, dim and underlined text.
    style: String,
    dim: bool,
}

/// The attribute of what is dim.
const DIM: &str = " opacity=\"0.6\"";

impl Look {
    fn of(cell: &Cell) -> Look {
        let (mut fore, mut back) = (rgb(cell.fg, GROUND.0), rgb(cell.bg, GROUND.1));
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut fore, &mut back);
        }
        let mut style = String::new();
        for (modifier, attribute) in [
            (Modifier::BOLD, " font-weight=\"bold\""),
            (Modifier::DIM, DIM),
            (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        ] {
            if cell.modifier.contains(modifier) {
                style.push_str(attribute);
            }
        }
        let dim = cell.modifier.contains(Modifier::DIM);
        Look { shown: cell.symbol().to_owned(), fore, back, style, dim }
    }

    /// The character, if it is one.
    fn only(&self) -> Option<char> {
        let mut letters = self.shown.chars();
        letters.next().filter(|_| letters.next().is_none())
    }

    /// What is drawn as text.
    fn letter(&self) -> &str {
        let only = self.only();
        let is_drawn = |letter| block(letter).is_some() || eighths(letter).is_some() || strokes::is_drawn(letter);
        if only.is_some_and(is_drawn) || self.shown.starts_with(PLACEHOLDER) { " " } else { &self.shown }
    }

    /// Appends the areas of a block character or of strokes at this place to a path.
    fn areas(&self, left: u32, top: u32, path: &mut String) {
        let Some(letter) = self.only() else { return };
        let mut area = |x: f32, y: f32, wide: f32, high: f32| {
            let _ = write!(path, "M{} {}h{wide}v{high}h-{wide}z", left as f32 + x, top as f32 + y);
        };
        let (wide, high) = (CELL.0 as f32, CELL.1 as f32);
        if let Some(((columns, rows), dots)) = block(letter) {
            let (wide, high) = (wide / f32::from(columns), high / f32::from(rows));
            for row in 0..rows {
                let bits = dots >> (row * columns) & 3;
                let (x, long) = (f32::from(bits == 2) * wide, f32::from(bits.count_ones() as u8) * wide);
                if bits != 0 {
                    area(x, f32::from(row) * high, long, high);
                }
            }
        } else if let Some((right, up)) = eighths(letter) {
            let (long, tall) = (wide * right as f32 / 8.0, high * up as f32 / 8.0);
            area(0.0, high - tall, long, tall);
        } else {
            strokes::draw(letter, left, top, path);
        }
    }
}

/// The eighths of a cell that are filled: columns from the left and rows from the bottom.
fn eighths(letter: char) -> Option<(u32, u32)> {
    match letter {
        '▁'..='█' => Some((8, u32::from(letter) - 0x2580)),
        '▉'..='▏' => Some((0x2590 - u32::from(letter), 8)),
        _ => None,
    }
}

/// The frame as an SVG picture with the pictures of its pieces.
pub fn with_pictures(buffer: &Buffer, shown: &Shown, theme: &Theme) -> String {
    let mut text = svg(buffer);
    let end = text.rfind("</svg>").unwrap_or(text.len());
    text.insert_str(end, &placed::pictures(buffer, shown, theme));
    text
}

/// The frame as an SVG picture. Block characters and lines are drawn as areas, because few fonts have them without
/// gaps.
pub fn svg(buffer: &Buffer) -> String {
    let (wide, high) = CELL;
    let area = buffer.area;
    let (width, height) = (u32::from(area.width) * wide, u32::from(area.height) * high);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" \
         font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" fill=\"#{:06x}\"/>\n",
        GROUND.1
    );
    for y in area.top()..area.bottom() {
        let top = u32::from(y) * high;
        let row: Vec<Look> = (area.left()..area.right()).map(|x| Look::of(&buffer[(x, y)])).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| a.back == b.back) {
            if run[0].back != GROUND.1 {
                let (left, long) = (x as u32 * wide, run.len() as u32 * wide);
                let _ = writeln!(
                    text,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{long}\" height=\"{high}\" fill=\"#{:06x}\"/>",
                    run[0].back
                );
            }
            x += run.len();
        }
        x = 0;
        for run in row.chunk_by(|a, b| (a.fore, a.dim) == (b.fore, b.dim)) {
            let mut path = String::new();
            for (at, look) in run.iter().enumerate() {
                look.areas((x + at) as u32 * wide, top, &mut path);
            }
            if !path.is_empty() {
                let _ = writeln!(
                    text,
                    "<path shape-rendering=\"crispEdges\" fill=\"#{:06x}\"{} d=\"{path}\"/>",
                    run[0].fore,
                    if run[0].dim { DIM } else { "" }
                );
            }
            x += run.len();
        }
        x = 0;
        for run in row.chunk_by(|a, b| (a.fore, &a.style) == (b.fore, &b.style)) {
            let shown: String = run.iter().map(Look::letter).collect();
            let (kept, blank) = (shown.trim_end(), shown.len() - shown.trim_start().len());
            if !kept.is_empty() {
                let kept = &kept[blank..];
                let (left, long) = ((x + blank) as u32 * wide, kept.chars().count() as u32 * wide);
                let kept = xml(kept);
                let _ = writeln!(
                    text,
                    "<text x=\"{left}\" y=\"{}\" textLength=\"{long}\" xml:space=\"preserve\" fill=\"#{:06x}\"{}>{kept}</text>",
                    top + high - 5,
                    run[0].fore,
                    run[0].style
                );
            }
            x += run.len();
        }
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn letters_and_grounds_are_drawn() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        buffer.set_string(0, 0, " a<", Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(16)));
        let picture = svg(&buffer);
        assert_eq!((picture.matches("<text").count(), picture.matches("<rect").count()), (1, 2));
        assert!(picture.contains("fill=\"#ffffff\">a&lt;</text>") && picture.contains("<text x=\"9\""));
    }

    #[test]
    fn blocks_are_areas_and_no_letters() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        buffer.set_string(0, 0, "a\u{1fb01}▙▂▎\u{1fb02}", Style::new());
        let picture = svg(&buffer);
        // The upper right dot of six; the left half and the lower right quarter; two eighths from below and from
        // the left; both upper dots of six in one area.
        let path =
            "M13.5 0h4.5v6h-4.5zM18 0h4.5v9h-4.5zM18 9h9v9h-9zM27 13.5h9v4.5h-9zM36 0h2.25v18h-2.25zM45 0h9v6h-9z";
        assert!(picture.contains(&format!("d=\"{path}\"/>")), "{picture}");
        assert!(picture.contains(">a</text>") && picture.matches("<text").count() == 1);
    }
}
