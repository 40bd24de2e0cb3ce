//! The front page: what the club is, how one comes in, what is played now, and the puzzle of the day.

use std::time::SystemTime;

use super::frame::{Changes, Page};
use super::puzzle::{self, Daily};
use super::tournaments::plan_words;
use crate::club::table_service::Listed;
use crate::club::table_words;
use crate::club::tournament::Phase;
use crate::club::tournament_words;
use crate::html::Html;
use crate::rules::explain::counted;
use crate::rules::side::Side;
use crate::site::Site;
use crate::tui::diagram::{Moment, PageSymbols};
use crate::tui::view::View;

/// The most games that are shown as boards: a page stays below 100 kB.
const BOARDS: usize = 6;

/// The most squares of the boards together.
const SQUARES: usize = 600;

/// How often the page is asked for again, in seconds.
const EVERY: u32 = 15;

/// A game in progress as a card with its board.
fn game(listed: &Listed, symbols: &mut PageSymbols, html: &mut Html) {
    let Some(view) = listed.table.as_ref().map(|table| table.newest()) else { return };
    let spec = view.position.spec();
    let players = table_words::players(&listed.seats);
    let words = format!("{}: {players}", spec.title);
    let (seen, moment) = (View::of(spec, Side::FIRST), Moment::last(view.position.as_ref()));
    let class = if spec.geometry().size()[2] > 1 { "card small wide" } else { "card small" };
    html.inside("li", &[("class", class)], |html| {
        html.inside("a", &[("href", &format!("/game/{}", listed.key.0))], |html| {
            html.inside("div", &[("class", "scroll")], |html| {
                html.drawing(&symbols.board(spec, seen, &moment, &words));
            });
            html.element("h3", &[], &players);
            let terms = table_words::terms(&listed.setup, listed.rated);
            html.paragraph(&format!("{terms}, {}", view.position.round_words()));
        });
    });
}

fn games(site: &Site, symbols: &mut PageSymbols, body: &mut Html) {
    let lobby = site.club.lobby();
    let playing: Vec<&Listed> = lobby.tables.iter().filter(|listed| listed.goes_on()).collect();
    let (mut shown, mut room) = (Vec::new(), SQUARES);
    for listed in playing.iter().filter(|listed| listed.table.is_some()) {
        let squares = listed.setup.game.spec().geometry().squares().count();
        if shown.len() < BOARDS && squares <= room {
            room -= squares;
            shown.push(*listed);
        }
    }
    body.heading("Played now");
    if playing.is_empty() {
        body.paragraph("Nobody plays at this moment.");
        return;
    }
    body.inside("ul", &[("class", "cards")], |html| {
        for listed in &shown {
            game(listed, symbols, html);
        }
    });
    let more = playing.len() - shown.len();
    if more > 0 {
        body.paragraph(&format!("And {}.", counted(more, "more game")));
    }
}

fn tournaments(site: &Site, body: &mut Html) {
    let all = site.club.tournaments();
    let open: Vec<_> = all.iter().filter(|(_, one)| one.phase != Phase::Over).take(8).collect();
    body.heading("Tournaments");
    if open.is_empty() {
        body.paragraph("No tournament is open or in progress.");
        return;
    }
    body.inside("ul", &[], |html| {
        for (number, one) in open {
            html.inside("li", &[], |html| {
                html.link(&format!("/tournament/{number}"), &plan_words(&one.plan, site));
                html.text(&format!(", {}", tournament_words::state(one, SystemTime::now())));
            });
        }
    });
}

/// The front page.
pub(super) fn page(site: &Site) -> Page {
    let (mut body, mut symbols) = (Html::default(), PageSymbols::default());
    body.element("h1", &[], "A club for chess variants");
    let about = "Games that you do not know yet, against people and computers, in a terminal of your own.";
    body.element("p", &[("class", "lead")], about);
    body.inside("pre", &[("class", "way")], |html| html.element("code", &[], &site.words.ssh));
    body.paragraph(
        "This line is all that it takes: no account, no download. An SSH key is your membership; without one you play \
         as a guest.",
    );
    games(site, &mut symbols, &mut body);
    tournaments(site, &mut body);
    if let Some(daily) = Daily::of_today(site) {
        puzzle::teaser(&daily, &mut symbols, &mut body);
    }
    body.heading("The games");
    body.inside("ul", &[("class", "cards")], |html| {
        for game in site.games.games() {
            let spec = game.spec();
            html.inside("li", &[("class", "card")], |html| {
                html.inside("a", &[("href", &format!("/rules/{}", spec.id))], |html| {
                    html.element("h3", &[], spec.title);
                    html.paragraph(spec.about);
                });
            });
        }
    });
    Page {
        path: "/".to_owned(),
        description: format!("{about} Come in with {}.", site.words.ssh),
        symbols,
        changes: Changes::Every(EVERY),
        ..Page::new("Heterodox, a club for chess variants", body)
    }
}
