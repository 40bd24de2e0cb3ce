//! The characters in a cell of the board, for every cell size. States are shown by shape and not only by
//! colour: marks beside the piece, or in the row below it in cells of two columns.

use super::layout::is_small;
use crate::board::map::{Drawing, Form};
use crate::glyphs::Glyphs;
use crate::pieces::overlay::Overlay;
use crate::pieces::piece_style::PieceStyle;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::theme::Role;

/// The state of a square in the current, the last or a suggested move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// An empty target square.
    Target,
    /// An enemy piece that can be captured.
    Capture,
    /// An own piece that would be captured.
    OwnCapture,
    /// An own piece to swap with.
    Partner,
    /// The piece that was picked.
    Picked,
    /// The square where a piece enters.
    In,
    /// The square where it comes out.
    Out,
    /// A King in check.
    Check,
    /// A square of the suggested move.
    Hint,
    /// The square where the last move started.
    LastFrom,
    /// The square where the last move ended.
    LastTo,
}

impl Sign {
    /// Every sign.
    pub(crate) const ALL: [Sign; 11] = [
        Sign::Target,
        Sign::Capture,
        Sign::OwnCapture,
        Sign::Partner,
        Sign::Picked,
        Sign::In,
        Sign::Out,
        Sign::Check,
        Sign::Hint,
        Sign::LastFrom,
        Sign::LastTo,
    ];

    /// The role of a square in this state.
    pub(crate) const fn role(self) -> Role {
        match self {
            Sign::Target => Role::Target,
            Sign::Capture => Role::Capture,
            Sign::OwnCapture => Role::OwnCapture,
            Sign::Partner => Role::Partner,
            Sign::Picked => Role::Picked,
            Sign::In => Role::In,
            Sign::Out => Role::Out,
            Sign::Check => Role::Check,
            Sign::Hint => Role::Hint,
            Sign::LastFrom => Role::LastFrom,
            Sign::LastTo => Role::LastTo,
        }
    }

    /// The sign as it is drawn in a cell of three columns, without a piece.
    pub fn drawn(self, glyphs: &Glyphs) -> String {
        let (left, middle, right) = match (self, self.sides(glyphs)) {
            (Sign::Target, _) => (' ', glyphs.target, ' '),
            (Sign::LastFrom, _) => (' ', glyphs.from, ' '),
            (_, (left, right)) => (left, ' ', right),
        };
        [left, middle, right].into_iter().collect()
    }

    /// The marks on both sides of the piece.
    pub(super) const fn sides(self, glyphs: &Glyphs) -> (char, char) {
        match self {
            Sign::Target => (' ', ' '),
            Sign::Capture => (glyphs.capture, glyphs.capture),
            Sign::OwnCapture => ('!', '!'),
            Sign::Partner => ('=', '='),
            Sign::Picked => ('(', ')'),
            Sign::In => ('>', '<'),
            Sign::Out => ('<', '>'),
            Sign::Check => ('+', '+'),
            Sign::Hint => ('?', '?'),
            Sign::LastFrom => (glyphs.from, ' '),
            Sign::LastTo => ('-', '-'),
        }
    }

    /// The marks in the row below the piece. `army` is the letter of the player of the last move.
    const fn below(self, army: char, glyphs: &Glyphs) -> (char, char) {
        match self {
            Sign::Target => ('(', ')'),
            Sign::Capture => ('x', 'x'),
            Sign::OwnCapture => ('!', '!'),
            Sign::Partner | Sign::Picked => ('=', '='),
            Sign::In => ('>', '<'),
            Sign::Out => ('<', '>'),
            Sign::Check => ('+', '+'),
            Sign::Hint => ('?', '?'),
            Sign::LastFrom => (glyphs.from, army),
            Sign::LastTo => ('-', army),
        }
    }
}

/// Whether the cursor is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointer {
    /// The cursor is not on this square.
    Away,
    /// The cursor is on this square.
    Here,
    /// The cursor is on the same square of another level.
    Other,
}

/// Whether a square belongs to the goal of the game, and how that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// It does not.
    No,
    /// By the ground.
    Tint,
    /// By the ground and a sign, where colours do not say it.
    Shape,
}

/// A piece to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Figure {
    pub(crate) kind: Kind,
    /// Its seat.
    pub(crate) side: Side,
    /// Its letters, as in the FEN.
    pub(crate) letters: String,
    /// The role of its seat.
    pub(crate) role: Role,
    /// Whether it has been taken up by the mouse, and is shown elsewhere.
    pub(crate) faint: bool,
}

/// The visible content of a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) piece: Option<Figure>,
    /// Its state.
    pub(crate) sign: Option<Sign>,
    /// Does it belong to the goal of the game?
    pub(crate) goal: Goal,
    /// The cursor.
    pub(crate) pointer: Pointer,
    /// Letters shown instead of the marks: the attackers.
    pub(crate) note: Option<String>,
    /// What is drawn on it together with the piece.
    pub(crate) overlay: Option<Overlay>,
    /// The letter of the player of the last move.
    pub(crate) army: char,
    /// The role of that player's pieces, where there are more players than two.
    pub(crate) mover: Option<Role>,
}

/// One mark of a cell: a character and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    /// The column in the cell. The grid line to the left is -1, the one to the right is the width.
    pub(crate) x: i16,
    /// The row in the cell.
    pub(crate) y: i16,
    /// The character.
    pub(crate) shown: char,
}

/// The marks of a cell, and last the cursor. They are drawn over the piece; later ones overwrite earlier ones at
/// the same place. Where the squares differ by their colours, those say more.
pub(crate) fn spots(cell: &Cell, form: Form, drawing: Drawing, glyphs: &Glyphs) -> Vec<Spot> {
    let grounds = drawing.has_grounds();
    let mut spots = Vec::with_capacity(8);
    // Characters of four dots can stand in the middle of two columns and two rows.
    if cell.is_quiet() && form.height == 2 && drawing.piece_style > PieceStyle::Letters {
        return centred_dot(form);
    }
    if cell.piece.is_none() {
        let (x, y) = start(1, form);
        spots.extend(empty(cell, form, grounds, glyphs).map(|shown| Spot { x, y, shown }));
    }
    if is_small(form) {
        small(cell, grounds, glyphs, &mut spots);
    } else {
        row(cell, form, grounds, glyphs, &mut spots);
    }
    spots
}

impl Cell {
    /// Is it a target without a piece? One that the mouse carries over it takes the place of the dot.
    pub(super) fn is_quiet(&self) -> bool {
        self.sign == Some(Sign::Target) && self.piece.is_none()
    }
}

/// The dot of a target in the middle of a cell of two to four rows, a fourth as high as the cell or more.
pub(super) fn centred_dot(form: Form) -> Vec<Spot> {
    let (width, height) = (form.width as i16, form.height as i16);
    let (x, rows): (i16, &[&str]) = match (height, width % 2) {
        (..=2, 0) if width < 4 => (width / 2 - 1, &["▗▖", "▝▘"]),
        (..=2, _) if width < 4 => (width / 2, &["▄", "▀"]),
        (3, 0) => (width / 2 - 1, &["██"]),
        (3, _) => (width / 2 - 1, &["▐█▌"]),
        (_, 0) => (width / 2 - 1, &["▄▄", "▀▀"]),
        (_, _) => (width / 2 - 1, &["▗▄▖", "▝▀▘"]),
    };
    let top = (height - rows.len() as i16) / 2;
    let spots = rows
        .iter()
        .zip(top..)
        .flat_map(|(row, y)| row.chars().zip(x..).map(move |(shown, x)| Spot { x, y, shown }));
    spots.collect()
}

/// Whether the ground of a square says this without a mark.
const fn is_ground(sign: Sign) -> bool {
    matches!(sign, Sign::Picked | Sign::Check)
}

/// What an empty square shows in place of a piece.
fn empty(cell: &Cell, form: Form, grounds: bool, glyphs: &Glyphs) -> Option<char> {
    match cell.sign {
        Some(Sign::Target) if form.height == 1 || form.width > 2 => Some(glyphs.target),
        Some(Sign::LastFrom) if form.height == 1 || form.width > 2 => Some(glyphs.from),
        _ if cell.goal == Goal::Shape => Some(glyphs.goal),
        _ if !form.lines && !grounds => Some(glyphs.empty),
        _ => None,
    }
}

/// The column and row where the letters of a piece begin, if it has this many.
pub(crate) const fn start(letters: i16, form: Form) -> (i16, i16) {
    let (width, height) = (form.width as i16, form.height as i16);
    if width <= 3 && height >= 2 {
        return (0, 0);
    }
    // With an odd number of spare columns the extra one is on the left, for the mark.
    ((width - letters + 1) / 2, (height - 1) / 2)
}

/// The columns that a piece takes; an empty square is like a piece of one letter.
fn long(cell: &Cell) -> i16 {
    cell.piece.as_ref().map_or(1, |piece| piece.letters.chars().count().max(1)) as i16
}

/// A cell of two or three columns: the piece above, its marks below.
fn small(cell: &Cell, grounds: bool, glyphs: &Glyphs, spots: &mut Vec<Spot>) {
    let mut sign = |x, shown| spots.push(Spot { x, y: 1, shown });
    if cell.goal == Goal::Shape && cell.piece.is_some() {
        sign(1, glyphs.goal);
    }
    let noted = |note: &String| {
        let mut letters = note.chars();
        (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '))
    };
    let shown = cell.sign.filter(|&sign| !(grounds && is_ground(sign)));
    let signs = cell.note.as_ref().map(noted).or(shown.map(|sign| sign.below(cell.army, glyphs)));
    if let Some((left, right)) = signs {
        sign(0, left);
        sign(1, right);
    }
    // Where squares have colours, the cursor is one of them; else it has a mark, beside one of a sign.
    match cell.pointer {
        Pointer::Here if !grounds => {
            sign(0, '^');
            if cell.sign == Some(Sign::Target) {
                sign(1, glyphs.target);
            }
        }
        Pointer::Other if !grounds && signs.is_none() => sign(0, '^'),
        _ => {}
    }
}

/// A cell with its marks beside the piece.
fn row(cell: &Cell, form: Form, grounds: bool, glyphs: &Glyphs, spots: &mut Vec<Spot>) {
    let (width, height) = (form.width as i16, form.height as i16);
    let long = long(cell);
    let (left, middle) = start(long, form);
    let right = left + long;
    let mut put = |x: i16, y, shown| {
        if shown != ' ' {
            spots.push(Spot { x, y, shown });
        }
    };
    if cell.goal == Goal::Shape && cell.piece.is_some() {
        put(if right < width { right } else { left - 1 }, middle, glyphs.goal);
    }
    // Where the last move began there is a piece only after an exchange; an empty square has the mark in its middle.
    if let Some(sign) = cell.sign.filter(|&sign| sign != Sign::LastFrom || cell.piece.is_some()) {
        let (before, after) = sign.sides(glyphs);
        put(left - 1, middle, before);
        if right < width {
            put(right, middle, after);
        }
    }
    if let Some(note) = &cell.note {
        let notes: Vec<char> = note.chars().take(2).collect();
        match (notes.as_slice(), right < width) {
            ([one], _) => put(left - 1, middle, *one),
            (&[one, two], true) => {
                put(left - 1, middle, one);
                put(right, middle, two);
            }
            (&[_, _], false) => put(left - 1, middle, '!'),
            _ => {}
        }
    }
    match cell.pointer {
        Pointer::Away => {}
        // Where squares have colours, the ground says it.
        Pointer::Other if grounds || cell.sign.is_some() => {}
        Pointer::Other => put(left - 1, middle, '^'),
        Pointer::Here if height >= 3 => {
            let [nw, ne, sw, se] = glyphs.corners;
            for (x, y, corner) in [(0, 0, nw), (width - 1, 0, ne), (0, height - 1, sw), (width - 1, height - 1, se)]
            {
                put(x, y, corner);
            }
            put(0, middle, '[');
            put(width - 1, middle, ']');
        }
        Pointer::Here if width >= 5 => {
            put(0, middle, '[');
            put(width - 1, middle, ']');
        }
        // If no column is left beside the piece, the brackets overwrite the grid lines.
        Pointer::Here if form.lines && long > 1 => {
            put(-1, middle, '[');
            put(width, middle, ']');
        }
        Pointer::Here => {
            put(left - 1, middle, '[');
            let signed = cell.sign.is_some_and(|sign| sign.sides(glyphs).1 != ' ');
            if right < width && !signed {
                put(right, middle, ']');
            }
        }
    }
}

#[cfg(test)]
mod tests;
