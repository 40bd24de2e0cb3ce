//! Pieces as sprites and pictures, from the program's own bytes: a terminal reads them back.

use heterodox::rules::art::{Art, Sprites};
use heterodox::tui::backend::Backend;
use heterodox::tui::depth::Depth;
use heterodox::tui::host::cell_size::CellSize;
use heterodox::tui::pieces::draw::Pen;
use heterodox::tui::pieces::gallery::PieceArt;
use heterodox::tui::pieces::graphics::{Graphics, place, shorten};
use heterodox::tui::pieces::piece_style::{Dialect, PieceStyle};
use heterodox::tui::pieces::png::Inks;
use heterodox::tui::pieces::sent::{Sent, Wanted, wanted};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Style};

use crate::emulator::{Emulator, Tile};

const HOLE: Art = Art {
    file: "hole.txt",
    sprites: include_str!("../../crates/games/src/blackholes/art/hole.txt"),
    picture: None,
    drawing: None,
};

/// A frame with pieces of this style in cells of several forms.
fn frame(piece_style: PieceStyle) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 20));
    let sprites = Sprites::read(&HOLE).expect("it is right");
    let cells =
        [(1, 1, 7, 3), (9, 1, 7, 3), (1, 5, 5, 2), (7, 5, 9, 4), (20, 5, 13, 6), (40, 1, 4, 2), (50, 1, 2, 2)];
    for (at, (x, y, width, height)) in cells.into_iter().enumerate() {
        let style = Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(232 + at as u8));
        let cell = Rect::new(x, y, width, height);
        buffer.set_style(cell, style);
        let piece = PieceArt { sprites: &sprites, scaled: None, hollow: false, picture: Some(20 + at as u8 / 2) };
        let pen =
            Pen { piece_style, depth: Depth::Indexed256, cell: CellSize::USUAL, style, rimmed: false, mark: None };
        if !pen.draw(&piece, cell, &[Point::new(9, 2)], &mut buffer) {
            buffer[(x, y)].set_char('R');
        }
    }
    buffer
}

/// The bytes from one frame to the next.
fn bytes(before: &Buffer, after: &Buffer) -> Vec<u8> {
    use ratatui::backend::Backend as _;
    let mut backend = Backend::new(Vec::new(), after.area.width, after.area.height);
    backend.draw(before.diff(after).into_iter()).expect("it is memory");
    backend.flush().expect("it is memory");
    backend.out().clone()
}

#[test]
fn a_terminal_shows_what_was_drawn_on_every_rung() {
    for piece_style in PieceStyle::ALL {
        let frame = frame(piece_style);
        let mut terminal = Emulator::new(60, 20);
        let bytes = bytes(&Buffer::empty(frame.area), &frame);
        for part in bytes.chunks(7) {
            terminal.feed(part);
        }
        for at in frame.area.positions() {
            let (shown, drawn) = (&terminal.screen[at], &frame[at]);
            assert_eq!((shown.symbol(), shown.bg), (drawn.symbol(), drawn.bg), "{piece_style:?} {at:?}");
            assert!(shown.symbol() == " " || shown.fg == drawn.fg, "{piece_style:?} {at:?}");
        }
    }
}

/// Where each part of a picture stands, in a frame whose cells all name their places.
fn parts(frame: &Buffer) -> Vec<(u16, u16, u32, u32, u32)> {
    let part = |at: Point| {
        let (row, column) = place(frame[at].symbol())??;
        let Color::Indexed(number) = frame[at].fg else { return None };
        Some((at.x, at.y, u32::from(number), u32::from(row), u32::from(column)))
    };
    frame.area.positions().filter_map(part).collect()
}

/// A popup comes, moves over every place and goes. What is seen of the pieces beside it is the right part of them, in
/// each row from its first cell on.
#[test]
fn a_popup_anywhere_leaves_the_pieces_beside_it_whole() {
    let pieces = frame(PieceStyle::Pictures);
    let mut short = pieces.clone();
    shorten(&mut short);
    assert_ne!(short, pieces);
    let (mut sent, mut out) = (Sent::default(), Vec::new());
    let graphics = Graphics(Dialect { ranges: true, through_tmux: false });
    let png = |(number, _): Wanted, _| Some([&b"\x89PNG\r\n\x1a\n"[..], &[number as u8; 40]].concat());
    let white = heterodox::tui::theme::color::Rgb(255, 255, 255);
    sent.prepare(&mut out, graphics, &wanted(&pieces), |_| Some((Some(Inks::of(white)), None)), png);
    let mut terminal = Emulator::new(60, 20);
    terminal.feed(&out);
    let mut before = Buffer::empty(pieces.area);
    let (width, height) = (11, 4);
    let popups = (0..20 - height).flat_map(|y| (0..60 - width).map(move |x| Rect::new(x, y, width, height)));
    let frames = popups.map(Some).chain([None]).flat_map(|popup| {
        // Now and then it goes away between two places, so that all of a piece appears at once.
        let goes = popup.is_some_and(|popup| popup.x % 7 == 0);
        std::iter::once(popup).chain(goes.then_some(None))
    });
    for popup in frames {
        let mut after = pieces.clone();
        for at in popup.unwrap_or_default().positions() {
            after[at].reset();
            after[at].set_char('x');
        }
        let expected = parts(&after);
        shorten(&mut after);
        terminal.feed(&bytes(&before, &after));
        let shown = terminal.tiles();
        let shown: Vec<_> =
            shown.iter().map(|tile| (tile.at.0, tile.at.1, tile.picture, tile.row, tile.column)).collect();
        assert_eq!(shown, expected, "{popup:?}");
        before = after;
    }
    assert_eq!(before, short);
}

/// Most cells of a picture need no name: a piece takes about the bytes of its cells.
#[test]
fn only_the_first_cells_of_a_row_name_their_place() {
    let mut frame = frame(PieceStyle::Pictures);
    shorten(&mut frame);
    let named = frame.content.iter().filter(|cell| matches!(place(cell.symbol()), Some(Some(_)))).count();
    let rows = 3 + 3 + 2 + 4 + 6 + 2;
    assert_eq!(named, rows, "one in each row of a piece, also where a mark covers the first cell");
}

#[test]
fn placeholders_show_the_parts_of_pictures_that_were_sent() {
    for through_tmux in [false, true] {
        let graphics = Graphics(Dialect { ranges: true, through_tmux });
        let mut frame = frame(PieceStyle::Pictures);
        shorten(&mut frame);
        let (mut sent, mut out) = (Sent::default(), Vec::new());
        let png = |(number, _): Wanted, _| Some([&b"\x89PNG\r\n\x1a\n"[..], &vec![number as u8; 4000]].concat());
        let white = heterodox::tui::theme::color::Rgb(255, 255, 255);
        sent.prepare(&mut out, graphics, &wanted(&frame), |_| Some((Some(Inks::of(white)), None)), png);
        let mut terminal = Emulator::new(60, 20);
        terminal.feed(&out);
        terminal.feed(&bytes(&Buffer::empty(frame.area), &frame));
        let tiles = terminal.tiles();
        assert_eq!(tiles.len(), 7 * 3 * 2 - 1 + 5 * 2 + 9 * 4 + 13 * 6 + 4 * 2, "without the mark");
        for &Tile { at, picture, row, column, .. } in &tiles {
            let (left, top, number) = match at {
                (..8, ..4) => (1, 1, 20),
                (..20, ..4) => (9, 1, 20),
                (..7, _) => (1, 5, 21),
                (..20, _) => (7, 5, 21),
                (..40, _) => (20, 5, 22),
                _ => (40, 1, 22),
            };
            assert_eq!((u32::from(at.0 - left), u32::from(at.1 - top), number), (column, row, picture));
        }
        assert_eq!(terminal.drawn().matches("<image").count(), tiles.len());
        let mut gone = Vec::new();
        graphics.delete(&mut gone, &sent.numbers());
        terminal.feed(&gone);
        assert!(terminal.pictures.is_empty());
    }
}
