//! The ladder of a game: members and computers by their ratings.

use std::time::SystemTime;

use super::frame::Page;
use crate::club::rated::LadderRow;
use crate::club::ratings::Ladder;
use crate::club::table_words::safe;
use crate::html::Html;
use crate::rating::points;
use crate::site::Site;

/// The most rows of a ladder.
const ROWS: usize = 100;

fn row(row: &LadderRow, html: &mut Html) {
    html.inside("tr", &[], |html| {
        html.element("td", &[("class", "n")], &row.rank.map(|rank| rank.to_string()).unwrap_or_default());
        html.element("td", &[], &safe(&row.name));
        let sign = if row.is_provisional() { "?" } else { "" };
        html.element("td", &[("class", "n")], &format!("{}{sign}", points(row.value)));
        html.element("td", &[("class", "n optional")], &format!("± {}", row.deviation.round()));
        html.element("td", &[("class", "n optional")], &row.games.to_string());
    });
}

/// The games as links to their pages in this folder; the page itself has this path.
pub(super) fn chips(site: &Site, folder: &str, here: &str, html: &mut Html) {
    html.inside("ul", &[("class", "chips")], |html| {
        for spec in site.games.games().iter().map(|game| game.spec()) {
            html.inside("li", &[], |html| {
                let path = format!("/{folder}/{}", spec.id);
                if path == here {
                    html.element("a", &[("href", &path), ("aria-current", "page")], spec.title);
                } else {
                    html.link(&path, spec.title);
                }
            });
        }
    });
}

/// The ladder of a game.
pub(super) fn page(site: &Site, id: &str) -> Option<Page> {
    let game = site.games.find(id)?;
    let spec = game.spec();
    let mut rows = site.club.ladder(&Ladder::usual(game), SystemTime::now()).ok()?;
    rows.truncate(ROWS);
    let mut body = Html::default();
    body.element("h1", &[], &format!("{}: ladder", spec.title));
    let path = format!("/ladder/{}", spec.id);
    chips(site, "ladder", &path, &mut body);
    body.inside("table", &[], |html| {
        html.inside("thead", &[], |html| {
            html.inside("tr", &[], |html| {
                html.element("th", &[("class", "n")], "Rank");
                html.element("th", &[], "Name");
                html.element("th", &[("class", "n")], "Rating");
                html.element("th", &[("class", "n optional")], "Deviation");
                html.element("th", &[("class", "n optional")], "Games");
            });
        });
        html.inside("tbody", &[], |html| rows.iter().for_each(|one| row(one, html)));
    });
    body.element(
        "p",
        &[("class", "dim")],
        "A question mark stands at a rating that is provisional: it has no rank yet.",
    );
    body.inside("p", &[], |html| {
        html.link(&format!("/rules/{}", spec.id), &format!("The rules of {}", spec.title));
    });
    Some(Page {
        path,
        description: format!("The ratings of all who play {} in this club, people and computers.", spec.title),
        ..Page::new(&format!("{}: ladder", spec.title), body)
    })
}
