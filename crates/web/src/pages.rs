//! The pages: each is made whole from what the club tells.

mod frame;
mod front;
mod game;
mod games;
mod ladder;
mod puzzle;
mod rules_text;
mod tournaments;

use hyper::StatusCode;

use crate::answer::{Answer, Keep};
use crate::html::Html;
use crate::route::{GamePart, Route};
use crate::site::Site;
use frame::Page;

/// Programs that read all pages leave out what has thousands of addresses.
const ROBOTS: &str = "User-agent: *\nDisallow: /game/*/\nDisallow: /puzzle/\n";

/// The answer to this.
pub(crate) fn make(site: &Site, route: &Route) -> Answer {
    let found = match route {
        Route::Front => Some(front::page(site)),
        Route::Games(before) => games::page(site, *before),
        Route::Game(key, GamePart::Page(ply)) => game::page(site, *key, *ply),
        Route::Game(key, GamePart::Card(ply)) => {
            return game::card(site, *key, *ply).unwrap_or_else(|| problem(site, StatusCode::NOT_FOUND));
        }
        Route::Game(key, GamePart::Pgn) => {
            return game::pgn(site, *key).unwrap_or_else(|| problem(site, StatusCode::NOT_FOUND));
        }
        Route::Ladder(id) => ladder::page(site, id),
        Route::AllRules => Some(rules_text::all(site)),
        Route::Rules(id) => rules_text::page(site, id),
        Route::Puzzle(id, step) => puzzle::page(site, id, *step),
        Route::Tournaments => Some(tournaments::all(site)),
        Route::Tournament(key) => tournaments::page(site, *key),
        Route::File(name) => {
            return site.assets.get(name).unwrap_or_else(|| problem(site, StatusCode::NOT_FOUND));
        }
        Route::Robots => return Answer::file("text/plain; charset=utf-8", ROBOTS, Keep::Asked),
        Route::Game(_, GamePart::Live) => None,
    };
    found.map_or_else(|| problem(site, StatusCode::NOT_FOUND), |page| Answer::page(page.document(site)))
}

/// A page that says why there is nothing else. It is the same for everything that is not there.
pub(crate) fn problem(site: &Site, status: StatusCode) -> Answer {
    let words = match status {
        StatusCode::METHOD_NOT_ALLOWED => "Pages are only read here.",
        StatusCode::SERVICE_UNAVAILABLE => "There is much to do at this moment. Try again in a few seconds.",
        StatusCode::INTERNAL_SERVER_ERROR => "This page could not be made. The operator can read why in the log.",
        _ => "There is no such page. Perhaps the game was private, or was never played.",
    };
    let mut body = Html::default();
    body.element("h1", &[], status.canonical_reason().unwrap_or("No page"));
    body.paragraph(words);
    body.inside("p", &[], |html| html.link("/", "To the front page"));
    let page =
        Page { description: words.to_owned(), ..Page::new(status.canonical_reason().unwrap_or("No page"), body) };
    Answer::problem(status, page.document(site))
}

/// Somebody has to wait.
pub(crate) fn busy(site: &Site) -> Answer {
    problem(site, StatusCode::SERVICE_UNAVAILABLE)
}
