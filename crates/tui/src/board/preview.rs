//! A board without cursor and marks, for screens that show a position beside something else.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};

use super::cell::{Cell, Sign};
use super::draw::{Look, of_sign, plain_cell};
use super::layout::wish;
use super::map::{BoardMap, Form, Levels, Wish};
use crate::outline::Plane;
use crate::rules::geometry::Square;
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::side::SEATS;
use crate::view::View;
use crate::widgets::areas::centred;
use crate::world::World;

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
    let Some(way) = fitting(position, view, wish(position, world, fullest(position)), room) else { return 0 };
    let (width, height) = way.size();
    // Without coordinates it is in the middle.
    let top = if way.coordinates() { 0 } else { (room.height - height) / 2 };
    let at = Point::new(room.x + (room.width - width) / 2, room.y + top);
    draw(world, position, &way.at(at), buffer);
    top + height
}

/// Draws it in the middle of the room.
pub fn middle_board(world: &World, position: &dyn Position, view: View, room: Rect, buffer: &mut Buffer) {
    middle(world, position, view, wish(position, world, fullest(position)), room, buffer);
}

/// The largest board that fits.
fn fitting(position: &dyn Position, view: View, wish: Wish, room: Rect) -> Option<BoardMap<'_>> {
    let ways = BoardMap::ways(position.geometry(), view, wish);
    ways.into_iter().find(|way| way.size().0 <= room.width && way.size().1 <= room.height)
}

fn middle(world: &World, position: &dyn Position, view: View, wish: Wish, room: Rect, buffer: &mut Buffer) {
    if let Some(way) = fitting(position, view, wish, room) {
        let (width, height) = way.size();
        draw(world, position, &way.at(centred(room, width, height).as_position()), buffer);
    }
}

/// Draws it in the middle of the room, with signs on these squares.
pub(crate) fn marked_board(
    world: &World,
    position: &dyn Position,
    signs: &[(Square, Sign)],
    room: Rect,
    buffer: &mut Buffer,
) {
    let wish = wish(position, world, fullest(position));
    let Some(way) = fitting(position, View::FIRST, wish, room) else { return };
    let (width, height) = way.size();
    let way = way.at(centred(room, width, height).as_position());
    let sign = |square| signs.iter().find(|(at, _)| *at == square).map(|&(_, sign)| sign);
    Look::of(world, position.spec()).board(&way, u8::MAX, buffer, |square| {
        let sign = sign(square);
        Cell { sign, overlay: of_sign(sign), ..plain_cell(position, square) }
    });
}

fn draw(world: &World, position: &dyn Position, way: &BoardMap<'_>, buffer: &mut Buffer) {
    let look = Look::of(world, position.spec());
    look.board(way, u8::MAX, buffer, |square| plain_cell(position, square));
}

/// The cells of a part of a board on a card, the largest first, each with the least columns and rows of squares that
/// are worth showing.
const PARTS: [(Form, (u16, u16)); 3] = [(bare(9, 4), (6, 5)), (bare(7, 3), (4, 3)), (bare(5, 2), (4, 3))];

const fn bare(width: u16, height: u16) -> Form {
    Form { width, height, lines: false }
}

/// Draws a board for a card, in the middle of the room: where pieces are drawn, the part of it with the most different
/// pieces in cells that show them well; otherwise the whole board.
pub(crate) fn card_board(world: &World, position: &dyn Position, view: View, room: Rect, buffer: &mut Buffer) {
    let wish = Wish { coordinates: false, ..wish(position, world, fullest(position)) };
    let size = view.size(position.geometry());
    let part = PARTS.iter().find_map(|&(form, least)| {
        let shown = (size.0.min(room.width / form.width), size.1.min(room.height / form.height));
        let enough = shown.0 >= least.0.min(size.0) && shown.1 >= least.1.min(size.1);
        // Without many colours only lines tell the squares apart.
        let drawn = wish.drawing.is_drawn(form) && wish.drawing.has_grounds();
        (enough && drawn).then_some((form, shown))
    });
    match part {
        Some((form, shown)) => board_part(world, position, view, form, shown, room, buffer),
        None => middle(world, position, view, wish, room, buffer),
    }
}

/// How much there is to see in a part of a board: different pieces of different armies more than many.
fn interest(position: &dyn Position, squares: impl Iterator<Item = Square>) -> usize {
    let mut seen: Vec<Piece> = Vec::new();
    let mut armies = [0_usize; SEATS];
    let mut interest = 0;
    for square in squares {
        interest += 1;
        if let Some(piece) = position.piece(square) {
            let kind = seen.iter().any(|other| other.kind() == piece.kind());
            interest += if kind { 3 } else { 9 };
            interest += if seen.contains(&piece) { 0 } else { 3 };
            seen.push(piece);
            armies[piece.side().index()] += 1;
        }
    }
    // An army with one piece hardly counts.
    interest + armies.iter().map(|&pieces| 6 * pieces.min(3)).sum::<usize>()
}

/// The level, the first column and the first row of the part of this size with the most to see.
fn best_part(position: &dyn Position, view: View, (columns, rows): (u16, u16)) -> (Plane<'_>, u16, u16) {
    let board = position.geometry();
    let (wide, high) = view.size(board);
    let planes = (0..board.size()[2]).map(|level| Plane { board, view, level });
    let corners =
        |plane| (0..=high - rows).flat_map(move |row| (0..=wide - columns).map(move |at| (plane, at, row)));
    let best = planes.flat_map(corners).max_by_key(|&(plane, left, top)| {
        let places = (top..top + rows).flat_map(|row| (left..left + columns).map(move |column| (column, row)));
        interest(position, places.filter_map(|(column, row)| plane.square(column, row)))
    });
    best.unwrap_or((Plane { board, view, level: 0 }, 0, 0))
}

/// Draws a part of a board in the middle of the room.
fn board_part(
    world: &World,
    position: &dyn Position,
    view: View,
    form: Form,
    shown: (u16, u16),
    room: Rect,
    buffer: &mut Buffer,
) {
    let (plane, left, top) = best_part(position, view, shown);
    let mut map = BoardMap::new(position.geometry(), view, form, Levels::One(plane.level), false);
    map.drawn = true;
    let look = Look::of(world, position.spec());
    let area = centred(room, shown.0 * form.width, shown.1 * form.height);
    let grid = |size, count| std::iter::repeat_n(Constraint::Length(size), usize::from(count));
    let rows = Layout::vertical(grid(form.height, shown.1)).split(area);
    let columns = Layout::horizontal(grid(form.width, shown.0)).split(area);
    let all = view.size(position.geometry()).1;
    for (row, at_row) in (top..).zip(rows.iter()) {
        for (column, at_column) in (left..).zip(columns.iter()) {
            let Some(square) = plane.square(column, row) else { continue };
            let dark = (row + column) % 2 == (all + 1) % 2;
            let place = at_row.intersection(*at_column);
            look.cell(&map, &plain_cell(position, square), place, dark, buffer);
        }
    }
}
