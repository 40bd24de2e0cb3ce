//! Where a dialog stands over a screen: beside its board if there is room, else in the middle of the board, and never on
//! the row of the keys. What stands above and below the board, as clocks and reserves, stays in sight.

use ratatui::layout::{Constraint, Layout, Rect};

use super::widgets::areas::centred;

/// The least height of a window that has a row of keys.
const KEYED: u16 = 12;

/// The places for a dialog in a window.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stage {
    /// The window without the row of the keys.
    pub room: Rect,
    /// The row of the keys; empty in a low window.
    pub(crate) keys: Rect,
    /// The board, where the screen has one.
    board: Option<Rect>,
    /// What is beside or below the board.
    side: Option<Rect>,
}

impl Stage {
    /// A window without a board.
    pub fn of(area: Rect) -> Stage {
        let keys = u16::from(area.height >= KEYED);
        let [room, keys] = Layout::vertical([Constraint::Fill(1), Constraint::Length(keys)]).areas(area);
        Stage { room, keys, board: None, side: None }
    }

    /// A window with this board, and what is beside or below it. The keys begin at this column.
    pub fn with_board(area: Rect, board: Rect, side: Option<Rect>, keys: Option<u16>) -> Stage {
        let stage = Stage::of(area);
        let x = keys.unwrap_or(stage.keys.x);
        let keys = Rect { x, width: stage.keys.right() - x, ..stage.keys };
        Stage { board: Some(board), side, keys, ..stage }
    }

    /// The width of a box whose text would take this many columns on one line: that of the side, if lines of it can be
    /// read.
    pub(crate) fn width(&self, wanted: u16, least: u16) -> u16 {
        let side = self.side.map(|side| side.width).filter(|&wide| wide >= least.min(wanted));
        wanted.min(side.unwrap_or(self.room.width))
    }

    /// What is beside or below the board, if it has this size.
    pub fn side(&self, width: u16, height: u16) -> Option<Rect> {
        self.side.filter(|side| side.width >= width && side.height >= height)
    }

    /// The board, if none of these boxes stands on it.
    pub(crate) fn board_beside(&self, boxes: &[Rect]) -> Option<Rect> {
        self.board.filter(|board| !boxes.iter().any(|one| one.intersects(*board)))
    }

    /// The place of a box of this size.
    pub(crate) fn place(&self, width: u16, height: u16) -> Rect {
        self.scrolling(width, height, height)
    }

    /// The place of a box whose content can be scrolled: it shows this many rows at least where it can.
    pub(crate) fn scrolling(&self, width: u16, height: u16, least: u16) -> Rect {
        let least = least.min(height);
        if let Some(side) = self.side(width, least) {
            return centred(side, width, height);
        }
        let Some(board) = self.board else { return centred(self.room, width, height) };
        let width = width.min(self.room.width);
        let height = if board.height >= least { height.min(board.height) } else { height.min(self.room.height) };
        let middle = |from: u16, long: u16, size: u16, first: u16, end: u16| {
            (from + long / 2).saturating_sub(size / 2).min(end - size).max(first)
        };
        let x = middle(board.x, board.width, width, self.room.x, self.room.right());
        let y = middle(board.y, board.height, height, self.room.y, self.room.bottom());
        Rect { x, y, width, height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stage(board: Option<Rect>, side: Option<Rect>) -> Stage {
        Stage { board, side, ..Stage::of(Rect::new(0, 0, 80, 24)) }
    }

    const BOARD: Rect = Rect::new(2, 3, 40, 16);
    const SIDE: Rect = Rect::new(45, 4, 35, 14);

    #[test]
    fn the_side_is_preferred_and_then_the_board() {
        let with = stage(Some(BOARD), Some(SIDE));
        assert_eq!(with.place(35, 14), SIDE);
        assert_eq!(with.place(25, 4), Rect::new(50, 9, 25, 4));
        assert_eq!(with.place(36, 6), Rect::new(4, 8, 36, 6), "too wide for the side");
        assert_eq!(with.scrolling(30, 40, 8), Rect::new(47, 4, 30, 14));
        assert_eq!(with.scrolling(64, 40, 8), Rect::new(0, 3, 64, 16), "as high as the board");
        assert_eq!(stage(None, None).place(30, 5), Rect::new(25, 9, 30, 5));
    }

    #[test]
    fn text_is_wrapped_to_the_side_if_that_is_wide_enough() {
        let with = stage(Some(BOARD), Some(SIDE));
        assert_eq!([60, 30].map(|wanted| with.width(wanted, 30)), [35, 30]);
        assert_eq!(with.width(60, 40), 60);
        assert_eq!(stage(None, None).width(90, 30), 80);
    }

    proptest! {
        #[test]
        fn no_box_stands_on_the_keys(
            (width, height, least) in (1..200_u16, 1..60_u16, 1..60_u16),
            board in prop::option::of(Just(BOARD)),
            side in prop::option::of(Just(SIDE)),
        ) {
            let stage = stage(board, side);
            let place = stage.scrolling(width, height, least);
            prop_assert_eq!(place.intersection(stage.room), place);
            prop_assert!(place.width <= width && place.height <= height && !place.is_empty());
            prop_assert!(place.intersection(stage.keys).is_empty());
        }
    }
}
