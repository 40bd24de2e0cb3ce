//! The panels of the seats: names, clocks, and what each seat has.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::Widget;

use super::material::{Material, reserve};
use super::seat::Seat;
use super::{Pen, clock};
use crate::rules::piece::Kind;
use crate::theme::Role;
use crate::widgets::frame::Frame;
use crate::widgets::text::columns;

/// Below this, the clock is shown as low.
const LOW: Duration = Duration::from_secs(20);

/// The columns of a player's name that stay in a narrow column, if something else can be said beside it. Only a reserve,
/// which one needs to play, is worth the second.
const LEAST_WHO: [u16; 2] = [10, 5];

/// Is its clock low?
pub(super) fn is_low(seat: &Seat) -> bool {
    seat.living && seat.clock.is_some_and(|left| left < LOW)
}

/// The clock text of a seat.
pub(super) fn time(seat: &Seat) -> String {
    match (seat.clock, seat.living) {
        (_, false) => "out".to_owned(),
        (Some(left), _) => clock(left),
        (None, _) => String::new(),
    }
}

/// A seat in a box of three rows.
#[derive(Clone, Copy)]
pub(crate) struct SeatBox<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) seat: &'a Seat,
}

impl Widget for SeatBox<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (pen, seat) = (self.pen, self.seat);
        let name = pen.spec.seat(seat.side).name;
        let turn = if seat.turn { format!("{} ", pen.glyphs.pointer) } else { String::new() };
        let title = format!("{turn}{name} · {}", seat.who);
        // A frame in another colour would be most of the bytes of a move, so only the title says whose turn it is.
        let inside = pen.frame(area, &title, &time(seat), false, buffer);
        let border = Rect { width: area.width.saturating_sub(2), height: area.height.min(1), ..area };
        let x = pen.put(buffer, border, area.x + 2, area.y, &turn, Role::Title);
        pen.put_styled(buffer, border, x, area.y, name, pen.name_style(seat));
        if is_low(seat) {
            let text = time(seat);
            let x = area.right().saturating_sub(text.len() as u16 + 3);
            pen.put(buffer, area, x, area.y, &text, Role::ClockLow);
        }
        Material::of(pen, seat).draw(inside, buffer);
    }
}

impl SeatBox<'_> {
    /// The reserve piece at a place of the screen.
    pub(crate) fn reserve_at(&self, area: Rect, at: Point) -> Option<Kind> {
        let row = Frame::inside(area).rows().next().filter(|row| row.contains(at))?;
        Material::of(self.pen, self.seat).reserve_at(row, at.x)
    }
}

/// All seats in one line.
#[derive(Clone, Copy)]
pub(crate) struct SeatStrip<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) seats: &'a [Seat],
}

impl Widget for SeatStrip<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let wide = Constraint::Ratio(1, self.seats.len().max(1) as u32);
        let places = Layout::horizontal(self.seats.iter().map(|_| wide)).spacing(1).split(area);
        for (seat, &place) in self.seats.iter().zip(places.iter()) {
            let pointer = if seat.turn { self.pen.glyphs.pointer.to_string() } else { String::new() };
            let name = if self.seats.len() > 2 {
                self.pen.spec.seat(seat.side).initial().to_string()
            } else {
                self.pen.spec.seat(seat.side).name.to_owned()
            };
            let text = format!("{pointer}{name} {}", time(seat));
            let style = self.pen.name_style(seat);
            let x = self.pen.put_styled(buffer, place, place.x, place.y, text.trim_end(), style) + 1;
            let rest = Rect { x, width: place.right().saturating_sub(x), ..place };
            Material::of(self.pen, seat).draw(rest, buffer);
        }
    }
}

/// The places of so many seats at the top of a narrow column, and the rest below them: two rows for each, or one.
pub(crate) fn slim_seats(area: Rect, count: usize) -> (Vec<Rect>, Rect) {
    let tall = if usize::from(area.height) >= count * 2 + 3 { 2 } else { 1 };
    let heights = std::iter::repeat_n(Constraint::Length(tall), count).chain([Constraint::Fill(1)]);
    let mut parts = Layout::vertical(heights).split(area).to_vec();
    let rest = parts.pop().unwrap_or(area);
    (parts, rest)
}

/// A seat in two rows of a narrow column, or in one.
#[derive(Clone, Copy)]
pub(crate) struct SlimSeat<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) seat: &'a Seat,
}

impl Widget for SlimSeat<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (pen, seat) = (self.pen, self.seat);
        let spec = pen.spec.seat(seat.side);
        let pointer = if seat.turn { pen.glyphs.pointer } else { ' ' };
        let name = format!("{pointer}{} {}", spec.initial(), spec.name);
        pen.put_styled(buffer, area, area.x, area.y, &name, pen.name_style(seat));
        let shown = time(seat);
        let x = area.right().saturating_sub(columns(&shown, area.width.into()) as u16);
        pen.put(buffer, area, x, area.y, &shown, if is_low(seat) { Role::ClockLow } else { Role::Clock });
        if area.height > 1 {
            let row = Rect { x: area.x + 2, y: area.y + 1, width: area.width.saturating_sub(2), height: 1 };
            let material = Material::of(pen, seat);
            // Of the player's name there is left as much as can be.
            let who = columns(&seat.who, 99) as u16;
            let count = if reserve(seat).is_empty() { 1 } else { LEAST_WHO.len() };
            let mut ways = LEAST_WHO.iter().take(count).map(|&least| row.width.saturating_sub(who.min(least) + 1));
            let wide = ways.find_map(|room| Some(material.columns(room)).filter(|&wide| wide > 0)).unwrap_or(0);
            let [who, material_row] =
                Layout::horizontal([Constraint::Fill(1), Constraint::Length(wide)]).spacing(1).areas(row);
            pen.put(buffer, who, who.x, who.y, &seat.who, Role::Dim);
            material.draw(material_row, buffer);
        }
    }
}
