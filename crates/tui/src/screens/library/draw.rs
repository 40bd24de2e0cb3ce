//! Draws the saved games. Only the visible rows are formatted.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget as _;

use super::Library;
use super::areas::{Areas, BELOW, Columns, FILTER, MOST_WORDS};
use crate::action::{Action, Context};
use crate::board::panels::clock;
use crate::board::preview::small_board;
use crate::glyphs::beginning;
use crate::paths::files::{Files, Refusal};
use crate::record::store::{GameEntry, Who};
use crate::rules::side::Side;
use crate::rules::spec::Spec;
use crate::session::setup::tags::COMPUTER;
use crate::theme::Role;
use crate::theme::army::army;
use crate::view::View;
use crate::widgets::areas::from_top;
use crate::widgets::field::Field;
use crate::widgets::footer::Footer;
use crate::widgets::frame::Frame;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Mark, Scrolled};
use crate::widgets::text::{block, columns, fit, wrap};
use crate::widgets::times::Times;
use crate::world::World;

/// The label of the graph of the times.
const TIME: &str = "time";

/// The title of the screen.
const TITLE: &str = "Saved games";

impl Library {
    /// The number of games, the sort order, and the progress of background work: as many of these as there is room for.
    fn summary(&self, world: &World, room: usize) -> String {
        let (shown, all) = (self.listing.shown(), self.listing.len());
        let games = if all == 1 { "game" } else { "games" };
        // The most important part comes first, because a narrow window cuts off the end.
        let mut parts = Vec::new();
        let (done, of) = self.progress;
        match (&self.job, &self.loader) {
            (Some(job), _) => parts.push(format!("{} {}", job.words, job.count)),
            (None, Some(_)) => parts.push(format!("reading {done} of {of}")),
            (None, None) => {}
        }
        parts.push(if shown == all { format!("{all} {games}") } else { format!("{shown} of {all} {games}") });
        if self.listing.marks() > 0 {
            parts.push(format!("{} marked", self.listing.marks()));
        }
        parts.push(self.listing.sort().words().to_owned());
        while parts.len() > 1 && columns(&world.glyphs.plain(&parts.join(" · ")), room + 1) > room {
            parts.pop();
        }
        fit(&world.glyphs.plain(&parts.join(" · ")), room, world.glyphs.more)
    }

    pub(super) fn picture(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = self.areas(world, area);
        let summary = |room: usize| self.summary(world, room);
        if areas.title.height == 0 {
            // The corners, the blanks around both texts and a stroke between them.
            let right = summary(usize::from(areas.frame.width).saturating_sub(TITLE.len() + 9));
            Frame::of(world, TITLE).right(&right).active(true).tight().render(areas.frame, buffer);
        } else {
            let parts = [Constraint::Length(TITLE.len() as u16), Constraint::Fill(1)];
            let [title, right] = Layout::horizontal(parts).spacing(2).areas(areas.title);
            Label::new(TITLE, world.theme.style(Role::Title)).render(title, buffer);
            Label::new(summary(right.width.into()), world.theme.style(Role::Dim)).render(right, buffer);
        }
        Field::new(FILTER, &self.filter).style(world.theme.style(Role::Prompt)).render(areas.filter, buffer);
        self.heads(world, areas.heads, buffer);
        self.rows(world, areas.list, buffer);
        if self.listing.shown() == 0 {
            self.nothing(world, areas.list, buffer);
        } else if areas.board.height > 0 {
            self.board(world, areas.board, buffer);
        }
        self.said(world, &areas, buffer);
        Footer::of(self, world).render(areas.footer, buffer);
    }

    /// The names of the columns.
    fn heads(&self, world: &World, row: Rect, buffer: &mut Buffer) {
        if row.height == 0 || self.listing.shown() == 0 {
            return;
        }
        let style = world.theme.style(Role::Dim);
        let table = Columns::of(row);
        let date = if self.listing.zone().is_own() { "date" } else { "date UTC" };
        let heads =
            [(table.date, date), (table.game, "game"), (table.players, "players"), (table.result, "result")];
        for (place, text) in heads {
            Label::new(text, style).render(place, buffer);
        }
        Label::new("plies", style).right().render(table.plies, buffer);
    }

    fn rows(&self, world: &World, list: Rect, buffer: &mut Buffer) {
        let table = Columns::of(list);
        let (state, shown) = (self.list_state(), self.listing.shown());
        let first = state.scroll(shown, list.height.into());
        for (row, place) in list.rows().zip(first..shown) {
            let Some(entry) = self.listing.at(place) else { break };
            self.row(world, &table, entry, place == state.selected, row, buffer);
        }
        let after = first + usize::from(list.height) < shown;
        Scrolled { world, before: first > 0, after }.render(list, buffer);
    }

    /// One game of the list.
    fn row(&self, world: &World, table: &Columns, entry: &GameEntry, here: bool, row: Rect, buffer: &mut Buffer) {
        let style = world.theme.style(if here { Role::Selected } else { Role::Text });
        let dim = if here { style } else { world.theme.style(Role::Dim) };
        let bold = style.add_modifier(Modifier::BOLD);
        let cut = |text: &str, room: u16| {
            let room = usize::from(room);
            fit(&world.glyphs.head(text, room), room, world.glyphs.more)
        };
        if here {
            buffer.set_style(row, style);
        }
        let marked = if self.listing.is_marked(entry) { '*' } else { ' ' };
        let cell = |column: Rect| column.intersection(row);
        Label::new(format!(" {marked}"), style).render(cell(table.mark), buffer);
        if here {
            Mark(world).render(row, buffer);
        }
        let date = entry.date.shown_in(self.listing.zone()).to_string();
        let date = date.get(..table.date.width.into()).unwrap_or(&date);
        Label::new(cut(date, table.date.width), dim).render(cell(table.date), buffer);
        let game = if table.titles { entry.title() } else { entry.short_title() };
        Label::new(cut(game, table.game.width), style).render(cell(table.game), buffer);
        Label::new(cut(&entry.plies.to_string(), table.plies.width), style)
            .right()
            .render(cell(table.plies), buffer);
        // The state of a game in progress is shown in full; the players column becomes narrower for it.
        let state = entry.state();
        let wide = columns(&state, row.width.into()) as u16;
        let (mut players, mut result) = (cell(table.players), cell(table.result));
        if table.plies.is_empty() && wide > result.width {
            let both = [Constraint::Fill(1), Constraint::Length(wide)];
            [players, result] = Layout::horizontal(both).spacing(1).areas(players.union(result));
        }
        let room = usize::from(players.width);
        let seats = seats(entry, room);
        // If the names are too long, "computer" is shortened so that its level stays visible.
        let short = columns(&seats, room) > room;
        let seats = if short { seats.replace(COMPUTER, "comp ") } else { seats };
        Label::new(cut(&seats, players.width), style).render(players, buffer);
        Label::new(cut(&state, result.width), bold).render(result, buffer);
    }

    /// Explains why the list is empty.
    fn nothing(&self, world: &World, list: Rect, buffer: &mut Buffer) {
        let key = world.keymap.key(Context::Library, Action::Import).unwrap_or_default();
        let words = match (&self.store, &self.loader) {
            (None, _) if world.client.files == Files::None => Refusal::None.to_string(),
            (None, _) => "No home folder was found: games are not saved.".to_owned(),
            (_, Some(_)) => return,
            _ if self.listing.is_empty() => {
                format!("No games yet. The games you play are saved here; {key} imports games.")
            }
            _ => "No game matches the filter.".to_owned(),
        };
        let dim = world.theme.style(Role::Dim);
        let lines = wrap(&words, usize::from(list.width).max(1));
        Lines(lines.map(|line| (world.glyphs.plain(&line), dim))).render(list, buffer);
    }

    /// The preview of the selected game: its last position and its details.
    fn board(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let Some(entry) = self.listing.here() else { return };
        let glance = self.preview.as_ref().and_then(|preview| preview.of(entry));
        let width = usize::from(area.width);
        let mut lines: Vec<(Role, String)> = Vec::new();
        // In the small area below the list, there is room only for the board.
        if area.height > BELOW {
            lines = details(entry, world, width);
            let words = glance.map(|glance| glance.words.as_str()).unwrap_or_default();
            let words = block(&world.glyphs, words, width, MOST_WORDS);
            lines.extend(words.into_iter().filter(|line| !line.is_empty()).map(|line| (Role::Text, line)));
            lines.truncate(usize::from(area.height.saturating_sub(BELOW)));
        }
        let times =
            glance.map(|glance| glance.times.as_slice()).filter(|times| area.height > BELOW && !times.is_empty());
        let heights = [lines.len(), times.iter().len()].map(|rows| Constraint::Length(rows as u16));
        let [room, _, _] = Layout::vertical([Constraint::Fill(1), heights[0], heights[1]]).areas(area);
        let mut rows = 1;
        if glance.is_none() {
            Label::new(world.glyphs.plain("loading …"), world.theme.style(Role::Dim)).render(room, buffer);
        }
        if let Some(position) = glance.and_then(|glance| glance.position.as_ref()) {
            rows = small_board(world, position.as_ref(), view(entry), room, buffer);
        }
        // The details are close below the board.
        let board = Constraint::Length((rows + 1).min(room.height));
        let [_, words, graph, _] =
            Layout::vertical([board, heights[0], heights[1], Constraint::Fill(1)]).areas(area);
        let cut = |line: &str| fit(&world.glyphs.head(line, width), width, world.glyphs.more);
        Lines(lines.iter().map(|(role, line)| (cut(line), world.theme.style(*role)))).render(words, buffer);
        if let (Some(times), Some(spec)) = (times, entry.spec()) {
            Self::times(world, spec, times, graph, buffer);
        }
    }

    /// The graph of the times, and the longest one.
    fn times(world: &World, spec: &Spec, times: &[(Side, Duration)], row: Rect, buffer: &mut Buffer) {
        let longest = times.iter().map(|(_, time)| *time).max().unwrap_or_default();
        let words = format!("up to {}", clock(longest));
        let parts = [TIME.len(), words.len()].map(|columns| Constraint::Length(columns as u16));
        let parts = Layout::horizontal([parts[0], Constraint::Fill(1), parts[1]]).spacing(1);
        let [label, graph, most] = parts.areas(row);
        let dim = world.theme.style(Role::Dim);
        Label::new(TIME, dim).render(label, buffer);
        let times: Vec<_> = times.iter().map(|&(side, time)| (time, army(spec, side))).collect();
        Times { theme: &world.theme, glyphs: &world.glyphs, of_moves: &times }.render(graph, buffer);
        Label::new(words, dim).right().render(most, buffer);
    }

    fn said(&self, world: &World, areas: &Areas, buffer: &mut Buffer) {
        let lines = self.lines(world, areas.words.width);
        Lines(lines.iter().map(|(role, line)| (line, world.theme.style(*role)))).render(areas.words, buffer);
        if let Some(prompt) = &self.prompt {
            let ([row], _) = from_top(areas.words, [1]);
            let style = world.theme.style(Role::Prompt);
            Field::new(&prompt.label, &prompt.field).style(style).render(row, buffer);
        }
    }
}

/// The names of the players, shortened to the columns available; neighbours of one name are counted.
fn seats(entry: &GameEntry, room: usize) -> String {
    let names: Vec<&str> = entry.players.iter().map(|player| beginning(&player.name, room + 1).0).collect();
    let same = names.chunk_by(|one, other| names.len() > 2 && one == other);
    let counted = |names: &[&str]| match names {
        [one] => (*one).to_owned(),
        more => format!("{} ×{}", more[0], more.len()),
    };
    same.map(counted).collect::<Vec<_>>().join(" - ")
}

/// The view of the only person in the game; with none or several, that of the first seat.
fn view(entry: &GameEntry) -> View {
    let mut people = entry.players.iter().enumerate().filter(|(_, player)| player.is == Who::Person);
    match (people.next(), people.next(), entry.spec()) {
        (Some((seat, _)), None, Some(spec)) if seat < spec.seats.len() => View::of(spec, Side::new(seat)),
        _ => View::FIRST,
    }
}

/// The details of a game that are known without reading its moves.
fn details(entry: &GameEntry, world: &World, width: usize) -> Vec<(Role, String)> {
    let mut lines = vec![(Role::Title, entry.full_title())];
    for (at, player) in entry.players.iter().enumerate() {
        let seat = entry.spec().and_then(|spec| spec.seats.get(at)).map_or("", |seat| seat.name);
        let name = beginning(&player.name, width + 1).0;
        lines.push((Role::Text, format!("{seat} {name}").trim_start().to_owned()));
    }
    let plies = format!("{} {}", entry.plies, if entry.plies == 1 { "ply" } else { "plies" });
    let said = [entry.state().into_owned(), plies, entry.date.words(&world.zone())];
    let said: Vec<String> = said.into_iter().filter(|part| !part.is_empty()).collect();
    lines.extend(wrap(&said.join(" · "), width).take(MOST_WORDS).map(|line| (Role::Text, line)));
    if let Some(damage) = entry.damaged {
        lines.extend(wrap(&damage.words(), width).take(MOST_WORDS).map(|line| (Role::Warning, line)));
    }
    lines.push((Role::Dim, entry.id()));
    lines
}
