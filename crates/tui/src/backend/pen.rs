//! The style of the text that is written next, and the shortest sequence from one style to another.

use std::io::Write as _;

use ratatui::style::{Color, Modifier};

/// The style of the text that is written next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pen {
    pub(super) fg: Color,
    pub(super) bg: Color,
    /// The colour of underlines. In a cell that shows a picture it is the number of its form.
    pub(super) line: Color,
    pub(super) modifier: Modifier,
}

/// The style after a reset.
pub(super) const PLAIN: Pen =
    Pen { fg: Color::Reset, bg: Color::Reset, line: Color::Reset, modifier: Modifier::empty() };

/// Bold and dim are ended by the same code.
const WEIGHT: Modifier = Modifier::BOLD.union(Modifier::DIM);

impl Pen {
    /// Writes the shorter of two sequences that lead to another style: reset and set all, or change only what differs.
    pub(super) fn change(self, to: Pen, out: &mut Vec<u8>) {
        if self == to {
            return;
        }
        let (mut part, mut whole) = (Codes::default(), Codes::default());
        part.end(self.modifier, to.modifier);
        let kept = Pen { modifier: self.modifier - lost(self.modifier, to.modifier), ..self };
        part.set(kept, to);
        // The first code of the other is empty, which means a reset.
        if to != PLAIN {
            whole.code(format_args!(""));
            whole.set(PLAIN, to);
        }
        let shorter = if part.0.len() <= whole.0.len() { part } else { whole };
        out.extend_from_slice(b"\x1b[");
        out.extend_from_slice(&shorter.0);
        out.push(b'm');
    }
}

/// The codes of one sequence, with semicolons between them.
#[derive(Default)]
struct Codes(Vec<u8>, bool);

impl Codes {
    fn code(&mut self, code: std::fmt::Arguments<'_>) {
        if std::mem::replace(&mut self.1, true) {
            self.0.push(b';');
        }
        let _ = self.0.write_fmt(code);
    }

    /// The codes that end modifiers.
    fn end(&mut self, from: Modifier, to: Modifier) {
        let gone = from - to;
        for (modifier, code) in
            [(WEIGHT, 22), (Modifier::ITALIC, 23), (Modifier::UNDERLINED, 24), (Modifier::REVERSED, 27)]
        {
            if gone.intersects(modifier) {
                self.code(format_args!("{code}"));
            }
        }
    }

    /// The codes that lead from one style to another which has all modifiers of the first.
    fn set(&mut self, from: Pen, to: Pen) {
        let on = to.modifier - from.modifier;
        for (modifier, code) in [
            (Modifier::BOLD, 1),
            (Modifier::DIM, 2),
            (Modifier::ITALIC, 3),
            (Modifier::UNDERLINED, 4),
            (Modifier::REVERSED, 7),
        ] {
            if on.contains(modifier) {
                self.code(format_args!("{code}"));
            }
        }
        for (from, to, base) in [(from.fg, to.fg, 30), (from.bg, to.bg, 40), (from.line, to.line, 50)] {
            if from != to {
                self.color(to, base);
            }
        }
    }

    fn color(&mut self, color: Color, base: u8) {
        // With colons, because terminals that do not know the code would take the numbers for codes.
        let by = if base == 50 { ':' } else { ';' };
        match (color, number(color)) {
            (_, Some(index @ ..8)) => self.code(format_args!("{}", base + index)),
            (_, Some(index)) => self.code(format_args!("{}", base + 52 + index)),
            (Color::Indexed(index), _) => self.code(format_args!("{}{by}5{by}{index}", base + 8)),
            (Color::Rgb(red, green, blue), _) => {
                self.code(format_args!("{}{by}2{by}{red}{by}{green}{by}{blue}", base + 8));
            }
            _ => self.code(format_args!("{}", base + 9)),
        }
    }
}

/// The number of one of the 16 named colours.
const fn number(color: Color) -> Option<u8> {
    Some(match color {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        _ => return None,
    })
}

/// The modifiers that are off after the surplus ones have been ended.
fn lost(from: Modifier, to: Modifier) -> Modifier {
    let gone = from - to;
    if gone.intersects(WEIGHT) { gone | (from & WEIGHT) } else { gone }
}
