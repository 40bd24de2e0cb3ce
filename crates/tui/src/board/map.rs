//! The layout of a board on the screen: the arrangement of the levels, the place of each square, and all layouts in
//! order of preference.

use ratatui::layout::{Position as Point, Rect};

pub use super::forms::Drawing;
use super::forms::{BARE, LINED};
pub(crate) use super::forms::{Form, Lines};
use crate::config::GlyphSet;
use crate::outline::Plane;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::spec::Spec;
use crate::view::View;

/// The arrangement of the levels of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Levels {
    /// Side by side.
    Beside,
    /// One above the other, the first level at the bottom.
    Stacked,
    /// Only this level.
    One(u8),
}

/// What the layouts must provide: what a square needs, and what is shown around the squares.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The columns that the letters of a piece take.
    pub letters: u16,
    /// How pieces are drawn where a cell is large enough.
    pub drawing: Drawing,
    /// Whether grid lines are drawn.
    pub lines: Lines,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// The level that is shown if there is room for only one.
    pub level: u8,
    /// Whether only this level is shown, as large as possible.
    pub only: bool,
}

impl Wish {
    /// The usual needs of a game whose pieces are drawn like this. With more than two seats letters name the seat too, and
    /// those of promoted kinds have a sign.
    pub fn of(spec: &Spec, drawing: Drawing) -> Wish {
        let letters = 1 + u16::from(spec.seats.len() > 2) + u16::from(spec.has_promoted());
        let lines = drawing.lines(GlyphSet::Unicode);
        Wish { letters, drawing, lines, coordinates: true, level: 0, only: false }
    }
}

/// The positions of all squares of a board on the screen.
#[derive(Clone, Debug)]
pub struct BoardMap<'a> {
    board: &'a Geometry,
    /// The view: from which side the board is seen.
    pub(crate) view: View,
    /// The size of a cell.
    pub(crate) form: Form,
    /// The arrangement of the levels.
    pub(crate) levels: Levels,
    coordinates: bool,
    /// Whether pieces are drawn; otherwise they are letters.
    pub drawn: bool,
    /// The upper left corner of the board with its margins.
    pub origin: Point,
}

impl<'a> BoardMap<'a> {
    /// A board in this form with its upper left corner at the origin of the screen.
    pub(crate) fn new(
        board: &'a Geometry,
        view: View,
        form: Form,
        levels: Levels,
        coordinates: bool,
    ) -> BoardMap<'a> {
        BoardMap { board, view, form, levels, coordinates, drawn: false, origin: Point::ORIGIN }
    }

    /// All layouts of the board, the best first: those with all levels before those with one, then by size.
    pub(crate) fn ways(board: &'a Geometry, view: View, wish: Wish) -> Vec<BoardMap<'a>> {
        let [_, _, depth] = board.size();
        let arrangements: &[Levels] = if depth == 1 {
            &[Levels::Beside]
        } else if wish.only {
            &[Levels::One(wish.level)]
        } else {
            &[Levels::Beside, Levels::Stacked, Levels::One(wish.level)]
        };
        let lined = LINED.iter().filter(|_| wish.lines != Lines::None);
        let bare = BARE.iter().filter(|_| wish.lines != Lines::Grid);
        let mut ways = Vec::new();
        for whole in [true, false] {
            let kinds = || arrangements.iter().filter(move |way| matches!(way, Levels::One(_)) != whole);
            for form in wish.drawing.forms(wish.lines) {
                ways.extend(kinds().map(|&levels| {
                    let way = BoardMap::new(board, view, form, levels, wish.coordinates);
                    BoardMap { drawn: true, ..way }
                }));
            }
            for form in lined.clone().chain(bare.clone()) {
                // A mark on a piece needs an additional column, or a second row.
                let letters = form.width > wish.letters || form.height > 1 && form.width >= wish.letters;
                // Two rows of three columns give two letters air; one letter has it in fewer rows.
                let enough = letters && (wish.letters > 1 || (form.width, form.height) != (3, 2));
                let enough = enough && !wish.drawing.is_drawn(*form);
                ways.extend(
                    kinds()
                        .filter(|_| enough)
                        .map(|&levels| BoardMap::new(board, view, *form, levels, wish.coordinates)),
                );
            }
        }
        ways
    }

    fn depth(&self) -> u8 {
        self.board.size()[2]
    }

    /// The rows above a level for its name.
    fn heading(&self) -> u16 {
        u16::from(self.depth() > 1)
    }

    /// The columns and rows of the line before the first cell.
    pub(crate) fn edge(&self) -> u16 {
        u16::from(self.form.lines)
    }

    /// The columns and rows of one level with its grid lines.
    pub(crate) fn level_size(&self) -> (u16, u16) {
        let (columns, rows) = self.view.size(self.board);
        let ((wide, high), line) = (self.form.pitch(), self.edge());
        (columns * wide + line, rows * high + line)
    }

    /// The columns between levels.
    const fn gap(&self) -> u16 {
        if self.form.lines { 1 } else { 2 }
    }

    /// The columns to the left of the board for the coordinates of its rows.
    pub(super) fn margin(&self) -> u16 {
        let names = self.view.row_width(self.board);
        match (self.coordinates, self.depth()) {
            (false, _) => 0,
            (true, 1) => 2 + names,
            (true, _) => 1 + names,
        }
    }

    /// The columns and rows of the whole board.
    pub fn size(&self) -> (u16, u16) {
        let (width, height) = self.level_size();
        let (levels, margin) = (u16::from(self.depth()), self.margin());
        let below = u16::from(self.coordinates);
        match self.levels {
            Levels::Beside => {
                (margin + levels * width + (levels - 1) * self.gap(), self.heading() + height + below)
            }
            Levels::Stacked => (margin + width, levels * (height + self.heading()) + below),
            Levels::One(_) => (margin + width, self.heading() + height + below),
        }
    }

    /// The same layout with its upper left corner here.
    #[must_use]
    pub(crate) fn at(mut self, origin: Point) -> BoardMap<'a> {
        self.origin = origin;
        self
    }

    /// The levels that are shown, with the upper left corner of each.
    pub(crate) fn shown(&self) -> Vec<(Plane<'a>, Point)> {
        let (width, height) = self.level_size();
        let (left, top) = (self.origin.x + self.margin(), self.origin.y + self.heading());
        let place = |level: u8| match self.levels {
            Levels::Beside => Some(Point::new(left + u16::from(level) * (width + self.gap()), top)),
            Levels::Stacked => {
                let above = u16::from(self.depth() - 1 - level);
                Some(Point::new(left, top + above * (height + self.heading())))
            }
            Levels::One(one) => (one == level).then_some(Point::new(left, top)),
        };
        let plane = |level| Plane { board: self.board, view: self.view, level };
        (0..self.depth()).filter_map(|level| Some((plane(level), place(level)?))).collect()
    }

    /// The inside of a square's cell, if the level of the square is shown.
    pub fn cell(&self, square: Square) -> Option<Rect> {
        let level = self.board.coord(square).z;
        let (_, corner) = self.shown().into_iter().find(|(plane, _)| plane.level == level)?;
        let (column, row) = self.view.place(self.board, square);
        Some(self.cell_at(corner, column, row))
    }

    /// The inside of the cell at a column and row of a level.
    pub(crate) fn cell_at(&self, corner: Point, column: u16, row: u16) -> Rect {
        let ((wide, high), line) = (self.form.pitch(), self.edge());
        let Form { width, height, .. } = self.form;
        Rect { x: corner.x + line + column * wide, y: corner.y + line + row * high, width, height }
    }

    /// The square at a screen position. A grid line belongs to no square.
    pub fn hit(&self, at: Point) -> Option<Square> {
        let (width, height) = self.level_size();
        let ((wide, high), line) = (self.form.pitch(), self.edge());
        self.shown().into_iter().find_map(|(plane, corner)| {
            let (x, y) = (at.x.checked_sub(corner.x + line)?, at.y.checked_sub(corner.y + line)?);
            let inside = x < width && y < height && x % wide < self.form.width && y % high < self.form.height;
            inside.then(|| plane.square(x / wide, y / high))?
        })
    }

    /// Whether the margin for the coordinates has a free column at the left.
    pub(crate) fn has_bar_column(&self) -> bool {
        self.coordinates && self.depth() == 1
    }

    /// The column at the left of the squares for the evaluation, one away from the names of the rows; `None` at the edge of
    /// the screen.
    pub(crate) fn bar(&self) -> Option<Rect> {
        let shown = self.shown();
        let (first, last) = (shown.iter().map(|at| at.1.y).min()?, shown.iter().map(|at| at.1.y).max()?);
        let x = if self.has_bar_column() {
            Some(self.origin.x)
        } else {
            let away = if self.coordinates { 1 } else { 2 };
            self.origin.x.checked_sub(away).or(self.origin.x.checked_sub(1))
        };
        Some(Rect { x: x?, y: first, width: 1, height: last - first + self.level_size().1 })
    }

    /// Whether coordinates are shown.
    pub(crate) const fn coordinates(&self) -> bool {
        self.coordinates
    }
}

#[cfg(test)]
mod tests;
