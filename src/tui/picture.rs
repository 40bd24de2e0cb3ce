//! A frame as an SVG picture, from the program's own buffer: for the README, and for looking at
//! what no terminal is at hand for.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Width and height of a character, in pixels.
const CELL: (u32, u32) = (9, 18);

/// The sixteen colours, as xterm shows them.
const ANSI: [u32; 16] = [
    0x00_0000, 0xcd_0000, 0x00_cd00, 0xcd_cd00, 0x00_00ee, 0xcd_00cd, 0x00_cdcd, 0xe5_e5e5, 0x7f_7f7f, 0xff_0000,
    0x00_ff00, 0xff_ff00, 0x5c_5cff, 0xff_00ff, 0x00_ffff, 0xff_ffff,
];

/// What a terminal has where nothing is said.
const GROUND: (u32, u32) = (0xd0_d0d0, 0x14_1414);

/// A colour in numbers.
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

/// The frame as a picture.
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
        for x in area.left()..area.right() {
            let cell = &buffer[(x, y)];
            let (mut fore, mut back) = (rgb(cell.fg, GROUND.0), rgb(cell.bg, GROUND.1));
            if cell.modifier.contains(Modifier::REVERSED) {
                std::mem::swap(&mut fore, &mut back);
            }
            let (left, top) = (u32::from(x) * wide, u32::from(y) * high);
            if back != GROUND.1 {
                let _ = writeln!(
                    text,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"#{back:06x}\"/>"
                );
            }
            let shown = cell.symbol();
            if shown.trim().is_empty() {
                continue;
            }
            let weight = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let faint = if cell.modifier.contains(Modifier::DIM) { " opacity=\"0.6\"" } else { "" };
            let line =
                if cell.modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
            let shown = shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let _ = writeln!(
                text,
                "<text x=\"{left}\" y=\"{}\" fill=\"#{fore:06x}\"{weight}{faint}{line}>{shown}</text>",
                top + high - 5
            );
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
        buffer.set_string(0, 0, "a<", Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(16)));
        let picture = svg(&buffer);
        assert_eq!(picture.matches("<text").count(), 2);
        assert!(picture.contains("fill=\"#ffffff\">&lt;</text>") && picture.contains("fill=\"#000000\"/>"));
    }
}
