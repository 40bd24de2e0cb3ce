//! The board widget, for every game. It is driven by the board map, the position and the theme.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;

use super::cell::{Cell, Figure, Pointer, spots, start};
use super::map::Form;
use crate::rules::geometry::Square;
use crate::rules::piece::Piece;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::{Spec, Tint};
use crate::tui::board::map::BoardMap;
use crate::tui::depth::Depth;
use crate::tui::glyphs::Glyphs;
use crate::tui::outline::Plane;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::put::{put, put_letter};

/// The role of the pieces of a seat.
pub const fn army(spec: &Spec, side: Side) -> Role {
    match spec.seats[side.index()].tint {
        Tint::Light => Role::Piece1,
        Tint::Dark => Role::Piece2,
        Tint::Red => Role::Army1,
        Tint::Orange => Role::Army2,
        Tint::Green => Role::Army3,
        Tint::Blue => Role::Army4,
    }
}

/// The ground that a piece stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The state of the square: dark or light, the cursor, a sign.
    pub state: Role,
}

/// The content of a square, without cursor and marks.
pub fn plain_cell(position: &dyn Position, square: Square) -> Cell {
    let figure = |piece: Piece| Figure {
        kind: piece.kind(),
        side: piece.side(),
        letters: position.letters(square),
        role: army(position.spec(), piece.side()),
    };
    let piece = position.piece(square).map(figure);
    Cell { piece, sign: None, pointer: Pointer::Away, note: None, army: ' ' }
}

/// Whether light and dark squares differ. Boards with several levels have one colour, because moves between
/// levels do not follow the colours.
fn is_chequered(plane: &Plane<'_>) -> bool {
    plane.board.size()[2] == 1
}

/// The theme and characters for a board.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The colours.
    pub theme: &'a Theme,
    /// The characters.
    pub glyphs: &'a Glyphs,
}

impl Look<'_> {
    /// Draws a board. `cell` returns the content of each square; `current` is the level of the cursor.
    pub fn board(&self, map: &BoardMap<'_>, current: u8, buffer: &mut Buffer, cell: impl Fn(Square) -> Cell) {
        for (plane, corner) in map.shown() {
            if map.form.lines {
                self.lines(map, &plane, corner, buffer);
            }
            self.names(map, &plane, corner, current, buffer);
            let (columns, rows) = plane.size();
            // The cell of the cursor is drawn last: its brackets may overwrite grid lines.
            let mut last = None;
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                if let Some(square) = plane.square(column, row) {
                    let seen = cell(square);
                    let place = map.cell_at(corner, column, row);
                    let dark = !is_chequered(&plane) || (row + column) % 2 == (rows + 1) % 2;
                    if seen.pointer == Pointer::Here {
                        last = Some((seen, place, dark));
                    } else {
                        self.cell(map, &seen, place, dark, buffer);
                    }
                }
            }
            if let Some((seen, place, dark)) = last {
                self.cell(map, &seen, place, dark, buffer);
            }
        }
    }

    fn cell(&self, map: &BoardMap<'_>, cell: &Cell, place: Rect, dark: bool, buffer: &mut Buffer) {
        let ground = if dark { Role::Dark } else { Role::Light };
        let state = match (cell.pointer, cell.sign) {
            (Pointer::Here, _) => Role::Cursor,
            (_, Some(sign)) => sign.role(),
            _ => ground,
        };
        let around = self.theme.on_square(state, None);
        buffer.set_style(place, around);
        for y in place.rows() {
            for at in y.positions() {
                put_letter(buffer, at.x, at.y, ' ', around);
            }
        }
        if let Some(figure) = &cell.piece {
            self.piece(figure, map.form, place, Ground { state }, buffer);
        }
        for spot in spots(cell, map.form, self.glyphs) {
            let at = Point::new((place.x as i16 + spot.x) as u16, (place.y as i16 + spot.y) as u16);
            let Some(shown) = buffer.cell_mut(at) else { continue };
            shown.set_char(spot.shown).set_style(around);
        }
    }

    /// Draws a piece on its ground in the rectangle of its cell. Marks are drawn over it afterwards. Every piece on
    /// a board is drawn by this function.
    fn piece(&self, figure: &Figure, form: Form, place: Rect, ground: Ground, buffer: &mut Buffer) {
        let (x, y) = start(figure.letters.chars().count() as i16, form);
        let style = self.theme.on_square(ground.state, Some(figure.role));
        for (at, letter) in figure.letters.chars().enumerate() {
            put_letter(buffer, place.x + x as u16 + at as u16, place.y + y as u16, letter, style);
        }
    }

    fn lines(&self, map: &BoardMap<'_>, plane: &Plane<'_>, corner: Point, buffer: &mut Buffer) {
        let (columns, rows) = plane.size();
        let (wide, high) = (map.form.width + 1, map.form.height + 1);
        let style = self.theme.style(Role::Lines);
        // With one background for the whole board no escape sequences are needed between its cells.
        let ground = self.theme.on_square(Role::Dark, None);
        let style = if is_chequered(plane) || self.theme.depth() < Depth::Indexed256 {
            style
        } else {
            Style { bg: ground.bg, ..self.theme.on_square(Role::Dark, Some(Role::Lines)) }
        };
        let strokes = self.glyphs.strokes;
        let mut put = |x: u16, y: u16, shown: char| {
            if let Some(cell) = buffer.cell_mut(Point::new(corner.x + x, corner.y + y)) {
                cell.set_char(shown).set_style(style);
            }
        };
        for (row, column) in (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column))) {
            let (x, y) = (column * wide, row * high);
            let shown = plane.corner(strokes, column, row);
            if shown != ' ' {
                put(x, y, shown);
            }
            if column < columns && plane.above(column, row) {
                (1..wide).for_each(|by| put(x + by, y, strokes.horizontal()));
            }
            if row < rows && plane.left(column, row) {
                (1..high).for_each(|by| put(x, y + by, strokes.vertical()));
            }
        }
    }

    fn names(&self, map: &BoardMap<'_>, plane: &Plane<'_>, corner: Point, current: u8, buffer: &mut Buffer) {
        let style = self.theme.style(Role::Coordinates);
        let (columns, rows) = plane.size();
        if let Some(first) = plane.board.axes().z {
            let name = char::from(first as u8 + plane.level);
            let here = plane.level == current;
            let mark = if here { format!(" {} cursor", self.glyphs.here) } else { String::new() };
            let style = if here { self.theme.style(Role::Title) } else { style };
            put(buffer, corner.x, corner.y.saturating_sub(1), format!("level {name}{mark}"), usize::MAX, style);
        }
        if !map.coordinates() {
            return;
        }
        if corner.x >= map.origin.x + 2 {
            let leftmost = plane.board.axes().z.is_none() || corner.x == map.origin.x + 2;
            for row in (0..rows).filter(|_| leftmost) {
                let cell = map.cell_at(corner, 0, row);
                let name = plane.view.row_name(plane.board, row).to_string();
                put(buffer, corner.x - 2, cell.y + (cell.height - 1) / 2, name, usize::MAX, style);
            }
        }
        let bottom = map.cell_at(corner, 0, rows - 1).bottom() + u16::from(map.form.lines);
        // Stacked levels share the column names below the lowest level.
        if bottom + 1 == map.origin.y + map.size().1 {
            for column in 0..columns {
                let cell = map.cell_at(corner, column, 0);
                let name = plane.view.column_name(plane.board, column).to_string();
                let middle = (cell.width - u16::from(cell.width.is_multiple_of(2))) / 2;
                put(buffer, cell.x + middle, bottom, name, usize::MAX, style);
            }
        }
    }
}
