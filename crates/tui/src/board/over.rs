//! The marks of a square whose piece is drawn. A fact, like the last move or a check, is a tint of the whole square.
//! The other marks stay at the edge of the cell, so that the piece can be seen: the cursor is a frame, a capture
//! takes the corners, and signs stand in the upper corners.

use super::cell::{Cell, Goal, Pointer, Sign, Spot, centred_dot};
use super::map::Form;
use crate::depth::Depth;
use crate::glyphs::Glyphs;
use crate::pieces::overlay::Overlay;

/// How a mark is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// In place of the piece.
    Sign,
    /// The same in the colour of the cursor.
    Frame,
    /// Only where the piece leaves the place free.
    Free,
}

/// A mark, and how it is drawn.
pub(crate) type Mark = (Spot, Over);

/// Whether the cursor is a frame alone. In cells of two rows a frame would hide parts of a piece, so there it is a tint
/// with the corners that are free.
pub(crate) const fn has_frame(form: Form) -> bool {
    form.height >= 3 || form.lines
}

/// The fewest rows of a square in which dots show this. Below, a few characters are as good as a round shape, and take
/// less bytes.
pub(super) const fn least_rows(overlay: Overlay) -> u16 {
    if matches!(overlay, Overlay::Arrow(_)) { 3 } else { 5 }
}

/// Whether the colours show this sign without a shape.
const fn is_tint(sign: Sign, depth: Depth) -> bool {
    matches!(sign, Sign::LastFrom | Sign::LastTo | Sign::Picked | Sign::Check)
        && matches!(depth, Depth::Indexed256 | Depth::True)
}

/// The marks of a cell, and last the cursor. Later ones overwrite earlier ones.
pub(crate) fn marks(cell: &Cell, form: Form, depth: Depth, glyphs: &Glyphs) -> Vec<Mark> {
    let (right, bottom) = (form.width as i16 - 1, form.height as i16 - 1);
    let mut marks = Vec::new();
    let has_dot = cell.is_quiet() && form.height < least_rows(Overlay::Dot);
    if has_dot {
        marks.extend(centred_dot(form).into_iter().map(|spot| (spot, Over::Sign)));
    }
    let mut put = |x, y, shown| marks.push((Spot { x, y, shown }, Over::Sign));
    if cell.goal == Goal::Shape && cell.sign.is_none() {
        put(right, 0, glyphs.goal);
    }
    match cell.sign {
        Some(Sign::Target) if has_dot || !cell.is_quiet() => {}
        Some(Sign::Target) => put((right + 1) / 2, bottom / 2, glyphs.target),
        Some(Sign::Capture) => {
            let [nw, ne, sw, se] = glyphs.takes;
            for (x, y, shown) in [(0, 0, nw), (right, 0, ne), (0, bottom, sw), (right, bottom, se)] {
                put(x, y, shown);
            }
        }
        Some(sign) if !is_tint(sign, depth) => {
            let (before, after) = sign.sides(glyphs);
            // In the narrow cells only the last column is free. In the others the corners are those of the cursor.
            let y = if form.height > 2 { bottom / 2 } else { 0 };
            for (x, shown) in [(0, before), (right, after)] {
                if shown != ' ' && (x > 0 || form.height > 2 || after == ' ') {
                    put(x, y, shown);
                }
            }
        }
        _ => {}
    }
    for (at, letter) in cell.note.iter().flat_map(|note| note.chars().take(2)).enumerate() {
        put(right - at as i16, bottom, letter);
    }
    match cell.pointer {
        Pointer::Away => {}
        // Where squares have colours, the ground says it.
        Pointer::Other if depth >= Depth::Indexed256 || cell.sign.is_some() => {}
        Pointer::Other => put(0, 0, '^'),
        Pointer::Here if !has_frame(form) => corners(form, cell.piece.is_some(), glyphs, &mut marks),
        Pointer::Here => frame(form, glyphs, &mut marks),
    }
    marks
}

/// The corners of the cursor in a cell of two rows. A piece leaves the last column free; in the narrowest cells it leaves
/// none, and there the ground alone is the cursor. Marks stay in their corners.
fn corners(form: Form, has_piece: bool, glyphs: &Glyphs, marks: &mut Vec<Mark>) {
    let (right, bottom) = (form.width as i16 - 1, form.height as i16 - 1);
    let [nw, ne, sw, se] = glyphs.corners;
    let wide = !has_piece || form.width > 4;
    for (x, y, shown, is_free) in
        [(0, 0, nw, false), (right, 0, ne, wide), (0, bottom, sw, false), (right, bottom, se, wide)]
    {
        if (x, y) == (right, bottom) && wide || !marks.iter().any(|(spot, _)| (spot.x, spot.y) == (x, y)) {
            marks.push((Spot { x, y, shown }, if is_free { Over::Sign } else { Over::Free }));
        }
    }
}

/// The corners of a frame: on the grid lines, or inside the cell if there are none.
fn frame(form: Form, glyphs: &Glyphs, marks: &mut Vec<Mark>) {
    let out = i16::from(form.lines);
    let (left, top) = (-out, -out);
    let (right, bottom) = (form.width as i16 - 1 + out, form.height as i16 - 1 + out);
    let [nw, ne, sw, se] = glyphs.corners;
    for (y, west, east) in [(top, nw, ne), (bottom, sw, se)] {
        marks.push((Spot { x: left, y, shown: west }, Over::Frame));
        if form.lines {
            marks.push((Spot { x: left + 1, y, shown: glyphs.heavy }, Over::Frame));
            marks.push((Spot { x: right - 1, y, shown: glyphs.heavy }, Over::Frame));
        }
        marks.push((Spot { x: right, y, shown: east }, Over::Frame));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cell::Figure;
    use crate::glyphs::UNICODE;
    use crate::rules::piece::Kind;
    use crate::rules::side::Side;
    use crate::theme::Role;

    const FORMS: [(u16, u16, bool); 5] = [(4, 2, false), (5, 2, false), (7, 3, true), (9, 4, false), (11, 5, true)];

    fn cell(sign: Option<Sign>, pointer: Pointer) -> Cell {
        let piece =
            Figure { kind: Kind(0), side: Side::FIRST, letters: "R".to_owned(), role: Role::Piece1, faint: false };
        Cell {
            piece: Some(piece),
            sign,
            goal: Goal::No,
            pointer,
            note: None,
            overlay: None,
            army: 'o',
            mover: None,
        }
    }

    /// States that have the same shape have another tint, and the last column is free for signs.
    #[test]
    fn every_state_is_told_by_shape_or_tint() {
        for (width, height, lines) in FORMS {
            for depth in [Depth::None, Depth::Ansi16, Depth::True] {
                if depth < Depth::Indexed256 && !lines {
                    continue;
                }
                let mut seen = Vec::new();
                for sign in Sign::ALL.into_iter().filter(|&sign| sign != Sign::Target).map(Some).chain([None]) {
                    for pointer in [Pointer::Away, Pointer::Here] {
                        let form = Form { width, height, lines };
                        let shown = marks(&cell(sign, pointer), form, depth, &UNICODE);
                        // Where the cursor is no frame it is the tint.
                        let is_tint = pointer == Pointer::Here && !has_frame(form);
                        let tint = if is_tint { Some(Role::Cursor) } else { sign.map(Sign::role) };
                        let tint = (depth >= Depth::Indexed256).then_some(tint);
                        assert!(!seen.contains(&(tint, shown.clone())), "{width}x{height} {sign:?} {pointer:?}");
                        // There it takes the place of a tint, and is other than all that is without it.
                        if is_tint {
                            continue;
                        }
                        seen.push((tint, shown));
                    }
                }
            }
        }
    }

    #[test]
    fn marks_stay_at_the_edge_of_the_cell() {
        for (width, height, lines) in FORMS {
            for (sign, pointer) in
                Sign::ALL.into_iter().flat_map(|sign| [(sign, Pointer::Away), (sign, Pointer::Here)])
            {
                if sign == Sign::Target {
                    continue;
                }
                let form = Form { width, height, lines };
                for (spot, _) in marks(&cell(Some(sign), pointer), form, Depth::True, &UNICODE) {
                    let (right, bottom) = (width as i16 - 1, height as i16 - 1);
                    let corner = spot.x <= 0 || spot.x >= right || lines && (spot.y < 0 || spot.y > bottom);
                    assert!(corner, "{width}x{height} {sign:?} {spot:?}");
                }
            }
        }
    }

    /// In cells of two rows the cursor has its corners where the piece leaves room, and signs stay beside those of a
    /// frame.
    #[test]
    fn the_cursor_is_a_frame_and_keeps_the_signs() {
        let form = |width, height| Form { width, height, lines: false };
        let of =
            |sign, width, height| marks(&cell(sign, Pointer::Here), form(width, height), Depth::True, &UNICODE);
        let at = |marks: &[Mark], x, y| marks.iter().rfind(|(spot, _)| (spot.x, spot.y) == (x, y)).copied();
        let narrow = of(None, 5, 2);
        let shown: Vec<(char, Over)> = narrow.iter().map(|(spot, over)| (spot.shown, *over)).collect();
        assert_eq!(shown, [('┏', Over::Free), ('┓', Over::Sign), ('┗', Over::Free), ('┛', Over::Sign)]);
        for (width, height) in [(7, 3), (9, 4), (13, 6)] {
            let marks = of(Some(Sign::In), width, height);
            let middle = (height as i16 - 1) / 2;
            assert_eq!(at(&marks, 0, middle).map(|(spot, _)| spot.shown), Some('>'), "{width}x{height}");
            assert_eq!(at(&marks, width as i16 - 1, middle).map(|(spot, _)| spot.shown), Some('<'));
            assert_eq!(at(&marks, 0, 0).map(|(spot, _)| spot.shown), Some('┏'));
        }
    }
}
