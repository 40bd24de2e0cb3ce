//! The board widget, for every game. It is driven by the board map, the position and the theme.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Style};

use super::cell::{Cell, Figure, Goal, Pointer, Sign, Spot, spots, start};
use super::layout::drawing;
use super::map::Drawing;
use super::over::{Over, has_frame, least_rows, marks};
use crate::board::map::BoardMap;
use crate::config::PieceLetters;
use crate::drawn::Drawn;
use crate::glyphs::Glyphs;
use crate::host::cell_size::CellSize;
use crate::outline::Plane;
use crate::pieces::draw::Pen;
use crate::pieces::gallery::{Album, PieceArt};
use crate::pieces::overlay::Overlay;
use crate::pieces::piece_style::PieceStyle;
use crate::rules::art::Size;
use crate::rules::fen::letters_of;
use crate::rules::geometry::Square;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::spec::{PLUS, Spec};
use crate::theme::army::army;
use crate::theme::color::{indexed, rgb};
use crate::theme::ground::Ground;
use crate::theme::{Role, Theme};
use crate::widgets::put::{put, put_letter};
use crate::world::World;

/// The columns that a level needs for its name with the words of the cursor.
const NAMED: usize = 16;

/// The content of a square, without cursor and marks.
pub(crate) fn plain_cell(position: &dyn Position, square: Square) -> Cell {
    let figure = |piece: Piece| Figure {
        kind: piece.kind(),
        side: piece.side(),
        letters: position.letters(square),
        role: army(position.spec(), piece.side()),
        faint: false,
    };
    let piece = position.piece(square).map(figure);
    Cell {
        piece,
        sign: None,
        goal: Goal::No,
        pointer: Pointer::Away,
        note: None,
        overlay: None,
        army: ' ',
        mover: None,
    }
}

/// A piece of the reserve as it looks on the board.
pub(crate) fn stock_figure(spec: &Spec, side: Side, kind: Kind) -> Figure {
    Figure { kind, side, letters: letters_of(spec, Piece::new(side, kind)), role: army(spec, side), faint: false }
}

/// Whether light and dark squares differ. Boards with several levels have one colour, because moves between
/// levels do not follow the colours; but without grid lines squares could not be told apart.
fn is_chequered(map: &BoardMap<'_>, plane: &Plane<'_>) -> bool {
    plane.board.size()[2] == 1 || !map.form.lines
}

/// The shape that says what a sign says.
pub(super) const fn of_sign(sign: Option<Sign>) -> Option<Overlay> {
    match sign {
        Some(Sign::Target) => Some(Overlay::Dot),
        Some(Sign::Capture) => Some(Overlay::Ring),
        _ => None,
    }
}

/// The theme, the characters and the artwork for a board.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    /// The colours.
    pub(crate) theme: &'a Theme,
    /// The characters.
    pub(crate) glyphs: &'a Glyphs,
    /// The artwork of the game; without it pieces are letters.
    pub(crate) album: Option<&'a Album>,
    /// How pieces are drawn.
    pub(crate) drawing: Drawing,
    /// Where they are drawn, for dialogs above them.
    pub(crate) drawn: Option<&'a Drawn>,
    /// Where drawn pieces have their letters.
    pub(crate) letters: PieceLetters,
}

impl<'a> Look<'a> {
    /// How this client shows a game.
    pub(crate) fn of(world: &'a World, spec: &'static Spec) -> Look<'a> {
        let album = world.pieces.gallery.album(spec);
        Look {
            theme: &world.theme,
            glyphs: &world.glyphs,
            album,
            drawing: drawing(spec, world),
            drawn: Some(&world.drawn),
            letters: world.client.config.look.letters,
        }
    }
}

impl Look<'_> {
    /// Draws a board. `cell` returns the content of each square; `level` is that of the cursor.
    pub(crate) fn board(&self, map: &BoardMap<'_>, level: u8, buffer: &mut Buffer, cell: impl Fn(Square) -> Cell) {
        for (plane, corner) in map.shown() {
            if map.form.lines {
                self.lines(map, &plane, corner, buffer);
            }
            self.names(map, &plane, corner, level, buffer);
            let (columns, rows) = plane.size();
            // The cell of the cursor is drawn last: its brackets may overwrite grid lines.
            let mut last = None;
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                if let Some(square) = plane.square(column, row) {
                    let seen = cell(square);
                    let place = map.cell_at(corner, column, row);
                    let chequered = is_chequered(map, &plane);
                    let dark = !chequered || (row + column) % 2 == (rows + 1) % 2;
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

    /// Draws a square.
    pub(super) fn cell(&self, map: &BoardMap<'_>, cell: &Cell, place: Rect, dark: bool, buffer: &mut Buffer) {
        let framed = map.drawn && has_frame(map.form);
        let mark = match (cell.pointer, cell.sign) {
            (Pointer::Here, _) if !framed => Some(Role::Cursor),
            (_, Some(sign)) => Some(sign.role()),
            (_, None) => cell.note.is_some().then_some(Role::Capture),
        };
        let ground = Ground { light: !dark, goal: cell.goal != Goal::No, mark, mover: cell.mover };
        // The same square on another level has something of the cursor.
        let echoed = cell.pointer == Pointer::Other && mark.is_none();
        let on = |piece| if echoed { self.theme.on_echo(ground, piece) } else { self.theme.on(ground, piece) };
        let around = on(None);
        buffer.set_style(place, around);
        for y in place.rows() {
            for at in y.positions() {
                put_letter(buffer, at.x, at.y, ' ', around);
            }
        }
        let at = |spot: &Spot| Point::new((place.x as i16 + spot.x) as u16, (place.y as i16 + spot.y) as u16);
        let overlay = self.overlay(cell, map);
        let marks = if map.drawn {
            // What the picture shows needs no signs.
            let shown = match cell.overlay {
                // The other squares of an arrow say it where a sprite has no room for its part.
                Some(arrow @ Overlay::Arrow(_)) => cell.sign == Some(Sign::Hint) && self.has_shape(arrow, map),
                _ => overlay.is_some() && overlay == of_sign(cell.sign),
            };
            let sign = cell.sign.filter(|_| !shown);
            marks(&Cell { sign, ..cell.clone() }, map.form, self.theme.depth(), self.glyphs)
        } else {
            spots(cell, map.form, self.drawing, self.glyphs).into_iter().map(|spot| (spot, Over::Sign)).collect()
        };
        let taken = marks.iter().filter(|(_, over)| map.drawn && *over != Over::Free);
        let taken: Vec<Point> = taken.map(|(spot, _)| at(spot)).collect();
        if let Some(figure) = &cell.piece {
            self.piece(figure, map, place, (on(Some(figure.role)), overlay), &taken, buffer);
        } else if let Some(overlay) = overlay {
            let style = Style { fg: self.theme.of_sign(overlay.role()), ..around };
            Pen { mark: Some(overlay), ..self.pen(overlay.role(), style) }.draw_mark(place, &taken, buffer);
        }
        if cell.is_quiet() {
            self.note(place, around);
        }
        for (spot, over) in marks {
            let Some(shown) = buffer.cell_mut(at(&spot)) else { continue };
            if over == Over::Free && shown.symbol() != " " {
                continue;
            }
            let is_cursor = over == Over::Frame;
            let style = if is_cursor { Style { bg: around.bg, ..self.theme.frame(ground) } } else { around };
            let outside = !place.contains(at(&spot));
            // A frame on the grid lines keeps their ground.
            let style = if is_cursor && outside { Style { bg: Some(shown.bg), ..style } } else { style };
            shown.set_char(spot.shown).set_style(style);
        }
    }

    /// What is drawn on a square together with its piece. Where the piece is no picture, only an empty square has one.
    fn overlay(&self, cell: &Cell, map: &BoardMap<'_>) -> Option<Overlay> {
        let is_free = cell.piece.is_none() || self.style(map) == PieceStyle::Pictures;
        cell.overlay.filter(|&overlay| is_free && self.has_shape(overlay, map))
    }

    /// Whether this is drawn on empty squares: as a picture, or in dots.
    fn has_shape(&self, overlay: Overlay, map: &BoardMap<'_>) -> bool {
        match self.style(map) {
            PieceStyle::Letters => false,
            PieceStyle::Quadrants | PieceStyle::Sextants => map.form.height >= least_rows(overlay),
            PieceStyle::Pictures => true,
        }
    }

    /// How the pieces of a board are drawn.
    fn style(&self, map: &BoardMap<'_>) -> PieceStyle {
        let form = (map.form.width, map.form.height);
        if map.drawn { self.drawing.piece_style.in_cell(form, self.theme.depth()) } else { PieceStyle::Letters }
    }

    /// Draws a piece in the rectangle of its cell, in the style of its ground and with a mark. Other marks are drawn over
    /// it afterwards. Every piece on a board is drawn by this function.
    fn piece(
        &self,
        figure: &Figure,
        map: &BoardMap<'_>,
        place: Rect,
        (plain, mark): (Style, Option<Overlay>),
        taken: &[Point],
        buffer: &mut Buffer,
    ) {
        let form = map.form;
        let style = self.theme.figure(plain, figure.role);
        // A picture cannot be faint, a sprite can.
        let style = if figure.faint { self.theme.faint(style) } else { style };
        let art = self.album.filter(|_| map.drawn).and_then(|album| album.piece(figure.side, figure.kind));
        let art = art.map(|art| PieceArt { picture: art.picture.filter(|_| !figure.faint), ..art });
        let pen = Pen { mark, ..self.pen(figure.role, style) };
        if let Some(art) = art
            && pen.draw(&art, place, taken, buffer)
        {
            self.letter(figure, place, plain, taken, buffer);
            self.note(place, plain);
            return;
        }
        let style = self.theme.letter(style, figure.role);
        let (x, y) = start(figure.letters.chars().count() as i16, form);
        for (at, letter) in figure.letters.chars().enumerate() {
            put_letter(buffer, place.x + x as u16 + at as u16, place.y + y as u16, letter, style);
        }
    }

    /// Draws a piece beside the board, in this style. False if pieces are letters in this place.
    pub(crate) fn token(
        &self,
        side: Side,
        kind: Kind,
        role: Role,
        style: Style,
        place: Rect,
        buffer: &mut Buffer,
    ) -> bool {
        let art = self.album.and_then(|album| album.piece(side, kind));
        let pen = self.pen(role, self.theme.figure(style, role));
        let is_drawn = art.is_some_and(|art| pen.draw(&art, place, &[], buffer));
        if is_drawn {
            self.note(place, style);
        }
        is_drawn
    }

    /// Notes a piece or a dot that was drawn here.
    fn note(&self, place: Rect, style: Style) {
        if let Some(drawn) = self.drawn {
            drawn.piece(place, style.bg);
        }
    }

    /// Whether a drawn piece is so small that its letter helps to know it.
    fn is_small(&self, form: (u16, u16)) -> bool {
        let shape = self.drawing.piece_style.in_cell(form, self.theme.depth()).shape(
            form,
            self.theme.depth(),
            self.cell_size(),
        );
        shape.is_some_and(|shape| shape.cells().1 <= Size::Medium.cells().1)
    }

    /// Whether drawn pieces have their letters in cells of this size.
    pub(crate) fn has_letters(&self, form: (u16, u16)) -> bool {
        let wanted = match self.letters {
            PieceLetters::Auto => self.is_small(form),
            PieceLetters::Always => true,
            PieceLetters::Never => false,
        };
        wanted && form.0 >= 8 && form.1 >= 4
    }

    /// Puts the letter of a drawn piece into the lower right corner of its cell, if it is wanted and there is room. The
    /// sign of a promoted piece is always there: it may look like another one.
    fn letter(&self, figure: &Figure, place: Rect, piece: Style, taken: &[Point], buffer: &mut Buffer) {
        let is_wanted = self.has_letters((place.width, place.height));
        let letter = figure.letters.chars().next_back().filter(|_| is_wanted);
        let sign = figure.letters.contains(PLUS).then_some(PLUS);
        for (at, letter) in letter.into_iter().chain(sign).enumerate() {
            let corner = Point::new(place.right().saturating_sub(1 + at as u16), place.bottom().saturating_sub(1));
            let style = self.theme.faint(piece);
            if !taken.contains(&corner)
                && let Some(cell) = buffer.cell_mut(corner)
            {
                cell.set_char(letter).set_style(style);
                cell.underline_color = Color::Reset;
                cell.modifier = style.add_modifier;
            }
        }
    }

    fn pen(&self, role: Role, style: Style) -> Pen {
        let rimmed = self.theme.fill(role).is_some();
        Pen {
            piece_style: self.drawing.piece_style,
            depth: self.theme.depth(),
            cell: self.cell_size(),
            style,
            rimmed,
            mark: None,
        }
    }

    fn cell_size(&self) -> CellSize {
        self.drawing.cell.unwrap_or(CellSize::USUAL)
    }

    fn lines(&self, map: &BoardMap<'_>, plane: &Plane<'_>, corner: Point, buffer: &mut Buffer) {
        let (columns, rows) = plane.size();
        let (wide, high) = (map.form.width + 1, map.form.height + 1);
        let style = self.theme.style(Role::Lines);
        // With one background for the whole board no escape sequences are needed between its cells.
        let ground = self.theme.on_square(Role::Dark, None);
        let style = if is_chequered(map, plane) || !self.drawing.has_grounds() {
            style
        } else {
            Style { bg: ground.bg, ..self.theme.on_square(Role::Dark, Some(Role::Lines)) }
        };
        // Between drawn pieces, and on boards of several levels, the colours change very often, so the short code of
        // nearly the same colour is taken.
        let often = (map.drawn || plane.board.size()[2] > 1) && style.fg.and_then(Theme::charted).is_none();
        let style = match style.fg.and_then(rgb) {
            Some(fg) if often => style.fg(Color::Indexed(indexed(fg))),
            _ => style,
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
        if let Some(name) = plane.board.level_name(plane.level) {
            let here = plane.level == current;
            let style = if here { self.theme.style(Role::Title) } else { style };
            let text = match (here, usize::from(map.level_size().0)) {
                (false, _) => format!("level {name}"),
                // The name of the next level begins there.
                (true, room) if room < NAMED => format!("level {name} {}", self.glyphs.here),
                (true, _) => format!("level {name} {} cursor", self.glyphs.here),
            };
            put(buffer, corner.x, corner.y.saturating_sub(1), text, usize::MAX, style);
        }
        if !map.coordinates() {
            return;
        }
        let first_in = |row| (0..columns).find(|&column| plane.square(column, row).is_some());
        let lowest_in = |column| (0..rows).rev().find(|&row| plane.square(column, row).is_some());
        // The levels at the right of the first have no room for names.
        if corner.x == map.origin.x + map.margin() {
            // A row whose first squares are missing has its name beside the first that is there.
            for row in 0..rows {
                let Some(column) = first_in(row) else { continue };
                let cell = map.cell_at(corner, column, row);
                let name = plane.view.row_edge(plane.board, row, plane.level);
                let x = cell.x - map.edge() - name.len() as u16;
                put(buffer, x, cell.y + (cell.height - 1) / 2, name, usize::MAX, style);
            }
        }
        // Stacked levels share the column names below the lowest level.
        let bottom = map.cell_at(corner, 0, rows - 1).bottom() + map.edge();
        if bottom + 1 == map.origin.y + map.size().1 {
            for column in 0..columns {
                let Some(row) = lowest_in(column) else { continue };
                let cell = map.cell_at(corner, column, row);
                let mut name = plane.view.column_edge(plane.board, column, plane.level);
                if name.len() >= map.form.pitch().0.into() {
                    // Names that touch could not be told apart.
                    name = name.strip_prefix(char::is_numeric).map(str::to_owned).unwrap_or_default();
                }
                let x = cell.x + start(name.len() as i16, map.form).0 as u16;
                put(buffer, x, cell.bottom() + map.edge(), name, usize::MAX, style);
            }
        }
    }
}
