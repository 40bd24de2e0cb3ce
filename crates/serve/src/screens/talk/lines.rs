//! What people say, line by line: the newest at the bottom, or one that is chosen in sight.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::club::member::MemberId;
use crate::club::moment::seconds;
use crate::club::talk::Line;
use crate::club::zone::Zone;
use crate::tui::theme::Role;
use crate::tui::widgets::label::Parts;
use crate::tui::widgets::list::Mark;
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// The most rows of one line.
const ROWS: usize = 12;

/// The lines of a room in an area of any size; 20 columns are enough.
#[derive(Clone)]
pub struct TalkLines<'a> {
    world: &'a World,
    lines: &'a [(Arc<Line>, bool)],
    chosen: Option<usize>,
    /// The time zone in which the times of the lines are shown; they are not shown without one.
    zone: Option<Zone>,
    /// Who has a seat at the table, with its colour.
    seats: &'a [(MemberId, Role)],
}

/// From this width on the lines have their times.
const TIMES: usize = 40;

/// A row: the line that it belongs to, its text, and the columns of the name at its beginning.
struct Row {
    line: usize,
    text: String,
    name: usize,
}

impl<'a> TalkLines<'a> {
    /// These lines, each with whether it is hidden from the reader.
    pub const fn new(world: &'a World, lines: &'a [(Arc<Line>, bool)]) -> TalkLines<'a> {
        TalkLines { world, lines, chosen: None, zone: None, seats: &[] }
    }

    /// Marks a line and keeps it in sight.
    #[must_use]
    pub fn chosen(self, line: usize) -> TalkLines<'a> {
        TalkLines { chosen: Some(line), ..self }
    }

    /// Shows when each line was said, in this zone.
    #[must_use]
    pub(crate) fn times(self, zone: Zone) -> TalkLines<'a> {
        TalkLines { zone: Some(zone), ..self }
    }

    /// Names those who have a seat in its colour.
    #[must_use]
    pub(crate) fn seats(self, seats: &'a [(MemberId, Role)]) -> TalkLines<'a> {
        TalkLines { seats, ..self }
    }

    /// The role of the name of whoever says a line.
    fn speaker(&self, line: usize) -> Role {
        let from = self.lines.get(line).map(|(said, _)| said.from);
        self.seats.iter().find(|(member, _)| Some(*member) == from).map_or(Role::Title, |&(_, role)| role)
    }

    /// The rows of a line; where it is too long for all of these rows, its beginning.
    fn rows(&self, line: usize, width: usize, most: usize) -> Vec<Row> {
        let Some((said, hidden)) = self.lines.get(line) else { return Vec::new() };
        let name = self.world.glyphs.plain(&said.name);
        let text = if *hidden { "(hidden)" } else { said.text.as_str() };
        let zone = self.zone.as_ref().filter(|_| width >= TIMES);
        let time = zone.map_or_else(String::new, |zone| format!("{} ", zone.clock(seconds(said.time))));
        let rows = block(&self.world.glyphs, &format!("{time}{name}: {text}"), width, ROWS.min(most));
        let row = |(at, text)| Row { line, text, name: if at == 0 { time.len() + name.len() + 1 } else { 0 } };
        rows.into_iter().enumerate().map(row).collect()
    }

    /// The rows that all of it takes at this width, at most so many.
    pub(crate) fn height(&self, width: u16, most: u16) -> u16 {
        self.seen(width.into(), most.into()).len() as u16
    }

    /// The rows that are seen, from the top.
    fn seen(&self, width: usize, height: usize) -> Vec<Row> {
        let Some(last) = self.lines.len().checked_sub(1) else { return Vec::new() };
        // The line at the bottom: the newest, or as many after the chosen one as leave it in sight.
        let mut bottom = self.chosen.unwrap_or(last).min(last);
        let mut taken = self.rows(bottom, width, height).len();
        while bottom < last {
            let next = self.rows(bottom + 1, width, height).len();
            if taken + next > height / 2 {
                break;
            }
            taken += next;
            bottom += 1;
        }
        let mut rows: Vec<Row> = Vec::new();
        for line in (0..=bottom).rev() {
            if rows.len() >= height {
                break;
            }
            rows.extend(self.rows(line, width, height).into_iter().rev());
        }
        rows.truncate(height);
        rows.reverse();
        rows
    }
}

impl Widget for TalkLines<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let style = |role| self.world.theme.style(role);
        // The bar of the chosen line needs its own columns.
        let edge = if self.chosen.is_some() { 2 } else { 0 };
        let width = usize::from(area.width).saturating_sub(edge);
        for (place, row) in area.rows().zip(self.seen(width, area.height.into())) {
            let here = self.chosen == Some(row.line);
            let hidden = self.lines.get(row.line).is_some_and(|(_, hidden)| *hidden);
            let (name, text) = match (here, hidden) {
                (true, _) => (Role::Selected, Role::Selected),
                (_, true) => (Role::Dim, Role::Dim),
                _ => (self.speaker(row.line), Role::Text),
            };
            let margin = " ".repeat(edge);
            let at = if row.text.is_char_boundary(row.name) { row.name.min(row.text.len()) } else { 0 };
            let (by, said) = row.text.split_at(at);
            if here {
                buffer.set_style(place, style(Role::Selected));
            }
            Parts([(margin.as_str(), style(name)), (by, style(name)), (said, style(text))]).render(place, buffer);
            if here {
                Mark(self.world).render(place, buffer);
            }
        }
    }
}
