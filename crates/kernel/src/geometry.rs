//! Boards as data: squares numbered from a plan in text, their names, and steps between them. Missing squares,
//! separate corners and several levels need no special code. This module knows no pieces.

mod axes;
mod names;

use std::fmt::Write as _;

pub use axes::{Axes, AxisName};
use names::Names;

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

/// A square with a name that does not come from its column and its rank.
pub type SquareName<'n> = (Coord, &'n str);

/// A board without pieces.
#[derive(Clone, Debug)]
pub struct Geometry {
    names: Names,
    size: [u8; 3],
    coords: Vec<Coord>,
    squares: Vec<Option<Square>>,
    labels: Vec<String>,
    /// The lengths of the shortest and the longest name.
    lengths: [usize; 2],
    /// The sign of a capture.
    takes: char,
}

impl Geometry {
    /// Reads one text plan per level, top rank first: `.` is a square, any other character is not. Squares in `own` have these
    /// names.
    ///
    /// # Panics
    /// If the plans differ in size or hold more than 256 squares. The plans are part of the program.
    pub fn from_plan(levels: &[&str], axes: Axes, own: &[SquareName<'_>]) -> Geometry {
        let rows: Vec<Vec<&str>> = levels
            .iter()
            .map(|level| level.lines().map(str::trim).filter(|row| !row.is_empty()).collect())
            .collect();
        let (depth, height, width) = (rows.len(), rows[0].len(), rows[0][0].len());
        assert!(rows.iter().all(|level| level.len() == height && level.iter().all(|row| row.len() == width)));
        let size = [width as u8, height as u8, depth as u8];
        let places = (0..size[2]).flat_map(|z| (0..size[1]).map(move |y| (y, z)));
        let places = places.flat_map(|(y, z)| (0..size[0]).map(move |x| Coord::new(x, y, z)));
        let row = |at: Coord| rows[usize::from(at.z)][usize::from(size[1] - 1 - at.y)].as_bytes();
        let coords: Vec<Coord> = places.filter(|&at| row(at)[usize::from(at.x)] == b'.').collect();
        let usual = |at: &Coord| own.iter().all(|(named, _)| named != at);
        let names = Names::new(axes, size, own, &coords.iter().copied().filter(usual).collect::<Vec<_>>());
        let labels: Vec<String> = coords.iter().map(|&at| names.whole(at)).collect();
        let lengths = [labels.iter().map(String::len).min(), labels.iter().map(String::len).max()];
        let lengths = lengths.map(Option::unwrap_or_default);
        let takes = if labels.iter().any(|label| label.contains('x')) { ':' } else { 'x' };
        let squares = vec![None; width * height * depth];
        let mut board = Geometry { names, size, coords, squares, labels, lengths, takes };
        for index in 0..board.coords.len() {
            let slot = board.slot(board.coords[index]);
            board.squares[slot] = Some(Square(u8::try_from(index).expect("at most 256 squares")));
        }
        board
    }

    fn slot(&self, at: Coord) -> usize {
        (at.z as usize * self.size[1] as usize + at.y as usize) * self.size[0] as usize + at.x as usize
    }

    /// The part of a square's name that is its column, and the part that is its rank. Each is all of a name of its own.
    pub fn parts(&self, square: Square) -> [&str; 2] {
        let (name, start) = (self.label(square), usize::from(self.names.axes().level_is_first()));
        if self.names.own(self.coord(square)).is_some() {
            return [name; 2];
        }
        let rank = usize::from(self.rank_name(self.coord(square).y).width());
        [&name[start..=start], &name[start + 1..][..rank]]
    }

    /// The name of a column.
    pub fn column_name(&self, x: u8) -> AxisName {
        self.names.column(x)
    }

    /// The name of a rank.
    pub fn rank_name(&self, y: u8) -> AxisName {
        self.names.rank(y)
    }

    /// The name of a level, on boards with several.
    pub fn level_name(&self, z: u8) -> Option<AxisName> {
        self.names.level(z)
    }

    /// What stands at the edge of the board for a line of places: the name of a column or a rank, or that of its first
    /// square if it has none.
    pub fn edge_name(&self, name: AxisName, line: impl IntoIterator<Item = Coord>) -> String {
        let first = || line.into_iter().find_map(|at| self.at(at)).map(|square| self.label(square).to_owned());
        if name.is_empty() { first().unwrap_or_default() } else { name.to_string() }
    }

    /// What stands at the left of a rank of a level.
    pub fn rank_edge(&self, y: u8, z: u8) -> String {
        self.edge_name(self.rank_name(y), (0..self.size[0]).map(|x| Coord::new(x, y, z)))
    }

    /// What stands below a column of a level.
    pub fn column_edge(&self, x: u8, z: u8) -> String {
        self.edge_name(self.column_name(x), (0..self.size[1]).map(|y| Coord::new(x, y, z)))
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
        self.names.axes()
    }

    /// The sign of a capture in the display form: `x`, or `:` where `x` is also in the name of a square.
    pub fn capture_sign(&self) -> char {
        self.takes
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
        let (at, rest) = self.names.first(text)?;
        Some((self.at(at)?, rest))
    }

    /// The square whose name a text ends with, and the text before it.
    pub(crate) fn last<'t>(&self, text: &'t str) -> Option<(&'t str, Square)> {
        let ending = |length: usize| {
            let (before, name) = text.split_at_checked(text.len().checked_sub(length)?)?;
            Some((before, self.parse(name)?))
        };
        let [shortest, longest] = self.lengths;
        (shortest..=longest).rev().find_map(ending)
    }

    /// Is a text a part of the name of this square: one or two of its column, rank and level?
    pub(crate) fn is_part(&self, text: &str, square: Square) -> bool {
        self.names.is_part(text, self.coord(square))
    }

    /// The board as text, one level below the other. Each square shows the text from `cell`, or `.`.
    pub(crate) fn draw(&self, mut cell: impl FnMut(Square) -> Option<String>) -> String {
        let mut text = String::new();
        for z in 0..self.size[2] {
            let edges: Vec<String> = (0..self.size[1]).map(|y| self.rank_edge(y, z)).collect();
            let margin = edges.iter().map(String::len).max().unwrap_or_default();
            if let Some(name) = self.level_name(z) {
                let _ = writeln!(text, "level {name}");
            }
            for y in (0..self.size[1]).rev() {
                let _ = write!(text, "{:>margin$} ", edges[usize::from(y)]);
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
                (0..self.size[0]).map(|x| format!("{:>2}", self.column_edge(x, z))).collect();
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
        let board = Geometry::from_plan(&[CROSS], Axes { x: 'a', y: '1', z: None }, &[]);
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
        let board = Geometry::from_plan(&["..", "..", ".."], Axes { x: 'r', y: 'a', z: Some('1') }, &[]);
        assert_eq!(board.len(), 6);
        let cell = board.parse("sa2").unwrap();
        assert_eq!(board.coord(cell), Coord::new(1, 0, 1));
        assert_eq!(board.offset(cell, Delta::new(-1, 0, 1)), board.parse("ra3"));
    }

    #[test]
    fn a_level_with_a_capital_letter_is_the_first() {
        let plan = ["...\n...", "...\n..."];
        let board = Geometry::from_plan(&plan, Axes { x: 'a', y: '1', z: Some('A') }, &[]);
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
        let board = Geometry::from_plan(&[&plan], Axes { x: 'a', y: '1', z: None }, &[]);
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
        let board = Geometry::from_plan(&["..\n..\n.."], Axes { x: 'a', y: '0', z: None }, &[]);
        assert_eq!(
            board.squares().map(|square| board.label(square).to_owned()).collect::<String>(),
            "a0b0a1b1a2b2"
        );
        assert_eq!(board.parse("b0"), Some(Square(1)));
        assert_eq!(board.parse("b00"), None);
        assert_eq!(board.first("a0b2"), Some((Square(0), "b2")));
    }

    #[test]
    fn squares_have_names_of_their_own() {
        let own = [(Coord::new(0, 0, 0), "w1"), (Coord::new(3, 3, 0), "w2"), (Coord::new(1, 1, 0), "hi9")];
        let board = Geometry::from_plan(&["###.\n#..#\n#..#\n.###"], Axes { x: 'a', y: '0', z: None }, &own);
        let labels: Vec<&str> = board.squares().map(|square| board.label(square)).collect();
        assert_eq!(labels, ["w1", "hi9", "b0", "a1", "b1", "w2"]);
        for square in board.squares() {
            let label = board.label(square).to_owned();
            assert_eq!(board.parse(&label), Some(square));
            assert_eq!(board.parse_in_any_case(&label.to_uppercase()), Some(square));
            for other in board.squares() {
                let both = format!("{label}{}", board.label(other));
                assert_eq!(board.first(&both), Some((square, board.label(other))), "{both}");
                assert_eq!(board.last(&both), Some((&*label, other)), "{both}");
            }
        }
        // Neither the name that the axes would give, nor one before the first column or after the last one.
        assert_eq!(["a0", "c0", "`0", "c2", "w", "w3"].map(|name| board.parse(name)), [None; 6]);
        let [w1, hill, b0] = [0, 1, 2].map(Square);
        assert_eq!([board.parts(w1), board.parts(hill), board.parts(b0)], [["w1"; 2], ["hi9"; 2], ["b", "0"]]);
        assert!(board.is_part("", w1) && !board.is_part("w", w1) && !board.is_part("1", w1));
        let edges = |count: u8, edge: &dyn Fn(u8) -> String| (0..count).map(edge).collect::<Vec<_>>();
        assert_eq!(edges(4, &|x| board.column_edge(x, 0)), ["w1", "a", "b", "w2"]);
        assert_eq!(edges(4, &|y| board.rank_edge(y, 0)), ["w1", "0", "1", "w2"]);
        assert!(board.column_name(0).is_empty() && board.rank_name(3).is_empty());
        assert_eq!((board.column_name(0).width(), board.column_name(1).width()), (0, 1));
        let text = board.draw(|_| None);
        assert_eq!(text.lines().next(), Some("w2           ."));
        assert_eq!(text.lines().last(), Some("   w1  a  b w2"));
    }

    #[test]
    fn a_board_as_text_has_room_for_two_digits() {
        let plan = ["."; 10].join("\n");
        let board = Geometry::from_plan(&[&plan], Axes { x: 'a', y: '1', z: None }, &[]);
        let text = board.draw(|_| None);
        assert_eq!(text.lines().take(2).collect::<Vec<_>>(), ["10  .", " 9  ."]);
        assert_eq!(text.lines().last(), Some("    a"));
    }
}
