//! Finished games, the newest first.

use super::frame::Page;
use crate::club::member::Member;
use crate::club::moment::seconds;
use crate::club::store::TableKey;
use crate::club::table_service::{Finished, PLAYED, Seat};
use crate::club::table_words;
use crate::html::Html;
use crate::site::Site;
use crate::zone::Zone;

/// The shares of the seats.
fn result(game: &Finished) -> String {
    game.seats.iter().map(|seat| seat.share.to_string()).collect::<Vec<_>>().join(" - ")
}

fn row(game: &Finished, html: &mut Html) {
    let seats: Vec<Seat> = game.seats.iter().map(|seat| seat.player.clone()).collect();
    html.inside("tr", &[], |html| {
        html.inside("td", &[], |html| {
            html.link(&format!("/game/{}", game.key.0), &table_words::players(&seats));
        });
        html.element("td", &[], game.setup.game.spec().title);
        html.element("td", &[("class", "n")], &result(game));
        html.element("td", &[("class", "n optional")], &game.moves.to_string());
        html.element("td", &[("class", "n optional")], &Zone::default().day(seconds(game.ended)));
    });
}

/// The finished games before this one, or the newest.
pub(super) fn page(site: &Site, before: Option<i64>) -> Option<Page> {
    let games = site.club.tables.played(&Member::stranger(), None, before.map(TableKey)).ok()?;
    let mut body = Html::default();
    body.element("h1", &[], "Games played here");
    body.element("p", &[("class", "dim")], "The newest first, without private ones.");
    if games.is_empty() {
        body.paragraph(if before.is_some() { "There are no older games." } else { "No game is finished yet." });
    } else {
        body.inside("table", &[], |html| {
            html.inside("thead", &[], |html| {
                html.inside("tr", &[], |html| {
                    html.element("th", &[], "Players");
                    html.element("th", &[], "Game");
                    html.element("th", &[("class", "n")], "Result");
                    html.element("th", &[("class", "n optional")], "Moves");
                    html.element("th", &[("class", "n optional")], "Day");
                });
            });
            html.inside("tbody", &[], |html| games.iter().for_each(|game| row(game, html)));
        });
    }
    if let (PLAYED.., Some(last)) = (games.len(), games.last()) {
        body.inside("p", &[], |html| html.link(&format!("/games?before={}", last.key.0), "Older games"));
    }
    Some(Page {
        path: "/games".to_owned(),
        description: "The games that were played in this club, with all their moves.".to_owned(),
        ..Page::new("Games played here", body)
    })
}
