//! Draws the play screen from the game, the picks and the layout; changes no state.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::Play;
use crate::board::analysis::{Analysis, AnalysisBox, AnalysisColumn, LINES};
use crate::board::bar::EvalBar;
use crate::board::boxes::GameBoxes;
use crate::board::draw::Look;
use crate::board::layout::{Panels, Regions, Strip};
use crate::board::paint::BoardView;
use crate::board::panels::{MoveList, Pen, Seat, SeatBox, SeatRow, SeatStrip, SlimColumn};
use crate::board::score_view;
use crate::rules::note::standing;
use crate::rules::piece::Kind;
use crate::session::telling::about;
use crate::theme::Role;
use crate::widgets::areas::sides;
use crate::widgets::footer::Footer;
use crate::widgets::frame::Frame;
use crate::widgets::label::{Label, Parts};
use crate::widgets::text::{columns, head};
use crate::widgets::too_small::TooSmall;
use crate::world::World;

/// Shown at the top while the game is not saved.
const UNSAVED: &str = "NOT SAVED";

impl Play {
    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let layout = match self.desk.regions(area, world) {
            Ok(layout) => layout,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        let has_card = self.has_card(&layout, world);
        self.heading(world, layout.title, has_card, buffer);
        BoardView { pane: &self.desk.pane, scene: self.desk.scene(), map: &layout.board, world }
            .render(area, buffer);
        self.bar(world, &layout, buffer);
        self.panels(world, &layout, buffer);
        self.parts.own_file.paint(layout.panels, world, buffer);
        let pen = Pen { spec: self.desk.shown().spec(), theme: &world.theme, glyphs: &world.glyphs, shown: 0 };
        let analysed = self.desk.pane.analysis.as_ref().filter(|_| !has_lines(layout.panels, &pen));
        let analysed = analysed.and_then(|analysis| analysis.words(&pen, self.desk.table.person()));
        self.prompt(world, layout.prompt, (analysed, has_card), buffer);
        if let Some(footer) = layout.footer {
            Footer::of(self, world).render(footer, buffer);
        }
    }

    /// Is the end told by a card beside or below the board?
    fn has_card(&self, layout: &Regions<'_>, world: &World) -> bool {
        let seats = self.desk.shown().spec().seats.len();
        let card = |(_, middle)| self.end_rows(middle, world) > 0;
        self.desk.browse.is_none() && layout.panels.boxes(seats).is_some_and(card)
    }

    /// The title row: the game's name at the left; side to move, round and counters at the right.
    fn heading(&self, world: &World, area: Rect, has_card: bool, buffer: &mut Buffer) {
        let position = self.desk.shown();
        let spec = position.spec();
        let (name, turn) = (spec.title, spec.seat(position.turn()).name);
        let round = position.round_words();
        let plies = position.plies();
        let points = standing(position);
        // Told once it matters: a game in which nothing happens ends in a draw.
        let left = spec.draw_plies.map(|most| (most.saturating_sub(plies), most));
        let near = left.filter(|&(left, most)| points.is_none() && left <= most / 2);
        let count = near.map_or_else(String::new, |(left, _)| {
            format!(" · draw in {left} {}", if left == 1 { "ply" } else { "plies" })
        });
        let drops = self.desk.browse.is_none() && self.desk.pane.selection.reserved().is_some();
        let state = match (self.desk.table.ending(), &self.desk.browse) {
            (_, Some(browse)) => {
                format!("move {} of {}", browse.ply, self.desk.table.position().acts().len())
            }
            (Some(_), None) => "the game is over".to_owned(),
            (None, None) if drops => format!("{turn} to drop"),
            (None, None) => format!("{turn} to move"),
        };
        let state = match self.desk.behind() {
            Some(behind) if self.desk.browse.is_some() => behind,
            Some(live) => format!("{state} · {live}"),
            None => state,
        };
        // The card of the end says that the game is over.
        let (state, round, count) =
            if has_card { (round, String::new(), String::new()) } else { (state, format!(" · {round}"), count) };
        let text = world.glyphs.plain(&format!("{state}{round}{count}"));
        let (title, warning, dim) =
            (world.theme.style(Role::Title), world.theme.style(Role::Warning), world.theme.style(Role::Dim));
        let row = sides(area, 1);
        let room = usize::from(row.width);
        // The warning stays while the game is unsaved. If there is no room for both, it replaces the game's name.
        let unsaved = self.desk.table.is_unsaved();
        let has_name = !unsaved || name.len() + UNSAVED.len() + state.len() + 5 <= room;
        // What wins, with the points if there is room. It is more than the counters, and more than the name.
        let goal = position.goal().0;
        let fits = |name: &str, goal: &str, text: &str| {
            !unsaved && name.len() + columns(goal, room) + columns(text, room) + 2 <= room
        };
        let after = |goal: &str| world.glyphs.plain(&format!(" · {goal}"));
        let full = points.map(|points| after(&format!("{goal} · {points}"))).filter(|goal| fits(name, goal, &text));
        let full = full.or_else(|| Some(after(goal)).filter(|goal| fits(name, goal, &state)));
        let has_name = has_name && (full.is_some() || !fits("", goal, &state));
        let goal = full.unwrap_or_else(|| if has_name { String::new() } else { world.glyphs.plain(goal) });
        let parts = [
            (has_name, name, title),
            (has_name && unsaved, "  ", title),
            (unsaved, UNSAVED, warning),
            (!unsaved, goal.as_str(), dim),
        ];
        let parts = parts.into_iter().filter(|(is, ..)| *is).map(|(_, text, style)| (text, style));
        let left: usize = parts.clone().map(|(text, _)| columns(text, room)).sum();
        Parts(parts).render(row, buffer);
        let free = room.saturating_sub(left + 1);
        // The counters go first, then the number of the move.
        let texts = [text, world.glyphs.plain(&format!("{state}{round}")), world.glyphs.plain(&state)];
        let short = texts.iter().find(|text| columns(text, free) <= free).unwrap_or(&texts[2]);
        Label::new(head(short, free), world.theme.style(Role::Text)).right().render(row, buffer);
    }

    /// The evaluation beside the board, while the analysis is on: of the analysis, or of the computer that is
    /// thinking.
    fn bar(&self, world: &World, layout: &Regions<'_>, buffer: &mut Buffer) {
        let (Some(analysis), Some(column)) = (&self.desk.pane.analysis, layout.board.bar()) else { return };
        let pen = self.pen(world);
        let thought = || {
            let (side, thought) = self.desk.table.thought().filter(|_| self.desk.browse.is_none())?;
            Some(score_view::chances(pen.spec, side, thought.lines.first()?))
        };
        if let Some(chances) = analysis.chances(pen.spec).or_else(thought) {
            EvalBar { pen, view: self.desk.pane.view, chances: &chances }.render(column, buffer);
        }
    }

    fn pen<'a>(&self, world: &'a World) -> Pen<'a> {
        let shown = self.desk.browse.as_ref().map_or(self.desk.table.position().acts().len(), |browse| browse.ply);
        Pen { spec: self.desk.shown().spec(), theme: &world.theme, glyphs: &world.glyphs, shown }
    }

    /// The two seats in their strips, from the top.
    fn strips<'a>(&'a self, world: &'a World, seats: &'a [Seat], layout: &Regions<'_>) -> Vec<SeatRow<'a>> {
        let (pen, look) = (self.pen(world), Look::of(world, self.desk.shown().spec()));
        let row = |(seat, &strip): (&'a Seat, &Strip)| SeatRow { pen, seat, strip, look };
        seats.iter().zip(layout.strips.iter().flatten()).map(row).collect()
    }

    /// The area of the moves in boxes, between the end of the game and the analysis.
    fn middle(&self, world: &World, pen: &Pen<'_>, area: Rect) -> [Rect; 3] {
        let end = self.end_rows(area, world);
        let [end, area] = Layout::vertical([Constraint::Length(end), Constraint::Fill(1)]).areas(area);
        let rows = if self.desk.pane.analysis.is_some() { Analysis::rows(pen) } else { 0 };
        let (moves, lines) = split(area, rows);
        [end, moves, lines]
    }

    /// The number of acts up to the move in the list at a place of the screen.
    pub(super) fn move_at(&self, at: Point, world: &World) -> Option<usize> {
        let layout = self.desk.regions(world.whole(), world).ok()?;
        let pen = self.pen(world);
        let (_, middle) = layout.panels.boxes(pen.spec.seats.len())?;
        let [_, area, _] = self.middle(world, &pen, middle);
        let list = MoveList { pen, lines: self.desk.table.lines(), about: "" };
        let look = Look::of(world, pen.spec);
        list.hit(Frame::inside(GameBoxes::of(list, look, area).moves), at)
    }

    fn panels(&self, world: &World, layout: &Regions<'_>, buffer: &mut Buffer) {
        let panels = layout.panels;
        let pen = self.pen(world);
        let lines = self.desk.table.lines();
        let seats = self.seats(world);
        let is_over = self.desk.table.end().is_some();
        let about = &if is_over { String::new() } else { about(self.desk.table.setup()) };
        for strip in self.strips(world, &seats, layout) {
            strip.render(strip.strip.board, buffer);
        }
        match panels {
            Panels::None => {}
            Panels::Strip(area) if self.end_keys(area.width, world).is_empty() => {
                SeatStrip { pen, seats: &seats }.render(area, buffer);
            }
            Panels::Strip(area) => self.end_line(world, area, buffer),
            Panels::Slim(area) => {
                let rows = if self.desk.pane.analysis.is_some() { SLIM_LINES } else { 0 };
                let (upper, lower) = split(area, rows);
                let column = SlimColumn { pen, seats: &seats, lines, about, legend: !layout.board.drawn, left: 0 };
                let end = self.end_column(world, &pen, column.below(upper), buffer);
                SlimColumn { left: end, ..column }.render(upper, buffer);
                if let Some(analysis) = &self.desk.pane.analysis {
                    AnalysisColumn { pen, analysis, looks: self.desk.table.person() }.render(lower, buffer);
                }
            }
            boxes => {
                if let Some((places, middle)) = boxes.boxes(seats.len()) {
                    for (place, seat) in places.into_iter().zip(&seats) {
                        SeatBox { pen, seat }.render(place, buffer);
                    }
                    let [_, upper, lower] = self.middle(world, &pen, middle);
                    self.draw_end(world, &pen, middle, buffer);
                    let all = self.desk.table.position().acts().len();
                    moves(MoveList { pen, lines, about }, Look::of(world, pen.spec), upper, all, buffer);
                    if let Some(analysis) = &self.desk.pane.analysis {
                        AnalysisBox { pen, analysis, looks: self.desk.table.person() }.render(lower, buffer);
                    }
                }
            }
        }
    }

    /// The seats, in screen order: the one at the top of the board first.
    fn seats(&self, world: &World) -> Vec<Seat> {
        let spec = self.desk.shown().spec();
        let mut seats: Vec<Seat> = spec.sides().map(|side| self.seat(side, world)).collect();
        if seats.len() == 2 && self.desk.pane.view.seat(spec) == seats[0].side {
            seats.reverse();
        }
        seats
    }

    /// The reserve piece of the side to move at a screen position.
    pub(super) fn reserve_at(&self, at: Point, world: &World) -> Option<Kind> {
        let layout = self.desk.regions(world.whole(), world).ok()?;
        let seats = self.seats(world);
        let strips = self.strips(world, &seats, &layout);
        if let Some(kind) = strips.iter().filter(|row| row.seat.turn).find_map(|row| row.reserve_at(at)) {
            return Some(kind);
        }
        let (places, _) = layout.panels.boxes(seats.len())?;
        let (place, seat) = places.into_iter().zip(&seats).find(|(place, seat)| seat.turn && place.contains(at))?;
        SeatBox { pen: self.pen(world), seat }.reserve_at(place, at)
    }

    fn seat(&self, side: crate::rules::side::Side, world: &World) -> Seat {
        let position = self.desk.shown();
        let now = self.desk.browse.is_none();
        let over = now && self.desk.table.ending().is_some();
        let marks = self.desk.marks();
        let mut notes = position.seat_notes(side);
        notes.retain(|note| !(over && note.is_for_the_move()));
        Seat {
            side,
            who: self.desk.table.shown_name(side, world.now),
            clock: self.desk.table.clock(side, world.now),
            turn: position.turn() == side && self.desk.table.ending().is_none(),
            living: position.living().has(side),
            notes,
            reserve: position.reserve(side),
            held: if self.desk.is_persons_turn() && position.turn() == side {
                self.desk.pane.selection.reserved()
            } else {
                None
            },
            taken: marks.taken[side].clone(),
            ahead: marks.ahead(position.spec(), side),
        }
    }
}

/// The rows of the analysis in a narrow column.
const SLIM_LINES: u16 = LINES as u16 + 2;

/// Do the panels have room for the analysis lines? If not, they are shown below the board.
fn has_lines(panels: Panels, pen: &Pen<'_>) -> bool {
    match panels {
        Panels::None | Panels::Strip(_) => false,
        Panels::Slim(area) => has_room(area, SLIM_LINES),
        boxes => boxes.boxes(pen.spec.seats.len()).is_some_and(|(_, area)| has_room(area, Analysis::rows(pen))),
    }
}

/// Is there room in the area for this many rows plus some for other content?
const fn has_room(area: Rect, rows: u16) -> bool {
    area.height >= rows + 3
}

/// Splits off this many rows at the bottom; if room is short, they are left out.
fn split(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = if has_room(area, rows) { rows } else { 0 };
    let [upper, lower] = Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(area);
    (upper, lower)
}

/// The move list in a box, and the pieces of the game in another.
fn moves(list: MoveList<'_>, look: Look<'_>, area: Rect, all: usize, buffer: &mut Buffer) {
    if area.height < 3 {
        return;
    }
    let pen = list.pen;
    let boxes = GameBoxes::of(list, look, area);
    let count = match (pen.shown, all) {
        (_, 0) => String::new(),
        (shown, all) if shown == all => all.to_string(),
        (shown, all) => format!("{shown} of {all}"),
    };
    let inside = pen.frame(boxes.moves, "Moves", &count, false, buffer);
    list.render(inside, buffer);
    if let Some((area, kinds)) = boxes.pieces {
        let inside = pen.frame(area, "Pieces", "", false, buffer);
        kinds.render(inside, buffer);
    }
}
