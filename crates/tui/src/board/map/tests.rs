//! The forms of boards: which is taken, and that cells lie apart.

use super::*;
use crate::depth::Depth;
use crate::games::GAMES;
use crate::host::cell_size::CellSize;
use crate::pieces::piece_style::PieceStyle;
use std::collections::HashSet;

const DRAWINGS: [Drawing; 4] = [
    Drawing::LETTERS,
    Drawing { piece_style: PieceStyle::Quadrants, depth: Depth::Ansi16, cell: None },
    Drawing { piece_style: PieceStyle::Sextants, depth: Depth::True, cell: None },
    Drawing { piece_style: PieceStyle::Pictures, depth: Depth::True, cell: None },
];

const WISH: Wish =
    Wish { letters: 1, drawing: Drawing::LETTERS, lines: Lines::Auto, coordinates: true, level: 0, only: false };

#[test]
fn a_game_with_promoted_kinds_needs_room_for_their_sign() {
    use crate::rules::spec::{KindSpec, Spec};
    const PLUS: &[KindSpec] = &[KindSpec::new('R', "Dragon", "", &[]).promoted()];
    let plain = GAMES[0].spec();
    let promoted = Spec { kinds: PLUS, ..*plain };
    let letters = |spec: &Spec| Wish::of(spec, Drawing::LETTERS).letters;
    assert_eq!(letters(&promoted), letters(plain) + 1);
}

#[test]
fn drawn_pieces_take_the_form_that_shows_them_largest() {
    let board = GAMES[0].spec().geometry();
    let sizes = |piece_style, depth| {
        let drawing = Drawing { piece_style, depth, cell: None };
        let wish = Wish { drawing, ..WISH };
        let ways = BoardMap::ways(&board, View::FIRST, wish);
        move |width: u16, height: u16| {
            let fits = |way: &&BoardMap<'_>| way.size().0 <= width && way.size().1 <= height;
            let form = ways.iter().find(fits).expect("one fits").form;
            (form.width, form.height, form.lines)
        }
    };
    let sextants = sizes(PieceStyle::Sextants, Depth::True);
    assert_eq!(sextants(80, 20), (5, 2, false));
    assert_eq!(sextants(120, 36), (7, 3, true));
    assert_eq!(sextants(200, 56), (11, 5, true));
    let pictures = sizes(PieceStyle::Pictures, Depth::Indexed256);
    assert_eq!(pictures(80, 20), (5, 2, false));
    assert_eq!(pictures(120, 36), (9, 4, false));
    let quadrants = sizes(PieceStyle::Quadrants, Depth::True);
    assert_eq!((quadrants(80, 20), quadrants(120, 36)), ((5, 1, true), (7, 3, true)));
    let sixteen = sizes(PieceStyle::Sextants, Depth::Ansi16);
    assert_eq!((sixteen(80, 20), sixteen(120, 36)), ((5, 1, true), (7, 3, true)));
}

/// Where the size of a cell is known, squares are square to the nearest column, and pictures fill them.
#[test]
fn squares_are_square_where_the_cell_is_known() {
    let board = GAMES[0].spec().geometry();
    for (wide, high) in [(9, 18), (10, 19), (7, 14), (8, 15), (9, 20), (10, 21)] {
        let cell = CellSize::new(wide, high);
        let drawing = Drawing { piece_style: PieceStyle::Pictures, depth: Depth::True, cell };
        let wish = Wish { drawing, lines: Lines::None, ..WISH };
        let drawn: Vec<_> = BoardMap::ways(&board, View::FIRST, wish).into_iter().filter(|way| way.drawn).collect();
        assert!(drawn.len() >= 7, "there are enough sizes to choose from");
        for BoardMap { form, .. } in drawn {
            let off = (form.width * wide).abs_diff(form.height * high);
            assert!(off * 2 <= wide || form.width <= 4, "{wide}x{high}: {form:?}");
        }
    }
    let drawing = Drawing { piece_style: PieceStyle::Sextants, depth: Depth::True, cell: CellSize::new(10, 19) };
    let wish = Wish { drawing, lines: Lines::None, ..WISH };
    let forms: Vec<_> =
        BoardMap::ways(&board, View::FIRST, wish).iter().map(|way| (way.form.width, way.form.height)).collect();
    assert_eq!(forms[..3], [(19, 10), (17, 9), (15, 8)]);
    assert!(forms.contains(&(7, 3)) && forms.contains(&(4, 2)), "the sizes that were drawn by hand: {forms:?}");
}

/// Three levels have no room for the sprites that were drawn, but for scaled ones.
#[test]
fn pieces_of_narrow_squares_are_scaled() {
    let board = GAMES[3].spec().geometry();
    let drawing = Drawing { piece_style: PieceStyle::Quadrants, depth: Depth::True, cell: CellSize::new(7, 14) };
    let wish = Wish { drawing, lines: Lines::None, letters: 2, ..WISH };
    let ways = BoardMap::ways(&board, View::FIRST, wish);
    let way = ways
        .iter()
        .find(|way| way.size().0 <= 178 && way.size().1 <= 40 && !matches!(way.levels, Levels::One(_)))
        .expect("one fits");
    assert_eq!((way.form.width, way.form.height, way.drawn), (6, 3, true));
}

#[test]
fn one_level_alone_is_larger() {
    let board = GAMES.iter().map(|game| game.spec().geometry()).find(|board| board.size()[2] == 3);
    let board = board.expect("a game of three levels");
    let drawing = Drawing { piece_style: PieceStyle::Sextants, depth: Depth::True, cell: None };
    for level in 0..3 {
        let wish = Wish { letters: 2, drawing, level, only: true, ..WISH };
        let ways = BoardMap::ways(&board, View::FIRST, wish);
        assert!(ways.iter().all(|way| way.levels == Levels::One(level)));
        let fits = |way: &&BoardMap<'_>| way.size().0 <= 62 && way.size().1 <= 20;
        assert!(ways.iter().find(fits).is_some_and(|way| way.drawn && way.form.width == 5), "at 80x24");
    }
}

#[test]
fn cells_lie_apart_and_are_found_by_their_places() {
    for game in GAMES {
        let (spec, board) = (game.spec(), game.spec().geometry());
        for view in spec.sides().map(|side| View::of(spec, side)) {
            let all = DRAWINGS.map(|drawing| BoardMap::ways(&board, view, Wish { drawing, ..WISH }));
            // Many sizes are those of other drawings too.
            let mut known = Vec::new();
            for map in all.into_iter().flatten() {
                if known.contains(&(map.form, map.levels)) {
                    continue;
                }
                known.push((map.form, map.levels));
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
    let boards = GAMES.iter().map(|game| game.spec().geometry());
    let board = { boards }.find(|board| board.size()[2] == 3).expect("a game of three levels");
    let map = BoardMap::new(&board, View::FIRST, Form::new(3, 1, true), Levels::Beside, true);
    assert_eq!(map.size(), (115, 21));
    let map = BoardMap::new(&board, View::FIRST, Form::new(2, 2, false), Levels::Beside, true);
    assert_eq!(map.size(), (60, 20));
}
