//! How pieces are shown: as letters, as sprites of quadrant or sextant characters, or as pictures. No terminal
//! can be asked whether it has a character, so a table of names decides: first the name in `TERM`, then what the
//! terminal answers about itself.

#[cfg(test)]
mod tests;

use crate::depth::Depth;
use crate::host::cell_size::CellSize;
use crate::host::facts::Facts;
use crate::host::name::Answers;
use crate::rules::art::Size;

/// How pieces are shown, the plainest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceStyle {
    /// A letter for each piece; always right.
    Letters,
    /// Sprites of four dots in a character.
    Quadrants,
    /// Sprites of six dots in a character.
    Sextants,
    /// Real pictures.
    Pictures,
}

/// How this terminal takes pictures, where terminals differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Whether pictures can be deleted by a range of numbers.
    pub ranges: bool,
    /// Whether tmux must be told to pass the sequences on.
    pub through_tmux: bool,
}

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    /// The highest style.
    pub(crate) piece_style: PieceStyle,
    /// The highest style without sixels.
    pub(crate) without_sixels: PieceStyle,
    /// How it takes pictures.
    pub(crate) dialect: Dialect,
    /// The size of its cells, if it takes pictures as sixels: it keeps none, and shows pixels.
    pub sixels: Option<CellSize>,
    /// Whether it is known to give erased cells the background of the text.
    pub erases: bool,
}

/// What decides the style of a terminal.
enum Match {
    /// The beginning of `TERM`.
    Term(&'static str),
    /// The name in its answer, from this version on.
    Name(&'static str, [u32; 3]),
}

use Match::{Name as Named, Term};

/// The table of terminals. The first line that matches counts: lines of one program stand newest first.
///
/// Sources: the changelogs of the programs, "Are We Legacy Computing Yet", `TERMINALS.md` of notcurses.
const TABLE: &[(Match, PieceStyle)] = &[
    // Multiplexers: what is outside is not known, and pictures are not shown again after a window change.
    (Named("tmux", [0; 3]), PieceStyle::Quadrants),
    (Named("screen", [0; 3]), PieceStyle::Quadrants),
    (Named("gnu screen", [0; 3]), PieceStyle::Quadrants),
    (Named("zellij", [0; 3]), PieceStyle::Quadrants),
    // Unicode placeholders for pictures.
    (Named("kitty", [0, 28, 0]), PieceStyle::Pictures),
    (Named("ghostty", [1, 0, 0]), PieceStyle::Pictures),
    (Named("rio", [0, 3, 0]), PieceStyle::Pictures),
    // Sextants that the terminal draws itself, without a font.
    (Named("kitty", [0; 3]), PieceStyle::Sextants),
    (Named("ghostty", [0; 3]), PieceStyle::Sextants),
    (Named("rio", [0, 2, 13]), PieceStyle::Sextants),
    (Named("foot", [0; 3]), PieceStyle::Sextants),
    (Named("vte", [0; 3]), PieceStyle::Sextants),
    (Named("wezterm", [20_210_814, 0, 0]), PieceStyle::Sextants),
    (Named("xterm.js", [0; 3]), PieceStyle::Sextants),
    (Named("iterm2", [3, 5, 0]), PieceStyle::Sextants),
    (Named("contour", [0; 3]), PieceStyle::Sextants),
    (Named("windows terminal", [1, 26, 0]), PieceStyle::Sextants),
    // From a font, which may lack them.
    (Named("konsole", [0; 3]), PieceStyle::Quadrants),
    (Named("xterm", [0; 3]), PieceStyle::Quadrants),
    (Named("putty", [0; 3]), PieceStyle::Letters),
    // What `TERM` says, before any answer. The pictures of these come with their answer.
    (Term("xterm-kitty"), PieceStyle::Sextants),
    (Term("xterm-ghostty"), PieceStyle::Sextants),
    (Term("foot"), PieceStyle::Sextants),
    (Term("alacritty"), PieceStyle::Sextants),
    (Term("rio"), PieceStyle::Sextants),
    (Term("wezterm"), PieceStyle::Sextants),
    (Term("contour"), PieceStyle::Sextants),
    (Term("linux"), PieceStyle::Letters),
    (Term("putty"), PieceStyle::Letters),
    (Term("vt"), PieceStyle::Letters),
    (Term("dumb"), PieceStyle::Letters),
    (Term("cygwin"), PieceStyle::Letters),
    (Term("ansi"), PieceStyle::Letters),
    (Term(""), PieceStyle::Quadrants),
];

/// Terminals that say that they show sixels and do it wrong: multiplexers do not pass all of them on, and Rio draws text
/// below them.
const WITHOUT_SIXELS: &[&str] = &["rio", "tmux", "screen", "gnu screen", "zellij"];

/// Terminals that are not asked: they cannot answer, would show the question, or answer for another one.
const SILENT: &[&str] = &["linux", "vt", "dumb", "screen", "tmux", "putty", "cygwin", "ansi", "unknown"];

impl Ability {
    /// What the terminal can show.
    pub(crate) fn of(facts: &Facts, answers: &Answers) -> Ability {
        let name = answers.name();
        let fits = |line: &Match| match line {
            Term(start) => facts.term.starts_with(start),
            Named(program, version) => {
                name.as_ref().is_some_and(|name| name.program == *program && name.is_from(*version))
            }
        };
        let found =
            TABLE.iter().find(|(line, _)| fits(line)).map_or(PieceStyle::Letters, |&(_, piece_style)| piece_style);
        let is = |program: &str, version| {
            name.as_ref().is_some_and(|name| name.program == program && name.is_from(version))
        };
        let dialect = Dialect {
            ranges: is("kitty", [0, 33, 0]),
            through_tmux: is("tmux", [0; 3]) || facts.term.starts_with("tmux"),
        };
        let multiplied = facts.in_screen || facts.is_tmux();
        let wrong = multiplied || WITHOUT_SIXELS.iter().any(|program| is(program, [0; 3]));
        let sixels = facts.told_cell().filter(|cell| cell.pixels((1, 1)).is_some());
        let sixels = sixels.filter(|_| found != PieceStyle::Pictures && !wrong && facts.takes_sixels());
        // The terminals that draw sextants themselves do; GNU screen, whatever is outside, does not. What is erased may keep
        // its pixels.
        let erases = found >= PieceStyle::Sextants && !facts.in_screen && sixels.is_none();
        let without_sixels = if facts.utf8 { found } else { PieceStyle::Letters };
        let piece_style = if facts.utf8 && sixels.is_some() { PieceStyle::Pictures } else { without_sixels };
        Ability { piece_style, without_sixels, dialect, sixels, erases }
    }

    /// Whether the terminal may be asked what it is and can.
    pub(crate) fn may_ask(facts: &Facts, depth: Depth) -> bool {
        depth != Depth::None && !facts.term.is_empty() && !SILENT.iter().any(|start| facts.term.starts_with(start))
    }
}

/// A piece as a sprite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Drawn by hand in this size.
    Drawn(Size),
    /// Scaled from the picture.
    Scaled {
        /// The columns of characters.
        columns: u16,
        /// The rows of characters.
        rows: u16,
        /// The columns and rows of dots in a character.
        dots: (u16, u16),
    },
}

impl Shape {
    /// The columns and rows of characters.
    pub const fn cells(self) -> (u16, u16) {
        match self {
            Shape::Drawn(size) => size.cells(),
            Shape::Scaled { columns, rows, .. } => (columns, rows),
        }
    }
}

impl PieceStyle {
    /// All styles of pieces, the plainest first.
    pub const ALL: [PieceStyle; 4] =
        [PieceStyle::Letters, PieceStyle::Quadrants, PieceStyle::Sextants, PieceStyle::Pictures];

    /// Its name in the settings.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            PieceStyle::Letters => "letters",
            PieceStyle::Quadrants => "quadrants",
            PieceStyle::Sextants => "sextants",
            PieceStyle::Pictures => "pictures",
        }
    }

    /// The style below.
    const fn below(self) -> PieceStyle {
        match self {
            PieceStyle::Pictures => PieceStyle::Sextants,
            PieceStyle::Sextants => PieceStyle::Quadrants,
            PieceStyle::Quadrants | PieceStyle::Letters => PieceStyle::Letters,
        }
    }

    /// Whether pieces can be shown so with these colours. Pictures take their numbers from the 256 colours, and the
    /// hollow sprites of four dots differ too little from the solid ones.
    fn is_shown(self, depth: Depth) -> bool {
        match self {
            PieceStyle::Pictures => depth >= Depth::Indexed256,
            PieceStyle::Quadrants => depth != Depth::None,
            PieceStyle::Letters | PieceStyle::Sextants => true,
        }
    }

    /// The smallest cell in which pieces can be told apart in this style. Without many colours a shape needs
    /// more room.
    const fn smallest(self, depth: Depth) -> (u16, u16) {
        match (self, depth) {
            (PieceStyle::Letters, _) => (1, 1),
            (PieceStyle::Pictures, _) => (3, 2),
            (PieceStyle::Sextants, Depth::Indexed256 | Depth::True) => (4, 2),
            // Narrower than the sprites that were drawn: the picture is scaled.
            (PieceStyle::Quadrants, Depth::Indexed256 | Depth::True) => (6, 3),
            (PieceStyle::Sextants | PieceStyle::Quadrants, _) => (7, 3),
        }
    }

    /// The highest style up to this one that fits into a cell of these columns and rows.
    #[must_use]
    pub(crate) fn in_cell(self, (width, height): (u16, u16), depth: Depth) -> PieceStyle {
        let mut piece_style = self;
        loop {
            let (wide, high) = piece_style.smallest(depth);
            if piece_style == PieceStyle::Letters || piece_style.is_shown(depth) && width >= wide && height >= high
            {
                return piece_style;
            }
            piece_style = piece_style.below();
        }
    }

    /// What a piece is in a cell of these columns and rows, if it is a sprite: the largest that was drawn by hand, or, where
    /// that would leave much of the cell empty, its picture scaled to dots. Hollow sprites are all drawn by hand.
    pub fn shape(self, form: (u16, u16), depth: Depth, cell: CellSize) -> Option<Shape> {
        let (width, height) = form;
        let (size, dots) = match self {
            PieceStyle::Letters | PieceStyle::Pictures => return None,
            PieceStyle::Quadrants => (self.size(form), Size::Quadrants.dots_in_cell()),
            PieceStyle::Sextants => (self.size(form), Size::Small.dots_in_cell()),
        };
        let drawn = size.filter(|size| depth == Depth::None || size.cells().1 * 4 >= height * 3).map(Shape::Drawn);
        if drawn.is_some() || depth == Depth::None {
            return drawn;
        }
        let rows = (1..=height).rev().find(|&rows| cell.columns(rows) <= width)?;
        Some(Shape::Scaled { columns: cell.columns(rows), rows, dots })
    }

    /// The size of the sprites drawn by hand in this style in a cell of these columns and rows, if there are sprites.
    pub(crate) fn size(self, (width, height): (u16, u16)) -> Option<Size> {
        let fits = |size: &Size| {
            let (wide, high) = size.cells();
            width >= wide && height >= high
        };
        match self {
            PieceStyle::Letters | PieceStyle::Pictures => None,
            PieceStyle::Quadrants => Some(Size::Quadrants).filter(fits),
            PieceStyle::Sextants => [Size::Large, Size::Medium, Size::Small].into_iter().find(fits),
        }
    }
}
