//! The orientation of a board on the screen. Converts columns and rows of the screen to squares and back. It
//! depends on sizes and directions only, not on a game.

use crate::rules::geometry::{Coord, Delta, Geometry, Square};
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// An orientation: the side of the board that is at the bottom of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The direction on the board that points up on the screen.
    ahead: Delta,
}

/// A direction on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// To the top.
    Up,
    /// To the bottom.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl View {
    /// The view of the first seat.
    pub const FIRST: View = View { ahead: Delta::new(0, 1, 0) };

    /// The view of this seat, with its own rank or corner at the bottom.
    pub fn of(spec: &Spec, side: Side) -> View {
        View { ahead: spec.seat(side).frame.ahead }
    }

    pub(crate) fn seat(self, spec: &Spec) -> Side {
        spec.sides().find(|&side| View::of(spec, side) == self).unwrap_or(Side::FIRST)
    }

    /// The direction on the board that points right on the screen.
    const fn right(self) -> Delta {
        Delta::new(self.ahead.y, -self.ahead.x, 0)
    }

    /// The columns and rows on the screen.
    pub(crate) fn size(self, board: &Geometry) -> (u16, u16) {
        let [width, height, _] = board.size();
        if self.ahead.y == 0 { (height.into(), width.into()) } else { (width.into(), height.into()) }
    }

    /// The board coordinates of a column and row, counted from the top left of the screen.
    fn coord(self, board: &Geometry, column: i16, row: i16, level: u8) -> Option<Coord> {
        let (columns, rows) = self.size(board);
        if column < 0 || row < 0 || column >= columns as i16 || row >= rows as i16 {
            return None;
        }
        let [width, height, _] = board.size();
        let (right, up) = (self.right(), rows as i16 - 1 - row);
        let along = |step: i8, by: i16, size: u8| match step {
            0 => 0,
            1.. => by,
            _ => i16::from(size) - 1 - by,
        };
        let x = along(right.x, column, width) + along(self.ahead.x, up, width);
        let y = along(right.y, column, height) + along(self.ahead.y, up, height);
        Some(Coord::new(x as u8, y as u8, level))
    }

    /// The square at a column and row of a level, counted from the top left of the screen.
    pub(crate) fn square(self, board: &Geometry, column: i16, row: i16, level: u8) -> Option<Square> {
        board.at(self.coord(board, column, row, level)?)
    }

    /// The column and row of a square, counted from the top left of the screen.
    pub(crate) fn place(self, board: &Geometry, square: Square) -> (u16, u16) {
        let at = board.coord(square);
        let [width, height, _] = board.size();
        let along = |way: Delta| {
            let place = |step: i8, at: u8, size: u8| match step {
                0 => 0,
                1.. => u16::from(at),
                _ => u16::from(size - 1 - at),
            };
            place(way.x, at.x, width) + place(way.y, at.y, height)
        };
        let (_, rows) = self.size(board);
        (along(self.right()), rows - 1 - along(self.ahead))
    }

    /// What stands below a column of a level on the screen: its name, or that of its lowest square if it has none.
    pub(crate) fn column_edge(self, board: &Geometry, column: u16, level: u8) -> String {
        let (_, rows) = self.size(board);
        let line = (0..rows).rev().filter_map(|row| self.coord(board, column as i16, row as i16, level));
        let at = self.coord(board, column as i16, 0, 0).unwrap_or(Coord::new(0, 0, 0));
        board.edge_name(if self.ahead.y == 0 { board.rank_name(at.y) } else { board.column_name(at.x) }, line)
    }

    /// What stands at the left of a row of a level, counted from the top: its name, or that of its leftmost square.
    pub(crate) fn row_edge(self, board: &Geometry, row: u16, level: u8) -> String {
        let (columns, _) = self.size(board);
        let line = (0..columns).filter_map(|column| self.coord(board, column as i16, row as i16, level));
        let at = self.coord(board, 0, row as i16, 0).unwrap_or(Coord::new(0, 0, 0));
        board.edge_name(if self.ahead.y == 0 { board.column_name(at.x) } else { board.rank_name(at.y) }, line)
    }

    /// The letters or digits of the longest of these of a row.
    pub(crate) fn row_width(self, board: &Geometry) -> u16 {
        let rows = (0..board.size()[2]).flat_map(|level| (0..self.size(board).1).map(move |row| (row, level)));
        rows.map(|(row, level)| self.row_edge(board, row, level).len() as u16).max().unwrap_or(1)
    }

    /// The next square in a direction. At a gap or the end of a row or column it is the nearest square
    /// roughly in that direction, so that every square can be reached.
    pub fn step(self, board: &Geometry, from: Square, way: Way) -> Option<Square> {
        let (column, row) = self.place(board, from);
        let level = board.coord(from).z;
        let cost = |square: &Square| {
            let (to_column, to_row) = self.place(board, *square);
            let (right, down) = (to_column as i32 - column as i32, to_row as i32 - row as i32);
            let (forward, aside) = match way {
                Way::Up => (-down, right),
                Way::Down => (down, right),
                Way::Left => (-right, down),
                Way::Right => (right, down),
            };
            (forward > 0 && aside.abs() <= forward).then_some((forward + 2 * aside.abs(), aside))
        };
        let same_level = board.squares().filter(|&square| board.coord(square).z == level);
        same_level.filter_map(|square| Some((cost(&square)?, square))).min().map(|(_, square)| square)
    }

    /// The square with the same column and row on another level.
    pub fn level(board: &Geometry, from: Square, level: u8) -> Option<Square> {
        let at = board.coord(from);
        board.at(Coord::new(at.x, at.y, level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn places_lead_back_to_their_squares() {
        for game in GAMES {
            let (spec, board) = (game.spec(), game.spec().geometry());
            for view in spec.sides().map(|side| View::of(spec, side)) {
                for square in board.squares() {
                    let (column, row) = view.place(&board, square);
                    let level = board.coord(square).z;
                    assert_eq!(view.square(&board, column as i16, row as i16, level), Some(square));
                    let label = board.label(square);
                    let names = [view.column_edge(&board, column, level), view.row_edge(&board, row, level)];
                    assert!(names.iter().all(|name| label.contains(name)), "{label}: {names:?}");
                }
            }
        }
    }

    #[test]
    fn every_seat_has_its_own_corner_at_the_lower_left_or_its_rank_below() {
        for game in GAMES {
            let (spec, board) = (game.spec(), game.spec().geometry());
            for side in spec.sides() {
                let view = View::of(spec, side);
                assert_eq!(view.seat(spec), side);
                let local = spec.seat(side).frame;
                for square in board.squares() {
                    let (_, row) = view.place(&board, square);
                    let (_, rows) = view.size(&board);
                    assert_eq!(u16::from(local.local(board.coord(square)).y), rows - 1 - row, "{}", spec.id);
                }
            }
        }
    }

    #[test]
    fn arrows_reach_every_square() {
        for game in GAMES {
            let board = game.spec().geometry();
            let level = board.squares().filter(|&square| board.coord(square).z == 0);
            let (mut seen, mut next) = (vec![Square(0)], vec![Square(0)]);
            while let Some(square) = next.pop() {
                for way in [Way::Up, Way::Down, Way::Left, Way::Right] {
                    if let Some(to) = View::FIRST.step(&board, square, way)
                        && !seen.contains(&to)
                    {
                        seen.push(to);
                        next.push(to);
                    }
                }
            }
            assert_eq!(seen.len(), level.count(), "{}", game.spec().id);
        }
    }
}
