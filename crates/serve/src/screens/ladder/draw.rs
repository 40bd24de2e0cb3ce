//! How a ladder is drawn: a table with columns as far as there is room.

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget as _;

use super::LadderScreen;
use crate::club::rated::LadderRow;
use crate::rating::points;
use crate::rules::explain::counted;
use crate::rules::position::Position;
use crate::rules::variant::Opening;
use crate::tui::board::preview::small_board;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::about::About;
use crate::tui::widgets::areas::{ListPage, from_top, sides};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Mark, Scrolled};
use crate::tui::world::World;

/// The rows of the card of the reader, and those of the words about the chosen row.
const ABOUT: u16 = 2;
const DETAILS: u16 = 5;

/// From this width there is a column with the time of the last game, and from this one with the number of games.
const WITH_LAST: u16 = 60;
const WITH_COUNT: u16 = 40;

/// The areas of a ladder of this many rows, and the heading of its table.
pub(super) fn areas(area: Rect, rows: usize) -> (ListPage, Rect) {
    let page = ListPage::of(area, rows + 1, ABOUT, DETAILS);
    let ([heading], list) = from_top(page.list, [1]);
    (ListPage { list, ..page }, heading)
}

/// The columns of a row: mark, rank, name, rating, provisional, games, last game.
fn cells(row: Rect) -> [Rect; 7] {
    let games = if row.width >= WITH_COUNT { 7 } else { 0 };
    let last = if row.width >= WITH_LAST { 14 } else { 0 };
    let widths = [2, 4].map(Constraint::Length).into_iter();
    let widths = widths.chain([Constraint::Fill(1)]).chain([7, 2, games, last, 2].map(Constraint::Length));
    let parts = Layout::horizontal(widths).split(row);
    std::array::from_fn(|at| parts[at])
}

/// How long ago something was.
fn ago(time: Option<SystemTime>, now: SystemTime) -> String {
    let Some(time) = time else { return "never".to_owned() };
    match now.duration_since(time).unwrap_or_default().as_secs() / 3600 {
        0 => "now".to_owned(),
        1 => "an hour ago".to_owned(),
        hours @ 2..24 => format!("{hours} hours ago"),
        hours @ 24..48 => format!("{} day ago", hours / 24),
        hours => format!("{} days ago", hours / 24),
    }
}

/// A row as texts, in the order of the cells after the mark.
fn texts(row: &LadderRow, now: SystemTime) -> [String; 6] {
    let rank = row.rank.map_or("-".to_owned(), |rank| rank.to_string());
    let provisional = if row.is_provisional() { "?" } else { "" };
    let rating = points(row.value).to_string();
    [rank, row.name.clone(), rating, provisional.to_owned(), row.games.to_string(), ago(row.last, now)]
}

/// Draws the texts of a row: the name at the left, numbers at the right.
fn line(world: &World, role: Role, texts: &[String; 6], cells: &[Rect; 7], buffer: &mut Buffer) {
    let style = world.theme.style(role);
    for (at, (text, cell)) in texts.iter().zip(&cells[1..]).enumerate() {
        let text = world.glyphs.head(text, usize::from(cell.width));
        let label = Label::new(text, style);
        match at {
            1 => label.render(sides(*cell, 1), buffer),
            0 | 3 => label.render(*cell, buffer),
            _ => label.right().render(*cell, buffer),
        }
    }
}

/// The standing of the reader.
fn own(screen: &LadderScreen) -> String {
    let own = screen.rows.iter().find(|row| row.member.is_some() && row.member == screen.own);
    let all = screen.rows.iter().filter(|row| row.rank.is_some()).count();
    match own.map(|row| (row.rank, points(row.value))) {
        Some((Some(rank), value)) => format!("You: {value}, rank {rank} of {all}"),
        Some((None, value)) => format!("You: {value}, no rank yet"),
        None => "You have no rated game here yet".to_owned(),
    }
}

/// Who is chosen, below the board of the game.
fn chosen(screen: &LadderScreen, world: &World, page: &ListPage, buffer: &mut Buffer) {
    let ladder = screen.ladders.get(screen.shown).map(|(ladder, _)| ladder);
    let game = ladder.and_then(|ladder| world.client.games.find(&ladder.game).filter(|game| ladder.is_of(*game)));
    let start = game.and_then(|game| game.begin(Opening::Start).ok());
    let board = |start: Box<dyn Position>| small_board(world, start.as_ref(), View::FIRST, page.picture, buffer);
    let rows = start.map_or(0, board);
    let Some(row) = screen.rows.get(screen.list.selected) else { return };
    let rank = match row.rank {
        Some(rank) => format!("Rank {rank}"),
        None => "No rank yet: the rating is provisional".to_owned(),
    };
    let last = match row.last {
        Some(_) => format!(", the last one {}", ago(row.last, screen.read)),
        None => String::new(),
    };
    let (value, deviation) = (points(row.value), row.deviation.round());
    let words =
        format!("{rank}. Rating {value} ± {deviation}. {}{last}.", counted(row.games as usize, "rated game"));
    About { title: &row.name, words: &words, world }.render(page.words(rows), buffer);
}

pub(super) fn draw(screen: &LadderScreen, world: &World, area: Rect, buffer: &mut Buffer) {
    let (page, heading) = areas(area, screen.rows.len());
    let ListPage { title, about, list: rows, message, footer, .. } = page;
    let style = |role| world.theme.style(role);
    let name = screen.ladders.get(screen.shown).map_or("", |(_, title)| title);
    let shown = world.glyphs.head(&format!("Ladder: {name}"), title.width.into());
    Label::new(shown, style(Role::Title)).render(title, buffer);
    Label::new(world.glyphs.head(&own(screen), about.width.into()), style(Role::Text)).render(about, buffer);
    if !page.picture.is_empty() {
        chosen(screen, world, &page, buffer);
    }
    let words = ["", "Name", "Rating", "", "Games", "Last game"].map(str::to_owned);
    line(world, Role::Dim, &words, &cells(heading), buffer);
    let room = usize::from(rows.height);
    let offset = screen.list.scroll(screen.rows.len(), room);
    for (place, (at, row)) in rows.rows().zip(screen.rows.iter().enumerate().skip(offset)) {
        let own = row.member.is_some() && row.member == screen.own;
        let here = at == screen.list.selected;
        let role = match (here, own, row.member) {
            (true, ..) => Role::Selected,
            (_, true, _) => Role::Title,
            (.., None) => Role::Dim,
            _ => Role::Text,
        };
        if here {
            buffer.set_style(place, style(role));
        }
        let cells = cells(place);
        // One's own row has a sign as well as another colour.
        if here {
            Mark(world).render(cells[0], buffer);
        } else if own {
            Label::new("*", style(role)).render(cells[0], buffer);
        }
        let mut texts = texts(row, screen.read);
        if own {
            texts[1].push_str(" (you)");
        }
        line(world, role, &texts, &cells, buffer);
    }
    Scrolled { world, before: offset > 0, after: offset + room < screen.rows.len() }.render(rows, buffer);
    let words = match &screen.message {
        Some(message) => (message.words.as_str(), message.role),
        None => ("? is a provisional rating: it has no rank yet.", Role::Dim),
    };
    Label::new(world.glyphs.head(words.0, message.width.into()), style(words.1)).render(message, buffer);
    Footer::of(screen, world).render(footer, buffer);
}
