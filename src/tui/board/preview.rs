//! A board without cursor and marks, for screens that show a position beside something else.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::draw::{Look, plain_cell};
use super::layout::wish;
use super::map::{BoardMap, Wish};
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::tui::view::View;
use crate::tui::world::World;

/// The board level with the most pieces, shown when only one level fits.
fn fullest(position: &dyn Position) -> u8 {
    let board = position.geometry();
    let pieces = |level: u8| {
        let here = |square: &Square| board.coord(*square).z == level && position.piece(*square).is_some();
        board.squares().filter(here).count()
    };
    (0..board.size()[2]).rev().max_by_key(|&level| pieces(level)).unwrap_or(0)
}

/// Draws a board without cursor and marks at the largest size that fits, or nothing if none fits. Returns the rows that
/// it takes.
pub fn small_board(world: &World, position: &dyn Position, view: View, room: Rect, buffer: &mut Buffer) -> u16 {
    preview(world, position, view, wish(position, world, fullest(position)), room, buffer)
}

/// The same without coordinates and in the middle of the room, for a card.
pub fn card_board(world: &World, position: &dyn Position, view: View, room: Rect, buffer: &mut Buffer) -> u16 {
    let wish = Wish { coordinates: false, ..wish(position, world, fullest(position)) };
    preview(world, position, view, wish, room, buffer)
}

fn preview(world: &World, position: &dyn Position, view: View, wish: Wish, room: Rect, buffer: &mut Buffer) -> u16 {
    let ways = BoardMap::ways(position.geometry(), view, wish);
    let Some(way) = ways.into_iter().find(|way| way.size().0 <= room.width && way.size().1 <= room.height) else {
        return 0;
    };
    let (width, height) = way.size();
    // Without coordinates it is in the middle.
    let top = if way.coordinates() { 0 } else { (room.height - height) / 2 };
    let way = way.at(Point::new(room.x + (room.width - width) / 2, room.y + top));
    let look = Look::of(world, position.spec());
    look.board(&way, u8::MAX, buffer, |square| plain_cell(position, square));
    top + height
}
