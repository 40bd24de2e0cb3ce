//! How the conditional moves are drawn: the board, and the lines beside or below it. Where there is no room for them,
//! the list takes the place of the board while keys move in it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{Planner, line};
use crate::board::draw::Look;
use crate::board::layout::{Panels, Regions};
use crate::board::paint::{BoardView, Scene};
use crate::board::panels::{Pen, Seat, SeatRow};
use crate::board::prompt::Prompt;
use crate::rules::side::Side;
use crate::session::setup::SeatKind;
use crate::theme::Role;
use crate::widgets::areas::{from_top, sides, titled};
use crate::widgets::footer::Footer;
use crate::widgets::frame::Frame;
use crate::widgets::label::Label;
use crate::widgets::list::{Item, List, ListState};
use crate::widgets::too_small::TooSmall;
use crate::world::World;

/// The heading of the lines.
const LINES: &str = "Conditional moves";

/// The rows for the lines; `None` where the list needs the place of the board.
fn rows_of(panels: Panels) -> Option<Rect> {
    match panels {
        Panels::Beside(area) | Panels::Below(area) => Some(Frame::inside(area)),
        Panels::Slim(area) => Some(from_top(area, [1]).1),
        Panels::Strip(_) | Panels::None => None,
    }
}

impl Planner {
    /// What the board shows.
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene { picks: self.can_play(), cursor: !self.in_list, ..self.pane.scene(self.position.as_ref()) }
    }

    /// Where the rows of the list are.
    fn list_area(&self, area: Rect, world: &World) -> Option<Rect> {
        let regions = self.pane.regions(self.position.as_ref(), area, world).ok()?;
        rows_of(regions.panels).or_else(|| self.in_list.then(|| sides(titled(area)[1], 1)))
    }

    /// The line at a place of the screen.
    pub(super) fn row_at(&self, at: Point, world: &World) -> Option<usize> {
        let area = self.list_area(world.whole(), world)?;
        let rows = self.rows(area.width, world);
        let row = self.state(&rows).hit(area, rows.len(), at)?;
        rows.get(row).map(|(line, _)| *line)
    }

    /// The first row of the chosen line; without keys in the list none is chosen, and the newest lines are visible.
    fn state(&self, rows: &[(usize, Item)]) -> ListState {
        let chosen = rows.iter().position(|(line, _)| *line == self.list.selected);
        ListState::new(chosen.filter(|_| self.in_list).unwrap_or(rows.len()))
    }

    /// The rows of the list, each with the number of its line.
    fn rows(&self, width: u16, world: &World) -> Vec<(usize, Item)> {
        let rows = |(at, texts): (usize, &Vec<String>)| {
            let steps = line::steps(self.game.position.as_ref(), texts).0;
            let items = Item::lines(&world.glyphs.plain(&self.words(&steps)), width);
            items.into_iter().map(move |item| (at, item))
        };
        self.lines.iter().enumerate().flat_map(rows).collect()
    }

    fn draw_lines(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let rows = self.rows(area.width, world);
        let items: Vec<Item> = rows.iter().map(|(_, item)| item.clone()).collect();
        List::new(&items, world).render(area, buffer, &mut self.state(&rows));
    }

    /// The two seats for their strips, from the top.
    fn seats(&self) -> Vec<Seat> {
        let position = self.position.as_ref();
        let spec = position.spec();
        let over = position.outcome().is_some();
        let seat = |side: Side| Seat {
            side,
            who: match &self.game.setup.seats[side.index()] {
                SeatKind::Human(name) | SeatKind::Engine(name) => name.clone(),
                SeatKind::Computer(level) => format!("computer {level}"),
            },
            clock: None,
            turn: position.turn() == side && !over,
            living: position.living().has(side),
            notes: position.seat_notes(side),
            reserve: position.reserve(side),
            held: if position.turn() == side { self.pane.selection.reserved() } else { None },
            taken: self.pane.marks.taken[side].clone(),
            ahead: self.pane.marks.ahead(spec, side),
        };
        let mut seats: Vec<Seat> = spec.sides().map(seat).collect();
        if seats.len() == 2 && self.pane.view.seat(spec) == seats[0].side {
            seats.reverse();
        }
        seats
    }

    /// What to do next, unless there is something else to say.
    fn message(&self) -> (String, Role) {
        if self.in_list && self.pane.message.is_none() {
            return (String::new(), Role::Dim);
        }
        let shown = self.pane.message.is_some() || self.pane.explained.is_some() || !self.pane.selection.is_empty();
        if shown || !self.can_play() {
            return self.pane.message(self.position.as_ref());
        }
        let words = match (self.line.last(), self.position.turn() == self.side) {
            (_, true) => format!("{} - play your answer.", self.words(&self.line)),
            (None, _) => "Play the move that you expect of the others, then your answer.".to_owned(),
            (Some(_), false) => format!("{} - go on, or take moves back.", self.words(&self.line)),
        };
        (words, Role::Text)
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let regions = match self.pane.regions(self.position.as_ref(), area, world) {
            Ok(regions) => regions,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        let style = |role| world.theme.style(role);
        let spec = self.position.spec();
        let title = world.glyphs.plain(&format!("{} · conditional moves", spec.title));
        let footer = Footer::of(self, world);
        let Some(rows) = rows_of(regions.panels).or_else(|| (!self.in_list).then(Rect::default)) else {
            let [top, list, bottom] = titled(area);
            Label::new(title, style(Role::Title)).render(sides(top, 1), buffer);
            self.draw_lines(world, sides(list, 1), buffer);
            return footer.render(bottom, buffer);
        };
        Label::new(title, style(Role::Title)).render(sides(regions.title, 1), buffer);
        let count = self.lines.len().to_string();
        BoardView { pane: &self.pane, scene: self.scene(), map: &regions.board, world }.render(area, buffer);
        let pen = Pen { spec, theme: &world.theme, glyphs: &world.glyphs, shown: 0 };
        self.draw_strips(world, &pen, &regions, buffer);
        match regions.panels {
            Panels::Beside(panel) | Panels::Below(panel) => {
                pen.frame(panel, LINES, &count, self.in_list, buffer);
                self.draw_lines(world, rows, buffer);
            }
            Panels::Slim(panel) => {
                pen.rule(panel, "conditional", buffer);
                self.draw_lines(world, rows, buffer);
            }
            Panels::Strip(row) => pen.line(row, &format!("{LINES}: {count}"), Role::Text, buffer),
            Panels::None => {}
        }
        let typing = self.pane.entry.is_some();
        let asks = self.can_play() || typing;
        let (left, right) =
            if asks { self.pane.line(self.position.as_ref(), regions.prompt) } else { Default::default() };
        let (message, role) = self.message();
        Prompt { world, left: &left, right: &right, message: &message, role, typing }
            .render(regions.prompt, buffer);
        if let Some(row) = regions.footer {
            footer.render(row, buffer);
        }
    }

    fn draw_strips(&self, world: &World, pen: &Pen<'_>, regions: &Regions<'_>, buffer: &mut Buffer) {
        let seats = self.seats();
        for (seat, &strip) in seats.iter().zip(regions.strips.iter().flatten()) {
            let look = Look::of(world, pen.spec);
            SeatRow { pen: *pen, seat, strip, look }.render(strip.board, buffer);
        }
    }
}
