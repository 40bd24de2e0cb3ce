//! The panels of the moves.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Margin, Position as Point, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::{Pen, Seat, SlimSeat, slim_seats};
use crate::rules::side::Side;
use crate::session::history::Line;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::areas::from_top;
use crate::widgets::label::Label;
use crate::widgets::text::{columns, fit, wrap};

/// The columns for the number of a round.
const NUMBER: u16 = 4;

/// The columns between the moves of two seats.
const GAP: u16 = 2;

/// The least columns for a move, so that the first long ones move nothing.
const LEAST: usize = 6;

/// The most columns of a move that are counted.
const MOST: usize = 40;

/// The columns between two parts of a list.
const APART: u16 = 3;

/// The move list: one row per round, one column per seat, each as narrow as its longest move. Where there is room for
/// two lists side by side, the second one has the rounds that the first one has no room for.
#[derive(Clone, Copy)]
pub(crate) struct MoveList<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    /// The moves and events.
    pub(crate) lines: &'a [Line],
    /// What is said before there are any, or nothing.
    pub(crate) about: &'a str,
}

impl<'a> MoveList<'a> {
    /// The rows, one for each round and each event, and the first visible one.
    fn rows(&self, parts: &[Rect]) -> (Vec<Vec<&'a Line>>, usize) {
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
        let height = parts.first().map_or(0, |part| usize::from(part.height));
        let first = match parts.len() {
            0 | 1 => scrolled(height, current),
            // A whole part of the list goes out of sight at once.
            count => (current + 2).saturating_sub(height * count).div_ceil(height.max(1)) * height,
        };
        (rows, first)
    }

    /// The columns of each seat: those of its longest move, and the air after it.
    fn widths(&self) -> Vec<u16> {
        let seats = self.pen.spec.seats.len();
        let longest = |seat: usize| {
            let moves = self.lines.iter().filter(|line| line.is_move && line.side.index() == seat);
            moves.map(|line| columns(&line.text, MOST)).max().unwrap_or(0).max(LEAST) as u16 + GAP
        };
        (0..seats).map(longest).collect()
    }

    /// The columns that the whole list needs.
    pub(crate) fn width(&self) -> u16 {
        let events = self.lines.iter().filter(|line| !line.is_move).map(|line| columns(&line.text, MOST));
        // The last move has no air after it, but the chip of the current one needs a column.
        let moves = NUMBER + self.widths().iter().sum::<u16>() - 1;
        moves.max(events.max().unwrap_or(0) as u16)
    }

    /// The rows that the whole list takes in an area of this width.
    pub(crate) fn rows_in(&self, area: Rect) -> usize {
        let parts = self.parts(area);
        self.rows(&parts).0.len().div_ceil(parts.len().max(1))
    }

    /// The parts of the list, side by side: one, if there is no room for more.
    fn parts(&self, area: Rect) -> Vec<Rect> {
        let (wide, room) = (self.width(), area.width);
        let count = (room + APART) / (wide + APART);
        if count <= 1 {
            return vec![area];
        }
        let parts = std::iter::repeat_n(Constraint::Length(wide), count.into());
        Layout::horizontal(parts).spacing(APART).flex(Flex::Start).split(area).to_vec()
    }

    /// The number column, and a column for each seat. Where there is no room for the longest moves all are as wide.
    fn columns(&self, area: Rect) -> Vec<Rect> {
        let mut widths = self.widths();
        let over = (NUMBER + widths.iter().sum::<u16>()).saturating_sub(area.width);
        if over > 1 {
            let equal = area.width.saturating_sub(NUMBER) / widths.len().max(1) as u16;
            widths.fill(equal);
        } else if let Some(last) = widths.last_mut() {
            *last -= over;
        }
        let columns = [NUMBER].into_iter().chain(widths).map(Constraint::Length);
        Layout::horizontal(columns).flex(Flex::Start).split(area).to_vec()
    }

    /// The number of acts up to the move at a place of the screen.
    pub(crate) fn hit(&self, area: Rect, at: Point) -> Option<usize> {
        let parts = self.parts(area);
        let (part, place) = parts.iter().enumerate().find(|(_, part)| part.contains(at))?;
        let shown = part * usize::from(place.height) + place.rows().position(|row| row.contains(at))?;
        let (rows, first) = self.rows(&parts);
        let row = rows.get(first + shown)?;
        let columns = self.columns(*place);
        let column = columns.iter().rposition(|column| column.x <= at.x)?.checked_sub(1);
        let here = row.iter().find(|line| !line.is_move || Some(line.side.index()) == column);
        here.map(|line| line.ply)
    }
}

impl Widget for MoveList<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let pen = self.pen;
        let parts = self.parts(area);
        let (rows, first) = self.rows(&parts);
        if rows.is_empty() {
            pen.introduce(area, self.about, buffer);
        }
        let places = parts.iter().flat_map(|part| part.rows().map(|row| (self.columns(*part), row)));
        for ((columns, place), row) in places.zip(rows.iter().skip(first)) {
            if !row[0].is_move {
                pen.line(place, &row[0].text, Role::Notice, buffer);
                continue;
            }
            pen.line(place, &format!("{:>3}", row[0].round), Role::Dim, buffer);
            if row[0].side != Side::FIRST && pen.spec.seats.len() == 2 {
                pen.line(columns[1].intersection(place), "…", Role::Dim, buffer);
            }
            for line in row {
                pen.entry(columns[1 + line.side.index()].intersection(place), line, buffer);
            }
        }
    }
}

/// Seats and moves in a narrow column: two rows per seat, the last round, earlier moves.
#[derive(Clone, Copy)]
pub(crate) struct SlimColumn<'a> {
    /// The styles.
    pub(crate) pen: Pen<'a>,
    pub(crate) seats: &'a [Seat],
    /// The moves and events.
    pub(crate) lines: &'a [Line],
    /// What is said before there are any, or nothing.
    pub(crate) about: &'a str,
    /// Are the pieces letters, so that a legend helps?
    pub(crate) legend: bool,
    /// The rows below the seats that are left to something else.
    pub(crate) left: u16,
}

impl SlimColumn<'_> {
    /// The area below the seats.
    pub(crate) fn below(&self, area: Rect) -> Rect {
        slim_seats(area, self.seats.len()).1
    }

    /// The kinds with their letters, in two columns; nothing if there is no room for them beside the last round.
    fn legend(&self, rest: Rect, buffer: &mut Buffer) -> Rect {
        let (pen, kinds) = (self.pen, self.pen.spec.kinds);
        let rows = kinds.len().div_ceil(2);
        let parts = [Constraint::Fill(1), Constraint::Length(1), Constraint::Length(rows as u16)];
        let [above, head, legend] = Layout::vertical(parts).areas(rest);
        let half = Constraint::Length(rest.width.saturating_sub(1) / 2);
        let halves: [Rect; 2] = Layout::horizontal([half; 2]).spacing(1).flex(Flex::Start).areas(legend);
        let names: Vec<String> = kinds.iter().map(|kind| format!("{} {}", kind.letters(), kind.name)).collect();
        let fits = names.iter().all(|name| columns(name, 99) <= usize::from(halves[0].width));
        // A blank row, the heading and the last round stay above it.
        if !self.legend || !fits || usize::from(above.height) < self.seats.len() + 2 {
            return rest;
        }
        pen.rule(head, "pieces", buffer);
        for (half, names) in halves.into_iter().zip(names.chunks(rows)) {
            for (row, name) in half.rows().zip(names) {
                pen.line(row, name, Role::Dim, buffer);
            }
        }
        above
    }
}

impl Widget for SlimColumn<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (pen, count) = (self.pen, self.seats.len());
        let (places, rest) = slim_seats(area, count);
        for (seat, place) in self.seats.iter().zip(places.iter().filter(|place| place.height > 0)) {
            SlimSeat { pen, seat }.render(*place, buffer);
        }
        let (_, rest) = from_top(rest, [self.left]);
        let rows: Vec<Rect> = self.legend(rest, buffer).rows().collect();
        // A blank row and the heading.
        let [_, head, rows @ ..] = &rows[..] else { return };
        let shown: Vec<&Line> = self.lines.iter().filter(|line| line.ply <= pen.shown).collect();
        let (before, last) = shown.split_at(shown.len().saturating_sub(count));
        pen.rule(*head, if rows.len() > 6 || count > 2 { "last round" } else { "moves" }, buffer);
        if let (true, [first, .., end]) = (shown.is_empty(), rows) {
            pen.introduce(first.union(*end), self.about, buffer);
        }
        let (now, earlier) = rows.split_at(last.len().min(rows.len()));
        for (row, line) in now.iter().zip(last.iter().skip(last.len() - now.len())) {
            pen.slim_line(*row, line, false, buffer);
        }
        if let [head, earlier @ ..] = earlier
            && !earlier.is_empty()
            && !before.is_empty()
        {
            pen.rule(*head, "before", buffer);
            for (row, line) in earlier.iter().zip(before.iter().rev()) {
                pen.slim_line(*row, line, true, buffer);
            }
        }
    }
}

impl Pen<'_> {
    /// These words where the moves will be, with the pieces that can always be dropped: nobody has met those.
    fn introduce(&self, area: Rect, about: &str, buffer: &mut Buffer) {
        if about.is_empty() {
            return;
        }
        let dropped = self.spec.kinds.iter().filter(|kind| kind.endless);
        let introduced = dropped.map(|kind| format!("{} {}: {}.", kind.letters(), kind.name, kind.words));
        let lines: Vec<String> = std::iter::once(about.to_owned())
            .chain(introduced)
            .flat_map(|text| wrap(&text, area.width.into()).collect::<Vec<_>>())
            .collect();
        if lines.len() <= usize::from(area.height) {
            area.rows().zip(&lines).for_each(|(row, line)| self.line(row, line, Role::Dim, buffer));
        }
    }

    /// A move; the one that the board shows is in a chip.
    fn entry(&self, cell: Rect, line: &Line, buffer: &mut Buffer) {
        let room = usize::from(cell.width.saturating_sub(1));
        let text = fit(&self.glyphs.head(&line.text, room), room, self.glyphs.more);
        if line.ply == self.shown {
            self.line(cell.outer(Margin::new(1, 0)), &format!(" {text} "), Role::HistoryNow, buffer);
        } else {
            self.put_styled(buffer, cell, cell.x, cell.y, &text, self.move_style(line.side));
        }
    }

    /// The style of a move: the colour of who made it.
    fn move_style(&self, side: Side) -> Style {
        self.word_style(army(self.spec, side))
    }

    /// The style of a word in a list of moves, where an army gives a move its colour and no weight.
    pub(crate) fn word_style(&self, role: Role) -> Style {
        let style = self.theme.style(role);
        let is_army = self.spec.sides().any(|side| army(self.spec, side) == role);
        if is_army { Style { fg: style.fg, ..self.theme.style(Role::History) } } else { style }
    }

    fn slim_line(&self, area: Rect, line: &Line, numbered: bool, buffer: &mut Buffer) {
        if !line.is_move {
            let room = usize::from(area.width);
            let text = fit(&self.glyphs.head(&line.text, room), room, self.glyphs.more);
            return self.line(area, &text, Role::Notice, buffer);
        }
        let text = format!("{} {}", self.spec.seat(line.side).initial(), line.text);
        let now = line.ply == self.shown;
        let style = if now { self.theme.style(Role::HistoryNow) } else { self.move_style(line.side) };
        self.put_styled(buffer, area, area.x, area.y, &text, style);
        if numbered {
            Label::new(line.round.to_string(), self.theme.style(Role::Dim)).right().render(area, buffer);
        }
    }
}

/// The first visible row of a list in this room. The list scrolls by half its height, when the current row comes
/// to its edge, and not with every move.
pub(crate) fn scrolled(room: usize, current: usize) -> usize {
    if room < 2 {
        return current;
    }
    // The row below the current one is in sight as well.
    let needed = (current + 2).saturating_sub(room);
    let step = (room / 2).max(1);
    needed.div_ceil(step) * step
}
