//! Sprites as characters: each shows a block of dots in two colours, the foreground and the background.

use crate::rules::art::{Dot, Sprite};

/// One character of a sprite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character.
    pub shown: char,
    /// The meaning of the dots in the foreground colour.
    pub front: Dot,
    /// The meaning of the dots in the background colour.
    pub back: Dot,
}

/// The quadrant characters by their dots: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUADRANTS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// The left and the right half, which existed before the other sextants.
const HALVES: (u8, u8) = (0b01_0101, 0b10_1010);

/// The sextant character by its dots: 1 upper left, 2 upper right, 4 and 8 in the middle, 16 and 32 below.
fn sextant(dots: u8) -> char {
    match dots {
        0 => ' ',
        dots if dots == HALVES.0 => '▌',
        dots if dots == HALVES.1 => '▐',
        0b11_1111.. => '█',
        _ => {
            let gaps = u32::from(dots > HALVES.0) + u32::from(dots > HALVES.1);
            char::from_u32(0x1_fb00 + u32::from(dots) - 1 - gaps).unwrap_or(' ')
        }
    }
}

/// The dots of a block character, the other way round: the columns and rows of the block, and a bit for each
/// dot, row by row. `None` if it is another character.
pub(crate) fn block(shown: char) -> Option<((u16, u16), u8)> {
    if let Some(dots) = QUADRANTS.iter().position(|&known| known == shown && known != ' ') {
        return Some(((2, 2), dots as u8));
    }
    let number = u32::from(shown).checked_sub(0x1_fb00).filter(|&number| number < 60)? as u8;
    let gaps = u8::from(number + 1 >= HALVES.0) + u8::from(number + 2 >= HALVES.1);
    Some(((2, 3), number + 1 + gaps))
}

/// The characters of a sprite, row by row. The ground is the background wherever there is any. If a character
/// needs more than two colours, which a test excludes for the artwork, the later ones are shown as the first.
pub(crate) fn glyphs(sprite: &Sprite) -> Vec<Glyph> {
    let (columns, rows) = sprite.size().cells();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    places
        .map(|(column, row)| glyph(sprite.size().dots_in_cell(), &sprite.cell(column, row).collect::<Vec<_>>()))
        .collect()
}

/// The character with these dots, of so many columns and rows.
pub(super) fn glyph(in_cell: (u16, u16), dots: &[Dot]) -> Glyph {
    let has = |wanted: Dot| dots.contains(&wanted);
    let mut there = [Dot::Fill, Dot::Shade, Dot::Core].into_iter().filter(|&dot| has(dot));
    let front = there.next().unwrap_or(Dot::Fill);
    let back = if has(Dot::Ground) { Dot::Ground } else { there.next().unwrap_or(Dot::Ground) };
    let bits = dots.iter().enumerate().fold(0, |bits, (at, &dot)| bits | u8::from(dot != back) << at);
    let shown = if in_cell.1 == 2 { QUADRANTS[usize::from(bits)] } else { sextant(bits) };
    Glyph { shown, front, back }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::tests::sprites;
    use crate::rules::art::Size;
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthChar as _;

    #[test]
    fn sextants_are_those_of_the_standard() {
        for (dots, shown) in [
            (0, ' '),
            (1, '\u{1fb00}'),
            (20, '\u{1fb13}'),
            (21, '▌'),
            (22, '\u{1fb14}'),
            (41, '\u{1fb27}'),
            (42, '▐'),
            (43, '\u{1fb28}'),
            (62, '\u{1fb3b}'),
            (63, '█'),
        ] {
            assert_eq!(sextant(dots), shown, "{dots}");
        }
    }

    #[test]
    fn every_character_has_its_dots_and_one_column() {
        for dots in 0..64_u8 {
            let shown = sextant(dots);
            assert_eq!(shown.width(), Some(1));
            if !matches!(dots, 0 | 0b01_0101 | 0b10_1010 | 0b11_1111) {
                assert_eq!(block(shown), Some(((2, 3), dots)), "{dots}");
            }
        }
        for (dots, &shown) in QUADRANTS.iter().enumerate().skip(1) {
            assert_eq!((block(shown), shown.width()), (Some(((2, 2), dots as u8)), Some(1)));
        }
        for other in [' ', 'K', '\u{1fb3c}', '┌', '░'] {
            assert_eq!(block(other), None);
        }
    }

    proptest! {
        #[test]
        fn characters_show_the_dots(sprite in sprites()) {
            prop_assert_eq!(sprite.overfull(), None);
            let (columns, _) = sprite.size().cells();
            for (at, glyph) in glyphs(&sprite).into_iter().enumerate() {
                let (column, row) = (at as u16 % columns, at as u16 / columns);
                // The full characters belong to both sets.
                let bits = match (glyph.shown, sprite.size()) {
                    (' ', _) => 0,
                    ('▌', _) => if sprite.size() == Size::Quadrants { 0b0101 } else { HALVES.0 },
                    ('▐', _) => if sprite.size() == Size::Quadrants { 0b1010 } else { HALVES.1 },
                    ('█', _) => u8::MAX,
                    (shown, size) => {
                        let (form, bits) = block(shown).expect("a block");
                        prop_assert_eq!(form, size.dots_in_cell());
                        bits
                    }
                };
                for (at, dot) in sprite.cell(column, row).enumerate() {
                    prop_assert_eq!(dot, if bits >> at & 1 == 1 { glyph.front } else { glyph.back });
                }
            }
        }
    }
}
