//! The panels of the moves, and the list of the pieces of a game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Position as Point, Rect};
use ratatui::widgets::Widget;

use super::{Pen, Seat};
use crate::rules::side::Side;
use crate::session::history::Line;
use crate::tui::theme::Role;
use crate::tui::widgets::text::{columns, fit, wrap};

/// The columns for the number of a round.
const NUMBER: u16 = 4;

/// The move list: one row per round, one column per seat.
#[derive(Clone, Copy)]
pub struct MoveList<'a> {
    /// The styles.
    pub pen: Pen<'a>,
    /// The moves and events.
    pub lines: &'a [Line],
}

/// The widest column of a seat.
const WIDEST: u16 = 26;

impl<'a> MoveList<'a> {
    /// The rows, one for each round and each event, and the first visible one.
    fn rows(&self, height: u16) -> (Vec<Vec<&'a Line>>, usize) {
        let mut rows: Vec<Vec<&Line>> = Vec::new();
        for line in self.lines {
            let fits = |row: &Vec<&Line>| {
                row[0].is_move && row[0].round == line.round && row.iter().all(|other| other.side < line.side)
            };
            match rows.last_mut() {
                Some(row) if line.is_move && fits(row) => row.push(line),
                _ => rows.push(vec![line]),
            }
        }
        let current = rows.iter().rposition(|row| row.iter().any(|line| line.ply <= self.pen.shown)).unwrap_or(0);
        let first = scrolled(usize::from(height), current);
        (rows, first)
    }

    /// The number column, and a column for each seat.
    fn columns(&self, area: Rect) -> Vec<Rect> {
        let seats = self.pen.spec.seats.len() as u16;
        let wide = (area.width.saturating_sub(NUMBER) / seats).min(WIDEST);
        let columns = [NUMBER].into_iter().chain(std::iter::repeat_n(wide, seats.into())).map(Constraint::Length);
        Layout::horizontal(columns).flex(Flex::Start).split(area).to_vec()
    }

    /// The number of acts up to the move at a place of the screen.
    pub fn hit(&self, area: Rect, at: Point) -> Option<usize> {
        if !area.contains(at) {
            return None;
        }
        let (rows, first) = self.rows(area.height);
        let row = rows.get(first + usize::from(at.y - area.y))?;
        let columns = self.columns(area);
        let column = columns.iter().rposition(|column| column.x <= at.x)?.checked_sub(1);
        let here = row.iter().find(|line| !line.is_move || Some(line.side.index()) == column);
        here.map(|line| line.ply)
    }
}

impl Widget for MoveList<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let pen = self.pen;
        let (rows, first) = self.rows(area.height);
        let columns = self.columns(area);
        for (y, row) in (area.y..area.bottom()).zip(rows.iter().skip(first)) {
            if !row[0].is_move {
                pen.put(buffer, area, area.x, y, &row[0].text, Role::Warning);
                continue;
            }
            pen.put(buffer, area, area.x, y, &format!("{:>3}", row[0].round), Role::Dim);
            if row[0].side != Side::FIRST && pen.spec.seats.len() == 2 {
                pen.put(buffer, area, area.x + NUMBER, y, "…", Role::Dim);
            }
            for line in row {
                let cell = Rect { y, height: 1, ..columns[1 + line.side.index()] };
                pen.entry(cell, line, buffer);
            }
        }
    }
}

/// Seats and moves in a narrow column: two rows per seat, the last round, earlier moves.
#[derive(Clone, Copy)]
pub struct SlimColumn<'a> {
    /// The styles.
    pub pen: Pen<'a>,
    /// The seats.
    pub seats: &'a [Seat],
    /// The moves and events.
    pub lines: &'a [Line],
    /// Are the pieces letters, so that a legend helps?
    pub legend: bool,
    /// The rows below the seats that are left to something else.
    pub left: u16,
}

impl SlimColumn<'_> {
    /// The places of the seats, and the rest below them.
    fn parts(&self, area: Rect) -> (Vec<Rect>, Rect) {
        let count = self.seats.len();
        let tall = if usize::from(area.height) >= count * 2 + 3 { 2 } else { 1 };
        let heights = std::iter::repeat_n(Constraint::Length(tall), count).chain([Constraint::Fill(1)]);
        let mut parts = Layout::vertical(heights).split(area).to_vec();
        let rest = parts.pop().unwrap_or(area);
        (parts, rest)
    }

    /// The area below the seats.
    pub fn below(&self, area: Rect) -> Rect {
        self.parts(area).1
    }

    /// The kinds with their letters, in two columns; nothing if there is no room for them beside the last round.
    fn legend(&self, rest: Rect, buffer: &mut Buffer) -> Rect {
        let (pen, kinds) = (self.pen, self.pen.spec.kinds);
        let rows = kinds.len().div_ceil(2) as u16;
        let half = area_half(rest.width);
        let names = kinds.iter().map(|kind| format!("{} {}", kind.letter, kind.name));
        let fits = names.clone().all(|name| columns(&name, 99) <= usize::from(half));
        if !self.legend || !fits || rest.height < self.seats.len() as u16 + rows + 3 {
            return rest;
        }
        let from = rest.bottom() - rows - 1;
        pen.rule(Rect { y: from, height: 1, ..rest }, "pieces", buffer);
        for (at, name) in names.enumerate() {
            let (column, row) = (at as u16 / rows, at as u16 % rows);
            pen.put(buffer, rest, rest.x + column * (half + 1), from + 1 + row, &name, Role::Dim);
        }
        Rect { height: rest.height - rows - 1, ..rest }
    }
}

/// The columns of each of two columns with one between them.
const fn area_half(width: u16) -> u16 {
    width.saturating_sub(1) / 2
}

impl Widget for SlimColumn<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (pen, count) = (self.pen, self.seats.len());
        let (places, rest) = self.parts(area);
        for (seat, place) in self.seats.iter().zip(places.iter().filter(|place| place.height > 0)) {
            pen.slim_seat(*place, seat, buffer);
        }
        let rest = Rect { y: rest.y + self.left, height: rest.height.saturating_sub(self.left), ..rest };
        let rest = self.legend(rest, buffer);
        // A blank row, the heading and at least the room for them.
        let Some(room) = rest.height.checked_sub(2) else { return };
        let shown: Vec<&Line> = self.lines.iter().filter(|line| line.ply <= pen.shown).collect();
        let (before, last) = shown.split_at(shown.len().saturating_sub(count));
        let narrow = |y| Rect { y, height: 1, ..area };
        let mut y = rest.y + 1;
        pen.rule(narrow(y), if room > 6 || count > 2 { "last round" } else { "moves" }, buffer);
        for line in last.iter().skip(last.len().saturating_sub(usize::from(room))) {
            y += 1;
            pen.slim_line(narrow(y), line, false, buffer);
        }
        y += 1;
        if y + 1 < rest.bottom() && !before.is_empty() {
            pen.rule(narrow(y), "before", buffer);
            for line in before.iter().rev().take(usize::from(rest.bottom() - y - 1)) {
                y += 1;
                pen.slim_line(narrow(y), line, true, buffer);
            }
        }
    }
}

/// From this width on the list of the kinds says how each moves.
const WORDS: u16 = 30;

/// The kinds of pieces, and how each moves if there is room, as many as fit.
#[derive(Clone, Copy)]
pub struct KindList<'a> {
    /// The styles and the game.
    pub pen: Pen<'a>,
}

impl Widget for KindList<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut y = area.y;
        for kind in self.pen.spec.kinds {
            let name = format!("{} {}", kind.letter, kind.name);
            let text = if area.width < WORDS { name } else { format!("{name}: {}", kind.words) };
            for (at, line) in wrap(&text, usize::from(area.width).saturating_sub(2)).enumerate() {
                if y >= area.bottom() {
                    return;
                }
                let indent = if at == 0 { 0 } else { 2 };
                self.pen.put(buffer, area, area.x + indent, y, &line, Role::Dim);
                y += 1;
            }
        }
    }
}

impl Pen<'_> {
    /// A move; the one that the board shows is in a chip.
    fn entry(&self, cell: Rect, line: &Line, buffer: &mut Buffer) {
        let room = usize::from(cell.width.saturating_sub(1));
        let text = fit(&self.glyphs.head(&line.text, room), room, self.glyphs.more);
        if line.ply == self.shown {
            let chip = Rect { x: cell.x.saturating_sub(1), width: cell.width + 1, ..cell };
            self.put(buffer, chip, chip.x, cell.y, &format!(" {text} "), Role::HistoryNow);
        } else {
            self.put(buffer, cell, cell.x, cell.y, &text, Role::History);
        }
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
}

/// The first visible row of a list in this room. The list scrolls by half its height, when the current row comes
/// to its edge, and not with every move.
pub fn scrolled(room: usize, current: usize) -> usize {
    if room < 2 {
        return current;
    }
    // The row below the current one is in sight as well.
    let needed = (current + 2).saturating_sub(room);
    let step = (room / 2).max(1);
    needed.div_ceil(step) * step
}
