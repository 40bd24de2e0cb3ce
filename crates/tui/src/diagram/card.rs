//! A position as a picture in pixels (PNG), for programs that show a link with a picture and know no vectors.

use std::collections::BTreeMap;

use super::draw::{GROUND, INK, rgb};
use super::moment::Moment;
use crate::pieces::png::{Entries, Inks, SIGNATURE, chunk, entries};
use crate::pieces::raster::Scene;
use crate::rules::piece::Piece;
use crate::rules::spec::Spec;
use crate::theme::army::army;
use crate::theme::color::Rgb;
use crate::theme::{Role, Theme};
use crate::view::View;

/// The size that programs ask for.
pub const CARD: (usize, usize) = (1200, 630);

/// The least room around the board, and the line around its squares.
const ROOM: usize = 24;
const RIM: usize = 3;

/// The side of a square is a multiple of this: the drawing of a piece fills whole strips of so many rows.
const STRIP: usize = 6;

/// How hard the picture is packed, of 10.
const PACKED: u8 = 6;

/// The most colours of a picture.
const MOST_COLOURS: usize = 256;

/// A picture whose pixels are numbers of colours.
struct Canvas {
    pixels: Vec<u8>,
    colours: Vec<Rgb>,
    known: BTreeMap<Rgb, u8>,
}

impl Canvas {
    fn new(ground: Rgb) -> Canvas {
        let mut canvas = Canvas { pixels: vec![0; CARD.0 * CARD.1], colours: Vec::new(), known: BTreeMap::new() };
        canvas.number(ground);
        canvas
    }

    /// The number of a colour. When there are too many of them it is the first one.
    fn number(&mut self, colour: Rgb) -> u8 {
        if let Some(&number) = self.known.get(&colour) {
            return number;
        }
        if self.colours.len() == MOST_COLOURS {
            return 0;
        }
        let number = self.colours.len() as u8;
        self.colours.push(colour);
        self.known.insert(colour, number);
        number
    }

    /// Fills a square area; what is outside of the picture is left out.
    fn fill(&mut self, (x, y): (usize, usize), side: usize, colour: Rgb) {
        let number = self.number(colour);
        for row in y..(y + side).min(CARD.1) {
            let (from, to) = (row * CARD.0 + x.min(CARD.0), row * CARD.0 + (x + side).min(CARD.0));
            self.pixels[from..to].fill(number);
        }
    }

    /// Draws a piece into a square of this colour.
    fn piece(&mut self, (x, y): (usize, usize), side: usize, ground: Rgb, piece: (&Entries, Inks)) {
        let drawn = Scene { piece: Some(piece), mark: None, ground: Some(ground) }.drawn((side, side));
        let numbers: Vec<u8> = drawn.colours.iter().map(|&colour| self.number(colour)).collect();
        for (at, pixel) in drawn.pixels.iter().enumerate() {
            let (column, row) = (x + at % side, y + at / side);
            if let (Some(&number), true) = (numbers.get(usize::from(*pixel)), column < CARD.0 && row < CARD.1) {
                self.pixels[row * CARD.0 + column] = number;
            }
        }
    }

    fn png(&self) -> Vec<u8> {
        let mut png = SIGNATURE.to_vec();
        let mut header = Vec::new();
        header.extend_from_slice(&(CARD.0 as u32).to_be_bytes());
        header.extend_from_slice(&(CARD.1 as u32).to_be_bytes());
        header.extend_from_slice(&[8, 3, 0, 0, 0]);
        chunk(&mut png, b"IHDR", &header);
        let palette: Vec<u8> = self.colours.iter().flat_map(|&Rgb(red, green, blue)| [red, green, blue]).collect();
        chunk(&mut png, b"PLTE", &palette);
        let rows: Vec<u8> =
            self.pixels.chunks(CARD.0).flat_map(|row| [0].into_iter().chain(row.iter().copied())).collect();
        chunk(&mut png, b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&rows, PACKED));
        chunk(&mut png, b"IEND", &[]);
        png
    }
}

/// A picture of a moment, seen from this side.
pub fn card(theme: &Theme, view: View, spec: &'static Spec, moment: &Moment) -> Vec<u8> {
    let board = spec.geometry();
    let levels = usize::from(board.size()[2]);
    let (columns, rows) = view.size(&board);
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    // Half a square is between two levels.
    let halves = 2 * columns * levels + levels - 1;
    let side = ((CARD.0 - 2 * ROOM) * 2 / halves).min((CARD.1 - 2 * ROOM) / rows.max(1)) / STRIP * STRIP;
    let (left, top) = ((CARD.0 - halves * side / 2) / 2, (CARD.1 - rows * side) / 2);
    let mut canvas = Canvas::new(rgb(theme.style(Role::Text).bg, GROUND));
    let corner = |square| {
        let (column, row) = view.place(&board, square);
        let level = usize::from(board.coord(square).z);
        (left + (level * columns + usize::from(column)) * side + level * side / 2, top + usize::from(row) * side)
    };
    let rim = rgb(theme.style(Role::Lines).fg, INK);
    for square in board.squares() {
        let (x, y) = corner(square);
        canvas.fill((x.saturating_sub(RIM), y.saturating_sub(RIM)), side + 2 * RIM, rim);
    }
    let mut pictures: BTreeMap<usize, Option<Entries>> = BTreeMap::new();
    let mut ink = |piece: Piece| {
        let kind = spec.of(piece.kind());
        let read = || kind.art.and_then(|art| art.picture).and_then(entries);
        pictures.entry(piece.kind().index()).or_insert_with(read).clone()
    };
    for square in board.squares() {
        let (column, row) = view.place(&board, square);
        let is_dark = (usize::from(row + column)) % 2 == (rows + 1) % 2;
        let marked = moment.marks.iter().find(|(marked, _)| *marked == square).map(|(_, role)| *role);
        let role = marked.unwrap_or(if is_dark { Role::Dark } else { Role::Light });
        let ground = rgb(theme.on_square(role, None).bg, GROUND);
        let at = corner(square);
        canvas.fill(at, side, ground);
        let Some(&(_, piece)) = moment.pieces.iter().find(|(other, _)| *other == square) else { continue };
        let role = army(spec, piece.side());
        let inks = Inks::of(rgb(theme.figure(theme.on_square(Role::Dark, Some(role)), role).fg, INK));
        match ink(piece) {
            Some(entries) => canvas.piece(at, side, ground, (&entries, inks)),
            // A kind without a drawing is a plate in the colour of its army.
            None => canvas.fill((at.0 + side / 4, at.1 + side / 4), side / 2, inks.fill),
        }
    }
    canvas.png()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;
    use crate::games::GAMES;
    use crate::pieces::png::chunks;
    use crate::rules::side::Side;
    use crate::rules::variant::Opening;
    use crate::theme::Themes;

    #[test]
    fn a_card_is_a_small_png_with_the_board_in_its_middle() {
        let theme = Themes::load(None).named("slate", Depth::True);
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            let png = card(&theme, View::of(game.spec(), Side::FIRST), game.spec(), &Moment::of(position.as_ref()));
            assert!(png.len() < 60_000, "{}: {}", game.spec().id, png.len());
            let chunks = chunks(&png).expect("it is a picture");
            assert_eq!(chunks[0].1[..8], [0, 0, 4, 176, 0, 0, 2, 118]);
            let data = miniz_oxide::inflate::decompress_to_vec_zlib(chunks[2].1).expect("it is packed");
            assert_eq!(data.len(), (CARD.0 + 1) * CARD.1);
            let pixel = |x: usize, y: usize| data[y * (CARD.0 + 1) + 1 + x];
            assert_eq!((pixel(0, 0), pixel(CARD.0 - 1, CARD.1 - 1)), (0, 0), "the ground is around it");
            let row: Vec<u8> = (0..CARD.0).map(|x| pixel(x, CARD.1 / 2)).collect();
            let first = row.iter().position(|&pixel| pixel != 0).expect("a board");
            let last = row.iter().rposition(|&pixel| pixel != 0).expect("a board");
            assert!(first.abs_diff(CARD.0 - 1 - last) <= 2, "{}: {first} to {last}", game.spec().id);
        }
    }
}
