//! The sizes that the cells of a board can have, and how pieces are drawn in them.

use std::cmp::Reverse;

use crate::config::GlyphSet;
use crate::depth::Depth;
use crate::host::cell_size::CellSize;
use crate::pieces::graphics::MOST_CELLS;
use crate::pieces::piece_style::{PieceStyle, Shape};
use crate::rules::spec::Spec;

/// The size of a cell without lines, and whether grid lines are drawn around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    /// Columns.
    pub(crate) width: u16,
    /// Rows.
    pub(crate) height: u16,
    /// Whether there are grid lines between the cells.
    pub(crate) lines: bool,
}

impl Form {
    pub(super) const fn new(width: u16, height: u16, lines: bool) -> Form {
        Form { width, height, lines }
    }

    /// The distance from one cell to the next.
    pub(super) const fn pitch(self) -> (u16, u16) {
        let line = self.lines as u16;
        (self.width + line, self.height + line)
    }
}

/// The forms with grid lines, the largest first. All but one look square on most screens; the flat one is for
/// windows with few rows.
pub(super) const LINED: &[Form] = &[
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

/// The forms without grid lines. Odd columns have a middle for the letter.
pub(super) const BARE: &[Form] = &[
    Form::new(19, 9, false),
    Form::new(17, 8, false),
    Form::new(15, 7, false),
    Form::new(13, 6, false),
    Form::new(11, 5, false),
    Form::new(9, 4, false),
    Form::new(7, 3, false),
    Form::new(5, 2, false),
    Form::new(4, 2, false),
    Form::new(3, 2, false),
    Form::new(2, 2, false),
    Form::new(3, 1, false),
    Form::new(2, 1, false),
];

/// The forms without grid lines for pieces that are drawn, where the size of a cell is not known.
const BARE_DRAWN: &[Form] = &[
    Form::new(18, 9, false),
    Form::new(17, 8, false),
    Form::new(15, 7, false),
    Form::new(13, 6, false),
    Form::new(11, 5, false),
    Form::new(9, 4, false),
    Form::new(7, 3, false),
    Form::new(5, 2, false),
    Form::new(4, 2, false),
    Form::new(3, 2, false),
];

/// The most rows of a cell without grid lines.
const MOST_ROWS: u16 = 10;

/// The least columns of a scaled sprite of three rows, and these rows.
const SCALED: (u16, u16) = (6, 3);

/// How pieces are drawn on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The highest style.
    pub piece_style: PieceStyle,
    /// The colours of the terminal.
    pub depth: Depth,
    /// The size of a cell of the terminal, if it is known.
    pub cell: Option<CellSize>,
}

impl Drawing {
    /// Pieces as letters.
    pub const LETTERS: Drawing = Drawing { piece_style: PieceStyle::Letters, depth: Depth::None, cell: None };

    /// How the pieces of a game are drawn. A game without artwork has letters.
    pub(crate) fn of(spec: &Spec, piece_style: PieceStyle, depth: Depth) -> Drawing {
        let has_art = spec.kinds.iter().any(|kind| kind.art.is_some());
        Drawing { piece_style: if has_art { piece_style } else { PieceStyle::Letters }, depth, cell: None }
    }

    /// The same on a terminal whose cells have this size.
    #[must_use]
    pub(crate) const fn in_cells(self, cell: Option<CellSize>) -> Drawing {
        Drawing { cell, ..self }
    }

    /// Whether light and dark squares differ by their colours.
    pub(crate) fn has_grounds(self) -> bool {
        self.depth >= Depth::Indexed256
    }

    /// Whether lines are drawn if nobody has said so: where colours do not tell the squares apart, and among the
    /// characters of ASCII.
    pub(crate) fn lines(self, glyphs: GlyphSet) -> Lines {
        if self.has_grounds() && glyphs != GlyphSet::Ascii { Lines::None } else { Lines::Auto }
    }

    /// Whether pieces are drawn in cells of this form; otherwise they are letters.
    pub(crate) fn is_drawn(self, form: Form) -> bool {
        self.in_cell(form) != PieceStyle::Letters
    }

    fn in_cell(self, form: Form) -> PieceStyle {
        self.piece_style.in_cell((form.width, form.height), self.depth)
    }

    /// The area of a piece in a cell of this form.
    fn area(self, form: Form) -> u16 {
        let cell = self.cell.unwrap_or(CellSize::USUAL);
        let shape = self.in_cell(form).shape((form.width, form.height), self.depth, cell);
        let (columns, rows) = shape.map_or((form.width, form.height), Shape::cells);
        columns * rows
    }

    /// The forms without grid lines: squares are square where the size of a cell is known. A sprite that was drawn for
    /// as many rows needs all of its columns.
    fn bare(self) -> Vec<Form> {
        let Some(cell) = self.cell else { return BARE_DRAWN.to_vec() };
        let least = |rows: u16| match (self.piece_style, rows) {
            (PieceStyle::Pictures, _) | (_, 2) => 4,
            (_, 3 | 4) => 7,
            (PieceStyle::Sextants, 5) => 11,
            _ => 0,
        };
        let form = |rows| Form::new(cell.columns(rows).max(least(rows)), rows, false);
        let mut forms: Vec<Form> = (2..=MOST_ROWS).map(form).filter(|form| form.width <= MOST_CELLS).collect();
        // Where these are too wide, a scaled sprite is still larger than one of two rows or a letter.
        let narrow = Form::new(cell.columns(SCALED.1).max(SCALED.0), SCALED.1, false);
        if self.piece_style != PieceStyle::Letters && !forms.contains(&narrow) {
            forms.push(narrow);
        }
        // The narrowest, for boards with several levels.
        let least = forms.iter().map(|form| form.width).min().unwrap_or(u16::MAX);
        forms.extend([4, 3].into_iter().filter(|&width| width < least).map(|width| Form::new(width, 2, false)));
        forms
    }

    /// The forms in which pieces are drawn, the best first: by the area of the pieces, then those with grid
    /// lines. Without many colours only lines tell the squares apart.
    pub(super) fn forms(self, lines: Lines) -> Vec<Form> {
        let bare = lines != Lines::Grid && self.has_grounds();
        let lined = LINED.iter().copied().filter(|_| lines != Lines::None);
        let all = lined.chain(self.bare().into_iter().filter(|_| bare));
        let mut forms: Vec<Form> = all.filter(|&form| self.is_drawn(form)).collect();
        forms.sort_by_key(|form| Reverse((self.area(*form), form.lines, form.width)));
        forms
    }
}

/// Whether grid lines are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Where they fit: colours do not tell the squares apart.
    Auto,
    /// Always.
    Grid,
    /// Never.
    None,
}
