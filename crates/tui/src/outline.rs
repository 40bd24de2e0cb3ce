//! The grid lines of a board: strokes and corners, computed from the squares that exist. Boards with missing
//! squares get their true outline. It depends on no game.

use std::fmt::Write as _;

use super::view::View;
use crate::rules::geometry::{Geometry, Square};

/// The characters for grid lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strokes {
    /// Box-drawing characters.
    Box,
    /// Plus, minus and vertical bar.
    Ascii,
}

/// The strokes that meet at a corner: up, down, left, right.
pub(crate) type Arms = [bool; 4];

impl Strokes {
    pub(crate) const fn horizontal(self) -> char {
        match self {
            Strokes::Box => '─',
            Strokes::Ascii => '-',
        }
    }

    pub(crate) const fn vertical(self) -> char {
        match self {
            Strokes::Box => '│',
            Strokes::Ascii => '|',
        }
    }

    /// The character where these strokes meet.
    pub(crate) const fn corner(self, arms: Arms) -> char {
        let [up, down, left, right] = arms;
        match (self, up, down, left, right) {
            (_, false, false, false, false) => ' ',
            (Strokes::Ascii, ..) => '+',
            (_, true, true, true, true) => '┼',
            (_, true, true, false, true) => '├',
            (_, true, true, true, false) => '┤',
            (_, false, true, true, true) => '┬',
            (_, true, false, true, true) => '┴',
            (_, false, true, false, true) => '┌',
            (_, false, true, true, false) => '┐',
            (_, true, false, false, true) => '└',
            (_, true, false, true, false) => '┘',
            (_, true, true, ..) => '│',
            _ => '─',
        }
    }
}

/// One level of a board, seen from one side.
#[derive(Clone, Copy, Debug)]
pub struct Plane<'a> {
    pub(crate) board: &'a Geometry,
    /// The view: from which side it is seen.
    pub(crate) view: View,
    pub(crate) level: u8,
}

impl Plane<'_> {
    /// Columns and rows.
    pub(crate) fn size(&self) -> (u16, u16) {
        self.view.size(self.board)
    }

    /// The square at a column and row, counted from the top left.
    pub(crate) fn square(&self, column: u16, row: u16) -> Option<Square> {
        self.view.square(self.board, column as i16, row as i16, self.level)
    }

    fn is(&self, column: i16, row: i16) -> bool {
        self.view.square(self.board, column, row, self.level).is_some()
    }

    /// The character at the upper left corner of a cell. Cells just outside the board are allowed.
    pub(crate) fn corner(&self, strokes: Strokes, column: u16, row: u16) -> char {
        let (x, y) = (column as i16, row as i16);
        let (nw, ne, sw, se) = (self.is(x - 1, y - 1), self.is(x, y - 1), self.is(x - 1, y), self.is(x, y));
        strokes.corner([nw || ne, sw || se, nw || sw, ne || se])
    }

    /// Whether there is a line above a cell.
    pub(crate) fn above(&self, column: u16, row: u16) -> bool {
        self.is(column as i16, row as i16 - 1) || self.is(column as i16, row as i16)
    }

    /// Whether there is a line to the left of a cell.
    pub(crate) fn left(&self, column: u16, row: u16) -> bool {
        self.is(column as i16 - 1, row as i16) || self.is(column as i16, row as i16)
    }
}

/// The text drawing of a board: its strokes and the size of a cell without its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The strokes.
    pub strokes: Strokes,
    /// Columns inside a cell.
    pub width: usize,
    /// Rows inside a cell.
    pub height: usize,
}

impl Outline {
    /// One level of a board with its coordinates, as lines of text. `inside` returns the content of a square,
    /// which is centred in its cell.
    pub fn draw(&self, board: &Geometry, level: u8, mut inside: impl FnMut(Square) -> String) -> Vec<String> {
        let plane = Plane { board, view: View::FIRST, level };
        let (_, height) = plane.size();
        let mut rows = Vec::new();
        let names = usize::from(plane.view.row_width(board));
        let blank = " ".repeat(names + 2);
        for row in 0..height {
            rows.push(format!("{blank}{}", self.between(&plane, row)));
            for line in 0..self.height {
                let middle = line == (self.height - 1) / 2;
                let label = if middle {
                    format!(" {:>names$} ", plane.view.row_edge(board, row, level))
                } else {
                    blank.clone()
                };
                rows.push(label + &self.cells(&plane, row, |square| middle.then(|| inside(square))));
            }
        }
        rows.push(format!("{blank}{}", self.between(&plane, height)));
        rows.push(format!("{blank}{}", self.columns(&plane)));
        for row in &mut rows {
            row.truncate(row.trim_end().len());
        }
        rows
    }

    fn between(&self, plane: &Plane<'_>, row: u16) -> String {
        let (width, _) = plane.size();
        let mut text = String::new();
        for column in 0..=width {
            text.push(plane.corner(self.strokes, column, row));
            if column < width {
                let stroke = if plane.above(column, row) { self.strokes.horizontal() } else { ' ' };
                text.extend(std::iter::repeat_n(stroke, self.width));
            }
        }
        text
    }

    fn cells(&self, plane: &Plane<'_>, row: u16, mut inside: impl FnMut(Square) -> Option<String>) -> String {
        let (width, _) = plane.size();
        let mut text = String::new();
        for column in 0..=width {
            text.push(if plane.left(column, row) { self.strokes.vertical() } else { ' ' });
            if column < width {
                let shown = plane.square(column, row).and_then(&mut inside).unwrap_or_default();
                let _ = write!(text, "{shown:^0$}", self.width);
            }
        }
        text
    }

    fn columns(&self, plane: &Plane<'_>) -> String {
        let (width, _) = plane.size();
        let mut text = String::new();
        for column in 0..width {
            let _ = write!(text, " {:^1$}", plane.view.column_edge(plane.board, column, plane.level), self.width);
        }
        text
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn drawn(game: &str, outline: Outline) -> String {
        let geometry = games::built_in(game).expect("a game of the list").spec().geometry();
        let mark = |square: Square| if geometry.label(square) == "c2" { "B".to_owned() } else { String::new() };
        outline.draw(&geometry, 0, mark).join("\n")
    }

    #[test]
    fn corners_that_stick_out_have_their_true_outline() {
        let board = "   ┌───┐                       ┌───┐
 8 │   │                       │   │
   └───┼───┬───┬───┬───┬───┬───┼───┘
 7     │   │   │   │   │   │   │
       ├───┼───┼───┼───┼───┼───┤
 6     │   │   │   │   │   │   │
       ├───┼───┼───┼───┼───┼───┤
 5     │   │   │   │   │   │   │
       ├───┼───┼───┼───┼───┼───┤
 4     │   │   │   │   │   │   │
       ├───┼───┼───┼───┼───┼───┤
 3     │   │   │   │   │   │   │
       ├───┼───┼───┼───┼───┼───┤
 2     │   │ B │   │   │   │   │
   ┌───┼───┴───┴───┴───┴───┴───┼───┐
 1 │   │                       │   │
   └───┘                       └───┘
     a   b   c   d   e   f   g   h";
        assert_eq!(drawn("holywar", Outline { strokes: Strokes::Box, width: 3, height: 1 }), board);
    }

    #[test]
    fn cells_of_any_size_and_plain_characters() {
        let drawn = drawn("blackholes", Outline { strokes: Strokes::Ascii, width: 5, height: 2 });
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows.len(), 8 * 3 + 2);
        assert_eq!(rows[0], "   +-----+-----+-----+-----+-----+");
        assert_eq!(rows[19], " 2 |     |     |  B  |     |     |");
        assert_eq!(rows[20], "   |     |     |     |     |     |");
        assert_eq!(rows[25], "      a     b     c     d     e");
    }
}
