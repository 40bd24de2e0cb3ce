//! Exports a frame as an SVG picture, from the buffer of the program: for the README, and for inspection
//! without a terminal.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

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
    let indexed = |index: u8| match index {
        0..16 => ANSI[usize::from(index)],
        16..232 => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + u32::from(part) * 40 };
            let index = index - 16;
            level(index / 36) << 16 | level(index / 6 % 6) << 8 | level(index % 6)
        }
        _ => (8 + u32::from(index - 232) * 10) * 0x01_0101,
    };
    match color {
        Color::Reset => reset,
        Color::Rgb(red, green, blue) => u32::from(red) << 16 | u32::from(green) << 8 | u32::from(blue),
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
}

impl Look {
    fn of(cell: &Cell) -> Look {
        let (mut fore, mut back) = (rgb(cell.fg, GROUND.0), rgb(cell.bg, GROUND.1));
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut fore, &mut back);
        }
        let mut style = String::new();
        for (modifier, attribute) in [
            (Modifier::BOLD, " font-weight=\"bold\""),
            (Modifier::DIM, " opacity=\"0.6\""),
            (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        ] {
            if cell.modifier.contains(modifier) {
                style.push_str(attribute);
            }
        }
        Look { shown: cell.symbol().to_owned(), fore, back, style }
    }
}

/// The frame as an SVG picture.
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
        for run in row.chunk_by(|a, b| (a.fore, &a.style) == (b.fore, &b.style)) {
            let shown: String = run.iter().map(|look| look.shown.as_str()).collect();
            let (kept, blank) = (shown.trim_end(), shown.len() - shown.trim_start().len());
            if !kept.is_empty() {
                let kept = &kept[blank..];
                let (left, long) = ((x + blank) as u32 * wide, kept.chars().count() as u32 * wide);
                let kept = kept.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
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
}
