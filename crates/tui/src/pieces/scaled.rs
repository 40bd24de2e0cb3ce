//! Pictures of pieces as sprites of any size, for cells that are larger than the sprites that were drawn by hand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::dots::{Glyph, glyph};
use super::png::{Entries, MIXES, entries};
use crate::rules::art::{Dot, rimmed};

/// The number of inks, with the ground.
const INKS: usize = 5;

/// The part of a dot that must be inside a piece, in percent. The outline of the picture, which dots do not have, is
/// ground to them, so slits and necks stay open.
const SOLID_PERCENT: u64 = 50;

/// The columns and rows of a sprite, the columns and rows of dots in one of its characters, and whether it has a dark rim.
type Form = ((u16, u16), (u16, u16), bool);

/// The picture of a kind of piece, and the sprites that were made of it.
#[derive(Debug)]
pub struct Scaled {
    png: &'static [u8],
    made: Mutex<Made>,
}

/// What was made of a picture.
#[derive(Debug)]
struct Made {
    /// The picture, once it was read.
    read: Option<Entries>,
    sprites: BTreeMap<Form, Arc<[Glyph]>>,
}

impl Scaled {
    /// Sprites of this picture.
    pub const fn new(png: &'static [u8]) -> Scaled {
        Scaled { png, made: Mutex::new(Made { read: None, sprites: BTreeMap::new() }) }
    }

    /// The characters of the sprite with so many columns and rows, row by row, with a dark rim if it needs one. `None` if
    /// the picture cannot be read.
    pub fn glyphs(&self, cells: (u16, u16), in_cell: (u16, u16), rim: bool) -> Option<Arc<[Glyph]>> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let Made { read, sprites } = &mut *made;
        if read.is_none() {
            *read = entries(self.png);
        }
        let picture = read.as_ref()?;
        let form = (cells, in_cell, rim);
        Some(Arc::clone(sprites.entry(form).or_insert_with(|| scaled(picture, form).into())))
    }
}

/// How much each place of a picture counts for each dot: the part of it that the dot covers.
pub(super) fn weights(side: usize, dots: usize) -> Vec<Vec<(usize, u64)>> {
    let weight = |dot: usize, at: usize| {
        let (from, to) = ((dot * side).max(at * dots), ((dot + 1) * side).min((at + 1) * dots));
        to.checked_sub(from).filter(|&part| part > 0).map(|part| (at, part as u64))
    };
    (0..dots).map(|dot| (0..side).filter_map(|at| weight(dot, at)).collect()).collect()
}

/// The meaning of a dot with so much of each ink.
fn meaning([ground, outline, fill, shade, core]: [u64; INKS]) -> Dot {
    let solid = fill + shade + core;
    if solid * 100 < (ground + outline + solid) * SOLID_PERCENT {
        Dot::Ground
    } else if core * 2 > solid {
        Dot::Core
    } else if shade > fill {
        Dot::Shade
    } else {
        Dot::Fill
    }
}

/// Leaves two meanings in a character, because it has two colours. Beside the ground the parts of a piece are one; the
/// dark inside of an open piece is then like the ground.
fn leave_two(dots: &mut [Dot]) {
    let count = |dots: &[Dot], wanted: Dot| dots.iter().filter(|&&dot| dot == wanted).count();
    let (fill, shade, core) = (count(dots, Dot::Fill), count(dots, Dot::Shade), count(dots, Dot::Core));
    let has_ground = count(dots, Dot::Ground) > 0;
    if !has_ground && (fill == 0 || shade == 0 || core == 0) {
        return;
    }
    let tone = if shade > fill { Dot::Shade } else { Dot::Fill };
    for dot in dots {
        *dot = match *dot {
            Dot::Fill | Dot::Shade => tone,
            Dot::Core if has_ground && fill + shade > 0 => Dot::Ground,
            other => other,
        };
    }
}

fn scaled(picture: &Entries, ((columns, rows), in_cell, rim): Form) -> Vec<Glyph> {
    let (wide, high) = (usize::from(in_cell.0), usize::from(in_cell.1));
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let across = weights(picture.side, columns * wide);
    let down = weights(picture.side, rows * high);
    let dot = |x: usize, y: usize| {
        let mut inks = [0; INKS];
        for (&(row, tall), &(column, long)) in
            down[y].iter().flat_map(|row| across[x].iter().map(move |column| (row, column)))
        {
            let entry = picture.entries[row * picture.side + column];
            for (ink, part) in inks.iter_mut().zip(MIXES[usize::from(entry)]) {
                *ink += u64::from(part) * tall * long;
            }
        }
        meaning(inks)
    };
    let mut dots = vec![Dot::Ground; columns * wide * rows * high];
    let characters = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let places = |(row, column): (usize, usize)| {
        (0..high).flat_map(move |y| (0..wide).map(move |x| (column * wide + x, row * high + y)))
    };
    for at in characters() {
        let mut character: Vec<Dot> = places(at).map(|(x, y)| dot(x, y)).collect();
        leave_two(&mut character);
        for ((x, y), dot) in places(at).zip(character) {
            dots[y * columns * wide + x] = dot;
        }
    }
    if rim {
        dots = rimmed(&dots, columns * wide, (wide, high));
    }
    let shown = |at| {
        let character: Vec<Dot> = places(at).map(|(x, y)| dots[y * columns * wide + x]).collect();
        glyph(in_cell, &character)
    };
    characters().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A picture whose left half is filled.
    fn half(side: usize) -> Entries {
        let entries = (0..side * side).map(|at| if at % side * 2 < side { 5 } else { 0 }).collect();
        Entries { side, entries }
    }

    fn shown(glyphs: &[Glyph], columns: usize) -> Vec<String> {
        glyphs.chunks(columns).map(|row| row.iter().map(|glyph| glyph.shown).collect()).collect()
    }

    #[test]
    fn a_picture_keeps_its_shape_in_every_size() {
        assert_eq!(shown(&scaled(&half(96), ((4, 2), (2, 3), false)), 4), ["██  ", "██  "]);
        assert_eq!(shown(&scaled(&half(96), ((5, 2), (2, 3), false)), 5), ["██▌  ", "██▌  "]);
        assert_eq!(shown(&scaled(&half(7), ((6, 1), (2, 2), false)), 6), ["███▌  "]);
    }

    /// Also in a character that has nothing of the piece.
    #[test]
    fn a_rim_goes_all_around() {
        let glyphs = scaled(&half(96), ((4, 1), (2, 2), true));
        let tones: Vec<(char, Dot, Dot)> =
            glyphs.iter().map(|glyph| (glyph.shown, glyph.front, glyph.back)).collect();
        let (full, rim) = (('█', Dot::Fill, Dot::Ground), ('▌', Dot::Core, Dot::Ground));
        assert_eq!(tones, [full, full, rim, (' ', Dot::Fill, Dot::Ground)]);
    }

    #[test]
    fn every_picture_of_the_built_in_games_can_be_scaled() {
        for game in crate::games::GAMES {
            for kind in game.spec().kinds {
                let png = kind.art.and_then(|art| art.picture).expect("a picture");
                let glyphs = Scaled::new(png).glyphs((12, 6), (2, 2), false).expect("it can be read");
                let solid = glyphs.iter().filter(|glyph| glyph.shown != ' ').count();
                assert!(solid * 5 > 12 * 6, "{}: a fifth of the square at least", kind.name);
            }
        }
        assert!(Scaled::new(b"GIF89a").glyphs((12, 6), (2, 2), false).is_none());
    }

    /// In the narrowest cells that have scaled sprites any two kinds of a game differ in a fifth of the characters at least.
    #[test]
    fn narrow_sprites_can_be_told_apart() {
        for game in crate::games::GAMES {
            let kinds = game.spec().kinds;
            let drawn: Vec<Vec<char>> = kinds
                .iter()
                .map(|kind| {
                    let png = kind.art.and_then(|art| art.picture).expect("a picture");
                    let glyphs = Scaled::new(png).glyphs((6, 3), (2, 2), false).expect("it can be read");
                    glyphs.iter().map(|glyph| glyph.shown).collect()
                })
                .collect();
            for (at, one) in drawn.iter().enumerate() {
                for (other, name) in drawn[..at].iter().zip(kinds) {
                    let differing = one.iter().zip(other).filter(|(one, other)| one != other).count();
                    assert!(differing * 5 >= 6 * 3, "{} and {}: {differing}", kinds[at].name, name.name);
                }
            }
        }
    }

    proptest! {
        /// Every place counts once, whatever the sizes are, so nothing of a picture is lost.
        #[test]
        fn weights_are_whole(side in 1..200_usize, dots in 1..60_usize) {
            let weights = weights(side, dots);
            for at in 0..side {
                let all = weights.iter().flatten().filter(|(place, _)| *place == at);
                prop_assert_eq!(all.map(|(_, part)| part).sum::<u64>(), dots as u64);
            }
            for (dot, mirrored) in weights.iter().zip(weights.iter().rev()) {
                let parts = |row: &[(usize, u64)]| row.iter().map(|(_, part)| *part).collect::<Vec<_>>();
                prop_assert_eq!(parts(dot), parts(mirrored).into_iter().rev().collect::<Vec<_>>());
            }
        }

        #[test]
        fn a_character_has_two_colours(dots in prop::collection::vec(prop::sample::select(Dot::SIGNS.map(|(dot, _)| dot).to_vec()), 6)) {
            let mut left = dots.clone();
            leave_two(&mut left);
            let mut seen = left.clone();
            seen.sort_unstable();
            seen.dedup();
            prop_assert!(seen.len() <= 2, "{:?}", left);
        }
    }
}
