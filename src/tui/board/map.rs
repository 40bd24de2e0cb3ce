//! The layout of a board on the screen: the size of the cells, grid lines, the arrangement of the levels, and
//! all layouts in order of preference.

use ratatui::layout::{Position as Point, Rect};

use crate::rules::geometry::{Geometry, Square};
use crate::tui::outline::Plane;
use crate::tui::view::View;

/// The size of a cell without lines, and whether grid lines are drawn around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Whether there are grid lines between the cells.
    pub lines: bool,
}

impl Form {
    const fn new(width: u16, height: u16, lines: bool) -> Form {
        Form { width, height, lines }
    }

    /// The distance from one cell to the next.
    const fn pitch(self) -> (u16, u16) {
        let line = self.lines as u16;
        (self.width + line, self.height + line)
    }
}

/// The forms with grid lines, the largest first. All but one look square on most screens; the flat one is for
/// windows with few rows.
const LINED: &[Form] = &[
    Form::new(19, 9, true),
    Form::new(15, 7, true),
    Form::new(13, 6, true),
    Form::new(11, 5, true),
    Form::new(9, 4, true),
    Form::new(7, 3, true),
    Form::new(5, 2, true),
    Form::new(5, 1, true),
    Form::new(3, 1, true),
];

/// The forms without grid lines.
const BARE: &[Form] = &[
    Form::new(18, 9, false),
    Form::new(14, 7, false),
    Form::new(10, 5, false),
    Form::new(7, 3, false),
    Form::new(4, 2, false),
    Form::new(2, 2, false),
    Form::new(3, 1, false),
    Form::new(2, 1, false),
];

/// Whether grid lines are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Where they fit.
    Auto,
    /// Always.
    Grid,
    /// Never.
    None,
}

/// The arrangement of the levels of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Levels {
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
    /// The least columns and rows of a cell without its lines, for pieces that are drawn as pictures.
    pub least: (u16, u16),
    /// Whether grid lines are drawn.
    pub lines: Lines,
    /// Whether coordinates are shown.
    pub coordinates: bool,
    /// The level that is shown if there is room for only one.
    pub level: u8,
}

/// The positions of all squares of a board on the screen.
#[derive(Clone, Debug)]
pub struct BoardMap<'a> {
    board: &'a Geometry,
    /// The view: from which side the board is seen.
    pub view: View,
    /// The size of a cell.
    pub form: Form,
    /// The arrangement of the levels.
    pub levels: Levels,
    coordinates: bool,
    /// The upper left corner of the board with its margins.
    pub origin: Point,
}

/// The columns to the left of a board for the coordinates of its rows.
const fn margin(depth: u8, coordinates: bool) -> u16 {
    match (coordinates, depth) {
        (false, _) => 0,
        (true, 1) => 3,
        (true, _) => 2,
    }
}

impl<'a> BoardMap<'a> {
    /// A board in this form with its upper left corner at the origin of the screen.
    pub fn new(board: &'a Geometry, view: View, form: Form, levels: Levels, coordinates: bool) -> BoardMap<'a> {
        BoardMap { board, view, form, levels, coordinates, origin: Point::ORIGIN }
    }

    /// All layouts of the board, the best first: those with all levels before those with one, then by size.
    pub fn ways(board: &'a Geometry, view: View, wish: Wish) -> Vec<BoardMap<'a>> {
        let [_, _, depth] = board.size();
        let arrangements: &[Levels] = if depth == 1 {
            &[Levels::Beside]
        } else {
            &[Levels::Beside, Levels::Stacked, Levels::One(wish.level)]
        };
        let lined = LINED.iter().filter(|_| wish.lines != Lines::None);
        let bare = BARE.iter().filter(|_| wish.lines != Lines::Grid);
        let mut ways = Vec::new();
        for whole in [true, false] {
            for form in lined.clone().chain(bare.clone()) {
                // A mark on a piece needs an additional column, or a second row.
                let letters = form.width > wish.letters || form.height > 1 && form.width >= wish.letters;
                let enough = letters && form.width >= wish.least.0 && form.height >= wish.least.1;
                let kinds = arrangements.iter().filter(|way| matches!(way, Levels::One(_)) != whole);
                ways.extend(
                    kinds
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

    /// The columns and rows of one level with its grid lines.
    fn level_size(&self) -> (u16, u16) {
        let (columns, rows) = self.view.size(self.board);
        let ((wide, high), line) = (self.form.pitch(), u16::from(self.form.lines));
        (columns * wide + line, rows * high + line)
    }

    /// The columns between levels.
    const fn gap(&self) -> u16 {
        if self.form.lines { 1 } else { 2 }
    }

    /// The columns and rows of the whole board.
    pub fn size(&self) -> (u16, u16) {
        let (width, height) = self.level_size();
        let (levels, margin) = (u16::from(self.depth()), margin(self.depth(), self.coordinates));
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
    pub fn at(mut self, origin: Point) -> BoardMap<'a> {
        self.origin = origin;
        self
    }

    /// The levels that are shown, with the upper left corner of each.
    pub fn shown(&self) -> Vec<(Plane<'a>, Point)> {
        let (width, height) = self.level_size();
        let (left, top) = (self.origin.x + margin(self.depth(), self.coordinates), self.origin.y + self.heading());
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
    pub fn cell_at(&self, corner: Point, column: u16, row: u16) -> Rect {
        let ((wide, high), line) = (self.form.pitch(), u16::from(self.form.lines));
        let Form { width, height, .. } = self.form;
        Rect { x: corner.x + line + column * wide, y: corner.y + line + row * high, width, height }
    }

    /// The square at a screen position. A grid line belongs to the cell to its right or below it.
    pub fn hit(&self, at: Point) -> Option<Square> {
        let (width, height) = self.level_size();
        let (wide, high) = self.form.pitch();
        self.shown().into_iter().find_map(|(plane, corner)| {
            let (x, y) = (at.x.checked_sub(corner.x)?, at.y.checked_sub(corner.y)?);
            (x < width && y < height).then(|| plane.square(x / wide, y / high))?
        })
    }

    /// Whether coordinates are shown.
    pub const fn coordinates(&self) -> bool {
        self.coordinates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use std::collections::HashSet;

    #[test]
    fn cells_lie_apart_and_are_found_by_their_places() {
        for game in GAMES {
            let (spec, board) = (game.spec(), game.spec().geometry());
            for view in spec.sides().map(|side| View::of(spec, side)) {
                let wish = Wish { letters: 1, least: (1, 1), lines: Lines::Auto, coordinates: true, level: 0 };
                for map in BoardMap::ways(&board, view, wish) {
                    let map = map.at(Point::new(3, 2));
                    let (width, height) = map.size();
                    let mut taken = HashSet::new();
                    for square in board.squares() {
                        let Some(cell) = map.cell(square) else { continue };
                        assert!(cell.right() <= 3 + width && cell.bottom() <= 2 + height);
                        for at in cell.positions() {
                            assert!(taken.insert(at), "{}: {:?}", spec.id, map.form);
                            assert_eq!(map.hit(at), Some(square));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn three_levels_in_a_grid_take_115_columns() {
        let board = GAMES.iter().map(|game| game.spec().geometry()).find(|board| board.size()[2] == 3);
        let board = board.expect("a game of three levels");
        let map = BoardMap::new(&board, View::FIRST, Form::new(3, 1, true), Levels::Beside, true);
        assert_eq!(map.size(), (115, 21));
        let map = BoardMap::new(&board, View::FIRST, Form::new(2, 2, false), Levels::Beside, true);
        assert_eq!(map.size(), (60, 20));
    }
}
