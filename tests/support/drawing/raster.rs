//! Turns a drawing into dots: each dot has 8 x 8 samples, each sample has one ink. From the whole numbers in
//! `lattice` on there are no fractions, so every machine gets the same dots.

use super::curve::{Point, Trace};
use super::svg::{SIDE, Shape};

/// Samples along one side of a dot.
pub const SAMPLES: usize = 8;

/// Samples along one side of a picture.
const ACROSS: usize = SIDE * SAMPLES;

/// Whole steps from one sample to the next.
const STEP: i64 = 32;

/// Inks with the empty ground, which comes first.
pub const INKS: usize = 5;

/// How many samples of a dot have each ink.
pub type Dot = [u32; INKS];

/// The drawing as dots, row by row.
pub fn dots(shapes: &[Shape]) -> Vec<Dot> {
    let mut samples = vec![0_u8; ACROSS * ACROSS];
    for shape in shapes {
        let mut paint = |x: usize, y: usize| samples[y * ACROSS + x] = shape.ink as u8;
        match shape.width {
            None => area(&shape.traces, &mut paint),
            Some(width) => shape.traces.iter().for_each(|trace| stroke(trace, width, &mut paint)),
        }
    }
    let mut dots = vec![[0; INKS]; SIDE * SIDE];
    for (at, &ink) in samples.iter().enumerate() {
        let (x, y) = (at % ACROSS, at / ACROSS);
        dots[y / SAMPLES * SIDE + x / SAMPLES][usize::from(ink)] += 1;
    }
    dots
}

type Place = (i64, i64);

/// A place in whole steps.
fn lattice(point: Point) -> Place {
    let scale = (SAMPLES as i64 * STEP) as f64;
    ((point.x * scale).round() as i64, (point.y * scale).round() as i64)
}

/// The straight pieces of a line.
fn pieces(trace: &Trace, closed: bool) -> Vec<(Place, Place)> {
    let mut places: Vec<Place> = trace.points.iter().copied().map(lattice).collect();
    if closed {
        places.push(places[0]);
    }
    places.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The middle of a sample.
fn middle(sample: usize) -> i64 {
    sample as i64 * STEP + STEP / 2
}

/// The samples whose middle is in this range.
fn within(from: i64, to: i64) -> std::ops::Range<usize> {
    let first = |place: i64| (place + STEP / 2 - 1).div_euclid(STEP).clamp(0, ACROSS as i64) as usize;
    first(from)..first(to)
}

/// Paints all samples around which the lines wind.
fn area(traces: &[Trace], paint: &mut impl FnMut(usize, usize)) {
    let pieces: Vec<(Place, Place)> = traces.iter().flat_map(|trace| pieces(trace, true)).collect();
    let mut crossings: Vec<(i64, i64)> = Vec::new();
    for row in 0..ACROSS {
        let y = middle(row);
        crossings.clear();
        for &(a, b) in &pieces {
            if (a.1 <= y) != (b.1 <= y) {
                let x = a.0 + ((y - a.1) * (b.0 - a.0)).div_euclid(b.1 - a.1);
                crossings.push((x, if a.1 <= y { 1 } else { -1 }));
            }
        }
        crossings.sort_unstable();
        let mut winding = 0;
        for pair in crossings.windows(2) {
            winding += pair[0].1;
            if winding != 0 {
                within(pair[0].0, pair[1].0).for_each(|x| paint(x, row));
            }
        }
    }
}

/// Paints all samples within half the width of a line. Ends and joins are round.
fn stroke(trace: &Trace, width: f64, paint: &mut impl FnMut(usize, usize)) {
    let reach = lattice(Point { x: width / 2.0, y: 0.0 }).0;
    for (a, b) in pieces(trace, trace.closed) {
        let along = (b.0 - a.0, b.1 - a.1);
        let length = along.0 * along.0 + along.1 * along.1;
        for row in within(a.1.min(b.1) - reach, a.1.max(b.1) + reach + 1) {
            for column in within(a.0.min(b.0) - reach, a.0.max(b.0) + reach + 1) {
                let from = |end: Place| (middle(column) - end.0, middle(row) - end.1);
                let (to_a, to_b) = (from(a), from(b));
                let part = to_a.0 * along.0 + to_a.1 * along.1;
                let near = if part <= 0 {
                    to_a.0 * to_a.0 + to_a.1 * to_a.1 <= reach * reach
                } else if part >= length {
                    to_b.0 * to_b.0 + to_b.1 * to_b.1 <= reach * reach
                } else {
                    let off = to_a.0 * along.1 - to_a.1 * along.0;
                    off * off <= reach * reach * length
                };
                if near {
                    paint(column, row);
                }
            }
        }
    }
}
