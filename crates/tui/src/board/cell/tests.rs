//! The characters of cells: every state, in every form, with and without colours.

use super::*;
use crate::depth::Depth;
use crate::glyphs::{ASCII, SETS, UNICODE};

fn form(width: u16, height: u16, lines: bool) -> Form {
    Form { width, height, lines }
}

fn shown(cell: &Cell, form: Form, glyphs: &Glyphs) -> Vec<String> {
    let blank = vec![' '; usize::from(form.width) + 2];
    let mut rows = vec![blank; usize::from(form.height)];
    if let Some(piece) = &cell.piece {
        let (x, y) = start(long(cell), form);
        for (at, letter) in piece.letters.chars().enumerate() {
            rows[y as usize][x as usize + 1 + at] = letter;
        }
    }
    for spot in spots(cell, form, Drawing::LETTERS, glyphs) {
        rows[spot.y as usize][(spot.x + 1) as usize] = spot.shown;
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

fn cell(letters: &str, sign: Option<Sign>, pointer: Pointer) -> Cell {
    let piece = (!letters.is_empty()).then(|| Figure {
        kind: Kind(0),
        side: Side::FIRST,
        letters: letters.to_owned(),
        role: Role::Piece1,
        faint: false,
    });
    Cell { piece, sign, goal: Goal::No, pointer, note: None, overlay: None, army: 'o', mover: None }
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
        ("", Some(Sign::LastFrom), Pointer::Away, form(5, 1, true), "   ○   "),
        ("K", Some(Sign::Check), Pointer::Away, form(2, 1, false), " +K "),
        ("", None, Pointer::Here, form(2, 1, false), " [· "),
    ] {
        assert_eq!(shown(&cell(letters, sign, pointer), wide, &UNICODE), [expected], "{letters} {sign:?}");
    }
    let small = form(2, 2, false);
    assert_eq!(shown(&cell("bP", Some(Sign::Capture), Pointer::Here), small, &UNICODE), [" bP ", " ^x "]);
    assert_eq!(shown(&cell("", Some(Sign::LastFrom), Pointer::Away), small, &UNICODE), [" ·  ", " ○o "]);
    let large = shown(&cell("k", Some(Sign::Capture), Pointer::Here), form(7, 3, true), &UNICODE);
    assert_eq!(large, [" ┏     ┓ ", " [ ×k× ] ", " ┗     ┛ "]);
}

/// In the small cells of colours the cursor is a colour, so it takes no place of a sign, and a target is in the middle.
#[test]
fn small_cells_of_colours_have_one_mark() {
    let drawing = Drawing { piece_style: PieceStyle::Quadrants, depth: Depth::True, cell: None };
    let at = |sign, pointer, width| {
        let letters = if sign == Some(Sign::Target) { "" } else { "rP" };
        let spots = spots(&cell(letters, sign, pointer), form(width, 2, false), drawing, &UNICODE);
        spots.into_iter().map(|spot| (spot.x, spot.y, spot.shown)).collect::<Vec<_>>()
    };
    let pill = [(0, 0, '▗'), (1, 0, '▖'), (0, 1, '▝'), (1, 1, '▘')];
    for pointer in [Pointer::Away, Pointer::Here, Pointer::Other] {
        assert_eq!(at(Some(Sign::Target), pointer, 2), pill);
        assert_eq!(at(Some(Sign::Target), pointer, 3), [(1, 0, '▄'), (1, 1, '▀')]);
        assert_eq!(at(Some(Sign::Capture), pointer, 2), [(0, 1, 'x'), (1, 1, 'x')]);
        assert_eq!(at(Some(Sign::Picked), pointer, 2), []);
        assert_eq!(at(None, pointer, 2), []);
        assert!(at(Some(Sign::Target), pointer, 4).iter().all(|(x, ..)| [1, 2].contains(x)));
    }
    // Without colours there is one mark of the cursor, beside that of the sign.
    let small = form(2, 2, false);
    assert_eq!(shown(&cell("", Some(Sign::Target), Pointer::Here), small, &UNICODE), [" ·  ", " ^• "]);
    assert_eq!(shown(&cell("rP", Some(Sign::Capture), Pointer::Other), small, &UNICODE), [" rP ", " xx "]);
}

#[test]
fn every_state_has_a_shape_of_its_own_in_every_cell() {
    let forms =
        [(2, 1, false), (2, 2, false), (3, 1, true), (3, 1, false), (5, 1, true), (5, 2, true), (7, 3, true)];
    for glyphs in SETS {
        for (width, height, lines) in forms {
            let mut seen: Vec<Vec<String>> = Vec::new();
            for sign in Sign::ALL.into_iter().map(Some).chain([None]) {
                // Target squares and start squares are empty; in all other states there is a piece.
                let letters = if matches!(sign, Some(Sign::Target | Sign::LastFrom)) { "" } else { "r" };
                if letters == "r" && height > 1 && width == 2 && sign == Some(Sign::Partner) {
                    continue;
                }
                for pointer in [Pointer::Away, Pointer::Here] {
                    let drawn = shown(&cell(letters, sign, pointer), form(width, height, lines), glyphs);
                    // In the narrowest cells the cursor replaces the mark.
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
