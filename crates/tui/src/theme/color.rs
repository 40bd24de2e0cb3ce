//! RGB colours: luminance, contrast, and the nearest of the 256 colours.

use ratatui::style::Color;

use crate::depth::Depth;

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The minimum contrast between a character and its background (WCAG AA).
pub(crate) const LEAST: f64 = 4.5;

/// The minimum contrast between the line around a panel and its background. It carries no meaning, so it stays behind
/// the content.
pub(crate) const LEAST_BORDER: f64 = 2.0;

impl Rgb {
    /// Reads `#rrggbb`.
    pub(crate) fn read(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Rgb(part(0)?, part(2)?, part(4)?))
    }

    /// The relative luminance, from 0 to 1.
    pub fn luminance(self) -> f64 {
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// How bright it is to the eye, from 0 to 255.
    fn brightness(self) -> f64 {
        0.3 * f64::from(self.0) + 0.59 * f64::from(self.1) + 0.11 * f64::from(self.2)
    }

    /// This colour with a tint of another one: a part of the way to it, but at least so many steps. A darker colour is
    /// taken as bright as this one, if it can be.
    pub(super) fn tinted(self, other: Rgb, least: f64, part: f64) -> Rgb {
        let headroom = f64::from(255 - other.0.max(other.1).max(other.2));
        let lift = (self.brightness() - other.brightness()).clamp(0.0, headroom);
        let (from, to) = ([self.0, self.1, self.2].map(f64::from), [other.0, other.1, other.2].map(f64::from));
        let way: [f64; 3] = std::array::from_fn(|at| to[at] + lift - from[at]);
        let long = way.iter().map(|part| part * part).sum::<f64>().sqrt();
        let part = if long > 0.0 { part.max(least / long).min(1.0) } else { 0.0 };
        let [red, green, blue] = std::array::from_fn(|at| (from[at] + part * way[at]).round() as u8);
        Rgb(red, green, blue)
    }

    /// How much it is a colour and no grey: how far its parts differ.
    pub(super) fn hue(self) -> u8 {
        let Rgb(red, green, blue) = self;
        red.max(green).max(blue) - red.min(green).min(blue)
    }

    /// How colourful it is to the eye: the chroma of CIELAB, 0 for a grey.
    pub(crate) fn chroma(self) -> f64 {
        let [_, red, yellow] = self.lab();
        red.hypot(yellow)
    }

    /// How far another colour is to the eye: the distance in CIELAB.
    #[cfg(test)]
    pub(super) fn apart(self, other: Rgb) -> f64 {
        let (here, there) = (self.lab(), other.lab());
        here.iter().zip(there).map(|(here, there)| (here - there).powi(2)).sum::<f64>().sqrt()
    }

    /// Its lightness, and how far it is from grey towards red and towards yellow, in CIELAB.
    fn lab(self) -> [f64; 3] {
        let [red, green, blue] = [self.0, self.1, self.2].map(linear);
        // The white of the screen (D65) is 1 in each.
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
        let seen = |light: f64| if light > 0.008_856 { light.cbrt() } else { 7.787 * light + 16.0 / 116.0 };
        let [x, y, z] = [x, self.luminance(), z].map(seen);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// This hue without most of its grey. Pieces are pale, so that they can be read; a tint of that would be grey.
    pub(super) fn vivid(self) -> Rgb {
        let grey = self.brightness();
        let part = |part: u8| (grey + (f64::from(part) - grey) * 3.0).round().clamp(0.0, 255.0) as u8;
        Rgb(part(self.0), part(self.1), part(self.2))
    }

    /// How far another colour is, in steps of red, green and blue.
    pub(super) fn distance(self, other: Rgb) -> f64 {
        let part = |a: u8, b: u8| (f64::from(a) - f64::from(b)).powi(2);
        (part(self.0, other.0) + part(self.1, other.1) + part(self.2, other.2)).sqrt()
    }

    /// A mix with another colour; `part` is that of the other.
    pub(super) fn mixed(self, other: Rgb, part: f64) -> Rgb {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// This hue with another luminance, as far as there is a colour of it.
    pub(super) fn with_light(self, luminance: f64) -> Rgb {
        let factor = luminance / self.luminance().max(1e-4);
        let part = |part: u8| {
            let light = (linear(part) * factor).min(1.0);
            let part = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
            (part * 255.0).round() as u8
        };
        Rgb(part(self.0), part(self.1), part(self.2))
    }

    /// A mix with another colour; `tenths` is the part of the other.
    pub(crate) fn toward(self, other: Rgb, tenths: u16) -> Rgb {
        let mix = |a: u8, b: u8| ((u16::from(a) * (10 - tenths) + u16::from(b) * tenths) / 10) as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

/// The light of a part of a colour, from 0 to 1.
fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// The contrast ratio of two colours, from 1 to 21.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
    if a > b { a / b } else { b / a }
}

/// The colour with this index in the 256-colour palette, from 16 up.
pub fn of_index(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + (index - 232) * 10;
        return Rgb(grey, grey, grey);
    }
    let level = |part: u8| if part == 0 { 0 } else { 55 + part * 40 };
    let index = index.saturating_sub(16);
    Rgb(level(index / 36), level(index / 6 % 6), level(index % 6))
}

/// The RGB value of a colour of the terminal, if it has a fixed one.
pub fn rgb(color: Color) -> Option<Rgb> {
    match color {
        Color::Rgb(red, green, blue) => Some(Rgb(red, green, blue)),
        Color::Indexed(index) if index >= 16 => Some(of_index(index)),
        _ => None,
    }
}

/// The index of the nearest of the 256 colours. The first 16 are left out, because terminals change them.
pub fn indexed(rgb: Rgb) -> u8 {
    // The eye is most sensitive to green and least to blue.
    let far = |other: Rgb| {
        let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        3 * part(rgb.0, other.0) + 6 * part(rgb.1, other.1) + part(rgb.2, other.2)
    };
    // In the cube the parts are independent of each other, so the nearest of each gives the nearest colour.
    let level = |part: u8| match part {
        0..=47 => 0,
        48..=115 => 1,
        part => (part - 36) / 40,
    };
    let cube = 16 + 36 * level(rgb.0) + 6 * level(rgb.1) + level(rgb.2);
    (232..=255).chain([cube]).min_by_key(|&index| (far(of_index(index)), index)).unwrap_or(cube)
}

/// This colour if it has at least this contrast to this background, otherwise the nearest shade of it that has.
pub(super) fn legible(fg: Rgb, bg: Rgb, least: f64, depth: Depth) -> Rgb {
    let seen = |rgb: Rgb| if depth == Depth::True { rgb } else { of_index(indexed(rgb)) };
    let ground = seen(bg);
    let away = if ground.luminance() < 0.18 { Rgb(255, 255, 255) } else { Rgb(0, 0, 0) };
    let shades = (0..=10).map(|tenths| fg.toward(away, tenths));
    shades.into_iter().find(|&shade| contrast(seen(shade), ground) >= least).unwrap_or(away)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        let (black, white, grey) = (Rgb(0, 0, 0), Rgb(255, 255, 255), Rgb(0x76, 0x76, 0x76));
        assert!((contrast(black, white) - 21.0).abs() < 0.01);
        assert!((contrast(grey, white) - 4.54).abs() < 0.01);
    }

    #[test]
    fn the_256_are_found_again() {
        for index in 16..=255 {
            assert_eq!(of_index(indexed(of_index(index))), of_index(index));
        }
        let far = |a: Rgb, b: Rgb| {
            let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
            3 * part(a.0, b.0) + 6 * part(a.1, b.1) + part(a.2, b.2)
        };
        for number in 0..20_000_u32 {
            let [_, red, green, blue] = number.wrapping_mul(2_654_435_761).to_be_bytes();
            let rgb = Rgb(red, green, blue);
            let nearest = (16..=255).min_by_key(|&index| far(of_index(index), rgb));
            assert_eq!(Some(indexed(rgb)), nearest, "{rgb:?}");
        }
        assert_eq!(Rgb::read("#10ff7f"), Some(Rgb(16, 255, 127)));
        assert_eq!(Rgb::read("10ff7f"), None);
        assert_eq!(Rgb::read("#10ff7é"), None);
    }
}
