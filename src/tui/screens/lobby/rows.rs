//! The rows of the lobby: what can be done, and who is here.

use crate::club::Visit;
use crate::escape;
use crate::players::computer::level_name;
use crate::rules::variant::Variant;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::tui::defaults;
use crate::tui::widgets::list::Item;
use crate::tui::world::World;

/// What a row opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// A game against the computer at once.
    Play,
    /// The first screen of single play.
    Alone,
}

/// A row. Headings and notes have no goal.
pub(super) struct Row {
    pub(super) goal: Option<Goal>,
    pub(super) item: Item,
}

impl Row {
    fn goal(goal: Goal, item: Item) -> Row {
        Row { goal: Some(goal), item }
    }

    fn heading(text: &str) -> [Row; 2] {
        ["", text].map(|text| Row { goal: None, item: Item::heading(text) })
    }

    fn note(text: impl Into<String>, value: impl Into<String>) -> Row {
        Row { goal: None, item: Item { open: false, ..Item::new(text, value) } }
    }
}

/// The game that is played at once: as it was played last, against the computer.
pub(super) fn setup(game: &'static dyn Variant, world: &World) -> MatchSetup {
    let setup = defaults::setup_of(game, world);
    let people = setup.seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
    if people == 1 { setup } else { MatchSetup::against_computer(game, defaults::level(world)) }
}

/// The game in words.
fn words(setup: &MatchSetup) -> String {
    let title = setup.game.spec().title;
    let strongest = setup.seats.iter().filter_map(|seat| match seat {
        SeatKind::Computer(level) => Some(*level),
        _ => None,
    });
    match strongest.max() {
        Some(level) => format!("{title}, level {level}: {}", level_name(level)),
        None => title.to_owned(),
    }
}

/// All rows, from the top.
pub(super) fn rows(visit: &Visit, setup: &MatchSetup) -> Vec<Row> {
    let play = Item::choice("Play now against the computer", words(setup));
    let mut rows =
        vec![Row::goal(Goal::Play, play), Row::goal(Goal::Alone, Item::new("Play alone, learn, settings", ""))];
    rows.extend(Row::heading("Here"));
    let me = &visit.member;
    let here = visit.club.here();
    let alone = here.iter().all(|member| member.id == me.id);
    for member in here {
        let name = escape::line(&member.shown_name()).into_owned();
        rows.push(Row::note(name, if member.id == me.id { "you" } else { " " }));
    }
    if alone {
        rows.push(Row::note("Nobody else is here. Play; who comes sees you and can challenge you.", " "));
    }
    rows
}
