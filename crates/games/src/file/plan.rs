//! The board of a file, and what stands on it at the start.

use crate::rules::geometry::{Axes, Coord, Geometry};
use crate::rules::spec::PLUS;

/// A flat board: its picture, and its size.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// One line a rank, the highest first; `.` is a square.
    pub(super) picture: String,
    /// The number of files and ranks.
    pub(super) size: [u8; 2],
}

/// Where there is no square, in a FEN.
const HOLE: char = '*';

/// Files have letters, ranks numbers from 1.
pub(super) const AXES: Axes = Axes { x: 'a', y: '1', z: None };

/// What a board can be, for error messages.
pub(super) const EXPECTED: &str = "\"8x8\" (files and ranks), or a picture of lines with . for each square";

impl Plan {
    /// The board of 8x8.
    pub(super) fn usual() -> Plan {
        Plan::full([8, 8])
    }

    fn full(size: [u8; 2]) -> Plan {
        let row = ".".repeat(size[0].into()) + "\n";
        Plan { picture: row.repeat(size[1].into()), size }
    }

    /// The board in these words.
    pub(super) fn read(text: &str) -> Option<Plan> {
        const MOST: u8 = 26;
        if let Some((files, ranks)) = text.split_once('x').filter(|_| !text.contains(['.', '\n'])) {
            let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST).contains(number));
            return Some(Plan::full([number(files)?, number(ranks)?]));
        }
        let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let width = rows.first()?.len();
        let even = rows.iter().all(|row| row.len() == width && row.is_ascii() && !row.contains(' '));
        let fits = even && width <= MOST.into() && rows.len() <= MOST.into() && text.contains('.');
        fits.then(|| Plan { picture: rows.join("\n"), size: [width as u8, rows.len() as u8] })
    }

    /// The same board as data of the kernel.
    pub(super) fn geometry(&self) -> Geometry {
        Geometry::from_plan(&[&self.picture], AXES)
    }

    /// Is there a square?
    fn has(&self, at: Coord) -> bool {
        let row = usize::from(self.size[1]).checked_sub(1 + usize::from(at.y));
        let row = row.and_then(|row| self.picture.lines().nth(row));
        row.and_then(|row| row.as_bytes().get(usize::from(at.x))) == Some(&b'.')
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> usize {
        self.picture.matches('.').count()
    }

    /// Where the pieces of a FEN stand: each with its letters. Nothing if it does not fit the board; what is wrong with
    /// it is said when the opening is read as a position.
    pub(super) fn men(&self, fen: &str) -> Vec<(String, Coord)> {
        let placement = fen.split([' ', '[']).next().unwrap_or_default();
        let mut men = Vec::new();
        for (row, text) in placement.split('/').enumerate().take(self.size[1].into()) {
            let y = self.size[1] - 1 - row as u8;
            let mut squares = (0..self.size[0]).map(|x| Coord::new(x, y, 0));
            let (mut empty, mut sign): (usize, Option<char>) = (0, None);
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    empty = (empty * 10 + digit as usize).min(self.size[0].into());
                    continue;
                }
                if letter == PLUS {
                    sign = Some(letter);
                    continue;
                }
                let Some(at) = squares.nth(std::mem::take(&mut empty)) else { break };
                // A hole has the sign of a wall.
                if letter == HOLE && !self.has(at) {
                    continue;
                }
                men.push((sign.take().into_iter().chain([letter]).collect(), at));
            }
        }
        men
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_sizes_or_pictures() {
        let size = |text| Plan::read(text).map(|plan| (plan.size, plan.squares()));
        assert_eq!(size("5x6"), Some(([5, 6], 30)));
        assert_eq!(size("\n .#.\n ...\n"), Some(([3, 2], 5)));
        for wrong in ["", "8", "0x8", "8x27", "8x-1", "..\n...", "8x8x8", "é.\n..", "x"] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pieces_of_an_opening_are_found() {
        let plan = Plan::read("12x2").expect("a board");
        assert_eq!(plan.men("10kK/K11 w - - 0 1").len(), 3);
        assert_eq!(plan.men("10kK/K11 w")[2], ("K".to_owned(), Coord::new(0, 0, 0)));
        assert_eq!(plan.men("10k+K/K11 w")[1], ("+K".to_owned(), Coord::new(11, 1, 0)));
        assert_eq!(plan.men("99999999999999999999k/é"), [("é".to_owned(), Coord::new(0, 0, 0))]);
        let holes = Plan::read("..#.\n....").expect("a board");
        assert_eq!(
            holes.men("2*k/1*2"),
            [("k".to_owned(), Coord::new(3, 1, 0)), ("*".to_owned(), Coord::new(1, 0, 0))]
        );
    }
}
