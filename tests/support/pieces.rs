//! Which pieces a terminal shows: of what they are made, and with pictures which one stands on each square.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

use heterodox::rules::art::{Dot, Sprites};
use heterodox::rules::piece::Piece;
use heterodox::rules::position::Position;
use heterodox::rules::spec::Spec;
use heterodox::tui::board::map::BoardMap;
use heterodox::tui::host::cell_size::CellSize;
use heterodox::tui::pieces::number;
use heterodox::tui::pieces::piece_style::{PieceStyle, Shape};
use heterodox::tui::pieces::scaled::Scaled;
use heterodox::tui::theme::Theme;
use heterodox::tui::theme::army::army;
use heterodox::tui::theme::color::{Rgb, rgb};

use crate::decode::base64;
use crate::emulator::{Emulator, Tile};

/// The place of the palette in the files of the artwork, and the entry of the colour of the piece in it.
const PALETTE: std::ops::Range<usize> = 33..93;
const FILL: usize = 41 + 3 * 5;

/// Of what the pieces on the screen are made.
pub fn piece_style(terminal: &Emulator) -> PieceStyle {
    let cells = terminal.screen.content.iter();
    let has = |letters: &[std::ops::RangeInclusive<char>]| {
        cells
            .clone()
            .any(|cell| cell.symbol().chars().any(|letter| letters.iter().any(|set| set.contains(&letter))))
    };
    if !terminal.tiles().is_empty() {
        PieceStyle::Pictures
    } else if has(&['\u{1fb00}'..='\u{1fb3b}']) {
        PieceStyle::Sextants
    } else if has(&['▖'..='▟']) {
        PieceStyle::Quadrants
    } else {
        PieceStyle::Letters
    }
}

/// Fails unless this is the picture of this piece in its colours.
fn assert_picture(png: &[u8], spec: &Spec, piece: Piece, theme: &Theme, what: &str) {
    let kind = spec.of(piece.kind());
    let file = kind.art.and_then(|art| art.picture).expect("every kind has a picture");
    let outside = |bytes: &[u8]| [&bytes[..PALETTE.start], &bytes[PALETTE.end..]].concat();
    assert!(outside(png) == outside(file), "{what}: it is no {}", kind.name);
    let fill = theme.style(army(spec, piece.side())).fg.and_then(rgb).expect("a colour");
    assert_eq!(Rgb(png[FILL], png[FILL + 1], png[FILL + 2]), fill, "{what}: the colour of a {}", kind.name);
}

/// Fails unless the cells of the board show exactly the pieces of a position: each cell of a square the part of
/// the picture that belongs there, in one picture that is as large as the cell.
pub fn assert_board(terminal: &Emulator, map: &BoardMap<'_>, position: &dyn Position, theme: &Theme, what: &str) {
    let (tiles, mut shown) = (terminal.tiles(), 0);
    for square in position.geometry().squares() {
        let Some(cell) = map.cell(square) else { continue };
        let what = format!("{what}, {}", position.geometry().label(square));
        let here: Vec<&Tile> = tiles.iter().filter(|tile| cell.contains(tile.at.into())).collect();
        let Some(piece) = position.piece(square) else {
            // The picture of a mark alone has no piece in its number.
            assert!(here.iter().all(|tile| number::piece(tile.picture) == 0), "{what}: nothing stands there");
            continue;
        };
        // Marks may take cells in the corners.
        let all = usize::from(cell.width * cell.height);
        assert!(here.len() + 8 >= all && here.len() * 2 > all, "{what}: {} cells of {all}", here.len());
        for tile in &here {
            let place = (u32::from(tile.at.0 - cell.x), u32::from(tile.at.1 - cell.y));
            assert_eq!((tile.column, tile.row), place, "{what}: a part of a picture at the wrong place");
            let sent = &terminal.pictures[&tile.picture];
            let form = sent.placements[&tile.placement];
            assert_eq!(form, (u32::from(cell.width), u32::from(cell.height)), "{what}: the size");
            assert_eq!(tile.picture, here[0].picture, "{what}: parts of two pictures");
        }
        let png = base64(&terminal.pictures[&here[0].picture].data);
        assert_picture(&png, position.spec(), piece, theme, &what);
        shown += 1;
    }
    assert!(shown >= 4, "{what}: {shown} pieces are shown");
}

/// The dots of a block character, row by row, in so many rows of two; none if it is another character.
fn dots(letter: char, rows: u32) -> Option<Vec<bool>> {
    let sextants = (1..63).filter(|bits| !matches!(bits, 21 | 42));
    let quadrants = [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14].into_iter().zip("▘▝▀▖▞▛▗▚▜▄▙▟".chars());
    let bits: u32 = match letter {
        ' ' => 0,
        '█' => 63,
        // The halves have two dots in each row.
        '▌' => 21,
        '▐' => 42,
        _ if rows == 3 => sextants.zip('\u{1fb00}'..='\u{1fb3b}').find(|&(_, known)| known == letter)?.0,
        _ => quadrants.into_iter().find(|&(_, known)| known == letter)?.0,
    };
    Some((0..2 * rows).map(|at| bits >> at & 1 == 1).collect())
}

/// Fails unless the cells of the board show exactly the pieces of a position as sprites: each dot that belongs to a
/// piece has its colour, and each other dot has not.
pub fn assert_sprites(
    terminal: &Emulator,
    map: &BoardMap<'_>,
    position: &dyn Position,
    (theme, piece_style): (&Theme, PieceStyle),
    what: &str,
) {
    let spec = position.spec();
    for square in position.geometry().squares() {
        let Some(cell) = map.cell(square) else { continue };
        let what = format!("{what}, {}", position.geometry().label(square));
        let form = (cell.width, cell.height);
        let shape = piece_style.shape(form, theme.depth(), CellSize::USUAL);
        let shape = shape.unwrap_or_else(|| panic!("{what}: the cells are too small"));
        let (columns, rows) = shape.cells();
        let corner = (cell.x + (cell.width - columns) / 2, cell.y + (cell.height - rows).div_ceil(2));
        let piece = position.piece(square);
        let sprites = piece.map(|piece| {
            Sprites::read(&spec.of(piece.kind()).art.expect("every kind has artwork")).expect("it can be read")
        });
        let fill = piece.and_then(|piece| theme.style(army(spec, piece.side())).fg);
        let mut right = 0;
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let shown = &terminal.screen[(corner.0 + column, corner.1 + row)];
            let in_cell = match shape {
                Shape::Drawn(size) => size.dots_in_cell(),
                Shape::Scaled { dots, .. } => dots,
            };
            let high = u32::from(in_cell.1);
            let letter = shown.symbol().chars().next().expect("a character");
            let Some(seen) = dots(letter, high) else { continue };
            let Some(sprites) = &sprites else {
                // A mark may be made of dots, in a colour of its own.
                let is_army = spec.sides().any(|side| theme.style(army(spec, side)).fg == Some(shown.fg));
                assert!(seen.iter().all(|&dot| !dot) || !is_army, "{what}: nothing stands there");
                continue;
            };
            match shape {
                Shape::Drawn(size) => {
                    for (is_front, dot) in seen.into_iter().zip(sprites.solid(size).cell(column, row)) {
                        let colour = if is_front { shown.fg } else { shown.bg };
                        assert_eq!(Some(colour) == fill, dot == Dot::Fill, "{what}: {letter} at {column}, {row}");
                    }
                }
                Shape::Scaled { .. } => {
                    let png = piece.and_then(|piece| spec.of(piece.kind()).art?.picture).expect("a picture");
                    let glyphs = Scaled::new(png).glyphs((columns, rows), in_cell, false).expect("it can be read");
                    let glyph = glyphs[usize::from(row * columns + column)];
                    let shows = |dot, colour| dot != Dot::Fill || Some(colour) == fill;
                    assert_eq!(letter, glyph.shown, "{what}: at {column}, {row}");
                    let blank = letter == ' ';
                    assert!(
                        blank || shows(glyph.front, shown.fg) && shows(glyph.back, shown.bg),
                        "{what}: {letter}"
                    );
                }
            }
            right += 1;
        }
        // Marks may take some characters.
        assert!(piece.is_none() || right * 2 > columns * rows, "{what}: {right} characters of a sprite");
    }
}
