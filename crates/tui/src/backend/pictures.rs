//! Which cells of the screen belong to which picture, for terminals that keep no pictures: they show pixels where they were
//! sent, until something is written there. What has changed or was written over is sent again.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;

use crate::host::cell_size::CellSize;
use crate::pieces::graphics::{Form, MOST_CELLS, PLACEHOLDER, numbered, place};
use crate::pieces::sent::Colours;
use crate::pieces::sixel::painted;

/// The cells of a picture that are seen, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Seen([u32; Form::MOST_ROWS as usize]);

impl Seen {
    fn set(&mut self, (column, row): (u16, u16), seen: bool) {
        let Some(bits) = self.0.get_mut(usize::from(row)) else { return };
        *bits = *bits & !(1 << column) | u32::from(seen) << column;
    }

    fn has(&self, (column, row): (u16, u16)) -> bool {
        self.0.get(usize::from(row)).is_some_and(|bits| bits >> column & 1 == 1)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&bits| bits == 0)
    }

    /// The cells as few rectangles: columns that are alike and beside each other are one. Where a rectangle ends, a part of
    /// its last row may be missing, so they are as high as they can be.
    fn areas(&self) -> Vec<Rect> {
        let mut areas: Vec<Rect> = Vec::new();
        for x in 0..MOST_CELLS {
            let rows = (0..Form::MOST_ROWS).filter(|&row| self.has((x, row)));
            let mut rests: Vec<(u16, u16)> = Vec::new();
            for row in rows {
                match rests.last_mut().filter(|(y, height)| y + *height == row) {
                    Some((_, height)) => *height += 1,
                    None => rests.push((row, 1)),
                }
            }
            for (y, height) in rests {
                match areas.iter_mut().find(|area| (area.y, area.height, area.right()) == (y, height, x)) {
                    Some(area) => area.width += 1,
                    None => areas.push(Rect::new(x, y, 1, height)),
                }
            }
        }
        areas
    }
}

/// What a picture shows: its number, its form, and the colour of its square.
type Content = (u32, Form, Color);

/// A picture on the screen.
#[derive(Clone, Debug)]
struct Placed {
    corner: Position,
    content: Content,
    seen: Seen,
    /// The colours in which it was sent last.
    colours: Option<Colours>,
    /// Something of it was written over, or is new.
    is_stale: bool,
}

/// A part of a picture that has to be sent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Part {
    pub(crate) number: u32,
    /// The columns and rows of the whole.
    pub(crate) form: Form,
    /// The colour of its square.
    pub(crate) ground: Color,
    /// The columns and rows of it that are seen.
    pub(crate) area: Rect,
    /// Where they begin on the screen.
    pub(crate) at: Position,
    pub(crate) colours: Colours,
}

/// The pictures on the screen.
#[derive(Debug, Default)]
pub(crate) struct Pictures(Vec<Placed>);

/// The picture of a cell, where it begins, and which of its cells this is.
fn picture(at: Position, cell: &Cell) -> Option<(Position, Content, (u16, u16))> {
    let (row, column) = place(cell.symbol())??;
    let Color::Indexed(form) = cell.underline_color else { return None };
    let content = (numbered(cell.fg)?, Form::numbered(form)?, cell.bg);
    let corner = Position::new(at.x.checked_sub(column)?, at.y.checked_sub(row)?);
    Some((corner, content, (column, row)))
}

/// Whether a cell of a frame shows a part of a picture.
pub(crate) fn is_picture(cell: &Cell) -> bool {
    cell.underline_color != Color::Reset && cell.symbol().starts_with(PLACEHOLDER)
}

/// The texts to the right of pictures. Konsole takes them away when it shows these.
pub(crate) fn beside(parts: &[Part], shown: &Buffer) -> Vec<(Position, Cell)> {
    let right = |part: &Part| {
        (0..part.area.height)
            .map(|row| Position::new(part.at.x + part.area.width, part.at.y + row))
            .collect::<Vec<_>>()
    };
    let mut places: Vec<Position> = parts.iter().flat_map(right).collect();
    places.sort_unstable_by_key(|at| (at.y, at.x));
    places.dedup();
    let text = |at: Position| shown.cell(at).filter(|cell| !is_picture(cell)).map(|cell| (at, cell.clone()));
    places.into_iter().filter_map(text).collect()
}

/// The cells, with the colours of their squares, in which a part that ends inside its picture cannot paint all rows of pixels. What
/// they have shown of it before would be left there.
pub(crate) fn cut(parts: &[Part], cell: CellSize) -> Vec<(Position, Color)> {
    let is_cut = |part: &&Part| {
        let high = cell.pixels((1, part.area.height)).map_or(0, |(_, high)| high);
        part.area.bottom() < part.form.cells().1 && painted(high) < high
    };
    let last = |part: &Part| {
        let (row, ground) = (part.at.y + part.area.height - 1, part.ground);
        (part.at.x..part.at.x + part.area.width).map(move |x| (Position::new(x, row), ground)).collect::<Vec<_>>()
    };
    parts.iter().filter(is_cut).flat_map(last).collect()
}

impl Pictures {
    /// Nothing is on the screen.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether any is on the screen.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes a changed cell of a frame, which is as wide as this.
    pub(super) fn note(&mut self, at: Position, width: u16, cell: &Cell) {
        for x in at.x..at.x + width.max(1) {
            self.uncover(Position::new(x, at.y));
        }
        let Some((corner, content, place)) = picture(at, cell) else { return };
        let known = self.0.iter().position(|placed| (placed.corner, placed.content) == (corner, content));
        let at = known.unwrap_or_else(|| {
            self.0.push(Placed { corner, content, seen: Seen::default(), colours: None, is_stale: true });
            self.0.len() - 1
        });
        self.0[at].seen.set(place, true);
        self.0[at].is_stale = true;
    }

    /// A cell no longer shows what it did. If that was a part of a picture, the rest of it is sent again, because some terminals
    /// take more of it away.
    fn uncover(&mut self, at: Position) {
        let inside =
            |placed: &Placed| Some((at.x.checked_sub(placed.corner.x)?, at.y.checked_sub(placed.corner.y)?));
        let shows = |placed: &&mut Placed| {
            inside(placed).is_some_and(|(x, y)| x < placed.content.1.cells().0 && placed.seen.has((x, y)))
        };
        let Some(placed) = self.0.iter_mut().find(shows) else { return };
        if let Some(place) = inside(placed) {
            placed.seen.set(place, false);
        }
        placed.is_stale = true;
    }

    /// The parts that have to be sent, with the colours that each number has now. They count as sent.
    pub(crate) fn take_stale(&mut self, colours: impl Fn(u32) -> Option<Colours>) -> Vec<Part> {
        self.0.retain(|placed| !placed.seen.is_empty());
        let mut parts = Vec::new();
        for placed in &mut self.0 {
            let (number, form, ground) = placed.content;
            let now = colours(number);
            let is_new = std::mem::replace(&mut placed.colours, now) != now;
            if !std::mem::take(&mut placed.is_stale) && !is_new {
                continue;
            }
            let Some(colours) = now else { continue };
            let part = |area: Rect| {
                let at = Position::new(placed.corner.x + area.x, placed.corner.y + area.y);
                Part { number, form, ground, area, at, colours }
            };
            parts.extend(placed.seen.areas().into_iter().map(part));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::graphics::{ink, symbol};
    use crate::pieces::png::Inks;
    use crate::theme::color::Rgb;

    const GROUND: Color = Color::Rgb(1, 2, 3);

    fn cell(number: u32, (column, row): (u16, u16), ground: Color) -> Cell {
        let mut cell = Cell::default();
        cell.set_symbol(&symbol(column, row)).set_bg(ground);
        cell.fg = ink(number);
        cell.underline_color = Color::Indexed(Form::new(4, 3).expect("it is small").number());
        cell
    }

    fn show(pictures: &mut Pictures, number: u32, corner: (u16, u16), ground: Color) {
        for (x, y) in (0..3).flat_map(|row| (0..4).map(move |column| (column, row))) {
            pictures.note(Position::new(corner.0 + x, corner.1 + y), 1, &cell(number, (x, y), ground));
        }
    }

    fn stale(pictures: &mut Pictures) -> Vec<(u32, Rect)> {
        let colours = |number| (number != 99).then(|| (Some(Inks::of(Rgb(200, 200, 200))), None));
        let parts = pictures.take_stale(colours);
        let place = |part: &Part| (part.number, Rect::new(part.at.x, part.at.y, part.area.width, part.area.height));
        parts.iter().map(place).collect()
    }

    fn text(pictures: &mut Pictures, at: (u16, u16), letters: &str) {
        let mut cell = Cell::default();
        cell.set_symbol(letters);
        let width = ratatui::buffer::CellWidth::cell_width(letters);
        pictures.note(at.into(), width, &cell);
    }

    #[test]
    fn a_picture_is_sent_once_and_again_when_text_has_touched_it() {
        let mut pictures = Pictures::default();
        show(&mut pictures, 7, (10, 5), GROUND);
        assert_eq!(stale(&mut pictures), [(7, Rect::new(10, 5, 4, 3))]);
        assert_eq!(stale(&mut pictures), []);
        text(&mut pictures, (3, 3), "a");
        text(&mut pictures, (14, 6), "a");
        assert_eq!(stale(&mut pictures), [], "that is beside it");
        text(&mut pictures, (13, 7), "K");
        let rest = [(7, Rect::new(10, 5, 3, 3)), (7, Rect::new(13, 5, 1, 2))];
        assert_eq!(stale(&mut pictures), rest);
        text(&mut pictures, (9, 5), "漢");
        assert_eq!(stale(&mut pictures).first(), Some(&(7, Rect::new(10, 6, 1, 2))), "a wide one takes two cells");
        pictures.note((13, 7).into(), 1, &cell(7, (3, 2), GROUND));
        assert_eq!(stale(&mut pictures).len(), 2);
    }

    #[test]
    fn a_picture_covers_another_one() {
        let mut pictures = Pictures::default();
        show(&mut pictures, 7, (0, 0), GROUND);
        stale(&mut pictures);
        show(&mut pictures, 8, (0, 0), GROUND);
        assert_eq!(stale(&mut pictures), [(8, Rect::new(0, 0, 4, 3))]);
        show(&mut pictures, 8, (0, 0), Color::Reset);
        assert_eq!(stale(&mut pictures), [(8, Rect::new(0, 0, 4, 3))]);
        show(&mut pictures, 8, (2, 1), GROUND);
        let parts = [(8, Rect::new(0, 0, 2, 3)), (8, Rect::new(2, 0, 2, 1)), (8, Rect::new(2, 1, 4, 3))];
        assert_eq!(stale(&mut pictures), parts);
    }

    #[test]
    fn what_is_gone_or_unknown_is_not_sent() {
        let mut pictures = Pictures::default();
        show(&mut pictures, 7, (0, 0), GROUND);
        show(&mut pictures, 99, (5, 0), GROUND);
        for (x, y) in (0..3).flat_map(|y| (0..4).map(move |x| (x, y))) {
            text(&mut pictures, (x, y), " ");
        }
        assert_eq!(stale(&mut pictures), []);
        assert!(!pictures.is_empty());
        pictures.clear();
        assert!(pictures.is_empty());
    }

    #[test]
    fn other_colours_are_sent_again() {
        let mut pictures = Pictures::default();
        show(&mut pictures, 7, (0, 0), GROUND);
        for (fill, count) in [(1, 1), (1, 0), (2, 1)] {
            let parts = pictures.take_stale(|_| Some((Some(Inks::of(Rgb(fill, 200, 200))), None)));
            assert_eq!(parts.len(), count);
        }
    }
}
