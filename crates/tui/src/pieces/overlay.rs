//! Marks that are drawn on a square together with its piece: a dot, a ring, and the part of an arrow that crosses the
//! square. The number of a picture says all that is on it, so the same square is always the same picture.

use super::dots::{Glyph, glyph};
use super::png::{Entries, MIXES, SIGNATURE, chunk};
use crate::rules::art::Dot;
use crate::theme::Role;
use crate::theme::color::Rgb;

/// The most columns or rows that an arrow goes.
const FAR: i16 = 11;

/// The numbers of an arrow in one direction, with that of no way at all.
const WAYS: u32 = 2 * FAR as u32 + 1;

/// The numbers of squares along an arrow, and across it.
const ALONG: u32 = FAR as u32 + 1;
const ACROSS: u32 = 3;

/// The first number of an arrow.
const FIRST: u32 = 8;

/// What an arrow means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// A move that is suggested.
    Hint,
    /// A capture that threatens.
    Threat,
    /// A way into a hole or out of one.
    Dive,
}

/// An arrow between two squares, by the columns to the right and the rows down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The way from its first square to its last.
    pub(crate) way: (i16, i16),
    /// The way from its first square to this one.
    pub(crate) here: (i16, i16),
    pub(crate) meaning: Meaning,
}

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// A round dot of a third of the square: a piece can go there.
    Dot,
    /// A ring around a piece that can be taken.
    Ring,
    /// A ring around a piece that attacks.
    Attacker,
    /// A part of an arrow.
    Arrow(Arrow),
}

impl Arrow {
    /// The longer of its two ways, and the other one.
    const fn turned(self, (x, y): (i16, i16)) -> (i16, i16) {
        if self.way.0.abs() >= self.way.1.abs() { (x, y) } else { (y, x) }
    }

    /// Its number: what it means, its way, and the square, which is at most one beside the line.
    fn number(self) -> Option<u32> {
        let (long, short) = self.turned(self.way);
        let (along, across) = self.turned(self.here);
        let beside = across - middle(along, (long, short));
        let steps = along * long.signum();
        let fits = (1..=FAR).contains(&long.abs()) && (0..=FAR).contains(&steps) && beside.abs() <= 1;
        fits.then(|| {
            let way = |way: i16| (way + FAR) as u32;
            let ways = way(self.way.0) * WAYS + way(self.way.1);
            let square = steps as u32 * ACROSS + (beside + 1) as u32;
            (self.meaning as u32 * WAYS * WAYS + ways) * ALONG * ACROSS + square
        })
    }

    fn numbered(number: u32) -> Option<Arrow> {
        let (square, rest) = (number % (ALONG * ACROSS), number / (ALONG * ACROSS));
        let meaning =
            [Meaning::Hint, Meaning::Threat, Meaning::Dive].into_iter().nth((rest / (WAYS * WAYS)) as usize)?;
        let way = |part: u32| part as i16 - FAR;
        let arrow = Arrow { way: (way(rest / WAYS % WAYS), way(rest % WAYS)), here: (0, 0), meaning };
        let (long, short) = arrow.turned(arrow.way);
        let along = (square / ACROSS) as i16 * long.signum();
        let across = middle(along, (long, short)) + (square % ACROSS) as i16 - 1;
        (long != 0).then(|| Arrow { here: arrow.turned((along, across)), ..arrow })
    }

    /// Whether the arrow covers this place of the square, each from 0 to 1.
    fn covers(self, x: f32, y: f32) -> bool {
        let point = |(x, y): (i16, i16)| (f32::from(x), f32::from(y));
        let ((dx, dy), (left, top)) = (point(self.way), point(self.here));
        let long = dx.hypot(dy);
        // From the middle of the first square: along the arrow and across it.
        let (x, y) = (x + left - 0.5, y + top - 0.5);
        let (along, across) = ((x * dx + y * dy) / long, ((x * dy - y * dx) / long).abs());
        let tip = if long < NEAR { long + BEYOND } else { long - TIP };
        let is_shaft = (START..tip - HEAD).contains(&along) && across <= SHAFT;
        let is_head = (tip - HEAD..tip).contains(&along) && across <= (tip - along) / HEAD * BARB;
        is_shaft || is_head
    }

    /// The squares that the arrow crosses, as ways from its first square. None if it is too long to be drawn.
    pub(crate) fn squares(way: (i16, i16), meaning: Meaning) -> Vec<Arrow> {
        let span = |way: i16| way.min(0)..=way.max(0);
        let all = span(way.1).flat_map(|y| span(way.0).map(move |x| Arrow { way, here: (x, y), meaning }));
        let steps = || (0..24).map(|step| (step as f32 + 0.5) / 24.0);
        let is_on = |arrow: &Arrow| steps().any(|y| steps().any(|x| arrow.covers(x, y)));
        all.filter(|arrow| arrow.number().is_some() && is_on(arrow)).collect()
    }
}

/// Where the middle of an arrow is, so many squares along it, to the nearest square.
const fn middle(along: i16, (long, short): (i16, i16)) -> i16 {
    if long == 0 { 0 } else { (2 * along * short + long * (short * along * long).signum()) / (2 * long) }
}

/// Where an arrow begins, the distance from its tip to the middle of the last square, the length of its head, half of its
/// width, and half of the width of its shaft, in squares.
const START: f32 = 0.46;
const TIP: f32 = 0.12;
const HEAD: f32 = 0.34;
const BARB: f32 = 0.22;
const SHAFT: f32 = 0.075;

/// An arrow to a square beside the first, below this length, goes on so far beyond the middle of its square: up to there it
/// would have no shaft.
const NEAR: f32 = 1.5;
const BEYOND: f32 = 0.2;

/// The radius of a dot, and the inner and outer one of a ring, in squares.
const DOT: f32 = 1.0 / 6.0;
const RING: std::ops::Range<f32> = 0.43..0.495;

/// The opacity of a mark, in hundredths.
const OPAQUE_PERCENT: u32 = 85;

/// The places of a dot in one direction where a mark is looked for.
const SAMPLES: usize = 3;

impl Overlay {
    /// Its number, or 0 if it has none: an arrow that is too long.
    pub(crate) fn number(self) -> u32 {
        match self {
            Overlay::Dot => 1,
            Overlay::Ring => 2,
            Overlay::Attacker => 3,
            Overlay::Arrow(arrow) => arrow.number().map_or(0, |number| number + FIRST),
        }
    }

    /// The mark with this number.
    pub(crate) fn numbered(number: u32) -> Option<Overlay> {
        match number {
            1 => Some(Overlay::Dot),
            2 => Some(Overlay::Ring),
            3 => Some(Overlay::Attacker),
            number => Arrow::numbered(number.checked_sub(FIRST)?).map(Overlay::Arrow),
        }
    }

    /// The role whose colour it has.
    pub(crate) const fn role(self) -> Role {
        match self {
            Overlay::Dot => Role::Target,
            Overlay::Arrow(Arrow { meaning: Meaning::Hint, .. }) => Role::Hint,
            Overlay::Arrow(Arrow { meaning: Meaning::Dive, .. }) => Role::In,
            _ => Role::Capture,
        }
    }

    /// Whether it lies on the piece; otherwise the piece stands on it.
    pub(crate) const fn is_above(self) -> bool {
        matches!(self, Overlay::Arrow(_))
    }

    /// Whether it covers this place of the square, each from 0 to 1.
    pub(super) fn covers(self, x: f32, y: f32) -> bool {
        let far = (x - 0.5).hypot(y - 0.5);
        match self {
            Overlay::Dot => far <= DOT,
            Overlay::Ring | Overlay::Attacker => RING.contains(&far),
            Overlay::Arrow(arrow) => arrow.covers(x, y),
        }
    }

    /// The characters of a cell with so many columns and rows and no piece, row by row. `shape` is how much wider than
    /// high the cell is; a round mark stays round in it.
    pub(crate) fn glyphs(self, (columns, rows): (u16, u16), in_cell: (u16, u16), shape: f32) -> Vec<Glyph> {
        let (wide, high) = (f32::from(columns * in_cell.0), f32::from(rows * in_cell.1));
        let (across, down) = if self.is_above() { (1.0, 1.0) } else { fit(shape) };
        let is_on = |x: u16, y: u16| {
            let (x, y) = ((f32::from(x) + 0.5) / wide - 0.5, (f32::from(y) + 0.5) / high - 0.5);
            self.covers(x * across + 0.5, y * down + 0.5)
        };
        let character = |(row, column): (u16, u16)| {
            let places = (0..in_cell.1).flat_map(|y| (0..in_cell.0).map(move |x| (x, y)));
            let dot = |(x, y)| is_on(column * in_cell.0 + x, row * in_cell.1 + y);
            let dots: Vec<Dot> = places.map(|at| if dot(at) { Dot::Fill } else { Dot::Ground }).collect();
            glyph(in_cell, &dots)
        };
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).map(character).collect()
    }

    /// Whether the picture of this mark alone shows anything in the cell at this column and row of so many. `shape` is how
    /// much wider than high all of them are.
    pub(crate) fn is_in(self, (columns, rows): (u16, u16), (column, row): (u16, u16), shape: f32) -> bool {
        let (across, down) = if self.is_above() { (1.0, 1.0) } else { fit(shape) };
        let place = |at: u16, step: u16, of: u16, fit: f32| {
            ((f32::from(at) + f32::from(step) / 6.0) / f32::from(of) - 0.5) * fit + 0.5
        };
        let steps = (0..=6).flat_map(|y| (0..=6).map(move |x| (x, y)));
        { steps }.any(|(x, y)| self.covers(place(column, x, columns, across), place(row, y, rows, down)))
    }

    /// The picture of a square with this mark in a colour, and with a piece if there is one: its places, and the colours
    /// of its palette. An arrow goes on in the next square, so its picture has the `shape` of the square: how much wider
    /// than high it is.
    pub(crate) fn picture(self, colour: Rgb, piece: Option<(&Entries, &[Rgb])>, shape: f32) -> Vec<u8> {
        let side = piece.map_or(SIDE, |(entries, _)| entries.side);
        let (across, down) = if self.is_above() { fit(shape) } else { (1.0, 1.0) };
        let long = |fit: f32| (side as f32 * fit).round() as usize;
        let (wide, high) = (long(across), long(down));
        let (left, top) = ((wide - side) / 2, (high - side) / 2);
        let mut palette: Vec<(Rgb, u8)> = Vec::new();
        let mut rows = Vec::with_capacity(high * (wide + 1));
        for row in 0..high {
            rows.push(0);
            for column in 0..wide {
                let at = |place: usize, sample: usize, of: usize| {
                    (place as f32 + (sample as f32 + 0.5) / SAMPLES as f32) / of as f32
                };
                let samples = (0..SAMPLES * SAMPLES).map(|sample| (sample % SAMPLES, sample / SAMPLES));
                let covered =
                    samples.filter(|&(x, y)| self.covers(at(column, x, wide), at(row, y, high))).count() as u32;
                let mark = (colour, covered * OPAQUE_PERCENT * 255 / (100 * (SAMPLES * SAMPLES) as u32));
                let inside = row.checked_sub(top).zip(column.checked_sub(left));
                let inside = inside.filter(|&(y, x)| y < side && x < side);
                let base = piece.zip(inside).map_or((colour, 0), |((entries, colours), (y, x))| {
                    let entry = usize::from(entries.entries[y * side + x]);
                    let solid = (12 - MIXES[entry][0]) * 255 / 12;
                    (colours.get(entry).copied().unwrap_or(colour), solid)
                });
                let seen = if self.is_above() { over(mark, base) } else { over(base, mark) };
                let known = palette.iter().position(|&known| known == seen);
                let entry = known.unwrap_or_else(|| {
                    palette.push(seen);
                    palette.len() - 1
                });
                rows.push(entry.min(255) as u8);
            }
        }
        palette.truncate(256);
        file((wide, high), &palette, &rows)
    }
}

/// How much longer than its shorter side each side of a square of this shape is.
fn fit(shape: f32) -> (f32, f32) {
    (shape.max(1.0), (1.0 / shape).max(1.0))
}

/// The side of a picture without a piece.
const SIDE: usize = 96;

/// A colour over another one, each with its opacity.
fn over((front, cover): (Rgb, u32), (back, under): (Rgb, u32)) -> (Rgb, u8) {
    let rest = under * (255 - cover) / 255;
    let all = cover + rest;
    if all == 0 {
        return (Rgb(0, 0, 0), 0);
    }
    let mix = |front: u8, back: u8| ((u32::from(front) * cover + u32::from(back) * rest + all / 2) / all) as u8;
    (Rgb(mix(front.0, back.0), mix(front.1, back.1), mix(front.2, back.2)), all as u8)
}

/// A PNG with a palette, one byte for each place.
fn file((wide, high): (usize, usize), palette: &[(Rgb, u8)], rows: &[u8]) -> Vec<u8> {
    let colours: Vec<u8> = palette.iter().flat_map(|&(Rgb(red, green, blue), _)| [red, green, blue]).collect();
    let alphas: Vec<u8> = palette.iter().map(|&(_, alpha)| alpha).collect();
    let header = [&(wide as u32).to_be_bytes()[..], &(high as u32).to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    let data = miniz_oxide::deflate::compress_to_vec_zlib(rows, 9);
    let mut png = SIGNATURE.to_vec();
    for (kind, data) in
        [(b"IHDR", &header), (b"PLTE", &colours), (b"tRNS", &alphas), (b"IDAT", &data), (b"IEND", &Vec::new())]
    {
        chunk(&mut png, kind, data);
    }
    png
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::number::MARKS;
    use crate::pieces::png::chunks;

    #[test]
    fn every_mark_has_a_number_of_its_own() {
        let mut known = vec![Overlay::Dot, Overlay::Ring, Overlay::Attacker];
        for (x, y) in (-FAR..=FAR).flat_map(|x| (-FAR..=FAR).map(move |y| (x, y))) {
            for meaning in [Meaning::Hint, Meaning::Threat, Meaning::Dive] {
                known.extend(Arrow::squares((x, y), meaning).into_iter().map(Overlay::Arrow));
            }
        }
        let mut numbers: Vec<u32> = known.iter().map(|mark| mark.number()).collect();
        for (mark, &number) in known.iter().zip(&numbers) {
            assert_eq!(Overlay::numbered(number), Some(*mark), "{number}");
            assert!((1..MARKS).contains(&number), "{mark:?} has {number}");
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), known.len());
        assert_eq!((Overlay::numbered(0), Overlay::numbered(u32::MAX)), (None, None));
    }

    #[test]
    fn an_arrow_goes_through_the_squares_between() {
        let squares = |way| -> Vec<(i16, i16)> {
            let mut all: Vec<_> = Arrow::squares(way, Meaning::Hint).into_iter().map(|arrow| arrow.here).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(squares((3, 0)), [(0, 0), (1, 0), (2, 0), (3, 0)]);
        assert_eq!(squares((0, -2)), [(0, -2), (0, -1), (0, 0)]);
        for (x, y) in [(1, 2), (-2, 1), (7, -7), (5, 3)] {
            let all = squares((x, y));
            assert!(all.contains(&(x, y)) && all.contains(&(0, 0)), "{x} {y}: {all:?}");
        }
        assert!(squares((0, 0)).is_empty() && squares((FAR + 1, 0)).is_empty());
    }

    #[test]
    fn the_arrow_of_one_step_has_a_shaft_before_its_head() {
        let arrow = Arrow { way: (1, 0), here: (1, 0), meaning: Meaning::Hint };
        assert!(arrow.covers(0.1, 0.5) && !arrow.covers(0.1, 0.35) && arrow.covers(0.4, 0.35));
    }

    #[test]
    fn a_dot_is_round_and_a_third_of_the_square() {
        let rows = |cells: (u16, u16), shape| -> Vec<String> {
            let glyphs = Overlay::Dot.glyphs(cells, (2, 3), shape);
            glyphs.chunks(cells.0.into()).map(|row| row.iter().map(|glyph| glyph.shown).collect()).collect()
        };
        let dot = rows((7, 3), 7.0 / 6.0);
        assert_eq!([&dot[0], &dot[2]], ["       ", "       "], "{dot:?}");
        assert_eq!(dot[1].chars().filter(|&shown| shown != ' ').count(), 3, "{dot:?}");
        let large = rows((12, 6), 1.0);
        assert_eq!(large.iter().filter(|row| row.trim() != "").count(), 2, "{large:?}");
    }

    #[test]
    fn a_picture_is_needed_only_where_its_mark_is() {
        let cells = |mark: Overlay| {
            let all = (0..4).flat_map(|row| (0..8).map(move |column| (column, row)));
            all.filter(|&at| mark.is_in((8, 4), at, 1.0)).collect::<Vec<_>>()
        };
        let dot = cells(Overlay::Dot);
        assert_eq!(dot, [(2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (4, 2), (5, 2)]);
        let arrow = Arrow { way: (2, 0), here: (1, 0), meaning: Meaning::Hint };
        assert!(cells(Overlay::Arrow(arrow)).iter().all(|&(_, row)| row == 1 || row == 2));
    }

    #[test]
    fn a_piece_stands_on_a_ring_and_under_an_arrow() {
        let entries = Entries { side: 96, entries: vec![5; 96 * 96] };
        let (fill, mark) = (Rgb(200, 200, 200), Rgb(0, 255, 0));
        let colours = [fill; 16];
        let palette = |overlay: Overlay, piece| {
            let png = overlay.picture(mark, piece, 1.0);
            let chunks = chunks(&png).expect("it is a picture");
            chunks.iter().find(|(kind, _)| kind == b"PLTE").expect("a palette").1.to_vec()
        };
        let piece = Some((&entries, &colours[..]));
        assert_eq!(palette(Overlay::Ring, piece), [200, 200, 200], "all of it is hidden");
        let arrow = Arrow { way: (2, 0), here: (1, 0), meaning: Meaning::Threat };
        assert!(palette(Overlay::Arrow(arrow), piece).len() > 3);
        assert!(palette(Overlay::Ring, None).chunks(3).any(|colour| colour == [0, 255, 0]));
    }

    /// The parts of an arrow meet also where squares are not quite square; a ring stays round.
    #[test]
    fn the_picture_of_an_arrow_has_the_shape_of_its_square() {
        let entries = Entries { side: 96, entries: vec![5; 96 * 96] };
        let colours = [Rgb(200, 200, 200); 16];
        let arrow = Overlay::Arrow(Arrow { way: (2, 0), here: (1, 0), meaning: Meaning::Hint });
        for (mark, shape, expected) in [
            (arrow, 80.0 / 76.0, (101, 96)),
            (arrow, 0.5, (96, 192)),
            (arrow, 1.0, (96, 96)),
            (Overlay::Ring, 80.0 / 76.0, (96, 96)),
        ] {
            for piece in [None, Some((&entries, &colours[..]))] {
                let png = mark.picture(Rgb(0, 255, 0), piece, shape);
                let chunks = chunks(&png).expect("it is a picture");
                let header = chunks.iter().find(|(kind, _)| kind == b"IHDR").expect("a header").1;
                let long = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().expect("a number"));
                assert_eq!((long(0), long(4)), expected, "{mark:?} {shape}");
            }
        }
    }

    #[test]
    fn colours_lie_over_each_other() {
        let (red, blue) = (Rgb(255, 0, 0), Rgb(0, 0, 255));
        assert_eq!(over((red, 255), (blue, 255)), (red, 255));
        assert_eq!(over((red, 0), (blue, 100)), (blue, 100));
        assert_eq!(over((red, 0), (blue, 0)).1, 0);
        let (Rgb(red, _, blue), alpha) = over((red, 128), (blue, 255));
        assert!(alpha == 255 && red.abs_diff(blue) < 4, "{red} {blue}");
    }
}
