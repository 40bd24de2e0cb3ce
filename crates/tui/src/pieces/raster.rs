//! Draws the picture of a square in pixels and few flat colours: its ground, its piece and its mark. The edges between them
//! are mixes of two.

use super::overlay::Overlay;
use super::png::{Entries, Inks, MIXES};
use super::scaled::weights;
use super::sixel::{CLEAR, MOST_COLOURS, Raster, painted};
use crate::theme::color::Rgb;

/// What is in a square.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The piece and its inks.
    pub piece: Option<(&'a Entries, Inks)>,
    /// The mark and its colour.
    pub mark: Option<(Overlay, Rgb)>,
    /// The colour of the square; `None` if only the terminal knows it.
    pub ground: Option<Rgb>,
}

/// A colour that is seen in so many parts of 255.
type Seen = (Rgb, u32);

/// The opacity of a mark.
const OPAQUE: u32 = 217;

/// Pictures with fewer pixels in one direction are small.
const SMALL: usize = 60;

/// How much farther a mix counts than it is.
const MIXED: u32 = 3;

/// The samples of a pixel in one direction.
const SAMPLES: usize = 2;

/// A colour over another one.
fn over((front, cover): Seen, (back, under): Seen) -> Seen {
    let rest = under * (255 - cover) / 255;
    let all = cover + rest;
    if all == 0 {
        return (Rgb(0, 0, 0), 0);
    }
    let mix = |front: u8, back: u8| ((u32::from(front) * cover + u32::from(back) * rest + all / 2) / all) as u8;
    (Rgb(mix(front.0, back.0), mix(front.1, back.1), mix(front.2, back.2)), all)
}

impl Scene<'_> {
    /// The picture in so many columns and rows of pixels. A piece keeps its shape and stands in the middle of those that are
    /// painted.
    pub fn drawn(&self, (wide, high): (usize, usize)) -> Raster {
        let side = wide.min(painted(high));
        let (left, top) = ((wide - side) / 2, (painted(high) - side) / 2);
        let parts = self.piece.map(|(entries, inks)| (entries, inks, weights(entries.side, side)));
        let mut palette = self.palette(side < SMALL);
        let mut pixels = Vec::with_capacity(wide * high);
        for (row, column) in (0..high).flat_map(|row| (0..wide).map(move |column| (row, column))) {
            let inside = row.checked_sub(top).zip(column.checked_sub(left)).filter(|&(y, x)| y < side && x < side);
            let piece =
                parts.as_ref().zip(inside).map_or((Rgb(0, 0, 0), 0), |((entries, inks, weights), (y, x))| {
                    ink(entries, *inks, &weights[y], &weights[x])
                });
            let mark = self.mark.map_or((Rgb(0, 0, 0), 0), |(mark, colour)| {
                let place = |at: usize, sample: usize| at as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
                let samples = (0..SAMPLES * SAMPLES).map(|sample| (sample % SAMPLES, sample / SAMPLES));
                let is_on = |&(x, y): &(usize, usize)| {
                    let (x, y) = (place(column, x), place(row, y));
                    if mark.is_above() {
                        return mark.covers(x / wide as f32, y / high as f32);
                    }
                    mark.covers((x - left as f32) / side as f32, (y - top as f32) / side as f32)
                };
                (colour, samples.filter(is_on).count() as u32 * OPAQUE / (SAMPLES * SAMPLES) as u32)
            });
            let above = self.mark.is_some_and(|(mark, _)| mark.is_above());
            let seen = if above { over(mark, piece) } else { over(piece, mark) };
            pixels.push(match self.ground {
                Some(ground) => palette.nearest(over(seen, (ground, 255)).0),
                None if seen.1 < 128 => CLEAR,
                None => palette.nearest(seen.0),
            });
        }
        Raster { wide, colours: palette.colours, has_ground: self.ground.is_some(), pixels }
    }

    /// The colours that it may have: those of its parts, and then the mixes of those that touch.
    fn palette(&self, is_small: bool) -> Palette {
        let (mut flat, mut mixes) = (Vec::new(), Vec::new());
        let ground = self.ground.iter().copied();
        flat.extend(ground.clone());
        if let Some((_, Inks { outline, fill, shade, core })) = self.piece {
            flat.extend([fill, outline, shade, core]);
            // In a small picture the lines inside a piece are so thin that their edges would be most of its bytes.
            if !is_small {
                mixes.push(outline.toward(fill, 5));
            }
            mixes.extend(ground.clone().map(|ground| ground.toward(outline, 5)));
        }
        if let Some((mark, colour)) = self.mark {
            let shown = |under: Rgb| over((colour, OPAQUE), (under, 255)).0;
            let inks = self.piece.filter(|_| mark.is_above()).map(|(_, inks)| inks);
            for under in ground.chain(inks.iter().flat_map(|inks| [inks.fill, inks.shade, inks.outline])) {
                flat.push(shown(under));
                mixes.push(under.toward(shown(under), 5));
            }
            if self.ground.is_none() {
                flat.push(colour);
            }
        }
        let count = flat.len();
        flat.extend(mixes);
        flat.truncate(MOST_COLOURS);
        Palette { flat: count, colours: flat, known: Vec::new() }
    }
}

/// The colour of a pixel that covers these rows and columns of a piece.
fn ink(entries: &Entries, inks: Inks, rows: &[(usize, u64)], columns: &[(usize, u64)]) -> Seen {
    let mut parts = [0_u64; 5];
    for &(row, tall) in rows {
        for &(column, long) in columns {
            let entry = usize::from(entries.entries[row * entries.side + column]);
            for (part, mix) in parts.iter_mut().zip(MIXES[entry]) {
                *part += u64::from(mix) * tall * long;
            }
        }
    }
    let [ground, solid @ ..] = parts;
    let all: u64 = solid.iter().sum();
    if all == 0 {
        return (Rgb(0, 0, 0), 0);
    }
    let colours = [inks.outline, inks.fill, inks.shade, inks.core];
    let channel = |of: fn(Rgb) -> u8| {
        let sum: u64 = colours.iter().zip(solid).map(|(&colour, part)| u64::from(of(colour)) * part).sum();
        ((sum + all / 2) / all) as u8
    };
    (Rgb(channel(|rgb| rgb.0), channel(|rgb| rgb.1), channel(|rgb| rgb.2)), (all * 255 / (all + ground)) as u32)
}

/// The colours of a picture.
struct Palette {
    /// How many of them are no mixes.
    flat: usize,
    colours: Vec<Rgb>,
    /// The nearest of colours that were looked for: most pixels have one of few.
    known: Vec<(Rgb, u8)>,
}

impl Palette {
    /// The place of the nearest colour. A mix must be clearly nearer, because each pixel of it costs bytes.
    fn nearest(&mut self, colour: Rgb) -> u8 {
        if let Some(&(_, nearest)) = self.known.iter().find(|(known, _)| *known == colour) {
            return nearest;
        }
        let far = |at: usize| {
            let other = self.colours[at];
            let part = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
            let far = part(colour.0, other.0) + part(colour.1, other.1) + part(colour.2, other.2);
            far * if at < self.flat { 1 } else { MIXED }
        };
        let nearest = (0..self.colours.len()).min_by_key(|&at| far(at)).unwrap_or(0) as u8;
        // A colour of an edge hardly comes again.
        if self.known.len() < 2 * MOST_COLOURS {
            self.known.push((colour, nearest));
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::overlay::{Arrow, Meaning};
    use crate::pieces::png::entries;

    const GROUND: Rgb = Rgb(0x3a, 0x42, 0x4e);
    const FILL: Rgb = Rgb(0xf6, 0xf1, 0xe6);

    /// The entries of all pieces of the built-in games.
    fn pieces() -> Vec<Entries> {
        let kinds = crate::games::GAMES.iter().flat_map(|game| game.spec().kinds);
        kinds
            .map(|kind| entries(kind.art.and_then(|art| art.picture).expect("a picture")).expect("it is right"))
            .collect()
    }

    #[test]
    fn a_square_is_its_ground_with_the_piece_in_the_middle() {
        let entries = Entries { side: 4, entries: vec![5; 16] };
        let scene = Scene { piece: Some((&entries, Inks::of(FILL))), mark: None, ground: Some(GROUND) };
        let drawn = scene.drawn((12, 8));
        for (at, &pixel) in drawn.pixels.iter().enumerate() {
            let (x, y) = (at % 12, at / 12);
            let expected = if (3..9).contains(&x) && y < 6 { FILL } else { GROUND };
            assert_eq!(drawn.colours[usize::from(pixel)], expected, "{at}");
        }
        let clear = Scene { ground: None, ..scene }.drawn((12, 8));
        let solid: Vec<u8> = clear.pixels.into_iter().filter(|&pixel| pixel != CLEAR).collect();
        assert_eq!(solid.len(), 36);
    }

    #[test]
    fn a_mark_is_under_a_piece_or_over_it() {
        let entries = Entries { side: 4, entries: vec![5; 16] };
        let red = Rgb(255, 0, 0);
        let arrow = Overlay::Arrow(Arrow { way: (2, 0), here: (1, 0), meaning: Meaning::Hint });
        for (mark, is_seen) in [(Overlay::Ring, false), (arrow, true)] {
            let piece = Some((&entries, Inks::of(FILL)));
            let drawn = Scene { piece, mark: Some((mark, red)), ground: Some(GROUND) }.drawn((42, 42));
            let other = drawn.pixels.iter().any(|&pixel| drawn.colours[usize::from(pixel)] != FILL);
            assert_eq!(other, is_seen, "{mark:?}");
            assert!(drawn.colours.len() <= MOST_COLOURS);
        }
        let dot = Scene { piece: None, mark: Some((Overlay::Dot, red)), ground: Some(GROUND) }.drawn((60, 40));
        assert_ne!(dot.pixels[20 * 60 + 30], dot.pixels[0], "in the middle");
    }

    /// In squares of all sizes, in the cells of two fonts.
    #[test]
    fn a_piece_fills_its_square_and_stands_in_the_middle() {
        // A piece as large as its picture may be.
        let entries = Entries { side: 4, entries: vec![5; 16] };
        for cell in [(7, 14), (9, 19)] {
            for form in (2..=8).flat_map(|rows| (3..=16).map(move |columns| (columns, rows))) {
                let (wide, high) = (form.0 * cell.0, form.1 * cell.1);
                let scene = Scene { piece: Some((&entries, Inks::of(FILL))), mark: None, ground: Some(GROUND) };
                let drawn = scene.drawn((wide, high));
                let is_piece =
                    |x: usize, y: usize| drawn.colours[usize::from(drawn.pixels[y * wide + x])] != GROUND;
                let columns: Vec<usize> = (0..wide).filter(|&x| (0..high).any(|y| is_piece(x, y))).collect();
                let rows: Vec<usize> = (0..high).filter(|&y| (0..wide).any(|x| is_piece(x, y))).collect();
                let what = format!("{form:?} of {cell:?}: {columns:?}, {rows:?}");
                // Some rows may be below the last whole strip.
                let side = wide.min(high - high % 6);
                assert_eq!((columns.len(), rows.len()), (side, side), "{what}");
                let (right, below) = (wide - 1 - columns[side - 1], high - 1 - rows[side - 1]);
                assert!(right - columns[0] <= 1 && below.abs_diff(rows[0]) <= 6, "{what}");
            }
        }
    }

    /// The limits of what a picture may cost.
    #[test]
    fn pieces_take_few_bytes() {
        let pieces = pieces();
        for (size, most) in [((90, 80), 2048), ((60, 60), 1280), ((60, 56), 1024)] {
            let bytes = |entries: &Entries| {
                let scene = Scene { piece: Some((entries, Inks::of(FILL))), mark: None, ground: Some(GROUND) };
                scene.drawn(size).encoded().len()
            };
            let all: Vec<usize> = pieces.iter().map(bytes).collect();
            let average = all.iter().sum::<usize>() / all.len();
            assert!(average <= most, "{size:?}: {average} on average, of {all:?}");
        }
    }
}
