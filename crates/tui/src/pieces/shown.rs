//! How one client shows pieces: the artwork of its games, what its terminal can show, and what the user wants.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::encoded::Wish;
use super::gallery::Gallery;
use super::graphics::Graphics;
use super::number::{is_behind, mark, piece};
use super::piece_style::{Ability, PieceStyle};
use super::png::{Inks, entries, inked};
use super::raster::Scene;
use super::sent::{Colours, Sent, Wanted};
use crate::backend::canvas::Canvas;
use crate::backend::pictures::{Part, beside, cut};
use crate::config::{GlyphSet, Look, PieceSetting};
use crate::host::cell_size::CellSize;
use crate::host::facts::Facts;
use crate::host::name::Answers;
use crate::theme::Theme;
use crate::theme::army::army;
use crate::theme::color::{Rgb, rgb};

/// The artwork of a client's games, and what its terminal can show.
#[derive(Debug)]
pub struct Shown {
    /// The artwork, which clients of one process share.
    pub gallery: Arc<Gallery>,
    /// What the terminal can show, as far as it has answered.
    pub ability: Ability,
    /// How long it took to answer over a line.
    delay: Option<Duration>,
}

/// How long a terminal took to answer over a line; one beside the program is never slow, only busy.
fn delay(facts: &Facts) -> Option<Duration> {
    facts.delay.filter(|_| facts.over_ssh)
}

impl Shown {
    /// For a terminal with these facts.
    pub fn new(gallery: Arc<Gallery>, facts: &Facts) -> Shown {
        Shown { gallery, ability: Ability::of(facts, &Answers::of(&facts.reports)), delay: delay(facts) }
    }

    /// The terminal has answered.
    pub(crate) fn learn(&mut self, facts: &Facts) {
        self.ability = Ability::of(facts, &Answers::of(&facts.reports));
        self.delay = delay(facts);
    }

    /// Whether pictures by sixel would be too many bytes for the line, or none are wished for.
    pub(crate) fn is_slow(&self, look: &Look) -> bool {
        let most = Duration::from_millis(look.slow_ms);
        most.is_zero() || self.delay.is_some_and(|delay| delay > most)
    }

    /// The style that is chosen for the terminal.
    fn chosen(&self, look: &Look) -> PieceStyle {
        if self.is_slow(look) { self.ability.without_sixels } else { self.ability.piece_style }
    }

    /// The style in which pieces are shown. Without the Unicode characters they are letters.
    pub(crate) fn piece_style(&self, look: &Look, glyphs: GlyphSet) -> PieceStyle {
        match look.pieces {
            _ if glyphs != GlyphSet::Unicode => PieceStyle::Letters,
            PieceSetting::Auto => self.chosen(look),
            PieceSetting::Letters => PieceStyle::Letters,
            PieceSetting::Quadrants => PieceStyle::Quadrants,
            PieceSetting::Sextants => PieceStyle::Sextants,
            PieceSetting::Pictures => PieceStyle::Pictures,
        }
    }

    /// The name of a style, and the way in which pictures are shown.
    pub(crate) const fn name(&self, style: PieceStyle) -> &'static str {
        match style {
            PieceStyle::Pictures if self.ability.sixels.is_some() => "pictures (sixel)",
            style => style.name(),
        }
    }

    /// The setting after this style, as the key goes through them. Pictures are offered only where they can be
    /// shown: in tmux it depends on the terminal outside.
    pub(crate) fn next(&self, now: PieceStyle, look: &Look) -> PieceSetting {
        let pictures = self.ability.piece_style == PieceStyle::Pictures || self.ability.dialect.through_tmux;
        let next = match now {
            PieceStyle::Letters => PieceStyle::Quadrants,
            PieceStyle::Quadrants => PieceStyle::Sextants,
            PieceStyle::Sextants if pictures => PieceStyle::Pictures,
            PieceStyle::Sextants | PieceStyle::Pictures => PieceStyle::Letters,
        };
        match next {
            next if next == self.chosen(look) => PieceSetting::Auto,
            PieceStyle::Letters => PieceSetting::Letters,
            PieceStyle::Quadrants => PieceSetting::Quadrants,
            PieceStyle::Sextants => PieceSetting::Sextants,
            PieceStyle::Pictures => PieceSetting::Pictures,
        }
    }

    /// The colours of the piece in the picture with this number.
    pub fn inks(&self, number: u32, theme: &Theme) -> Option<Inks> {
        let picture = self.gallery.picture(piece(number))?;
        let role = army(picture.spec, picture.piece.side());
        let inks = Inks::of(rgb(theme.figure(theme.style(role), role).fg?)?);
        Some(if is_behind(number) { theme.dimmed_inks(inks) } else { inks })
    }

    /// The colour of the mark in the picture with this number.
    pub(crate) fn mark_colour(number: u32, theme: &Theme) -> Option<Rgb> {
        let colour = rgb(theme.of_sign(mark(number)?.role())?)?;
        Some(if is_behind(number) { theme.dimmed_colour(colour) } else { colour })
    }

    fn colours(&self, number: u32, theme: &Theme) -> Option<Colours> {
        let colours = (self.inks(number, theme), Shown::mark_colour(number, theme));
        Some(colours).filter(|(inks, mark)| inks.is_some() || mark.is_some())
    }

    /// The file of the picture with this number in these colours, for squares of this shape.
    fn file(&self, number: u32, shape: f32, (inks, colour): Colours) -> Option<Vec<u8>> {
        let png = self.gallery.picture(piece(number)).map(|picture| picture.png);
        match (mark(number), colour) {
            (Some(mark), Some(colour)) => {
                let piece = png.and_then(entries).zip(inks.map(|inks| inks.colours()));
                Some(mark.picture(colour, piece.as_ref().map(|(entries, colours)| (entries, &colours[..])), shape))
            }
            _ => inked(png?, &inks?),
        }
    }

    /// What must be written before the terminal, whose cells have this size, can show these pictures of a frame.
    pub fn prepare(&self, sent: &mut Sent, frame: &[Wanted], theme: &Theme, cell: Option<CellSize>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let colours = |number| self.colours(number, theme);
        let cell = cell.unwrap_or(CellSize::USUAL);
        let picture = |(number, form): Wanted, colours| self.file(number, cell.shape(form.cells()), colours);
        sent.prepare(&mut bytes, Graphics(self.ability.dialect), frame, colours, picture);
        bytes
    }

    /// Draws a frame, with the pictures that a terminal needs which keeps none and has cells of this size. Says whether there
    /// were any. `draw` returns the place of the cursor, if it is shown.
    pub fn draw(
        &self,
        screen: &mut Canvas,
        draw: impl FnOnce(&mut Buffer) -> Option<Point>,
        theme: &Theme,
        cell: Option<CellSize>,
    ) -> io::Result<bool> {
        screen.draw(draw)?;
        Ok(cell.is_some_and(|cell| self.add(screen, theme, cell)))
    }

    /// Adds the pictures to a frame. What stands beside them is in its buffer: a copy of that would be the largest thing that
    /// a client has.
    fn add(&self, screen: &mut Canvas, theme: &Theme, cell: CellSize) -> bool {
        let (backend, frame) = screen.parts();
        let Some(pictures) = backend.pictures_mut() else { return false };
        let parts = pictures.take_stale(|number| self.colours(number, theme));
        let beside = beside(&parts, frame);
        backend.add_pictures(&cut(&parts, cell), &self.drawn(&parts, cell), &beside);
        !parts.is_empty()
    }

    /// These parts of pictures as a terminal that keeps none gets them, each where it is shown.
    fn drawn(&self, parts: &[Part], cell: CellSize) -> Vec<(Point, Arc<[u8]>)> {
        let encoded = |part: &Part| {
            let Part { number, form, ground, area, at, colours } = *part;
            let wish = Wish { number, form, cell, colours, ground: rgb(ground), area };
            self.gallery.encoded.get(&wish, || self.encode(&wish)).map(|bytes| (at, bytes))
        };
        parts.iter().filter_map(encoded).collect()
    }

    /// Draws a part of a picture.
    fn encode(&self, wish: &Wish) -> Option<Vec<u8>> {
        let (inks, colour) = wish.colours;
        let read = self.gallery.picture(piece(wish.number)).and_then(|picture| entries(picture.png));
        let scene =
            Scene { piece: read.as_ref().zip(inks), mark: mark(wish.number).zip(colour), ground: wish.ground };
        let Rect { x, y, width, height } = wish.area;
        let (left, top) = wish.cell.pixels((x, y))?;
        let (right, bottom) = wish.cell.pixels((x + width, y + height))?;
        Some(scene.drawn(wish.cell.pixels(wish.form.cells())?).part(left..right, top..bottom).encoded())
    }

    /// What must be written at the end to delete the pictures that were sent; nothing if none was.
    pub(crate) fn deletion(&self, sent: &Sent) -> Vec<u8> {
        let mut bytes = Vec::new();
        Graphics(self.ability.dialect).delete(&mut bytes, &sent.numbers());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Registry;

    fn shown(term: &str) -> Shown {
        let value = |name: &str| match name {
            "TERM" => Some(term.to_owned()),
            "LANG" => Some("C.UTF-8".to_owned()),
            _ => None,
        };
        Shown::new(Arc::new(Gallery::new(&Registry::default())), &Facts::of(value))
    }

    #[test]
    fn the_key_goes_round_what_the_terminal_can_show() {
        use PieceSetting::{Auto, Letters, Pictures, Quadrants, Sextants};
        let round = |shown: &Shown| {
            let mut look = Look::default();
            let mut seen = Vec::new();
            for _ in 0..5 {
                seen.push(look.pieces);
                look.pieces = shown.next(shown.piece_style(&look, GlyphSet::Unicode), &look);
            }
            seen
        };
        assert_eq!(round(&shown("foot")), [Auto, Letters, Quadrants, Auto, Letters]);
        assert_eq!(round(&shown("xterm-256color")), [Auto, Sextants, Letters, Auto, Sextants]);
        assert_eq!(round(&shown("tmux-256color")), [Auto, Sextants, Pictures, Letters, Auto]);
        assert_eq!(shown("linux").next(PieceStyle::Letters, &Look::default()), Quadrants);
    }

    #[test]
    fn other_character_sets_have_letters() {
        let look = |pieces| Look { pieces, ..Look::default() };
        for set in [GlyphSet::Ascii, GlyphSet::Console] {
            assert_eq!(shown("foot").piece_style(&look(PieceSetting::Pictures), set), PieceStyle::Letters);
        }
        let sextants = look(PieceSetting::Sextants);
        assert_eq!(shown("linux").piece_style(&sextants, GlyphSet::Unicode), PieceStyle::Sextants);
    }
}
