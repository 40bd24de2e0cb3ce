//! The panels beside a board, as widgets: seats with clocks, reserves and notes, the move list, the pieces.

mod kinds;
mod material;
mod moves;
mod seat;
mod seats;
mod strip;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use crate::depth::Depth;
use crate::glyphs::Glyphs;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::theme::army::army;
use crate::theme::{Role, Theme};
use crate::widgets::frame::Frame;
use crate::widgets::put::{put, put_letter};
pub(crate) use kinds::KindList;
pub(crate) use moves::{MoveList, SlimColumn, scrolled};
pub(crate) use seat::Seat;
pub(crate) use seats::{SeatBox, SeatStrip, SlimSeat, slim_seats};
pub(crate) use strip::SeatRow;

/// What is needed to draw panels.
#[derive(Clone, Copy)]
pub struct Pen<'a> {
    /// The game.
    pub spec: &'static Spec,
    /// The styles.
    pub theme: &'a Theme,
    /// The characters.
    pub glyphs: &'a Glyphs,
    /// The ply that the board shows.
    pub shown: usize,
}

/// A clock as text: minutes and seconds, with tenths below ten seconds.
pub fn clock(left: Duration) -> String {
    let (whole, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    match whole {
        3600.. => format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60),
        10.. => format!("{}:{:02}", whole / 60, whole % 60),
        _ => format!("0:{whole:02}.{tenths}"),
    }
}

impl Pen<'_> {
    /// Writes text inside an area and returns the column after it.
    pub(crate) fn put(&self, buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, role: Role) -> u16 {
        self.put_styled(buffer, area, x, y, text, self.theme.style(role))
    }

    fn put_styled(&self, buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y >= area.bottom() || x >= area.right() {
            return x;
        }
        let room = usize::from(area.right() - x);
        put(buffer, x, y, self.glyphs.head(text, room), room, style)
    }

    /// The style of the name of a seat: in the colour of its pieces, bold if it is its turn.
    fn name_style(&self, seat: &Seat) -> Style {
        let style = self.theme.style(army(self.spec, seat.side));
        if seat.turn { style.add_modifier(Modifier::BOLD) } else { style.remove_modifier(Modifier::BOLD) }
    }

    /// The columns of the swatch of a seat, with the air after it: none without colours, where it would say nothing.
    pub(crate) fn swatch_columns(&self) -> u16 {
        if self.theme.depth() == Depth::None { 0 } else { 2 }
    }

    /// Puts the colour of a side's pieces before its name, because that of White may be called Black: a mark in it, and
    /// on light boards the one of White in its rim. Returns the column after it.
    pub(crate) fn swatch(&self, buffer: &mut Buffer, area: Rect, x: u16, y: u16, side: Side) -> u16 {
        let army = army(self.spec, side);
        let shown = Rect { width: self.swatch_columns().min(area.right().saturating_sub(x)), x, y, height: 1 };
        if let Some(place) = shown.intersection(area).positions().next() {
            let style = self.theme.letter(self.theme.style(army), army);
            put_letter(buffer, place.x, place.y, self.theme.fill(army).map_or(self.glyphs.swatch, |_| '□'), style);
        }
        x + shown.width
    }

    /// Writes a text in the first row of an area.
    pub(crate) fn line(&self, area: Rect, text: &str, role: Role, buffer: &mut Buffer) {
        self.put(buffer, area, area.x, area.y, text, role);
    }

    /// Draws a box with a title at the left of its top line and text at the right. Returns the inner area.
    pub(crate) fn frame(&self, area: Rect, title: &str, right: &str, active: bool, buffer: &mut Buffer) -> Rect {
        let frame = Frame::new(self.theme, self.glyphs, title).right(right).active(active);
        frame.render(area, buffer);
        Frame::inside(area)
    }

    /// A line with a heading.
    pub(crate) fn rule(&self, area: Rect, title: &str, buffer: &mut Buffer) {
        let rule = self.glyphs.rule.to_string();
        let text = format!("{rule} {title} {}", rule.repeat(usize::from(area.width)));
        self.put(buffer, area, area.x, area.y, &text, Role::Dim);
    }
}

#[cfg(test)]
mod tests;
