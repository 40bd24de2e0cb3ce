//! What stands in one cell of a board, character by character, for every size of cell. States are
//! told by shape: signs beside the piece, or in the row below where cells are two columns wide.

use crate::tui::boardmap::Form;
use crate::tui::glyphs::Glyphs;
use crate::tui::theme::Role;

/// What a square is in the move that is being made, was made or could be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// An empty square to go to.
    Target,
    /// An enemy piece to capture.
    Capture,
    /// An own piece that would be taken.
    OwnCapture,
    /// An own piece to change places with.
    Partner,
    /// The piece that was picked.
    Picked,
    /// Where it goes in.
    In,
    /// Where it comes out.
    Out,
    /// A King in check.
    Check,
    /// A square of the move that was asked for.
    Hint,
    /// Where the last move began.
    LastFrom,
    /// Where it ended.
    LastTo,
}

impl Sign {
    /// Every sign.
    pub const ALL: [Sign; 11] = [
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
    pub const fn role(self) -> Role {
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

    /// The signs at both sides of what stands in the cell.
    const fn sides(self, glyphs: &Glyphs) -> (char, char) {
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
            Sign::LastFrom => (',', ' '),
            Sign::LastTo => ('-', '-'),
        }
    }

    /// The signs in the row below. `army` is the letter of who made the last move.
    const fn below(self, army: char) -> (char, char) {
        match self {
            Sign::Target => ('(', ')'),
            Sign::Capture => ('x', 'x'),
            Sign::OwnCapture => ('!', '!'),
            Sign::Partner | Sign::Picked => ('=', '='),
            Sign::In => ('>', '<'),
            Sign::Out => ('<', '>'),
            Sign::Check => ('+', '+'),
            Sign::Hint => ('?', '?'),
            Sign::LastFrom => ('.', army),
            Sign::LastTo => ('\'', army),
        }
    }
}

/// Whether the cursor is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// It is not.
    Away,
    /// It is.
    Here,
    /// It is on the same cell of another level.
    Other,
}

/// What is to be seen of a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The letters of the piece, and whose it is.
    pub piece: Option<(String, Role)>,
    /// Its state.
    pub sign: Option<Sign>,
    /// The cursor.
    pub pointer: Pointer,
    /// Letters that stand for the signs: who attacks it.
    pub note: Option<String>,
    /// The letter of who made the last move.
    pub army: char,
}

/// One character of a cell: where it is, what it is, and whether it belongs to the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Column in the cell. The line at the left of a cell is -1, the one at the right its width.
    pub x: i16,
    /// Row in the cell.
    pub y: i16,
    /// The character.
    pub shown: char,
    /// Is it a letter of the piece?
    pub piece: bool,
}

/// The characters of a cell, those of the piece before its signs, the cursor's last: what comes
/// later stands where both would be.
pub fn spots(cell: &Cell, form: Form, glyphs: &Glyphs) -> Vec<Spot> {
    let mut spots = Vec::with_capacity(8);
    if form.width == 2 && form.height >= 2 {
        small(cell, form, glyphs, &mut spots);
    } else {
        row(cell, form, glyphs, &mut spots);
    }
    spots
}

fn letters(cell: &Cell, form: Form, glyphs: &Glyphs) -> String {
    match (&cell.piece, cell.sign) {
        (Some((letters, _)), _) => letters.clone(),
        (None, Some(Sign::Target)) if form.height == 1 || form.width > 2 => glyphs.target.to_string(),
        (None, _) if !form.lines => glyphs.empty.to_string(),
        (None, _) => String::new(),
    }
}

/// A cell of two columns and two rows: the piece above, its signs below.
fn small(cell: &Cell, form: Form, glyphs: &Glyphs, spots: &mut Vec<Spot>) {
    let piece = cell.piece.is_some();
    for (at, shown) in letters(cell, form, glyphs).chars().enumerate() {
        spots.push(Spot { x: at as i16, y: 0, shown, piece });
    }
    let mut sign = |x, shown| spots.push(Spot { x, y: 1, shown, piece: false });
    let noted = |note: &String| {
        let mut letters = note.chars();
        (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '))
    };
    let signs = cell.note.as_ref().map(noted).or(cell.sign.map(|sign| sign.below(cell.army)));
    if let Some((left, right)) = signs {
        sign(0, left);
        sign(1, right);
    }
    if cell.pointer != Pointer::Away {
        sign(0, '^');
    }
}

/// A cell with its signs beside the piece.
fn row(cell: &Cell, form: Form, glyphs: &Glyphs, spots: &mut Vec<Spot>) {
    let (width, height) = (form.width as i16, form.height as i16);
    let middle = (height - 1) / 2;
    let text = letters(cell, form, glyphs);
    let long = text.chars().count().max(1) as i16;
    // Where a column is to spare it stays at the left, for the sign.
    let left = (width - long + 1) / 2;
    let right = left + long;
    let piece = cell.piece.is_some();
    for (at, shown) in text.chars().enumerate() {
        spots.push(Spot { x: left + at as i16, y: middle, shown, piece });
    }
    let mut put = |x: i16, y, shown| {
        if shown != ' ' {
            spots.push(Spot { x, y, shown, piece: false });
        }
    };
    if let Some(sign) = cell.sign {
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
        // Where no column is left beside the piece, the brackets stand on the lines.
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
mod tests {
    use super::*;
    use crate::tui::glyphs::{ASCII, SETS, UNICODE};

    fn form(width: u16, height: u16, lines: bool) -> Form {
        Form { width, height, lines }
    }

    fn shown(cell: &Cell, form: Form, glyphs: &Glyphs) -> Vec<String> {
        let blank = vec![' '; usize::from(form.width) + 2];
        let mut rows = vec![blank; usize::from(form.height)];
        for spot in spots(cell, form, glyphs) {
            rows[spot.y as usize][(spot.x + 1) as usize] = spot.shown;
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    fn cell(letters: &str, sign: Option<Sign>, pointer: Pointer) -> Cell {
        let piece = (!letters.is_empty()).then(|| (letters.to_owned(), Role::Piece1));
        Cell { piece, sign, pointer, note: None, army: 'o' }
    }

    #[test]
    fn cells_look_as_they_are_drawn_on_paper() {
        let lined = form(3, 1, true);
        for (letters, sign, pointer, wide, expected) in [
            ("", Some(Sign::Target), Pointer::Away, lined, "  •  "),
            ("", Some(Sign::Target), Pointer::Here, lined, " [•] "),
            ("p", Some(Sign::Capture), Pointer::Away, lined, " ×p× "),
            ("p", Some(Sign::Capture), Pointer::Here, lined, " [p× "),
            ("P", Some(Sign::OwnCapture), Pointer::Away, lined, " !P! "),
            ("R", Some(Sign::Picked), Pointer::Away, lined, " (R) "),
            ("R", None, Pointer::Here, lined, " [R] "),
            ("g", Some(Sign::LastTo), Pointer::Away, lined, " -g- "),
            ("rP", Some(Sign::Capture), Pointer::Here, lined, "[×rP]"),
            ("P", Some(Sign::OwnCapture), Pointer::Here, form(5, 1, true), " [!P!] "),
            ("H", Some(Sign::In), Pointer::Away, form(5, 1, true), "  >H<  "),
            ("", Some(Sign::LastFrom), Pointer::Away, form(5, 1, true), "  ,    "),
            ("K", Some(Sign::Check), Pointer::Away, form(2, 1, false), " +K "),
            ("", None, Pointer::Here, form(2, 1, false), " [· "),
        ] {
            assert_eq!(shown(&cell(letters, sign, pointer), wide, &UNICODE), [expected], "{letters} {sign:?}");
        }
        let small = form(2, 2, false);
        assert_eq!(shown(&cell("bP", Some(Sign::Capture), Pointer::Here), small, &UNICODE), [" bP ", " ^x "]);
        assert_eq!(shown(&cell("", Some(Sign::LastFrom), Pointer::Away), small, &UNICODE), [" ·  ", " .o "]);
        let large = shown(&cell("k", Some(Sign::Capture), Pointer::Here), form(7, 3, true), &UNICODE);
        assert_eq!(large, [" ┏     ┓ ", " [ ×k× ] ", " ┗     ┛ "]);
    }

    #[test]
    fn every_state_has_a_shape_of_its_own_in_every_cell() {
        let forms =
            [(2, 1, false), (2, 2, false), (3, 1, true), (3, 1, false), (5, 1, true), (5, 2, true), (7, 3, true)];
        for glyphs in SETS {
            for (width, height, lines) in forms {
                let mut seen: Vec<Vec<String>> = Vec::new();
                for sign in Sign::ALL.into_iter().map(Some).chain([None]) {
                    // What is taken or put has a piece; what is a target or a beginning has none.
                    let letters = if matches!(sign, Some(Sign::Target | Sign::LastFrom)) { "" } else { "r" };
                    if letters == "r" && height > 1 && width == 2 && sign == Some(Sign::Partner) {
                        continue;
                    }
                    for pointer in [Pointer::Away, Pointer::Here] {
                        let drawn = shown(&cell(letters, sign, pointer), form(width, height, lines), glyphs);
                        // In the narrowest cells the cursor takes the place of the sign.
                        if pointer == Pointer::Away || width > 2 {
                            let known = seen.contains(&drawn);
                            let alike = pointer == Pointer::Here && width == 3;
                            assert!(!known || alike, "{sign:?} {pointer:?} {width}x{height}: {drawn:?}");
                        }
                        seen.push(drawn);
                    }
                }
            }
        }
        assert!(ASCII.corners.iter().all(char::is_ascii));
    }
}
