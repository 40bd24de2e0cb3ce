//! Boards as data: squares numbered from a plan in text, their names, and steps between them. Missing squares,
//! separate corners and several levels need no special code. This module knows no pieces.

use std::fmt::Write as _;

/// A square of a board. Squares are numbered level by level, rank by rank, from the lower left.
///
/// Missing squares have no number, so the numbers along a straight line always increase or always decrease.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The index in tables with one entry per square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A difference between two squares: columns to the right, ranks up, levels up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Delta {
    /// Columns.
    pub x: i8,
    /// Ranks.
    pub y: i8,
    /// Levels.
    pub z: i8,
}

impl Delta {
    /// A difference of `x` columns, `y` ranks and `z` levels.
    pub const fn new(x: i8, y: i8, z: i8) -> Delta {
        Delta { x, y, z }
    }

    /// The sum of two differences.
    #[must_use]
    pub const fn plus(self, other: Delta) -> Delta {
        Delta::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// The opposite direction.
    #[must_use]
    pub const fn reversed(self) -> Delta {
        Delta::new(-self.x, -self.y, -self.z)
    }

    /// The three components.
    pub const fn parts(self) -> [i8; 3] {
        [self.x, self.y, self.z]
    }

    /// Is every nonzero component of this direction equal to that of `other`? (North is a component of
    /// north-east.)
    pub fn is_component_of(self, other: Delta) -> bool {
        self.parts().iter().zip(other.parts()).all(|(&mine, theirs)| mine == 0 || mine == theirs)
    }
}

/// The coordinates of a square: column, rank and level, each from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Coord {
    /// Column, from the left.
    pub x: u8,
    /// Rank, from the bottom.
    pub y: u8,
    /// Level.
    pub z: u8,
}

impl Coord {
    /// The coordinates with this column, rank and level.
    pub const fn new(x: u8, y: u8, z: u8) -> Coord {
        Coord { x, y, z }
    }
}

/// The first letter or digit of each axis. Boards with one level have no name for the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes {
    /// The name of the leftmost column.
    pub x: char,
    /// The name of the lowest rank.
    pub y: char,
    /// The name of the lowest level.
    pub z: Option<char>,
}

/// A board without pieces.
#[derive(Clone, Debug)]
pub struct Geometry {
    axes: Axes,
    size: [u8; 3],
    coords: Vec<Coord>,
    squares: Vec<Option<Square>>,
    labels: Vec<String>,
}

impl Geometry {
    /// Reads one text plan per level, top rank first: `.` is a square, any other character is not.
    ///
    /// # Panics
    /// If the plans differ in size or hold more than 256 squares. The plans are part of the program.
    pub fn from_plan(levels: &[&str], axes: Axes) -> Geometry {
        let rows: Vec<Vec<&str>> = levels
            .iter()
            .map(|level| level.lines().map(str::trim).filter(|row| !row.is_empty()).collect())
            .collect();
        let (depth, height, width) = (rows.len(), rows[0].len(), rows[0][0].len());
        assert!(rows.iter().all(|level| level.len() == height && level.iter().all(|row| row.len() == width)));
        let size = [width as u8, height as u8, depth as u8];
        let mut board = Geometry {
            axes,
            size,
            coords: Vec::new(),
            squares: vec![None; width * height * depth],
            labels: Vec::new(),
        };
        for z in 0..size[2] {
            for y in 0..size[1] {
                for x in 0..size[0] {
                    if rows[z as usize][(size[1] - 1 - y) as usize].as_bytes()[x as usize] == b'.' {
                        let coord = Coord::new(x, y, z);
                        let square = Square(u8::try_from(board.coords.len()).expect("at most 256 squares"));
                        let slot = board.slot(coord);
                        board.squares[slot] = Some(square);
                        board.coords.push(coord);
                        board.labels.push(board.name(coord));
                    }
                }
            }
        }
        board
    }

    fn slot(&self, at: Coord) -> usize {
        (at.z as usize * self.size[1] as usize + at.y as usize) * self.size[0] as usize + at.x as usize
    }

    fn name(&self, at: Coord) -> String {
        let along = |first: char, by: u8| char::from(first as u8 + by);
        let mut text = String::new();
        text.push(along(self.axes.x, at.x));
        text.push(along(self.axes.y, at.y));
        if let Some(first) = self.axes.z {
            text.push(along(first, at.z));
        }
        text
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.coords.len()
    }

    /// Is there no square?
    pub fn is_empty(&self) -> bool {
        self.coords.is_empty()
    }

    /// The number of columns, ranks and levels of the box around the board.
    pub fn size(&self) -> [u8; 3] {
        self.size
    }

    /// The names of the axes.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// The sign of a capture in the display form: `x`, or `:` where `x` is also the name of a column or a rank.
    pub fn capture_sign(&self) -> char {
        let named =
            |first: char, count: u8| (first as u32..first as u32 + u32::from(count)).contains(&('x' as u32));
        if named(self.axes.x, self.size[0]) || named(self.axes.y, self.size[1]) { ':' } else { 'x' }
    }

    /// All squares.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.coords.len()).map(|index| Square(index as u8))
    }

    /// The coordinates of a square.
    #[inline]
    pub fn coord(&self, square: Square) -> Coord {
        self.coords[square.index()]
    }

    /// The square at these coordinates, if it exists.
    pub fn at(&self, at: Coord) -> Option<Square> {
        let inside = at.x < self.size[0] && at.y < self.size[1] && at.z < self.size[2];
        if inside { self.squares[self.slot(at)] } else { None }
    }

    /// The square at the offset `by`, if it exists.
    pub fn offset(&self, from: Square, by: Delta) -> Option<Square> {
        let at = self.coord(from);
        let moved = |place: u8, step: i8| u8::try_from(i16::from(place) + i16::from(step)).ok();
        self.at(Coord::new(moved(at.x, by.x)?, moved(at.y, by.y)?, moved(at.z, by.z)?))
    }

    /// The difference between two squares.
    pub fn delta(&self, from: Square, to: Square) -> Delta {
        let (a, b) = (self.coord(from), self.coord(to));
        Delta::new(b.x as i8 - a.x as i8, b.y as i8 - a.y as i8, b.z as i8 - a.z as i8)
    }

    /// The name of a square: `b4`, `tc2`.
    #[inline]
    pub fn label(&self, square: Square) -> &str {
        &self.labels[square.index()]
    }

    /// The square with this name.
    pub fn parse(&self, name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let mut place = |first: char| {
            let letter = letters.next()?;
            u8::try_from(u32::from(letter).checked_sub(u32::from(first))?).ok()
        };
        let x = place(self.axes.x)?;
        let y = place(self.axes.y)?;
        let z = match self.axes.z {
            Some(first) => place(first)?,
            None => 0,
        };
        if letters.next().is_some() {
            return None;
        }
        self.at(Coord::new(x, y, z))
    }

    /// The board as text, one level below the other. Each square shows the text from `cell`, or `.`.
    pub fn draw(&self, mut cell: impl FnMut(Square) -> Option<String>) -> String {
        let mut text = String::new();
        for z in 0..self.size[2] {
            if let Some(first) = self.axes.z {
                let _ = writeln!(text, "level {}", char::from(first as u8 + z));
            }
            for y in (0..self.size[1]).rev() {
                let _ = write!(text, "{} ", char::from(self.axes.y as u8 + y));
                for x in 0..self.size[0] {
                    let shown = match self.at(Coord::new(x, y, z)) {
                        Some(square) => cell(square).unwrap_or_else(|| ".".to_owned()),
                        None => String::new(),
                    };
                    let _ = write!(text, "{shown:>2} ");
                }
                while text.ends_with(' ') {
                    text.pop();
                }
                text.push('\n');
            }
            let columns: Vec<String> =
                (0..self.size[0]).map(|x| format!(" {}", char::from(self.axes.x as u8 + x))).collect();
            let _ = writeln!(text, "  {}", columns.join(" "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CROSS: &str = "
        #.#
        ...
        #.#";

    #[test]
    fn missing_squares_are_skipped() {
        let board = Geometry::from_plan(&[CROSS], Axes { x: 'a', y: '1', z: None });
        assert_eq!(board.len(), 5);
        assert_eq!(board.parse("a1"), None);
        let (b1, a2, b2) = (board.parse("b1").unwrap(), board.parse("a2").unwrap(), board.parse("b2").unwrap());
        assert_eq!(board.offset(b1, Delta::new(0, 1, 0)), Some(b2));
        assert_eq!(board.offset(a2, Delta::new(-1, 0, 0)), None);
        assert_eq!(board.label(b2), "b2");
        assert_eq!(board.parse("b2x"), None);
        assert_eq!(board.parse("é2"), None);
    }

    #[test]
    fn levels_are_the_third_letter() {
        let board = Geometry::from_plan(&["..", "..", ".."], Axes { x: 'r', y: 'a', z: Some('1') });
        assert_eq!(board.len(), 6);
        let cell = board.parse("sa2").unwrap();
        assert_eq!(board.coord(cell), Coord::new(1, 0, 1));
        assert_eq!(board.offset(cell, Delta::new(-1, 0, 1)), board.parse("ra3"));
    }
}
