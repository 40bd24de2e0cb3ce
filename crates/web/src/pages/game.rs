//! The page of a game: the board, the players with their clocks, and the moves as links to their positions.

use std::time::Duration;

use super::frame::{Changes, Page};
use crate::answer::{Answer, Keep};
use crate::html::Html;
use crate::rules::side::Side;
use crate::shown_game::ShownGame;
use crate::site::Site;
use crate::tui::diagram::{Moment, PageSymbols, card as drawn_card};
use crate::tui::view::View;

/// The moves before and after the one that is shown: a page of a game of any length stays small.
const AROUND: usize = 250;

/// How often a browser without scripts asks for a live game, in seconds.
const EVERY: u32 = 15;

/// A clock in digits.
fn digits(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// A seat: who plays it, its clock and its reserve.
fn seat(game: &ShownGame, side: Side, moment: &Moment, is_last: bool, symbols: &mut PageSymbols, html: &mut Html) {
    let spec = game.spec();
    let class = if moment.turn() == Some(side) { "seat turn" } else { "seat" };
    let reserve = symbols.reserve(spec, side, moment);
    let clocks = game.clocks.as_ref().filter(|_| is_last);
    html.inside("div", &[("class", class)], |html| {
        html.drawing(&PageSymbols::disc(spec, side));
        let player = game.players.get(side.index()).map_or("", String::as_str);
        html.element("span", &[("class", "who")], player);
        html.element("span", &[("class", "dim")], spec.seat(side).name);
        if let Some(left) = clocks.and_then(|clocks| clocks.left.get(side.index())) {
            let runs = clocks.and_then(|clocks| clocks.running) == Some(side) && game.is_live;
            let (shown, exact) = (digits(*left), left.as_millis().to_string());
            if runs {
                html.element("span", &[("class", "clock runs"), ("data-runs", &exact)], &shown);
            } else {
                html.element("span", &[("class", "clock")], &shown);
            }
        }
        if !reserve.is_empty() {
            html.inside("div", &[("class", "reserve")], |html| html.drawing(&reserve));
        }
    });
}

/// A step to another position, if there is one.
fn step(key: i64, to: Option<String>, way: &str, words: &str, html: &mut Html) {
    match to {
        Some(to) => {
            let path = if to.is_empty() { format!("/game/{key}") } else { format!("/game/{key}/{to}") };
            html.element("a", &[("href", &path), ("data-go", way)], words);
        }
        None => html.element("span", &[], words),
    }
}

fn steps(game: &ShownGame, ply: usize, html: &mut Html) {
    let (key, last) = (game.key, game.last());
    html.inside("nav", &[("class", "steps"), ("aria-label", "Positions")], |html| {
        step(key, (ply > 0).then(|| "0".to_owned()), "first", "Start", html);
        step(key, ply.checked_sub(1).map(|ply| ply.to_string()), "prev", "Back", html);
        step(key, (ply < last).then(|| (ply + 1).to_string()), "next", "Forward", html);
        step(key, (ply < last).then(String::new), "last", "End", html);
    });
}

fn moves(game: &ShownGame, ply: usize, html: &mut Html) {
    if game.moves.is_empty() {
        html.element("p", &[("class", "dim")], "No move was made yet.");
        return;
    }
    let from = ply.saturating_sub(AROUND);
    html.inside("ol", &[("class", "moves"), ("aria-label", "Moves")], |html| {
        let mut round = 0;
        for (at, deed) in game.moves.iter().enumerate().skip(from).take(2 * AROUND) {
            html.inside("li", &[], |html| {
                if deed.round != round {
                    round = deed.round;
                    html.element("span", &[("class", "no")], &format!("{round}."));
                }
                let path = format!("/game/{}/{}", game.key, at + 1);
                if at + 1 == ply {
                    html.element("a", &[("href", &path), ("aria-current", "step")], &deed.shown);
                } else {
                    html.link(&path, &deed.shown);
                }
            });
        }
    });
}

/// What is known of the game beside its moves.
fn facts(game: &ShownGame, ply: usize, html: &mut Html) {
    let mut words = vec![game.terms.clone()];
    words.extend(game.date.clone());
    html.paragraph(&words.join(", "));
    match &game.result {
        Some(result) => html.inside("p", &[], |html| html.element("strong", &[], result)),
        None if game.is_live => html.element("p", &[("class", "dim")], "In progress."),
        None => {}
    }
    html.element("h2", &[], "Take it with you");
    html.inside("p", &[], |html| {
        html.link(&format!("/game/{}.pgn", game.key), "The game as PGN");
        html.text(" · ");
        html.link(&format!("/game/{}/{ply}.png", game.key), "the position as a picture");
    });
    html.element("p", &[("class", "dim")], "The position as FEN:");
    html.inside("pre", &[("class", "fen")], |html| html.element("code", &[], &game.at(ply).fen()));
}

/// The page of a game, with the position after so many moves or the last one.
pub(super) fn page(site: &Site, key: i64, asked: Option<usize>) -> Option<Page> {
    let game = ShownGame::find(site, key)?;
    let ply = asked.unwrap_or(game.last());
    if ply > game.last() {
        return None;
    }
    let (spec, is_last) = (game.spec(), ply == game.last());
    let moment = Moment::last(game.at(ply).as_ref());
    let (mut body, mut symbols) = (Html::default(), PageSymbols::default());
    let players = game.title();
    let title = format!("{players}, {}", spec.title);
    let levels = spec.geometry().size()[2] > 1;
    body.element("h1", &[], &players);
    let shown = match ply.checked_sub(1).and_then(|at| game.moves.get(at)) {
        Some(deed) => format!("{}, after {}. {} {}", spec.title, deed.round, spec.seat(deed.side).name, deed.shown),
        None => format!("{}, before the first move", spec.title),
    };
    body.element("p", &[("class", "dim")], &shown);
    body.inside("div", &[("class", if levels { "desk levels" } else { "desk" })], |html| {
        html.inside("div", &[("class", "stage scroll")], |html| {
            html.drawing(&symbols.board(spec, View::of(spec, Side::FIRST), &moment, &shown));
        });
        html.inside("div", &[], |html| {
            for side in spec.sides() {
                seat(&game, side, &moment, is_last, &mut symbols, html);
            }
            steps(&game, ply, html);
            moves(&game, ply, html);
            facts(&game, ply, html);
        });
    });
    let follows = game.is_live && asked.is_none();
    let state = game.result.clone().unwrap_or_else(|| "in progress".to_owned());
    Some(Page {
        path: asked.map_or_else(|| format!("/game/{key}"), |ply| format!("/game/{key}/{ply}")),
        description: format!("{}: {players}. {state}. {shown}.", game.terms),
        card: Some((format!("/game/{key}/{ply}.png"), shown)),
        symbols,
        changes: if follows { Changes::Told(format!("/game/{key}/live"), EVERY) } else { Changes::Never },
        ..Page::new(&title, body)
    })
}

/// The position after so many moves, or the last one, as a picture.
pub(super) fn card(site: &Site, key: i64, asked: Option<usize>) -> Option<Answer> {
    let game = ShownGame::find(site, key)?;
    let ply = asked.unwrap_or(game.last());
    if ply > game.last() {
        return None;
    }
    let (spec, moment) = (game.spec(), Moment::last(game.at(ply).as_ref()));
    let png = drawn_card(&site.dark, View::of(spec, Side::FIRST), spec, &moment);
    Some(Answer::file("image/png", png, Keep::Asked))
}

/// The game as PGN.
pub(super) fn pgn(site: &Site, key: i64) -> Option<Answer> {
    let pgn = ShownGame::pgn(site, key)?;
    Some(Answer::file("application/vnd.chess-pgn; charset=utf-8", pgn, Keep::Asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_shown_in_whole_seconds() {
        for (millis, shown) in [
            (0, "0:00"),
            (1, "0:01"),
            (59_999, "1:00"),
            (61_000, "1:01"),
            (3_600_000, "1:00:00"),
            (3_599_001, "1:00:00"),
        ] {
            assert_eq!(digits(Duration::from_millis(millis)), shown, "{millis}");
        }
    }
}
