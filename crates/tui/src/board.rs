//! The board component: it shows a position and lets somebody pick moves on it. Screens are what they add to it.

pub mod analysis;
pub mod arrows;
pub mod asked;
pub mod bar;
pub(crate) mod boxes;
pub mod cell;
pub mod diagram;
pub mod draw;
pub mod entry;
pub mod forms;
pub mod layout;
pub mod map;
pub mod marks;
pub mod motion;
pub mod over;
pub mod paint;
pub mod pane;
pub mod panels;
pub mod preview;
pub mod prompt;
pub mod refusal;
pub(crate) mod score_view;
pub mod screen_board;
pub mod selection;
mod typing;

use std::time::Duration;

use super::view::View;
use crate::rules::geometry::Square;
use crate::rules::position::Position;

/// The cursor must rest this long before the prompt describes its new square.
pub(crate) const REST: Duration = Duration::from_millis(500);

/// The initial cursor square: the middle of the near edge of the board.
pub fn first_square(position: &dyn Position, view: View) -> Square {
    let board = position.geometry();
    let (columns, rows) = view.size(board);
    let near = (0..rows).rev().flat_map(|row| [(columns / 2, row), (columns / 2 - 1, row)]);
    let mut squares = near.filter_map(|(column, row)| view.square(board, column as i16, row as i16, 0));
    squares.next().unwrap_or(Square(0))
}
