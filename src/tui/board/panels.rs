//! The panels of the play screen: seats with clocks, reserves and notes, and the move list.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;

use crate::rules::piece::Kind;
use crate::rules::position::Stock;
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::session::history::Line;
use crate::tui::glyphs::Glyphs;
use crate::tui::outline::Strokes;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::put::{put, put_letter};
use crate::tui::widgets::text::{columns, fit, wrap};

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
    pub notes: Vec<String>,
    /// The pieces it can drop.
    pub reserve: Vec<(Kind, Stock)>,
    /// The reserve piece that is picked.
    pub held: Option<Kind>,
    /// The kinds of the pieces it has lost.
    pub lost: Vec<Kind>,
}

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

/// Below this, the clock is shown as low.
const LOW: Duration = Duration::from_secs(20);

/// The reserve as letters with counts.
fn reserve(spec: &Spec, seat: &Seat) -> Vec<(String, Kind)> {
    let shown = |&(kind, stock): &(Kind, Stock)| {
        let letter = spec.of(kind).letter;
        let held = seat.held == Some(kind);
        let text = match stock {
            Stock::Count(0) => return None,
            Stock::Count(1) | Stock::Endless => letter.to_string(),
            Stock::Count(count) => format!("{letter}{count}"),
        };
        Some((if held { format!("[{text}]") } else { format!(" {text} ") }, kind))
    };
    seat.reserve.iter().filter_map(shown).collect()
}

/// The label of the reserve.
const RESERVE: &str = "reserve ";

/// The reserve piece at a position in the box of a seat.
pub fn held_at(spec: &Spec, seat: &Seat, place: Rect, at: Point) -> Option<Kind> {
    let mut x = place.x + 2 + RESERVE.len() as u16;
    if at.y != place.y + 1 || at.x < x {
        return None;
    }
    reserve(spec, seat).into_iter().find_map(|(text, kind)| {
        x += text.len() as u16;
        (at.x < x).then_some(kind)
    })
}

/// The clock text of a seat.
fn time(seat: &Seat) -> String {
    match (seat.clock, seat.living) {
        (_, false) => "out".to_owned(),
        (Some(left), _) => clock(left),
        (None, _) => String::new(),
    }
}

impl Pen<'_> {
    /// Writes text inside an area and returns the column after it.
    pub fn put(&self, buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, role: Role) -> u16 {
        self.put_styled(buffer, area, x, y, text, self.theme.style(role))
    }

    fn put_styled(&self, buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y >= area.bottom() || x >= area.right() {
            return x;
        }
        let room = usize::from(area.right() - x);
        put(buffer, x, y, self.glyphs.head(text, room), room, style)
    }

    /// Draws a box with a title at the left of its top line and text at the right. Returns the inner area.
    pub fn frame(&self, area: Rect, title: &str, right: &str, active: bool, buffer: &mut Buffer) -> Rect {
        if area.width < 4 || area.height < 2 {
            return Rect { width: 0, height: 0, ..area };
        }
        let style = self.theme.style(if active { Role::BorderActive } else { Role::Border });
        let (across, down) = (self.glyphs.strokes.horizontal(), self.glyphs.strokes.vertical());
        let corners = match self.glyphs.strokes {
            Strokes::Box => ['┌', '┐', '└', '┘'],
            Strokes::Ascii => ['+'; 4],
        };
        let (left, end, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
        for x in left + 1..end {
            put_letter(buffer, x, top, across, style);
            put_letter(buffer, x, bottom, across, style);
        }
        for y in top + 1..bottom {
            put_letter(buffer, left, y, down, style);
            put_letter(buffer, end, y, down, style);
        }
        for ((x, y), corner) in [(left, top), (end, top), (left, bottom), (end, bottom)].into_iter().zip(corners) {
            put_letter(buffer, x, y, corner, style);
        }
        let titled = Rect { width: area.width - 2, ..area };
        let heading = self.theme.style(if active { Role::Title } else { Role::Text });
        if !title.is_empty() {
            self.put_styled(buffer, titled, left + 1, top, &format!(" {title} "), heading);
        }
        let right = self.glyphs.head(right, area.width.into());
        let long = columns(&right, area.width.into()) as u16 + 3;
        if !right.is_empty() && area.width > long + 2 {
            self.put_styled(buffer, area, area.right() - long - 1, top, &format!(" {right} "), heading);
        }
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 2 }
    }

    /// A seat in a box of up to four rows.
    pub fn seat(&self, area: Rect, seat: &Seat, buffer: &mut Buffer) {
        let name = self.spec.seat(seat.side).name;
        let turn = if seat.turn { format!("{} ", self.glyphs.pointer) } else { String::new() };
        let title = format!("{turn}{name} · {}", seat.who);
        let inside = self.frame(area, &title, &time(seat), seat.turn, buffer);
        if seat.clock.is_some_and(|left| left < LOW) && seat.living {
            let text = time(seat);
            let x = area.right().saturating_sub(text.len() as u16 + 3);
            self.put(buffer, area, x, area.y, &text, Role::ClockLow);
        }
        self.seat_lines(inside, seat, buffer);
    }

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
            let letters: Vec<String> =
                seat.lost.iter().map(|&kind| self.spec.of(kind).letter.to_string()).collect();
            let mut text = letters.join(" ");
            if text.len() + 6 > usize::from(inside.width) {
                text = letters.concat();
            }
            let x = self.put(buffer, inside, inside.x, y, "lost  ", Role::Dim);
            ends.push(self.put(buffer, inside, x, y, &text, Role::Text));
            y += 1;
        }
        let held_apart = |note: &&String| !note.starts_with("reserve ");
        for note in seat.notes.iter().filter(held_apart) {
            if y < inside.bottom() {
                ends.push(self.put(buffer, inside, inside.x, y, note, Role::Text));
                y += 1;
                continue;
            }
            let shown = self.glyphs.plain(note);
            let x = inside.right().saturating_sub(columns(&shown, inside.width.into()) as u16);
            let free = |&end: &u16| end + 2 <= x;
            if let Some(at) = ends.iter().position(free) {
                self.put(buffer, inside, x, inside.y + at as u16, note, Role::Text);
                ends[at] = inside.right();
            }
        }
    }

    /// A seat in two rows of a narrow column.
    fn slim_seat(&self, area: Rect, seat: &Seat, buffer: &mut Buffer) {
        let spec = self.spec.seat(seat.side);
        let pointer = if seat.turn { self.glyphs.pointer } else { ' ' };
        let name = format!("{pointer}{} {}", spec.initial(), spec.name);
        let role = if seat.turn { Role::Title } else { Role::Text };
        self.put(buffer, area, area.x, area.y, &name, role);
        let shown = time(seat);
        let x = area.right().saturating_sub(columns(&shown, area.width.into()) as u16);
        let low = seat.living && seat.clock.is_some_and(|left| left < LOW);
        self.put(buffer, area, x, area.y, &shown, if low { Role::ClockLow } else { Role::Clock });
        if area.height > 1 {
            let held: String = reserve(self.spec, seat).iter().map(|(text, _)| text.trim()).collect();
            let short =
                |note: &String| note.replace(" pieces", " pc").replace(" piece", " pc").replace(" on board", "");
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

    /// All seats in one line.
    pub fn strip(&self, area: Rect, seats: &[Seat], buffer: &mut Buffer) {
        let mut x = area.x;
        for seat in seats {
            let pointer = if seat.turn { self.glyphs.pointer.to_string() } else { String::new() };
            let name = if seats.len() > 2 {
                self.spec.seat(seat.side).initial().to_string()
            } else {
                self.spec.seat(seat.side).name.to_owned()
            };
            let held: String = reserve(self.spec, seat).iter().map(|(text, _)| text.trim()).collect();
            let parts = [format!("{pointer}{name}"), time(seat), held];
            let text: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let role = if seat.turn { Role::Title } else { Role::Text };
            x = self.put(buffer, area, x, area.y, &text.join(" "), role) + 2;
        }
    }

    /// The move list: one row per round, one column per seat.
    pub fn moves(&self, area: Rect, lines: &[Line], buffer: &mut Buffer) {
        let seats = self.spec.seats.len() as u16;
        let wide = area.width.saturating_sub(4) / seats;
        // One row per round; each event gets a row of its own.
        let mut rows: Vec<Vec<&Line>> = Vec::new();
        for line in lines {
            let fits = |row: &Vec<&Line>| {
                row[0].is_move && row[0].round == line.round && row.iter().all(|other| other.side < line.side)
            };
            match rows.last_mut() {
                Some(row) if line.is_move && fits(row) => row.push(line),
                _ => rows.push(vec![line]),
            }
        }
        let current = rows.iter().rposition(|row| row.iter().any(|line| line.ply <= self.shown)).unwrap_or(0);
        let first = scrolled(rows.len(), usize::from(area.height), current);
        for (y, row) in (area.y..area.bottom()).zip(rows.iter().skip(first)) {
            if !row[0].is_move {
                self.put(buffer, area, area.x, y, &row[0].text, Role::Warning);
                continue;
            }
            self.put(buffer, area, area.x, y, &format!("{:>3}", row[0].round), Role::Dim);
            if row[0].side != Side::FIRST && seats == 2 {
                self.put(buffer, area, area.x + 4, y, "…", Role::Dim);
            }
            for line in row {
                let cell = Rect { x: area.x + 4 + line.side.index() as u16 * wide, width: wide, y, height: 1 };
                self.entry(cell, line, buffer);
            }
        }
    }

    fn entry(&self, cell: Rect, line: &Line, buffer: &mut Buffer) {
        let now = line.ply == self.shown;
        let role = if now { Role::HistoryNow } else { Role::History };
        let room = Rect { width: cell.width.saturating_sub(1), ..cell };
        let end = self.put(buffer, room, cell.x, cell.y, &line.text, role);
        if now {
            let mark = self.glyphs.here.to_string();
            let x = (end + 1).min(cell.right().saturating_sub(1));
            self.put(buffer, cell, x, cell.y, &mark, Role::HistoryNow);
        }
    }

    /// Seats and moves in a narrow column: two rows per seat, the last round, earlier moves.
    pub fn slim(&self, area: Rect, seats: &[Seat], lines: &[Line], buffer: &mut Buffer) {
        let tall = if usize::from(area.height) >= seats.len() * 2 + 3 { 2 } else { 1 };
        let mut y = area.y;
        for seat in seats {
            if y < area.bottom() {
                self.slim_seat(Rect { y, height: tall.min(area.bottom() - y), ..area }, seat, buffer);
            }
            y += tall;
        }
        let Some(room) = area.bottom().checked_sub(y + 2) else { return };
        let shown: Vec<&Line> = lines.iter().filter(|line| line.ply <= self.shown).collect();
        let round = seats.len();
        let (before, last) = shown.split_at(shown.len().saturating_sub(round));
        y += 1;
        let narrow = |y| Rect { y, height: 1, ..area };
        self.rule(narrow(y), if room > 6 { "last round" } else { "moves" }, buffer);
        for line in last.iter().skip(last.len().saturating_sub(usize::from(room))) {
            y += 1;
            self.slim_line(narrow(y), line, false, buffer);
        }
        y += 1;
        if y + 1 < area.bottom() && !before.is_empty() {
            self.rule(narrow(y), "before", buffer);
            for line in before.iter().rev().take(usize::from(area.bottom() - y - 1)) {
                y += 1;
                self.slim_line(narrow(y), line, true, buffer);
            }
        }
    }

    /// A line with a heading.
    pub fn rule(&self, area: Rect, title: &str, buffer: &mut Buffer) {
        let rule = self.glyphs.rule.to_string();
        let text = format!("{rule} {title} {}", rule.repeat(usize::from(area.width)));
        self.put(buffer, area, area.x, area.y, &text, Role::Border);
    }

    fn slim_line(&self, area: Rect, line: &Line, numbered: bool, buffer: &mut Buffer) {
        if !line.is_move {
            let room = usize::from(area.width);
            let text = fit(&self.glyphs.head(&line.text, room), room, self.glyphs.more);
            self.put(buffer, area, area.x, area.y, &text, Role::Warning);
            return;
        }
        let text = format!("{} {}", self.spec.seat(line.side).initial(), line.text);
        let role = if line.ply == self.shown { Role::HistoryNow } else { Role::History };
        self.put(buffer, area, area.x, area.y, &text, role);
        if numbered {
            let number = line.round.to_string();
            let x = area.right().saturating_sub(number.len() as u16);
            self.put(buffer, area, x, area.y, &number, Role::Dim);
        }
    }

    /// The kinds of pieces with how each moves, as many as fit.
    pub fn kinds(&self, area: Rect, buffer: &mut Buffer) {
        let mut y = area.y;
        for kind in self.spec.kinds {
            let text = format!("{} {}: {}", kind.letter, kind.name, kind.words);
            for (at, line) in wrap(&text, usize::from(area.width).saturating_sub(2)).enumerate() {
                if y >= area.bottom() {
                    return;
                }
                let indent = if at == 0 { 0 } else { 2 };
                self.put(buffer, area, area.x + indent, y, &line, Role::Dim);
                y += 1;
            }
        }
    }
}

/// The first visible row, chosen so that the current row is visible.
fn scrolled(rows: usize, room: usize, current: usize) -> usize {
    let last = rows.saturating_sub(room);
    (current + 1).saturating_sub(room).min(last)
}

#[cfg(test)]
mod tests;
