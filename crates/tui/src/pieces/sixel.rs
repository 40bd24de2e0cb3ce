//! Encodes a picture of few flat colours as sixels: strips of six rows, each painted once in every colour that it has. What
//! a later colour covers may be painted by an earlier one too, so the runs are long.
//!
//! Only whole strips are painted, because Konsole lets a part of one reach into the next row of text. The rows that are left
//! are those of the text, or in Konsole, which fills what a picture says that it has, those of the first register.

use std::io::Write as _;

use crate::theme::color::Rgb;

/// The most colours of a picture: xterm has 16 for one, as the VT340 had.
pub(crate) const MOST_COLOURS: usize = 16;

/// In the pixels of a picture: what is behind it is seen.
pub(crate) const CLEAR: u8 = u8::MAX;

/// The rows of a strip.
const STRIP: usize = 6;

/// The fewest equal characters that are shorter with their number.
const FEW: usize = 4;

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raster {
    /// The columns of pixels.
    pub wide: usize,
    /// The colours.
    pub colours: Vec<Rgb>,
    /// Whether the first of them is the ground, which is everywhere behind the others.
    pub(crate) has_ground: bool,
    /// For each pixel, row by row, the place of its colour, or `CLEAR`.
    pub pixels: Vec<u8>,
}

/// The rows of pixels that are painted, of so many.
pub(crate) const fn painted(rows: usize) -> usize {
    rows / STRIP * STRIP
}

impl Raster {
    /// The rows of pixels.
    fn high(&self) -> usize {
        self.pixels.len().checked_div(self.wide).unwrap_or(0)
    }

    /// A part of it: columns and rows of pixels.
    #[must_use]
    pub(crate) fn part(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> Raster {
        let row = |row: usize| &self.pixels[row * self.wide..][columns.clone()];
        let pixels = rows.flat_map(|at| row(at).iter().copied()).collect();
        Raster { wide: columns.len(), colours: self.colours.clone(), pixels, has_ground: self.has_ground }
    }

    /// The colours that it has: the ground, and then the most frequent first, because others lie on them.
    fn order(&self) -> Vec<u8> {
        let mut counts = [0_usize; 256];
        for &pixel in &self.pixels {
            counts[usize::from(pixel)] += 1;
        }
        let is_in = |&colour: &u8| colour == 0 && self.has_ground || counts[usize::from(colour)] > 0;
        let mut order: Vec<u8> = (0..CLEAR).filter(is_in).collect();
        order.sort_by_key(|&colour| {
            (colour > 0 || !self.has_ground, std::cmp::Reverse(counts[usize::from(colour)]))
        });
        order
    }

    /// The sequence that draws it with its upper left corner at the cursor. The cursor may then be anywhere.
    pub(crate) fn encoded(&self) -> Vec<u8> {
        let order = self.order();
        let high = if self.has_ground { self.high() } else { painted(self.high()) };
        let mut out = Vec::with_capacity(2048);
        // Pixels that get no colour stay as they are, and a pixel is as wide as high.
        let _ = write!(out, "\x1bP0;1q\"1;1;{};{high}", self.wide);
        for (register, &colour) in order.iter().enumerate() {
            let Rgb(red, green, blue) = self.colours[usize::from(colour)];
            let part = |part: u8| (u32::from(part) * 100 + 127) / 255;
            let _ = write!(out, "#{register};2;{};{};{}", part(red), part(green), part(blue));
        }
        // In foot a colour that is defined is not chosen by that.
        let mut register = None;
        let strips = self.pixels[..painted(high) * self.wide].chunks(STRIP * self.wide.max(1));
        for (at, strip) in strips.enumerate() {
            if at > 0 {
                out.push(b'-');
            }
            let mut is_first = true;
            for (number, line) in self.lines(strip, &order) {
                if !std::mem::take(&mut is_first) {
                    out.push(b'$');
                }
                if register.replace(number) != Some(number) {
                    let _ = write!(out, "#{number}");
                }
                out.extend(line);
            }
        }
        out.extend_from_slice(b"\x1b\\");
        out
    }

    /// The lines of a strip: the register and the characters of each colour that is in it.
    fn lines(&self, strip: &[u8], order: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let bits = |column: usize, wanted: &dyn Fn(u8) -> bool| {
            let pixels = strip.iter().skip(column).step_by(self.wide).enumerate();
            pixels.filter(|(_, pixel)| wanted(**pixel)).fold(0_u8, |bits, (row, _)| bits | 1 << row)
        };
        // What a colour may paint: its own, and what those after it will paint.
        let mut left: Vec<u8> = (0..self.wide).map(|column| bits(column, &|pixel| pixel != CLEAR)).collect();
        let mut lines = Vec::new();
        for (register, &colour) in order.iter().enumerate() {
            let own: Vec<u8> = (0..self.wide).map(|column| bits(column, &|pixel| pixel == colour)).collect();
            if own.iter().any(|&bits| bits != 0) {
                lines.push((register, line(&own, &left)));
            }
            for (left, own) in left.iter_mut().zip(&own) {
                *left &= !own;
            }
        }
        lines
    }
}

/// The characters that paint at least the first bits of each column and at most the second ones, in long runs.
fn line(least: &[u8], most: &[u8]) -> Vec<u8> {
    let end = least.iter().rposition(|&bits| bits != 0).map_or(0, |last| last + 1);
    let mut out = Vec::new();
    let mut at = 0;
    while at < end {
        let (mut needed, mut allowed, mut long) = (0, 0b11_1111, 0);
        while at + long < end {
            let (more, fewer) = (needed | least[at + long], allowed & most[at + long]);
            if more & !fewer != 0 {
                break;
            }
            (needed, allowed, long) = (more, fewer, long + 1);
        }
        // A column whose own bits are among those that it may have always fits.
        let long = long.max(1);
        let letter = b'?' + needed;
        if long < FEW {
            out.extend(std::iter::repeat_n(letter, long));
        } else {
            let _ = write!(out, "!{long}");
            out.push(letter);
        }
        at += long;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RED: Rgb = Rgb(255, 0, 0);
    const BLUE: Rgb = Rgb(0, 0, 255);

    fn text(raster: &Raster) -> String {
        String::from_utf8(raster.encoded()).expect("text")
    }

    /// The pixels that a terminal shows: the register of each, or `CLEAR`.
    fn decoded(text: &str) -> (usize, Vec<u8>, Vec<[u32; 3]>) {
        let inner = text.strip_prefix("\x1bP0;1q\"").and_then(|rest| rest.strip_suffix("\x1b\\")).expect("sixels");
        let head = inner.find('#').unwrap_or(inner.len());
        let sizes: Vec<usize> = inner[..head].split(';').map(|size| size.parse().expect("a size")).collect();
        let (wide, high) = (sizes[2], sizes[3]);
        let mut pixels = vec![CLEAR; wide * high];
        let mut palette = Vec::new();
        let (mut colour, mut x, mut strip) = (0_usize, 0, 0);
        let mut rest = inner[head..].chars().peekable();
        let number = |rest: &mut std::iter::Peekable<std::str::Chars<'_>>| {
            let mut number = 0;
            while let Some(digit) = rest.peek().and_then(|letter| letter.to_digit(10)) {
                number = number * 10 + digit;
                rest.next();
            }
            number
        };
        let mut count = 1;
        while let Some(letter) = rest.next() {
            match letter {
                '#' => {
                    colour = number(&mut rest) as usize;
                    if rest.next_if_eq(&';').is_some() {
                        assert_eq!((number(&mut rest), rest.next()), (2, Some(';')), "red, green and blue");
                        let mut part = || (number(&mut rest), rest.next_if_eq(&';')).0;
                        assert_eq!(colour, palette.len());
                        palette.push([part(), part(), part()]);
                    }
                }
                '!' => count = number(&mut rest) as usize,
                '$' => x = 0,
                '-' => (x, strip) = (0, strip + 1),
                '?'..='~' => {
                    let bits = letter as u8 - b'?';
                    for column in x..x + count {
                        for row in (0..STRIP).filter(|row| bits >> row & 1 == 1) {
                            assert!(column < wide && strip * STRIP + row < high, "a pixel outside the picture");
                            pixels[(strip * STRIP + row) * wide + column] = colour as u8;
                        }
                    }
                    (x, count) = (x + count, 1);
                }
                _ => panic!("{letter:?} in {text:?}"),
            }
        }
        (wide, pixels, palette)
    }

    #[test]
    fn strips_are_painted_in_one_colour_after_the_other() {
        let (plain, dotted) = ([0; 8], [0, 0, 1, 1, 0, 0, 0, 0]);
        let pixels = [plain, dotted, plain, plain, plain, plain].concat();
        let raster = Raster { wide: 8, colours: vec![RED, BLUE], has_ground: true, pixels };
        let drawn = "#0!8~$#1??AA";
        assert_eq!(text(&raster), format!("\x1bP0;1q\"1;1;8;6#0;2;100;0;0#1;2;0;0;100{drawn}\x1b\\"));
        let high = Raster { wide: 1, colours: vec![RED], has_ground: true, pixels: vec![0; 16] };
        assert_eq!(text(&high), "\x1bP0;1q\"1;1;1;16#0;2;100;0;0#0~-~\x1b\\", "only whole strips are painted");
    }

    #[test]
    fn what_is_behind_is_left_alone() {
        let pixels = [[CLEAR, 0], [CLEAR, CLEAR], [0, CLEAR], [CLEAR, 0], [0, 0], [CLEAR, CLEAR]].concat();
        let raster = Raster { wide: 2, colours: vec![RED], has_ground: false, pixels: pixels.clone() };
        assert_eq!(decoded(&text(&raster)).1, pixels);
        let nothing = Raster { wide: 3, colours: vec![RED], has_ground: false, pixels: vec![CLEAR; 3 * 7] };
        assert_eq!(text(&nothing), "\x1bP0;1q\"1;1;3;6\x1b\\");
    }

    proptest! {
        /// Whatever is painted over, each pixel has its own colour in the end, in the whole and in each part.
        #[test]
        fn a_terminal_shows_what_was_encoded(
            (wide, pixels) in (1..40_usize, 1..20_usize).prop_flat_map(|(wide, high)| {
                let pixel = prop_oneof![4 => 0..4_u8, 1 => Just(CLEAR)];
                (Just(wide), prop::collection::vec(pixel, wide * high))
            }),
            cut in (0.0..1.0, 0.0..1.0),
        ) {
            let colours = vec![RED, BLUE, Rgb(0, 128, 7), Rgb(9, 9, 200)];
            let whole = Raster { wide, colours: colours.clone(), has_ground: true, pixels };
            let high = whole.pixels.len() / wide;
            let (x, y) = ((wide as f64 * cut.0) as usize, (high as f64 * cut.1) as usize);
            let part = whole.part(x..wide, y..high);
            for row in y..high {
                prop_assert_eq!(&part.pixels[(row - y) * part.wide..][..part.wide], &whole.pixels[row * wide + x..(row + 1) * wide]);
            }
            for raster in [whole, part] {
                let (wide, shown, palette) = decoded(&text(&raster));
                prop_assert_eq!(wide, raster.wide);
                prop_assert_eq!(shown.len(), raster.pixels.len());
                let left = painted(raster.high()) * wide;
                for (at, (&seen, &wanted)) in shown.iter().zip(&raster.pixels).enumerate() {
                    prop_assert_eq!(seen == CLEAR, wanted == CLEAR || at >= left);
                    if seen != CLEAR {
                        let Rgb(red, green, blue) = colours[usize::from(wanted)];
                        let near = |part: u8, percent: u32| (u32::from(part) * 100).abs_diff(percent * 255) <= 128;
                        let [r, g, b] = palette[usize::from(seen)];
                        prop_assert!(near(red, r) && near(green, g) && near(blue, b));
                    }
                }
            }
        }
    }
}
