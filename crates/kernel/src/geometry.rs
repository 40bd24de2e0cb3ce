//! Boards as data: squares numbered from a plan in text, their names, and steps between them. Missing squares,
//! separate corners and several levels need no special code. This module knows no pieces.

mod axes;

use std::fmt::Write as _;

pub use axes::{Axes, AxisName};

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
                        board.labels.push(board.names(coord).map(|name| name.to_string()).collect());
                    }
                }
            }
        }
        board
    }

    fn slot(&self, at: Coord) -> usize {
        (at.z as usize * self.size[1] as usize + at.y as usize) * self.size[0] as usize + at.x as usize
    }

    /// The names of a square's column, rank and level, in the order in which they are written.
    fn names(&self, at: Coord) -> impl Iterator<Item = AxisName> {
        let (first, level) = (self.axes.level_is_first(), self.level_name(at.z));
        let flat = [self.column_name(at.x), self.rank_name(at.y)];
        level.filter(|_| first).into_iter().chain(flat).chain(level.filter(|_| !first))
    }

    /// The part of a square's name that is its column, and the part that is its rank.
    pub fn parts(&self, square: Square) -> [&str; 2] {
        let (name, start) = (self.label(square), usize::from(self.axes.level_is_first()));
        let rank = usize::from(self.rank_name(self.coord(square).y).width());
        [&name[start..=start], &name[start + 1..][..rank]]
    }

    /// The name of a column.
    pub fn column_name(&self, x: u8) -> AxisName {
        AxisName::after(self.axes.x, x)
    }

    /// The name of a rank.
    pub fn rank_name(&self, y: u8) -> AxisName {
        AxisName::after(self.axes.y, y)
    }

    /// The name of a level, on boards with several.
    pub fn level_name(&self, z: u8) -> Option<AxisName> {
        self.axes.z.map(|first| AxisName::after(first, z))
    }

    /// The names that are longest on each axis: those of the last column, rank and level.
    fn longest(&self) -> Coord {
        Coord::new(self.size[0] - 1, self.size[1] - 1, self.size[2] - 1)
    }

    /// The most digits of one name.
    fn digits(&self) -> usize {
        usize::from(self.names(self.longest()).map(AxisName::width).max().unwrap_or(1))
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
        self.first(name).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// The square with this name, in capital or small letters.
    pub fn parse_in_any_case(&self, name: &str) -> Option<Square> {
        self.squares().find(|&square| self.label(square).eq_ignore_ascii_case(name))
    }

    /// The square whose name a text begins with, and the text after it. A number has as many digits as there are.
    pub fn first<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let digits = self.digits();
        let place = |first: char, text: &'t str| {
            let Some(zero) = first.to_digit(10) else {
                let letter = text.chars().next()?;
                let by = u8::try_from(u32::from(letter).checked_sub(u32::from(first))?).ok()?;
                return Some((by, &text[letter.len_utf8()..]));
            };
            let length = text.bytes().take(digits).take_while(u8::is_ascii_digit).count();
            let (number, rest) = text.split_at(length);
            let padded = length > 1 && number.starts_with('0');
            let number: u32 = number.parse().ok().filter(|_| !padded)?;
            Some((u8::try_from(number.checked_sub(zero)?).ok()?, rest))
        };
        let level = |text: &'t str| self.axes.z.map_or(Some((0, text)), |first| place(first, text));
        let first = self.axes.level_is_first();
        let (before, text) = if first { level(text)? } else { (0, text) };
        let (x, text) = place(self.axes.x, text)?;
        let (y, text) = place(self.axes.y, text)?;
        let (z, text) = if first { (before, text) } else { level(text)? };
        Some((self.at(Coord::new(x, y, z))?, text))
    }

    /// The square whose name a text ends with, and the text before it.
    pub(crate) fn last<'t>(&self, text: &'t str) -> Option<(&'t str, Square)> {
        let shortest = 2 + usize::from(self.axes.z.is_some());
        let longest = self.names(self.longest()).map(|name| usize::from(name.width())).sum();
        let ending = |length: usize| {
            let (before, name) = text.split_at_checked(text.len().checked_sub(length)?)?;
            Some((before, self.parse(name)?))
        };
        (shortest..=longest).rev().find_map(ending)
    }

    /// Is a text a part of the name of this square: one or two of its column, rank and level?
    pub(crate) fn is_part(&self, text: &str, square: Square) -> bool {
        let names: Vec<String> = self.names(self.coord(square)).map(|name| name.to_string()).collect();
        let (mut rest, mut parts, digits) = (text, 0, self.digits());
        while let Some(letter) = rest.chars().next() {
            let number = rest.bytes().take(digits).take_while(u8::is_ascii_digit).count();
            let (part, more) = rest.split_at(number.max(letter.len_utf8()));
            if !names.iter().any(|name| name == part) {
                return false;
            }
            (rest, parts) = (more, parts + 1);
        }
        parts < names.len()
    }

    /// The board as text, one level below the other. Each square shows the text from `cell`, or `.`.
    pub(crate) fn draw(&self, mut cell: impl FnMut(Square) -> Option<String>) -> String {
        let mut text = String::new();
        let margin = usize::from(self.rank_name(self.size[1] - 1).width());
        for z in 0..self.size[2] {
            if let Some(name) = self.level_name(z) {
                let _ = writeln!(text, "level {name}");
            }
            for y in (0..self.size[1]).rev() {
                let _ = write!(text, "{:>margin$} ", self.rank_name(y));
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
            let columns: Vec<String> = (0..self.size[0]).map(|x| format!(" {}", self.column_name(x))).collect();
            let _ = writeln!(text, "{:margin$} {}", "", columns.join(" "));
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

    #[test]
    fn a_level_with_a_capital_letter_is_the_first() {
        let plan = ["...\n...", "...\n..."];
        let board = Geometry::from_plan(&plan, Axes { x: 'a', y: '1', z: Some('A') });
        let cell = board.parse("Bc1").expect("a square");
        assert_eq!((board.coord(cell), board.label(cell)), (Coord::new(2, 0, 1), "Bc1"));
        assert_eq!(board.parts(cell), ["c", "1"]);
        assert_eq!(["bc1", "c1B", "c1", "Cc1", "B", ""].map(|name| board.parse(name)), [None; 6]);
        assert_eq!(["bc1", "BC1"].map(|name| board.parse_in_any_case(name)), [Some(cell); 2]);
        assert_eq!((board.first("Bc1Ab2"), board.last("Ab2Bc1")), (Some((cell, "Ab2")), Some(("Ab2", cell))));
        assert!(["B", "c", "1", "Bc", "c1"].iter().all(|part| board.is_part(part, cell)));
        assert!(["A", "b", "Bc1"].iter().all(|part| !board.is_part(part, cell)));
    }

    #[test]
    fn ranks_go_on_with_two_digits() {
        let plan = ["...."; 26].join("\n");
        let board = Geometry::from_plan(&[&plan], Axes { x: 'a', y: '1', z: None });
        for square in board.squares() {
            let label = board.label(square).to_owned();
            assert_eq!(board.parse(&label), Some(square));
            for other in board.squares() {
                let both = format!("{label}{}", board.label(other));
                assert_eq!(board.first(&both), Some((square, board.label(other))), "{both}");
                assert_eq!(board.last(&both), Some((&*label, other)), "{both}");
            }
        }
        let b10 = board.parse("b10").expect("a square");
        assert_eq!(board.coord(b10), Coord::new(1, 9, 0));
        assert_eq!(["b0", "b01", "b27", "b100", "10"].map(|name| board.parse(name)), [None; 5]);
        assert!(["b", "10", ""].iter().all(|part| board.is_part(part, b10)));
        assert!(["1", "0", "b1", "b10", "a"].iter().all(|part| !board.is_part(part, b10)));
    }

    #[test]
    fn ranks_may_begin_with_zero() {
        let board = Geometry::from_plan(&["..\n..\n.."], Axes { x: 'a', y: '0', z: None });
        assert_eq!(
            board.squares().map(|square| board.label(square).to_owned()).collect::<String>(),
            "a0b0a1b1a2b2"
        );
        assert_eq!(board.parse("b0"), Some(Square(1)));
        assert_eq!(board.parse("b00"), None);
        assert_eq!(board.first("a0b2"), Some((Square(0), "b2")));
    }

    #[test]
    fn a_board_as_text_has_room_for_two_digits() {
        let plan = ["."; 10].join("\n");
        let board = Geometry::from_plan(&[&plan], Axes { x: 'a', y: '1', z: None });
        let text = board.draw(|_| None);
        assert_eq!(text.lines().take(2).collect::<Vec<_>>(), ["10  .", " 9  ."]);
        assert_eq!(text.lines().last(), Some("    a"));
    }
}
