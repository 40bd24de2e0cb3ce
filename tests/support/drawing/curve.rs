//! Lines of a drawing, with curves broken into short straight pieces.

/// A place in a drawing, in its own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The place that lies at this part of the way to another.
    pub fn toward(self, other: Point, part: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }
}

/// Straight pieces of a curve. Every curve here is short, so this is finer than a sample.
const PIECES: u32 = 24;

/// How far the handles of a quarter of a circle lie from its ends, as a part of the radius.
const ROUND: f64 = 0.552_284_75;

/// One line, open or closed.
#[derive(Clone, Debug)]
pub struct Trace {
    pub points: Vec<Point>,
    pub closed: bool,
}

impl Trace {
    pub fn new(start: Point) -> Trace {
        Trace { points: vec![start], closed: false }
    }

    pub fn end(&self) -> Point {
        *self.points.last().expect("a line has a start")
    }

    pub fn line(&mut self, end: Point) {
        self.points.push(end);
    }

    /// A cubic Bézier curve.
    pub fn curve(&mut self, first: Point, second: Point, end: Point) {
        let start = self.end();
        for piece in 1..=PIECES {
            let part = f64::from(piece) / f64::from(PIECES);
            let (a, b, c) = (start.toward(first, part), first.toward(second, part), second.toward(end, part));
            self.points.push(a.toward(b, part).toward(b.toward(c, part), part));
        }
    }

    pub fn ellipse(centre: Point, wide: f64, high: f64) -> Trace {
        let corner = Point { x: centre.x - wide, y: centre.y - high };
        Trace::box_with(corner, (2.0 * wide, 2.0 * high), (wide, high))
    }

    pub fn rectangle(corner: Point, width: f64, height: f64, round: f64) -> Trace {
        Trace::box_with(corner, (width, height), (round, round))
    }

    /// A rectangle of which each corner is a quarter of an ellipse.
    fn box_with(corner: Point, (width, height): (f64, f64), (wide, high): (f64, f64)) -> Trace {
        let (left, top, right, bottom) = (corner.x, corner.y, corner.x + width, corner.y + height);
        let at = |x, y| Point { x, y };
        let mut trace = Trace::new(at(left + wide, top));
        let quarters = [
            (at(right - wide, top), at(right, top), at(right, top + high)),
            (at(right, bottom - high), at(right, bottom), at(right - wide, bottom)),
            (at(left + wide, bottom), at(left, bottom), at(left, bottom - high)),
            (at(left, top + high), at(left, top), at(left + wide, top)),
        ];
        for (start, bend, end) in quarters {
            trace.line(start);
            if wide > 0.0 && high > 0.0 {
                trace.curve(start.toward(bend, ROUND), end.toward(bend, ROUND), end);
            }
        }
        trace.closed = true;
        trace
    }
}
