//! The puzzle of the day. Its solution is a chain of links, one for each move.

use super::frame::Page;
use crate::html::Html;
use crate::record::puzzle::{Puzzle, Theme};
use crate::rules::position::Position;
use crate::rules::variant::Variant;
use crate::session::puzzles::daily;
use crate::site::Site;
use crate::tui::diagram::{Moment, PageSymbols};
use crate::tui::view::View;
use crate::zone::Zone;

/// The puzzle of a day.
pub(super) struct Daily {
    game: &'static dyn Variant,
    puzzle: Puzzle,
    date: String,
}

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

impl Daily {
    /// The one of today of this game.
    fn of(site: &Site, game: &'static dyn Variant) -> Option<Daily> {
        let date = Zone::default().today();
        let collection = site.puzzles(game);
        let puzzle = collection.get(daily::of(&collection, &date)?, &site.games)?;
        Some(Daily { game, puzzle, date })
    }

    /// The one of today of the game whose turn it is: another one every day.
    pub(super) fn of_today(site: &Site) -> Option<Daily> {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let games = site.games.games();
        let at = (now.as_secs() / DAY) as usize % games.len().max(1);
        Daily::of(site, *games.get(at)?)
    }

    /// Who has to find what.
    fn task(&self) -> String {
        let start = &self.puzzle.start;
        format!("{} to move: find the best move.", start.spec().seat(start.turn()).name)
    }

    /// The position after so many moves of the solution, with these moves in words.
    fn after(&self, moves: usize) -> Option<(Box<dyn Position>, Vec<String>)> {
        let (mut position, mut words) = (self.puzzle.start.fork(), Vec::new());
        for mv in self.puzzle.line.iter().take(moves) {
            let side = position.spec().seat(position.turn()).name;
            words.push(format!("{side} {}", position.display(*mv)));
            position.play(*mv).ok()?;
        }
        Some((position, words))
    }

    /// A board of several levels takes the whole width.
    fn class(&self) -> &'static str {
        if self.game.spec().geometry().size()[2] > 1 { "puzzle levels" } else { "puzzle" }
    }

    fn board(&self, position: &dyn Position, symbols: &mut PageSymbols, html: &mut Html) {
        let spec = position.spec();
        let view = View::of(spec, self.puzzle.start.turn());
        html.inside("div", &[("class", "scroll")], |html| {
            html.drawing(&symbols.board(spec, view, &Moment::last(position), &self.task()));
        });
    }
}

/// The puzzle on the front page.
pub(super) fn teaser(daily: &Daily, symbols: &mut PageSymbols, body: &mut Html) {
    let spec = daily.game.spec();
    body.heading("The puzzle of the day");
    body.inside("div", &[("class", daily.class())], |html| {
        daily.board(daily.puzzle.start.as_ref(), symbols, html);
        html.inside("div", &[], |html| {
            html.element("h3", &[], spec.title);
            html.paragraph(&daily.task());
            html.inside("p", &[], |html| {
                html.element("a", &[("class", "button"), ("href", &format!("/puzzle/{}", spec.id))], "Solve it");
            });
        });
    });
}

/// The puzzle of the day of a game, with so many moves of its solution.
pub(super) fn page(site: &Site, id: &str, step: usize) -> Option<Page> {
    let game = site.games.find(id)?;
    let daily = Daily::of(site, game)?;
    let (spec, all) = (game.spec(), daily.puzzle.line.len());
    if step > all {
        return None;
    }
    let (position, words) = daily.after(step)?;
    let (mut body, mut symbols) = (Html::default(), PageSymbols::default());
    body.element("h1", &[], "The puzzle of the day");
    body.element("p", &[("class", "dim")], &format!("{}, {}", spec.title, daily.date));
    let path = format!("/puzzle/{}", spec.id);
    super::ladder::chips(site, "puzzle", &path, &mut body);
    body.inside("div", &[("class", daily.class())], |html| {
        daily.board(position.as_ref(), &mut symbols, html);
        html.inside("div", &[], |html| {
            html.element("h3", &[], &daily.task());
            let rating = daily.puzzle.rating;
            html.element(
                "p",
                &[("class", "dim")],
                &format!("Its rating is {rating}; the solution has {}.", moves(all)),
            );
            if !words.is_empty() {
                html.inside("ol", &[], |html| words.iter().for_each(|words| html.element("li", &[], words)));
            }
            html.inside("p", &[], |html| {
                if step < all {
                    let path = format!("/puzzle/{}/{}", spec.id, step + 1);
                    let name = if step == 0 { "Show the first move" } else { "Show the next move" };
                    html.element("a", &[("class", "button"), ("href", &path), ("data-go", "next")], name);
                } else {
                    html.text("That is the whole solution. ");
                    html.element("a", &[("href", &format!("/puzzle/{}", spec.id)), ("data-go", "first")], "Again");
                }
            });
            let themes: Vec<String> = daily.puzzle.themes.iter().map(Theme::words).collect();
            if step == all && !themes.is_empty() {
                html.element("p", &[("class", "dim")], &format!("It is about: {}.", themes.join(", ")));
            }
        });
    });
    Some(Page {
        path,
        description: format!("{}, {}. {}", spec.title, daily.date, daily.task()),
        symbols,
        ..Page::new(&format!("{}: the puzzle of the day", spec.title), body)
    })
}

fn moves(count: usize) -> String {
    crate::rules::explain::counted(count, "move")
}
