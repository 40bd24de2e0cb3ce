//! Tournaments: all of them, and the table of one with its games.

use std::time::SystemTime;

use super::frame::{Changes, Page};
use crate::club::table_words::safe;
use crate::club::tournament::{Bout, Form, POINT, Phase, Plan, Tournament};
use crate::club::tournament_words;
use crate::html::Html;
use crate::site::Site;

/// The most tournaments in the list, and the most games of one.
const LISTED: usize = 100;
const BOUTS: usize = 200;

/// How often the page of one in progress is asked for again, in seconds.
const EVERY: u32 = 30;

/// What is played, in words.
pub(super) fn plan_words(plan: &Plan, site: &Site) -> String {
    let form = match plan.form {
        Form::Arena { minutes } => format!("Arena of {minutes} minutes"),
        Form::RoundRobin => "Round-robin".to_owned(),
    };
    let game = plan.variant(&site.games).map_or_else(|| safe(&plan.game), |game| game.spec().title.to_owned());
    let preset = plan.preset.as_ref().map(|preset| format!(", {}", safe(preset))).unwrap_or_default();
    let clock = plan.clock.as_ref().map(|clock| format!(", {}", safe(clock))).unwrap_or_default();
    format!("{form}: {game}{preset}{clock}, {}", if plan.rated { "rated" } else { "casual" })
}

/// All tournaments, the newest first.
pub(super) fn all(site: &Site) -> Page {
    let mut body = Html::default();
    body.element("h1", &[], "Tournaments");
    let all = site.club.tournaments();
    if all.is_empty() {
        body.paragraph("No tournament was played yet. Every member can make one.");
    } else {
        body.inside("table", &[], |html| {
            html.inside("thead", &[], |html| {
                html.inside("tr", &[], |html| {
                    html.element("th", &[], "Tournament");
                    html.element("th", &[], "State");
                });
            });
            html.inside("tbody", &[], |html| {
                for (number, one) in all.iter().take(LISTED) {
                    html.inside("tr", &[], |html| {
                        html.inside("td", &[], |html| {
                            html.link(&format!("/tournament/{number}"), &plan_words(&one.plan, site));
                        });
                        html.element("td", &[], &tournament_words::state(one, SystemTime::now()));
                    });
                }
            });
        });
    }
    Page {
        path: "/tournaments".to_owned(),
        description: "Arenas and round-robins of this club, with their tables and games.".to_owned(),
        ..Page::new("Tournaments", body)
    }
}

fn name(one: &Tournament, entrant: usize) -> String {
    one.entrants.get(entrant).map(|entrant| safe(&entrant.name)).unwrap_or_default()
}

fn table(one: &Tournament, html: &mut Html) {
    html.inside("thead", &[], |html| {
        html.inside("tr", &[], |html| {
            html.element("th", &[("class", "n")], "Rank");
            html.element("th", &[], "Player");
            html.element("th", &[("class", "n")], "Points");
            html.element("th", &[("class", "n optional")], "Games");
            html.element("th", &[("class", "n optional")], "Sonneborn-Berger");
        });
    });
    html.inside("tbody", &[], |html| {
        for row in one.table() {
            html.inside("tr", &[], |html| {
                html.element("td", &[("class", "n")], &row.rank.to_string());
                html.element("td", &[], &name(one, row.entrant));
                html.element("td", &[("class", "n")], &tournament_words::points(row.points));
                html.element("td", &[("class", "n optional")], &row.games.to_string());
                html.element("td", &[("class", "n optional")], &tournament_words::points(row.sonneborn));
            });
        }
    });
}

fn bout(one: &Tournament, bout: &Bout, html: &mut Html) {
    let player = |seat: &Option<usize>| seat.map_or_else(|| "a computer".to_owned(), |entrant| name(one, entrant));
    let words = bout.seats.iter().map(player).collect::<Vec<_>>().join(" – ");
    let result = bout.shares.as_ref().map(|shares| {
        let shares = shares.iter().map(|share| tournament_words::points(f64::from(*share) / f64::from(POINT)));
        shares.collect::<Vec<_>>().join(" - ")
    });
    html.inside("li", &[], |html| {
        match bout.table {
            Some(table) => html.link(&format!("/game/{table}"), &words),
            None => html.text(&words),
        }
        html.text(&result.map_or(", in progress".to_owned(), |result| format!(", {result}")));
    });
}

/// The page of a tournament.
pub(super) fn page(site: &Site, number: i64) -> Option<Page> {
    let one = site.club.tournament(number)?;
    let plan = plan_words(&one.plan, site);
    let mut body = Html::default();
    body.element("h1", &[], &plan);
    body.element("p", &[("class", "dim")], &tournament_words::state(&one, SystemTime::now()));
    if one.entrants.is_empty() {
        body.paragraph("Nobody has joined yet.");
    } else {
        body.inside("table", &[], |html| table(&one, html));
    }
    if !one.bouts.is_empty() {
        body.heading("Games");
        body.inside("ul", &[], |html| {
            one.bouts.iter().rev().take(BOUTS).for_each(|played| bout(&one, played, html));
        });
    }
    let is_over = one.phase == Phase::Over;
    Some(Page {
        path: format!("/tournament/{number}"),
        description: format!("{plan}: {}, with table and games.", tournament_words::state(&one, SystemTime::now())),
        changes: if is_over { Changes::Never } else { Changes::Every(EVERY) },
        ..Page::new(&plan, body)
    })
}
