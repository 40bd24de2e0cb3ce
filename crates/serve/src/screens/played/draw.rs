//! How finished games and the page of a member are drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::curve::Curve;
use super::{Played, Row};
use crate::club::Visit;
use crate::club::moment::seconds;
use crate::club::table_service::{Finished, Seat};
use crate::club::table_words::{pace, players, safe};
use crate::escape;
use crate::rating::points;
use crate::rules::explain::counted;
use crate::screens::club::visit;
use crate::tui::theme::Role;
use crate::tui::widgets::about::About;
use crate::tui::widgets::areas::{ListPage, from_top};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List};
use crate::tui::world::World;

/// The rows above the list and those of the words about the chosen row, and of a curve.
const ABOUT: u16 = 2;
const DETAILS: u16 = 6;
const CURVE: u16 = 10;

pub(super) fn areas(area: Rect, rows: usize) -> ListPage {
    ListPage::of(area, rows, ABOUT, DETAILS)
}

/// Who played a finished game.
fn people(game: &Finished) -> String {
    let seats: Vec<Seat> = game.seats.iter().map(|seat| seat.player.clone()).collect();
    players(&seats)
}

/// The shares of the seats: `1 - 0`.
fn result(game: &Finished) -> String {
    game.seats.iter().map(|seat| seat.share.to_string()).collect::<Vec<_>>().join(" - ")
}

/// A row, in short.
fn item(screen: &Played, row: Row) -> Item {
    match row {
        Row::Challenge => {
            let name = screen.of.as_ref().map(|of| safe(&of.shown_name())).unwrap_or_default();
            Item::new(format!("Challenge {name}"), "")
        }
        Row::Friend => Item::new("Friend", if screen.is_friend { "yes" } else { "no" }),
        Row::Rating(at) => {
            let rating = &screen.ratings[at];
            let value = points(rating.standing.rating.value);
            Item::new(
                rating.title.as_str(),
                format!("{value}, {}", counted(rating.standing.games as usize, "game")),
            )
        }
        Row::Game(at) => {
            let game = &screen.games[at];
            Item::new(format!("{}: {}", game.setup.game.spec().title, people(game)), result(game))
        }
        Row::Older => Item::new("Older games", ""),
    }
}

/// A game in words.
fn words(game: &Finished, world: &World) -> String {
    let zone = visit(world).map(Visit::zone);
    let day = zone.map(|zone| zone.moment(seconds(game.ended))).unwrap_or_default();
    let kind = if game.rated { "Rated" } else { "Casual" };
    let pace = pace(&game.setup);
    let ended = escape::line(&game.words).trim_end_matches('.').to_owned();
    format!("{kind}{pace}. {ended}. {}, {day}. Game {}.", counted(game.moves, "move"), game.key.0)
}

/// What is chosen, beside the list.
fn chosen(screen: &Played, world: &World, page: &ListPage, buffer: &mut Buffer) {
    match screen.row() {
        Some(Row::Rating(at)) => {
            let rating = &screen.ratings[at];
            let ([curve, _], rest) = from_top(page.picture.union(page.details), [CURVE, 1]);
            Curve { values: &rating.history, world }.render(curve, buffer);
            let (value, deviation) =
                (points(rating.standing.rating.value), rating.standing.rating.deviation.round());
            let games = counted(rating.standing.games as usize, "rated game");
            let words = format!("Rating {value} ± {deviation} after {games}. Enter shows the ladder.");
            About { title: &rating.title, words: &world.glyphs.plain(&words), world }.render(rest, buffer);
        }
        Some(Row::Game(at)) => {
            let (title, words) = (people(&screen.games[at]), words(&screen.games[at], world));
            let words = format!(
                "{}: {}. {words} Enter reviews it.",
                screen.games[at].setup.game.spec().title,
                result(&screen.games[at])
            );
            About { title: &title, words: &words, world }.render(page.words(0), buffer);
        }
        _ => {}
    }
}

pub(super) fn draw(screen: &Played, world: &World, area: Rect, buffer: &mut Buffer) {
    let page = areas(area, screen.rows.len());
    let style = |role| world.theme.style(role);
    let name = screen.of.as_ref().map_or_else(|| "Games played here".to_owned(), |of| safe(&of.shown_name()));
    Label::new(world.glyphs.head(&name, page.title.width.into()), style(Role::Title)).render(page.title, buffer);
    let zone = visit(world).map(Visit::zone);
    let about = match (&screen.of, screen.joined.zip(zone)) {
        (Some(_), Some((joined, zone))) => format!("Member since {}", zone.day(joined)),
        (Some(_), None) => "A guest: nothing of theirs is kept".to_owned(),
        (None, _) => "The newest first, without private ones of others".to_owned(),
    };
    Label::new(world.glyphs.head(&about, page.about.width.into()), style(Role::Dim)).render(page.about, buffer);
    let items: Vec<Item> = screen.rows.iter().map(|row| item(screen, *row)).collect();
    List::new(&items, world).render(page.list, buffer, &mut { screen.list });
    if !page.picture.is_empty() {
        chosen(screen, world, &page, buffer);
    }
    let line = match (&screen.message, screen.row()) {
        (Some(message), _) => Some((message.words.clone(), message.role)),
        (None, None) => Some(("There is no finished game yet.".to_owned(), Role::Dim)),
        // In a narrow window the words about a game are below the list.
        (None, Some(Row::Game(at))) if page.picture.is_empty() => {
            Some((words(&screen.games[at], world), Role::Dim))
        }
        _ => None,
    };
    if let Some((words, role)) = line {
        Label::new(world.glyphs.head(&words, page.message.width.into()), style(role)).render(page.message, buffer);
    }
    Footer::of(screen, world).render(page.footer, buffer);
}
