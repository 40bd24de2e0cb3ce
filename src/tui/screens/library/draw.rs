//! Draws the saved games. Only the visible rows are formatted.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget as _;

use super::Library;
use crate::paths::files::{Files, Refusal};
use crate::record::store::{GameEntry, Who};
use crate::rules::side::Side;
use crate::session::setup::tags::COMPUTER;
use crate::tui::action::{Action, Context};
use crate::tui::board::preview::small_board;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::bar::bar;
use crate::tui::widgets::footer;
use crate::tui::widgets::frame::Frame;
use crate::tui::widgets::list::Chosen;
use crate::tui::widgets::put::put;
use crate::tui::widgets::text::{beginning, block, columns, fit, wrap};
use crate::tui::world::World;

/// The label of the filter line.
pub(super) const FILTER: &str = "filter: ";

/// From this width on, the board is beside the list. In a narrower window it is below the list if the window is
/// at least `HIGH` rows high.
const WIDE: u16 = 64;
const HIGH: u16 = 18;

/// The rows of the board below the list.
const BELOW: u16 = 10;

/// From this height on, a wide window has a frame around the list.
const FRAMED: u16 = 20;

/// The length of a game, in plies, whose bar is full.
const LONG: usize = 160;

/// The maximum number of message lines.
const MOST_WORDS: usize = 3;

/// The areas of the screen.
pub(super) struct Areas {
    pub(super) filter: Rect,
    pub(super) heads: Rect,
    pub(super) list: Rect,
    pub(super) board: Rect,
    /// The prompt and messages.
    pub(super) words: Rect,
}

/// The columns of the list: start and width of each. A hidden column has width 0.
struct Columns {
    date: (u16, u16),
    game: (u16, u16),
    players: (u16, u16),
    plies: (u16, u16),
    result: (u16, u16),
    /// A bar as long as the game.
    bar: (u16, u16),
    /// Is the game column wide enough for full titles?
    titles: bool,
}

impl Columns {
    fn of(width: u16) -> Columns {
        let date = match width {
            0..46 => 0,
            46..80 => 10,
            _ => 16,
        };
        let titles = width >= 64;
        let game = if titles { 17 } else { 10 };
        let plies = if width >= 64 { 5 } else { 0 };
        let result = match width {
            0..64 => 7,
            64..80 => 11,
            _ => 13,
        };
        let bar = if width >= 84 { 6 } else { 0 };
        let mut x = 3;
        let mut put = |wide: u16| {
            let at = (x, wide);
            x += if wide > 0 { wide + 1 } else { 0 };
            at
        };
        let (date, game) = (put(date), put(game));
        // One column at the right is reserved for the scroll indicator.
        let rest = (result + 1) + if plies > 0 { plies + 1 } else { 0 } + if bar > 0 { bar + 1 } else { 0 } + 1;
        let players = put(width.saturating_sub(game.0 + game.1 + 1 + rest));
        let (plies, bar) = (put(plies), put(bar));
        Columns { date, game, players, plies, bar, result: put(result), titles }
    }
}

impl Library {
    /// The lines below the list: an empty first line for the prompt while one is open, then its hint or the
    /// message.
    fn lines(&self, world: &World, width: u16) -> Vec<(Role, String)> {
        let told = |text: &str, rows: usize| block(&world.glyphs, text, width.into(), rows);
        let mut lines = Vec::new();
        if let Some(prompt) = &self.prompt {
            lines.push((Role::Prompt, String::new()));
            if self.told.is_none() {
                lines.extend(told(prompt.hint, MOST_WORDS - 1).into_iter().map(|line| (Role::Dim, line)));
            }
        }
        if let Some(text) = self.told.as_ref().filter(|text| !text.is_empty()) {
            let rows = MOST_WORDS.saturating_sub(lines.len());
            lines.extend(told(text, rows).into_iter().map(|line| (Role::Warning, line)));
        }
        lines
    }

    /// Computes the areas for a window.
    pub(super) fn areas(&self, world: &World, area: Rect) -> Areas {
        let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        let words = self.lines(world, inside.width).len() as u16;
        let heads = u16::from(area.height >= 16);
        let (top, bottom) = (area.y + 2 + heads, area.bottom().saturating_sub(1 + words));
        let rest = Rect { y: top, height: bottom.saturating_sub(top), ..inside };
        let none = Rect { width: 0, height: 0, ..rest };
        let (list, board) = if area.width >= WIDE {
            let wide = match area.width {
                0..100 => 29,
                100..160 => area.width * 2 / 5,
                _ => area.width / 2,
            };
            let less = u16::from(Library::is_framed(area));
            let list = Rect { width: rest.width - wide - 1, height: rest.height.saturating_sub(less), ..rest };
            (
                list,
                Rect { x: list.right() + 1, y: area.y + 1, width: wide, height: bottom.saturating_sub(area.y + 1) },
            )
        } else if area.height >= HIGH {
            let list = Rect { height: rest.height.saturating_sub(BELOW), ..rest };
            (list, Rect { y: list.bottom(), height: rest.height - list.height, ..rest })
        } else {
            (rest, none)
        };
        Areas {
            filter: Rect { y: area.y + 1, height: 1, width: list.width, ..inside },
            heads: Rect { y: area.y + 2, height: heads, ..list },
            words: Rect { y: bottom, height: words, ..inside },
            list,
            board,
        }
    }

    /// Is there room for a frame around the list?
    const fn is_framed(area: Rect) -> bool {
        area.width >= WIDE && area.height >= FRAMED
    }

    /// The list index at a screen position.
    pub(super) fn hit(&self, world: &World, x: u16, y: u16) -> Option<usize> {
        let list = self.areas(world, world.whole()).list;
        let place = self.first(list) + usize::from(y.saturating_sub(list.y));
        (list.contains(Point::new(x, y)) && place < self.listing.shown()).then_some(place)
    }

    /// The first visible row.
    fn first(&self, list: Rect) -> usize {
        Chosen(self.listing.chosen()).scroll(self.listing.shown(), list.height.into())
    }

    /// The number of games, the sort order, and the progress of background work.
    fn summary(&self) -> String {
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
        parts.join(" · ")
    }

    pub(super) fn picture(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = self.areas(world, area);
        let title = "Saved games";
        if Library::is_framed(area) {
            let place = Rect {
                x: area.x,
                y: area.y,
                width: areas.list.width + 2,
                height: (areas.list.bottom() + 1).saturating_sub(area.y),
            };
            let room = usize::from(place.width).saturating_sub(title.len() + 9);
            let right = fit(&world.glyphs.plain(&self.summary()), room, world.glyphs.more);
            Frame { theme: &world.theme, glyphs: &world.glyphs, title, right: &right, active: true }
                .render(place, buffer);
        } else {
            put(buffer, area.x + 1, area.y, title, usize::from(area.width), world.theme.style(Role::Title));
            let room = usize::from(area.width).saturating_sub(title.len() + 4);
            let summary = fit(&world.glyphs.plain(&self.summary()), room, world.glyphs.more);
            let x = area.x + 3 + title.len() as u16;
            put(buffer, x, area.y, summary, room, world.theme.style(Role::Dim));
        }
        self.filter.draw(world, FILTER, areas.filter, buffer);
        self.rows(world, &areas, buffer);
        if self.listing.shown() == 0 {
            self.nothing(world, areas.list, buffer);
        } else if areas.board.height > 0 {
            self.board(world, areas.board, buffer);
        }
        self.said(world, areas.words, buffer);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::Library, &crate::tui::screen::Screen::footer(self, world), foot, buffer);
    }

    fn rows(&self, world: &World, areas: &Areas, buffer: &mut Buffer) {
        let list = areas.list;
        let table = Columns::of(list.width);
        let mut write = |row: u16, (at, wide): (u16, u16), text: &str, style: Style, right: bool| {
            if wide > 0 {
                let room = usize::from(wide);
                let text = fit(&world.glyphs.head(text, room), room, world.glyphs.more);
                let by = if right { wide.saturating_sub(columns(&text, room) as u16) } else { 0 };
                put(buffer, list.x + at + by, row, text, room, style);
            }
        };
        if areas.heads.height > 0 && self.listing.shown() > 0 {
            let style = world.theme.style(Role::Dim);
            let heads = [
                (table.date, "date", false),
                (table.game, "game", false),
                (table.players, "players", false),
                (table.plies, "plies", true),
                (table.result, "result", false),
            ];
            for (place, text, right) in heads {
                write(areas.heads.y, place, text, style, right);
            }
        }
        let first = self.first(list);
        for (row, place) in list.rows().map(|row| row.y).zip(first..self.listing.shown()) {
            let Some(entry) = self.listing.at(place) else { break };
            let here = place == self.listing.chosen();
            let style = world.theme.style(if here { Role::Selected } else { Role::Text });
            if here {
                let whole = " ".repeat(usize::from(list.width));
                write(row, (0, list.width), &whole, style, false);
                write(row, (0, 1), &world.glyphs.bar.to_string(), style, false);
            }
            if self.listing.is_marked(entry) {
                write(row, (1, 1), "*", style, false);
            }
            let date = entry.date.get(..table.date.1.into()).unwrap_or(&entry.date);
            let dim = if here { style } else { world.theme.style(Role::Dim) };
            write(row, table.date, date, dim, false);
            write(row, table.game, if table.titles { entry.title() } else { &entry.game }, style, false);
            // The state of a game in progress is shown in full; the players column becomes narrower for it.
            let wide = columns(entry.state(), list.width.into()) as u16;
            let more = if table.plies.1 > 0 { 0 } else { wide.saturating_sub(table.result.1).min(table.players.1) };
            let result = (table.result.0 - more, table.result.1 + more);
            let players = (table.players.0, table.players.1 - more);
            let room = usize::from(players.1);
            let seats = seats(entry, room);
            // If the names are too long, "computer" is shortened so that its level stays visible.
            let short = columns(&seats, room) > room;
            let seats = if short { seats.replace(COMPUTER, "comp ") } else { seats };
            write(row, players, &seats, style, false);
            write(row, table.plies, &entry.plies.to_string(), style, true);
            write(row, table.bar, &bar(entry.plies, LONG, table.bar.1.into(), &world.glyphs), dim, false);
            write(row, result, entry.state(), style.add_modifier(Modifier::BOLD), false);
        }
        let dim = world.theme.style(Role::Dim);
        let last = list.width.saturating_sub(1);
        if first > 0 && list.height > 0 {
            write(list.y, (last, 1), "^", dim, false);
        }
        if first + usize::from(list.height) < self.listing.shown() && list.height > 0 {
            write(list.bottom() - 1, (last, 1), "v", dim, false);
        }
    }

    /// Explains why the list is empty.
    fn nothing(&self, world: &World, list: Rect, buffer: &mut Buffer) {
        let key = world.keymap.key(Context::Library, Action::Import).unwrap_or_default();
        let words = match (&self.store, &self.loader) {
            (None, _) if world.files == Files::None => Refusal::None.to_string(),
            (None, _) => "No home folder was found: games are not saved.".to_owned(),
            (_, Some(_)) => return,
            _ if self.listing.is_empty() => {
                format!("No games yet. The games you play are saved here; {key} imports games.")
            }
            _ => "No game matches the filter.".to_owned(),
        };
        let room = usize::from(list.width);
        for (y, line) in list.rows().map(|row| row.y).zip(wrap(&words, room.max(1))) {
            put(buffer, list.x, y, world.glyphs.plain(&line), room, world.theme.style(Role::Dim));
        }
    }

    /// The preview of the selected game: its last position and its details.
    fn board(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let Some(entry) = self.listing.here() else { return };
        let glance = self.preview.as_ref().and_then(|preview| preview.of(entry));
        let width = usize::from(area.width);
        let mut lines: Vec<(Role, String)> = Vec::new();
        // In the small area below the list, there is room only for the board.
        if area.height > BELOW {
            lines = details(entry, width);
            let words = glance.map(|glance| glance.words.as_str()).unwrap_or_default();
            let words = block(&world.glyphs, words, width, MOST_WORDS);
            lines.extend(words.into_iter().filter(|line| !line.is_empty()).map(|line| (Role::Text, line)));
            lines.truncate(usize::from(area.height).saturating_sub(usize::from(BELOW)));
        }
        let room = Rect { height: area.height.saturating_sub(lines.len() as u16), ..area };
        if glance.is_none() {
            let text = world.glyphs.plain("loading …");
            put(buffer, room.x, room.y, text, width, world.theme.style(Role::Dim));
        }
        if let Some(position) = glance.and_then(|glance| glance.position.as_ref()) {
            small_board(world, position.as_ref(), view(entry), room, buffer);
        }
        for (row, (role, line)) in (room.bottom()..area.bottom()).zip(&lines) {
            let line = fit(&world.glyphs.head(line, width), width, world.glyphs.more);
            put(buffer, area.x, row, line, width, world.theme.style(*role));
        }
    }

    fn said(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.width);
        for (row, (role, line)) in area.rows().map(|row| row.y).zip(self.lines(world, area.width)) {
            put(buffer, area.x, row, line, room, world.theme.style(role));
        }
        if let Some(prompt) = &self.prompt {
            prompt.field.draw(world, &prompt.label, Rect { height: 1, ..area }, buffer);
        }
    }
}

/// The names of the players, shortened to the columns available.
fn seats(entry: &GameEntry, room: usize) -> String {
    let names: Vec<&str> = entry.players.iter().map(|player| beginning(&player.name, room + 1).0).collect();
    names.join(" - ")
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
fn details(entry: &GameEntry, width: usize) -> Vec<(Role, String)> {
    let mut lines = vec![(Role::Title, entry.title().to_owned())];
    for (at, player) in entry.players.iter().enumerate() {
        let seat = entry.spec().and_then(|spec| spec.seats.get(at)).map_or("", |seat| seat.name);
        let name = beginning(&player.name, width + 1).0;
        lines.push((Role::Text, format!("{seat} {name}").trim_start().to_owned()));
    }
    let plies = format!("{} {}", entry.plies, if entry.plies == 1 { "ply" } else { "plies" });
    let said = [entry.state().to_owned(), plies, entry.date.clone()];
    let said: Vec<String> = said.into_iter().filter(|part| !part.is_empty()).collect();
    lines.extend(wrap(&said.join(" · "), width).take(MOST_WORDS).map(|line| (Role::Text, line)));
    if let Some(damage) = entry.damaged {
        lines.extend(wrap(&damage.words(), width).take(MOST_WORDS).map(|line| (Role::Warning, line)));
    }
    lines.push((Role::Dim, entry.id()));
    lines
}
