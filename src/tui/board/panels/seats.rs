//! The panels of the seats: names, clocks, reserves, lost pieces, notes.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget;

use super::{Pen, clock};
use crate::rules::note::Note;
use crate::rules::piece::Kind;
use crate::rules::position::Stock;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::tui::theme::Role;
use crate::tui::widgets::text::columns;

/// What a panel shows of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The seat.
    pub side: Side,
    /// Who plays it: `you`, `Ann`, `computer 5`.
    pub who: String,
    /// The remaining time, if there is a clock.
    pub clock: Option<Duration>,
    /// Is it this seat's turn?
    pub turn: bool,
    /// Is this seat still in the game?
    pub living: bool,
    /// Short notes on the position.
    pub notes: Vec<Note>,
    /// The pieces it can drop.
    pub reserve: Vec<(Kind, Stock)>,
    /// The reserve piece that is picked.
    pub held: Option<Kind>,
    /// The kinds of the pieces it has lost.
    pub lost: Vec<Kind>,
}

/// Below this, the clock is shown as low.
const LOW: Duration = Duration::from_secs(20);

/// Is its clock low?
pub(super) fn is_low(seat: &Seat) -> bool {
    seat.living && seat.clock.is_some_and(|left| left < LOW)
}

/// Pieces as letters with counts, in the order of the kinds: `N P×3`.
pub(super) fn counted(spec: &Spec, kinds: &[Kind]) -> String {
    let group = |(kind, count): (Kind, usize)| {
        let letter = spec.of(kind).letter;
        if count == 1 { letter.to_string() } else { format!("{letter}×{count}") }
    };
    groups(spec, kinds).into_iter().map(group).collect::<Vec<_>>().join(" ")
}

/// Kinds with the number of each, in the order of the kinds.
pub(super) fn groups(spec: &Spec, kinds: &[Kind]) -> Vec<(Kind, usize)> {
    let counts = spec.all_kinds().map(|kind| (kind, kinds.iter().filter(|&&other| other == kind).count()));
    counts.filter(|&(_, count)| count > 0).collect()
}

/// The reserve as letters with counts.
pub(super) fn reserve(spec: &Spec, seat: &Seat) -> Vec<(String, Kind)> {
    let shown = |&(kind, stock): &(Kind, Stock)| {
        let letter = spec.of(kind).letter;
        let held = seat.held == Some(kind);
        let text = match stock {
            Stock::Count(0) => return None,
            Stock::Count(1) | Stock::Endless => letter.to_string(),
            Stock::Count(count) => format!("{letter}×{count}"),
        };
        Some((if held { format!("‹{text}›") } else { format!(" {text} ") }, kind))
    };
    seat.reserve.iter().filter_map(shown).collect()
}

/// The label of the reserve.
pub(super) const RESERVE: &str = "reserve ";

/// The reserve piece at a position in the box of a seat.
pub fn held_at(spec: &Spec, seat: &Seat, place: Rect, at: Point) -> Option<Kind> {
    let mut x = place.x + 2 + RESERVE.len() as u16;
    if at.y != place.y + 1 || at.x < x {
        return None;
    }
    reserve(spec, seat).into_iter().find_map(|(text, kind)| {
        x += columns(&text, place.width.into()) as u16;
        (at.x < x).then_some(kind)
    })
}

/// The clock text of a seat.
pub(super) fn time(seat: &Seat) -> String {
    match (seat.clock, seat.living) {
        (_, false) => "out".to_owned(),
        (Some(left), _) => clock(left),
        (None, _) => String::new(),
    }
}

/// A seat in a box of up to four rows.
#[derive(Clone, Copy)]
pub struct SeatBox<'a> {
    /// The styles.
    pub pen: Pen<'a>,
    /// The seat.
    pub seat: &'a Seat,
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
        pen.seat_lines(inside, seat, buffer);
    }
}

/// All seats in one line.
#[derive(Clone, Copy)]
pub struct SeatStrip<'a> {
    /// The styles.
    pub pen: Pen<'a>,
    /// The seats.
    pub seats: &'a [Seat],
}

impl Widget for SeatStrip<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut x = area.x;
        for seat in self.seats {
            let pointer = if seat.turn { self.pen.glyphs.pointer.to_string() } else { String::new() };
            let name = if self.seats.len() > 2 {
                self.pen.spec.seat(seat.side).initial().to_string()
            } else {
                self.pen.spec.seat(seat.side).name.to_owned()
            };
            let held: String = reserve(self.pen.spec, seat).iter().map(|(text, _)| text.trim()).collect();
            let parts = [format!("{pointer}{name}"), time(seat), held];
            let text: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let style = self.pen.name_style(seat);
            x = self.pen.put_styled(buffer, area, x, area.y, &text.join(" "), style) + 2;
        }
    }
}

impl Pen<'_> {
    /// The reserve, lost pieces and notes of a seat, one per line. Notes without a free line go at the end of
    /// the lines above, if they fit.
    fn seat_lines(&self, inside: Rect, seat: &Seat, buffer: &mut Buffer) {
        let mut y = inside.y;
        // The end column of each line.
        let mut ends = Vec::new();
        let stock = reserve(self.spec, seat);
        if !stock.is_empty() {
            let mut x = self.put(buffer, inside, inside.x, y, RESERVE, Role::Dim);
            for (text, kind) in stock {
                let role = if seat.held == Some(kind) { Role::Selected } else { Role::Text };
                x = self.put(buffer, inside, x, y, &text, role);
            }
            ends.push(x);
            y += 1;
        }
        if !seat.lost.is_empty() && y < inside.bottom() {
            let text = counted(self.spec, &seat.lost);
            let x = self.put(buffer, inside, inside.x, y, "lost  ", Role::Dim);
            ends.push(self.put(buffer, inside, x, y, &text, Role::Text));
            y += 1;
        }
        let held_apart = |note: &&Note| !matches!(note, Note::Reserve(_));
        for note in seat.notes.iter().filter(held_apart).map(Note::to_string) {
            if y < inside.bottom() {
                ends.push(self.put(buffer, inside, inside.x, y, &note, Role::Text));
                y += 1;
                continue;
            }
            let shown = self.glyphs.plain(&note);
            let x = inside.right().saturating_sub(columns(&shown, inside.width.into()) as u16);
            let free = |&end: &u16| end + 2 <= x;
            if let Some(at) = ends.iter().position(free) {
                self.put(buffer, inside, x, inside.y + at as u16, &note, Role::Text);
                ends[at] = inside.right();
            }
        }
    }

    /// A seat in two rows of a narrow column.
    pub(super) fn slim_seat(&self, area: Rect, seat: &Seat, buffer: &mut Buffer) {
        let spec = self.spec.seat(seat.side);
        let pointer = if seat.turn { self.glyphs.pointer } else { ' ' };
        let name = format!("{pointer}{} {}", spec.initial(), spec.name);
        self.put_styled(buffer, area, area.x, area.y, &name, self.name_style(seat));
        let shown = time(seat);
        let x = area.right().saturating_sub(columns(&shown, area.width.into()) as u16);
        self.put(buffer, area, x, area.y, &shown, if is_low(seat) { Role::ClockLow } else { Role::Clock });
        if area.height > 1 {
            let held: String = reserve(self.spec, seat).iter().map(|(text, _)| text.trim()).collect();
            let short = |note: &Note| {
                note.to_string().replace(" pieces", " pc").replace(" piece", " pc").replace(" on board", "")
            };
            let note = seat.notes.first().map(short);
            // An endless reserve never changes, so a note is shown instead.
            let endless = seat.reserve.iter().all(|&(_, stock)| stock == Stock::Endless);
            let right = if held.is_empty() || endless { note.unwrap_or(held) } else { held };
            let x = area.right().saturating_sub(columns(&right, area.width.into()) as u16).max(area.x + 2);
            let who = Rect { width: x.saturating_sub(area.x + 1), ..area };
            self.put(buffer, who, area.x + 2, area.y + 1, &seat.who, Role::Dim);
            self.put(buffer, area, x, area.y + 1, &right, Role::Text);
        }
    }
}
