//! Draws the review screen: board, players, moves, graph, comments.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::moves::{Row, row_of, rows};
use super::{Review, status};
use crate::board::analysis::{AnalysisBox, AnalysisColumn, LINES};
use crate::board::bar::EvalBar;
use crate::board::boxes::ReviewBoxes;
use crate::board::draw::Look;
use crate::board::layout::{Panels, Regions};
use crate::board::paint::{BoardView, Scene};
use crate::board::panels::{Pen, Seat, SeatBox, SeatRow, SeatStrip, SlimSeat, scrolled, slim_seats};
use crate::board::prompt::Prompt;
use crate::glyphs::beginning;
use crate::host::LARGEST;
use crate::record::date::Date;
use crate::record::judgement::{chance, worth_for};
use crate::record::tree::Id;
use crate::rules::side::Side;
use crate::theme::Role;
use crate::theme::army::army;
use crate::widgets::areas::{from_top, sides};
use crate::widgets::footer::Footer;
use crate::widgets::frame::Frame;
use crate::widgets::graph::Graph;
use crate::widgets::label::Label;
use crate::widgets::text::columns;
use crate::widgets::too_small::TooSmall;
use crate::world::World;

/// The parts of the panel; a part without room has height 0.
#[derive(Clone, Default, Debug)]
struct Parts {
    /// The seats that have no strips.
    seats: Vec<Rect>,
    moves: Rect,
    graph: Rect,
    lines: Rect,
}

/// Parts of these heights, from the top.
fn below(seats: Vec<Rect>, area: Rect, heights: [u16; 3]) -> Parts {
    let [moves, graph, lines] = Layout::vertical(heights.map(Constraint::Length)).areas(area);
    Parts { seats, moves, graph, lines }
}

impl Review {
    pub(super) fn regions(&self, area: Rect, world: &World) -> Result<Regions<'_>, (u16, u16)> {
        self.pane.regions(self.position.as_ref(), area, world)
    }

    /// What the board shows.
    pub(super) fn scene(&self) -> Scene<'_> {
        let position = self.position.as_ref();
        Scene {
            position,
            marks: &self.pane.marks,
            cursor: self.on_board,
            picks: self.on_board,
            premove: false,
            goals: true,
        }
    }

    /// The parts of the panel; the boolean tells whether they have frames.
    fn parts(&self, panels: Panels) -> Option<(Parts, bool)> {
        let count = self.game.spec().seats.len();
        let lines = LINES as u16 + 2 + u16::from(count > 2);
        let graph = !self.curves.is_empty() || self.survey.is_some();
        match panels {
            Panels::Beside(_) | Panels::Below(_) => {
                let (seats, area) = panels.boxes(count)?;
                let lines = if self.pane.analysis.is_some() { lines } else { 0 };
                // The rows that the moves would take in all of the width.
                let moves = self.rows(Self::inside(area, true)).0.len();
                let ReviewBoxes { moves, chances, lines } = ReviewBoxes::of(area, moves, graph, lines);
                Some((Parts { seats, moves, graph: chances, lines }, true))
            }
            Panels::Slim(area) => {
                let (seats, area) = slim_seats(area, count);
                let tall = area.height;
                let lines = if self.pane.analysis.is_some() && tall >= 12 { LINES as u16 + 1 } else { 0 };
                let graph = if graph && tall >= lines + 12 { 5 } else { 0 };
                let moves = tall.saturating_sub(graph + lines);
                Some((below(seats, area, [moves, graph, lines]), false))
            }
            Panels::Strip(_) | Panels::None => None,
        }
    }

    /// The content area of a part: inside its frame, or below its heading.
    fn inside(part: Rect, framed: bool) -> Rect {
        if framed { Frame::inside(part) } else { from_top(part, [1]).1 }
    }

    /// The node at a screen position, in the move list or in the graph.
    pub(super) fn move_at(&self, at: Point, world: &World) -> Option<Id> {
        let layout = self.regions(world.whole(), world).ok()?;
        let (parts, framed) = self.parts(layout.panels)?;
        let graph = Self::inside(parts.graph, framed);
        if parts.graph.height > 0
            && let Some(ply) = self.graph(world, &self.inks()).hit(graph, at)
        {
            return self.main_at(ply);
        }
        let inside = Self::inside(parts.moves, framed);
        let (rows, first) = self.rows(inside);
        let mut words = inside
            .rows()
            .zip(rows.iter().skip(first))
            .flat_map(|(row, words)| words.iter().map(move |word| (word.place(row), word.id)));
        words.find_map(|(place, id)| id.filter(|_| place.contains(at)))
    }

    /// The rows of the move list, and the first visible one.
    fn rows(&self, inside: Rect) -> (Vec<Row>, usize) {
        let rows = rows(&self.game.tree, self.at, inside.width, inside.height.into());
        let first = scrolled(usize::from(inside.height), row_of(&rows, self.at));
        (rows, first)
    }

    fn inks(&self) -> Vec<(Role, char)> {
        let spec = self.game.spec();
        spec.sides().map(|side| (army(spec, side), spec.seat(side).initial())).collect()
    }

    fn graph<'a>(&'a self, world: &'a World, inks: &'a [(Role, char)]) -> Graph<'a> {
        Graph { world, lines: &self.curves, inks, at: self.ply(), faults: &self.slips }
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let layout = match self.regions(area, world) {
            Ok(layout) => layout,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        self.heading(world, layout.title, buffer);
        BoardView { pane: &self.pane, scene: self.scene(), map: &layout.board, world }.render(area, buffer);
        let pen = Pen { spec: self.game.spec(), theme: &world.theme, glyphs: &world.glyphs, shown: 0 };
        self.bar(&pen, &layout, buffer);
        let seats = self.seats();
        for (seat, &strip) in seats.iter().zip(layout.strips.iter().flatten()) {
            SeatRow { pen, seat, strip, look: Look::of(world, pen.spec) }.render(strip.board, buffer);
        }
        let parts = self.parts(layout.panels);
        // Analysis lines without room in the panel are shown below the board.
        let has_lines = parts.as_ref().is_some_and(|(parts, _)| parts.lines.height > 0);
        match (parts, layout.panels) {
            (Some((parts, framed)), _) => {
                for (seat, &place) in seats.iter().zip(&parts.seats) {
                    if framed {
                        SeatBox { pen, seat }.render(place, buffer);
                    } else {
                        SlimSeat { pen, seat }.render(place, buffer);
                    }
                }
                self.panel(world, &pen, &parts, framed, buffer);
            }
            (None, Panels::Strip(strip)) => SeatStrip { pen, seats: &seats }.render(strip, buffer),
            (None, _) => {}
        }
        let analysed =
            self.pane.analysis.as_ref().filter(|_| !has_lines).and_then(|it| it.words(&pen, Some(Side::FIRST)));
        self.words(world, layout.prompt, analysed, buffer);
        if let Some(row) = layout.footer {
            Footer::of(self, world).render(row, buffer);
        }
    }

    /// The evaluation beside the board: of the analysis, or of this move in the game.
    fn bar(&self, pen: &Pen<'_>, layout: &Regions<'_>, buffer: &mut Buffer) {
        let Some(column) = layout.board.bar() else { return };
        let known = || -> Option<Vec<f64>> {
            let eval = self.game.tree.node(self.at).notes.eval.as_ref()?;
            let side = |side: Side| Some(f64::midpoint(1.0, chance(worth_for(eval, side)?)));
            pen.spec.sides().map(side).collect()
        };
        let analysed = self.pane.analysis.as_ref().and_then(|analysis| analysis.chances(pen.spec));
        if let Some(chances) = analysed.or_else(known) {
            EvalBar { pen: *pen, view: self.pane.view, chances: &chances }.render(column, buffer);
        }
    }

    /// The seats, from the top of the board.
    fn seats(&self) -> Vec<Seat> {
        let position = self.position.as_ref();
        let spec = position.spec();
        let over = position.outcome().is_some();
        let ended = self.at == self.game.tree.last();
        let seat = |side: Side| {
            let player = beginning(self.game.player(side), LARGEST.0.into()).0;
            let mut notes = position.seat_notes(side);
            notes.retain(|note| !(over && note.is_for_the_move()));
            let share = self.game.shares.filter(|_| ended).map(|shares| format!("{} {}", '·', shares[side]));
            Seat {
                side,
                who: [Some(player.to_owned()), share].into_iter().flatten().collect::<Vec<_>>().join(" "),
                clock: self.clock_of(side),
                turn: position.turn() == side && !over,
                living: position.living().has(side),
                notes,
                reserve: position.reserve(side),
                held: None,
                taken: self.pane.marks.taken[side].clone(),
                ahead: self.pane.marks.ahead(spec, side),
            }
        };
        let mut seats: Vec<Seat> = spec.sides().map(seat).collect();
        if seats.len() == 2 && self.pane.view.seat(spec) == seats[0].side {
            seats.reverse();
        }
        seats
    }

    /// The title row: the game's name at the left; number in the file, date and result at the right.
    fn heading(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let spec = self.game.spec();
        let tags = &self.game.tags;
        let mut parts = Vec::new();
        if self.changes.is_unsaved() {
            parts.push("changed".to_owned());
        }
        parts.extend(self.among().map(|(number, all)| format!("game {number} of {all}")));
        // As the tags have it, but the day of the reader.
        let day = Date::of_game(tags).map(|date| date.day(&world.zone()).replace('-', "."));
        let day = day.filter(|day| !day.contains('?'));
        let room = usize::from(area.width);
        let short = |tag: &str| beginning(tag, room + 1).0.to_owned();
        parts.extend(day);
        parts.extend(tags.get("Result").map(short));
        parts.extend(self.circle_words());
        let title = world.theme.style(Role::Title);
        let name = format!("{} · review", spec.title);
        let name = world.glyphs.plain(&name);
        Label::new(&name, title).render(sides(area, 1), buffer);
        let free = room.saturating_sub(columns(&name, room) + 4);
        while !parts.is_empty() {
            let text = world.glyphs.plain(&parts.join(" · "));
            if columns(&text, free) <= free {
                return Label::new(text, world.theme.style(Role::Text)).right().render(sides(area, 1), buffer);
            }
            parts.remove(0);
        }
    }

    fn panel(&self, world: &World, pen: &Pen<'_>, parts: &Parts, framed: bool, buffer: &mut Buffer) {
        let inside = if framed {
            pen.frame(parts.moves, "Moves", "", false, buffer)
        } else {
            pen.rule(parts.moves, "moves", buffer);
            Self::inside(parts.moves, false)
        };
        let (rows, first) = self.rows(inside);
        // The move that the board shows is in a chip, which may take the column between the frame and the text.
        let air = inside.outer(Margin::new(1, 0)).intersection(parts.moves);
        for (row, words) in inside.rows().zip(rows.iter().skip(first)) {
            for word in words {
                let place = word.place(row);
                let shown = |text: &str| world.glyphs.head(text, inside.width.into());
                if word.id == Some(self.at) {
                    let chip = place.outer(Margin::new(1, 0)).intersection(air);
                    let before = if chip.x < place.x { " " } else { "" };
                    let text = format!("{before}{} ", shown(&word.text));
                    Label::new(text, world.theme.style(Role::HistoryNow)).render(chip, buffer);
                } else {
                    Label::new(shown(&word.text), pen.word_style(word.role)).render(place, buffer);
                }
            }
        }
        if parts.graph.height > 0 {
            let eval = self.game.tree.node(self.at).notes.eval.as_ref().map(|eval| self.eval_words(eval));
            let left = self.survey.as_ref().map(|survey| {
                let (done, all) = survey.progress();
                let left = survey.remaining().map(|left| format!(" {}", status::clock(left.as_secs())));
                format!("{done}/{all}{}", left.unwrap_or_default())
            });
            let chances = left.or(eval).unwrap_or_default();
            let inside = if framed {
                pen.frame(parts.graph, "Chances", &chances, false, buffer)
            } else {
                pen.rule(parts.graph, "chances", buffer);
                Self::inside(parts.graph, false)
            };
            self.graph(world, &self.inks()).render(inside, buffer);
        }
        if let Some(analysis) = self.pane.analysis.as_ref().filter(|_| parts.lines.height > 0) {
            let (pen, looks) = (*pen, Some(Side::FIRST));
            if framed {
                AnalysisBox { pen, analysis, looks }.render(parts.lines, buffer);
            } else {
                AnalysisColumn { pen, analysis, looks }.render(parts.lines, buffer);
            }
        }
    }

    fn words(&self, world: &World, area: Rect, analysed: Option<String>, buffer: &mut Buffer) {
        let typing = self.pane.entry.is_some();
        let (left, right) =
            if typing || self.on_board { self.pane.line(self.position.as_ref(), area) } else { self.first_line() };
        let (message, role) = match analysed {
            Some(words) if self.pane.message.is_none() => (words, Role::Text),
            _ => self.second_line(world, area),
        };
        let would_do = self.pane.would_do(self.position.as_ref());
        let (message, role) = match would_do.filter(|_| self.on_board && self.pane.message.is_none()) {
            Some(words) => (words, Role::Prompt),
            None => (message, role),
        };
        Prompt { world, left: &left, right: &right, message: &message, role, typing }.render(area, buffer);
    }
}
