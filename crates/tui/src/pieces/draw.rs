//! Draws one piece into a buffer.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::dots::glyphs;
use super::gallery::PieceArt;
use super::graphics::{Form, ink, symbol};
use super::number::with;
use super::overlay::Overlay;
use super::piece_style::{PieceStyle, Shape};
use super::png::Inks;
use crate::depth::Depth;
use crate::host::cell_size::CellSize;
use crate::rules::art::{Dot, Size};
use crate::theme::color::{Rgb, indexed, rgb};

/// How a piece is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// The highest style that may be used; a small cell may need a lower one.
    pub piece_style: PieceStyle,
    /// The colours of the terminal.
    pub depth: Depth,
    /// The size of a cell of the terminal.
    pub cell: CellSize,
    /// The colours of the piece and of its square.
    pub style: Style,
    /// Whether it is nearly as light as its square, so that it needs a dark rim.
    pub rimmed: bool,
    /// What is drawn together with the piece, where that is a picture.
    pub mark: Option<Overlay>,
}

impl Pen {
    /// The colour of dots, where what is dark is a rim or not. Where colours are few, all tones of a piece are one.
    fn color(&self, dot: Dot, rim: bool) -> Color {
        let fill = self.style.fg.unwrap_or_default();
        let ground = self.style.bg.unwrap_or_default();
        let tone = |of: fn(Inks) -> Rgb, otherwise: Color| match (rgb(fill), self.depth) {
            (Some(fill), Depth::True) => {
                let Rgb(red, green, blue) = of(Inks::of(fill));
                Color::Rgb(red, green, blue)
            }
            (Some(fill), Depth::Indexed256) => Color::Indexed(indexed(of(Inks::of(fill)))),
            _ => otherwise,
        };
        match dot {
            Dot::Ground => ground,
            Dot::Fill => fill,
            Dot::Shade => tone(|inks| inks.shade, fill),
            // A rim is as wide as a dot; black would be louder than the piece.
            Dot::Core if rim => tone(|inks| inks.outline, ground),
            Dot::Core => tone(|inks| inks.core, ground),
        }
    }

    /// Draws a piece into a cell of the board, which has its ground already. Places in `taken` are left alone:
    /// there are marks. Returns false if the piece must be shown as its letter.
    pub fn draw(&self, piece: &PieceArt<'_>, cell: Rect, taken: &[Point], buffer: &mut Buffer) -> bool {
        let form = (cell.width, cell.height);
        let mut piece_style = self.piece_style.in_cell(form, self.depth);
        if piece_style == PieceStyle::Pictures {
            if let (Some(number), Some(form)) = (piece.picture, Form::new(cell.width, cell.height)) {
                self.picture(with(Some(number), self.mark), form, cell, taken, buffer);
                return true;
            }
            piece_style = PieceStyle::Sextants.in_cell(form, self.depth);
        }
        let Some(shape) = piece_style.shape(form, self.depth, self.cell) else { return false };
        let drawn = |size| {
            let hollow = piece.hollow && self.depth == Depth::None;
            let sprite = if hollow { piece.sprites.hollow(size) } else { piece.sprites.solid(size) };
            match size {
                _ if !self.rimmed => glyphs(sprite),
                // A rim would fill the cell.
                Size::Small => glyphs(&sprite.lined(piece.sprites.hollow(size))),
                _ => glyphs(&sprite.rimmed()),
            }
        };
        let ((columns, rows), shown) = match shape {
            Shape::Scaled { columns, rows, dots } => {
                let scaled = piece.scaled.and_then(|scaled| scaled.glyphs((columns, rows), dots, self.rimmed));
                match (scaled, piece_style.size(form)) {
                    (Some(glyphs), _) => ((columns, rows), glyphs.to_vec()),
                    (None, Some(size)) => (size.cells(), drawn(size)),
                    (None, None) => return false,
                }
            }
            Shape::Drawn(size) => (size.cells(), drawn(size)),
        };
        let rim = self.rimmed && !piece.sprites.solid(Size::Medium).dots().contains(&Dot::Core);
        // A piece stands low in a cell that is higher than it is.
        let (left, top) = (cell.x + (cell.width - columns) / 2, cell.y + (cell.height - rows).div_ceil(2));
        for (at, glyph) in shown.into_iter().enumerate() {
            let at = Point::new(left + at as u16 % columns, top + at as u16 / columns);
            let style = Style::new().fg(self.color(glyph.front, rim)).bg(self.color(glyph.back, rim));
            if let Some(shown) = buffer.cell_mut(at).filter(|_| !taken.contains(&at) && glyph.shown != ' ') {
                shown.set_char(glyph.shown).set_style(style);
                // Bold would change the colour in some terminals.
                shown.modifier = self.style.add_modifier.intersection(Modifier::REVERSED);
            }
        }
        true
    }

    /// Draws the mark alone, as a picture or as dots in the colour of the signs of its square. False if it must be shown
    /// in another way.
    pub(crate) fn draw_mark(&self, cell: Rect, taken: &[Point], buffer: &mut Buffer) -> bool {
        let Some(mark) = self.mark else { return false };
        let cells = (cell.width, cell.height);
        let piece_style = self.piece_style.in_cell(cells, self.depth);
        let shape = self.cell.shape(cells);
        match (piece_style, Form::new(cell.width, cell.height)) {
            (PieceStyle::Letters, _) => return false,
            (PieceStyle::Pictures, Some(form)) => {
                // Only the cells that show some of it, because each takes bytes.
                let is_blank = |at: &Point| !mark.is_in(cells, (at.x - cell.x, at.y - cell.y), shape);
                let blank: Vec<Point> = cell.positions().filter(is_blank).chain(taken.iter().copied()).collect();
                self.picture(with(None, Some(mark)), form, cell, &blank, buffer);
                return true;
            }
            _ => {}
        }
        let in_cell = if piece_style == PieceStyle::Quadrants { (2, 2) } else { (2, 3) };
        let glyphs = mark.glyphs(cells, in_cell, shape);
        for (at, glyph) in
            cell.positions().zip(glyphs).filter(|(at, glyph)| glyph.shown != ' ' && !taken.contains(at))
        {
            if let Some(shown) = buffer.cell_mut(at) {
                shown.set_char(glyph.shown).set_style(self.style);
            }
        }
        true
    }

    /// Shows a picture. Each cell names its place, because what is drawn later may cover any of them.
    fn picture(&self, number: u32, form: Form, cell: Rect, taken: &[Point], buffer: &mut Buffer) {
        for at in cell.positions().filter(|at| !taken.contains(at)) {
            let Some(shown) = buffer.cell_mut(at) else { continue };
            shown.set_symbol(&symbol(at.x - cell.x, at.y - cell.y));
            shown.fg = ink(number);
            shown.bg = self.style.bg.unwrap_or_default();
            shown.underline_color = Color::Indexed(form.number());
            shown.modifier = Modifier::empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::graphics::place;
    use crate::rules::art::Sprites;
    use proptest::prelude::*;

    fn sprites() -> Sprites {
        let art = crate::rules::art::Art {
            file: "hole.txt",
            sprites: include_str!("../../../games/src/blackholes/art/hole.txt"),
            picture: None,
            drawing: None,
        };
        Sprites::read(&art).expect("it is right")
    }

    fn drawn(
        piece_style: PieceStyle,
        depth: Depth,
        picture: Option<u8>,
        cell: Rect,
        taken: &[Point],
    ) -> (bool, Buffer) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 12));
        let style = Style::new().fg(Color::Rgb(250, 200, 100)).bg(Color::Rgb(1, 2, 3));
        buffer.set_style(cell, style);
        let sprites = sprites();
        let piece = PieceArt { sprites: &sprites, scaled: None, hollow: true, picture };
        let done = Pen { piece_style, depth, cell: CellSize::USUAL, style, rimmed: false, mark: None }.draw(
            &piece,
            cell,
            taken,
            &mut buffer,
        );
        (done, buffer)
    }

    #[test]
    fn a_sprite_stands_low_in_the_middle_of_its_cell() {
        let (done, buffer) = drawn(PieceStyle::Sextants, Depth::True, None, Rect::new(2, 1, 9, 4), &[]);
        let shown: Vec<Point> = buffer.area.positions().filter(|&at| buffer[at].symbol() != " ").collect();
        assert!(done && !shown.is_empty());
        assert!(shown.iter().all(|at| Rect::new(3, 2, 7, 3).contains(*at)), "{shown:?}");
        assert!(shown.iter().any(|at| at.y == 4), "on the bottom row");
        let (done, letters) = drawn(PieceStyle::Sextants, Depth::True, None, Rect::new(2, 1, 3, 1), &[]);
        assert!(!done && letters.content.iter().all(|cell| cell.symbol() == " "));
    }

    #[test]
    fn without_colours_the_second_side_is_hollow() {
        let cell = Rect::new(0, 0, 7, 3);
        let (_, hollow) = drawn(PieceStyle::Sextants, Depth::None, None, cell, &[]);
        let (_, solid) = drawn(PieceStyle::Sextants, Depth::True, None, cell, &[]);
        assert_ne!(hollow, solid);
        let full = |buffer: &Buffer| buffer.content.iter().filter(|cell| cell.symbol() == "█").count();
        assert!(full(&hollow) < full(&solid));
    }

    #[test]
    fn every_cell_of_a_picture_names_its_place() {
        let cell = Rect::new(4, 2, 7, 3);
        let mark = Point::new(6, 3);
        let (done, buffer) = drawn(PieceStyle::Pictures, Depth::True, Some(9), cell, &[mark]);
        assert!(done && buffer[mark].symbol() == " ");
        assert_eq!(place(buffer[(4, 2)].symbol()), Some(Some((0, 0))));
        assert_eq!(place(buffer[(5, 3)].symbol()), Some(Some((1, 1))));
        assert_eq!(place(buffer[(7, 3)].symbol()), Some(Some((1, 3))));
        assert_eq!((buffer[(7, 3)].fg, buffer[(7, 3)].bg), (Color::Indexed(9), Color::Rgb(1, 2, 3)));
        // Without a picture the sprite of the same cell.
        let (_, sprite) = drawn(PieceStyle::Pictures, Depth::True, None, cell, &[]);
        assert_eq!(sprite, drawn(PieceStyle::Sextants, Depth::True, None, cell, &[]).1);
    }

    proptest! {
        #[test]
        fn nothing_is_drawn_outside_the_cell(
            piece_style in prop::sample::select(PieceStyle::ALL.to_vec()),
            depth in prop::sample::select(vec![Depth::None, Depth::Ansi16, Depth::Indexed256, Depth::True]),
            (x, y, width, height) in (0..30_u16, 0..14_u16, 0..26_u16, 0..14_u16),
            picture in prop::option::of(1..=255_u8),
        ) {
            let cell = Rect::new(x, y, width, height);
            let (_, buffer) = drawn(piece_style, depth, picture, cell.intersection(Rect::new(0, 0, 24, 12)), &[]);
            for at in buffer.area.positions() {
                prop_assert!(cell.contains(at) || buffer[at].symbol() == " ");
            }
            // A cell that reaches beyond the buffer is cut.
            let mut small = Buffer::empty(Rect::new(0, 0, 24, 12));
            let sprites = sprites();
            let piece = PieceArt { sprites: &sprites, scaled: None, hollow: false, picture };
            Pen { piece_style, depth, cell: CellSize::USUAL, style: Style::new(), rimmed: depth == Depth::True, mark: None }.draw(&piece, cell, &[], &mut small);
        }
    }
}
