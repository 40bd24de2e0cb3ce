//! The lines of a board: which stroke or corner stands where, worked out from which squares exist.
//! Boards with missing squares get their true outline; nothing here knows a game.

use std::fmt::Write as _;

use crate::rules::geometry::{Coord, Geometry, Square};

/// The characters lines are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strokes {
    /// Box-drawing characters.
    Box,
    /// Plus, minus and bar.
    Ascii,
}

/// Which strokes meet at a corner: up, down, left, right.
type Arms = [bool; 4];

impl Strokes {
    /// A horizontal stroke.
    pub const fn horizontal(self) -> char {
        match self {
            Strokes::Box => '─',
            Strokes::Ascii => '-',
        }
    }

    /// A vertical stroke.
    pub const fn vertical(self) -> char {
        match self {
            Strokes::Box => '│',
            Strokes::Ascii => '|',
        }
    }

    const fn corner(self, arms: Arms) -> char {
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

/// How a board is drawn: with which strokes, and how large a cell is inside its lines.
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
    /// One level of a board with its coordinates, a line of text a row. `inside` is asked for what
    /// stands in a square; it is put in the middle of the cell.
    pub fn draw(&self, board: &Geometry, level: u8, mut inside: impl FnMut(Square) -> String) -> Vec<String> {
        let [_, height, _] = board.size();
        let name = |y: u8| char::from(board.axes().y as u8 + y);
        let mut rows = Vec::new();
        for y in (0..height).rev() {
            rows.push(format!("   {}", self.between(board, level, y + 1)));
            for row in 0..self.height {
                let middle = row == (self.height - 1) / 2;
                let label = if middle { format!(" {} ", name(y)) } else { "   ".to_owned() };
                rows.push(label + &self.cells(board, level, y, |square| middle.then(|| inside(square))));
            }
        }
        rows.push(format!("   {}", self.between(board, level, 0)));
        rows.push(format!("   {}", self.columns(board)));
        for row in &mut rows {
            row.truncate(row.trim_end().len());
        }
        rows
    }

    /// The line under the rank `y` (counted from 1 up) and over the one below it.
    fn between(&self, board: &Geometry, level: u8, y: u8) -> String {
        let at = |x: Option<u8>, y: Option<u8>| match (x, y) {
            (Some(x), Some(y)) => board.at(Coord::new(x, y, level)).is_some(),
            _ => false,
        };
        let [width, ..] = board.size();
        let (above, below) = (Some(y), y.checked_sub(1));
        let mut text = String::new();
        for x in 0..=width {
            let (west, east) = (x.checked_sub(1), Some(x));
            let right = at(east, above) || at(east, below);
            let arms = [
                at(west, above) || at(east, above),
                at(west, below) || at(east, below),
                at(west, above) || at(west, below),
                right,
            ];
            text.push(self.strokes.corner(arms));
            if x < width {
                let stroke = if right { self.strokes.horizontal() } else { ' ' };
                text.extend(std::iter::repeat_n(stroke, self.width));
            }
        }
        text
    }

    fn cells(
        &self,
        board: &Geometry,
        level: u8,
        y: u8,
        mut inside: impl FnMut(Square) -> Option<String>,
    ) -> String {
        let [width, ..] = board.size();
        let mut text = String::new();
        let mut before = None;
        for x in 0..width {
            let square = board.at(Coord::new(x, y, level));
            text.push(if before.or(square).is_some() { self.strokes.vertical() } else { ' ' });
            let shown = square.and_then(&mut inside).unwrap_or_default();
            let _ = write!(text, "{shown:^0$}", self.width);
            before = square;
        }
        text.push(if before.is_some() { self.strokes.vertical() } else { ' ' });
        text
    }

    fn columns(&self, board: &Geometry) -> String {
        let [width, ..] = board.size();
        let mut text = String::new();
        for x in 0..width {
            let _ = write!(text, " {:^1$}", char::from(board.axes().x as u8 + x), self.width);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn drawn(game: &str, outline: Outline) -> String {
        let geometry = games::find(game).expect("a game of the list").spec().geometry();
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
