//! How the explorer is drawn, and what is at a place of it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::Explorer;
use super::palette::DEEDS;
use crate::board::layout::{fitting, wish};
use crate::board::map::{BoardMap, Wish};
use crate::board::paint::{BoardView, Scene};
use crate::board::prompt::{Prompt, inner};
use crate::input::Pointing;
use crate::rules::explain::counted;
use crate::rules::pick::Pick;
use crate::rules::spelling::a;
use crate::screen::Transition;
use crate::theme::Role;
use crate::widgets::areas::{centred, sides};
use crate::widgets::footer::Footer;
use crate::widgets::label::Label;
use crate::widgets::text::columns;
use crate::widgets::too_small::TooSmall;
use crate::world::World;

/// From this width on the row of the keys has room for more.
const WIDE: u16 = 60;

/// The areas of the screen.
struct Areas<'a> {
    title: Rect,
    palette: Rect,
    /// What can be done by mouse.
    deeds: [Rect; 3],
    board: BoardMap<'a>,
    prompt: Rect,
    footer: Rect,
}

impl Explorer {
    /// The areas; the error is the size that the window needs.
    fn areas(&self, area: Rect, world: &World) -> Result<Areas<'_>, (u16, u16)> {
        let rows = if area.height >= 26 { 3 } else { 2 };
        // Where there is room for it, the palette is beside the title.
        let width = self.entries().iter().map(|(_, text, _)| columns(text, 99)).sum::<usize>() as u16;
        let title = columns(&self.title(), 999) as u16;
        let deeds = DEEDS.map(|(_, text)| columns(text, 99) as u16);
        let all: u16 = deeds.iter().sum();
        let beside = title + 2 + width <= area.width.saturating_sub(2);
        let heights = [1, u16::from(!beside)].map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]);
        let heights = heights.chain([rows, 1].map(Constraint::Length));
        let parts = Layout::vertical(heights).split(area);
        // What is for the mouse is at the right of the keys, or of the title where there is little room.
        let apart = |row| Layout::horizontal([Constraint::Fill(1), Constraint::Length(all)]).areas(row);
        let below = area.width >= WIDE;
        let [row, last] = apart(sides(if below { parts[4] } else { parts[0] }, 1));
        let deeds = Layout::horizontal(deeds.map(Constraint::Length)).areas(last);
        let (row, footer) =
            if below { (sides(parts[0], 1), row.outer(Margin::new(1, 0))) } else { (row, parts[4]) };
        let [left, right] = Layout::horizontal([Constraint::Length(title + 2), Constraint::Fill(1)]).areas(row);
        let (title, palette) = if beside { (left, right) } else { (row, sides(parts[1], 1)) };
        let geometry = self.position.geometry();
        let level = geometry.coord(self.pane.selection.cursor).z;
        let wish = Wish { only: self.pane.one_level, ..wish(self.position.as_ref(), world, level) };
        let room = parts[2];
        let Some(way) = fitting(self.position.as_ref(), self.pane.view, wish, (room.width, room.height)) else {
            let ways = BoardMap::ways(geometry, self.pane.view, wish);
            let least = ways.iter().map(BoardMap::size).min_by_key(|&(width, height)| (height, width));
            let (width, height) = least.unwrap_or_default();
            return Err((width.max(20), height + 2 + u16::from(!beside) + rows));
        };
        let (width, height) = way.size();
        let board = way.at(centred(room, width, height).as_position());
        Ok(Areas { title, palette, deeds, board, prompt: parts[3], footer })
    }

    /// Handles the mouse.
    pub(super) fn pointed(&mut self, at: Point, how: Pointing, world: &World) -> Transition {
        let Ok(areas) = self.areas(world.whole(), world) else { return Transition::Same };
        let (palette, square) = (areas.palette, areas.board.hit(at));
        if how != Pointing::Press {
            return self.drag(square, how);
        }
        let offer = self
            .has_moves()
            .then(|| self.pane.asked(self.position.as_ref()).offer_at(inner(areas.prompt), &world.glyphs, at));
        let deeds = DEEDS.iter().zip(areas.deeds).map(|(&(entry, _), place)| (entry, place));
        let mut places = self.places(palette).into_iter().chain(deeds);
        let entry = places.find(|(_, place)| place.contains(at)).map(|(entry, _)| entry);
        match (entry, offer.flatten(), square) {
            (Some(entry), ..) => self.choose(entry),
            (None, Some(offer), _) => self.pick(offer),
            (None, None, Some(square)) => self.press(square),
            (None, None, None) => Transition::Same,
        }
    }

    fn title(&self) -> String {
        format!("Explorer: {}", self.position.spec().title)
    }

    /// The line of the prompt: the piece whose moves are shown, and how many there are.
    fn line(&self) -> String {
        let position = self.position.as_ref();
        let spec = position.spec();
        let counts = || counted(if self.has_moves() { self.pane.selection.choices().len() } else { 0 }, "square");
        if let Some(Pick::Reserve(kind)) = self.from {
            return format!("{} drops {}: {}", spec.seat(self.side).name, a(spec.of(kind).name), counts());
        }
        let on = |from: Pick| if let Pick::Square(square) = from { Some(square) } else { None };
        let Some((from, piece)) = self.from.and_then(on).and_then(|from| Some((from, position.piece(from)?)))
        else {
            return "Pick a piece to see its moves, or put one.".to_owned();
        };
        // A promotion, or the way through a hole, is asked like in a game.
        if self.has_moves() && self.pane.selection.picks().len() > 1 {
            return self.pane.asked(position).line().0;
        }
        let name = format!("{} {}", spec.seat(piece.side()).name, spec.of(piece.kind()).name);
        format!("{name} on {}: {}", position.geometry().label(from), counts())
    }

    /// The message: why the piece cannot go to the cursor, what it does there, or how the piece at the cursor moves.
    fn message(&self) -> (String, Role) {
        if let Some(message) = &self.pane.message {
            return (message.clone(), self.pane.message_role());
        }
        if let Some(why) = self.why_not() {
            return (why, Role::Text);
        }
        let position = self.position.as_ref();
        let cursor = self.pane.selection.cursor;
        let words = self.has_moves().then(|| self.pane.would_do(position)).flatten();
        let can = self.has_moves()
            && self.pane.selection.choices().iter().any(|choice| choice.pick == Pick::Square(cursor));
        let deed = if matches!(self.from, Some(Pick::Reserve(_))) { "be dropped on" } else { "go to" };
        let can = can.then(|| format!("It can {deed} {}.", position.geometry().label(cursor)));
        let piece = position.piece(cursor).map(|piece| {
            let kind = position.spec().of(piece.kind());
            format!("{}: {}.", kind.name, kind.words)
        });
        (words.or(can).or(piece).unwrap_or_default(), Role::Prompt)
    }

    pub(super) fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = match self.areas(area, world) {
            Ok(areas) => areas,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        let spec = self.position.spec();
        let style = |role| world.theme.style(role);
        let title = world.glyphs.head(&self.title(), areas.title.width.into());
        Label::new(title, style(Role::Title)).render(areas.title, buffer);
        for ((_, text), place) in DEEDS.into_iter().zip(areas.deeds) {
            Label::new(text, style(Role::Dim)).render(place, buffer);
        }
        for ((_, place), (_, text, chosen)) in self.places(areas.palette).into_iter().zip(self.entries()) {
            let role = if chosen { Role::Selected } else { Role::Text };
            Label::new(text, style(role)).render(place, buffer);
        }
        let scene = self.pane.scene(self.position.as_ref());
        let scene = Scene { picks: self.has_moves(), goals: false, ..scene };
        BoardView { pane: &self.pane, scene, map: &areas.board, world }.render(area, buffer);
        let typing = self.pane.entry.is_some();
        let (left, right) = match &self.pane.entry {
            Some(entry) => entry.line(inner(areas.prompt).width.into()),
            None => (self.line(), spec.of(self.kind).name.to_owned()),
        };
        let (message, role) = self.message();
        Prompt { world, left: &left, right: &right, message: &message, role, typing }.render(areas.prompt, buffer);
        Footer::of(self, world).render(areas.footer, buffer);
    }
}
