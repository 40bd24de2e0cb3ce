//! The games that wait to be continued: their places in the list, and their words.

use crate::players::computer::level_name;
use crate::rules::note::game_and_round;
use crate::rules::position::Position;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::session::table::GameView;
use crate::widgets::list::Item;

/// The label of the entry that continues the last game.
pub(super) const CONTINUE: &str = "Continue the last game";

/// A game that waits to be continued.
pub(super) struct Waiting {
    pub(super) position: Box<dyn Position>,
    /// The game and its move number.
    pub(super) place: String,
    /// Who plays.
    pub(super) words: String,
}

impl Waiting {
    pub(super) fn of(position: Box<dyn Position>, setup: &MatchSetup) -> Waiting {
        Waiting { place: game_and_round(position.as_ref()), words: opponents(setup), position }
    }
}

/// Who plays a game, in a few words.
fn opponents(setup: &MatchSetup) -> String {
    let name = |seat: &SeatKind| match seat {
        SeatKind::Human(name) if name.is_empty() => None,
        SeatKind::Human(name) | SeatKind::Engine(name) => Some(name.clone()),
        SeatKind::Computer(level) => Some(format!("computer {level}, {}", level_name(*level))),
    };
    let people = setup.seats.iter().filter(|seat| matches!(seat, SeatKind::Human(_))).count();
    let mut names: Vec<String> = setup.seats.iter().filter_map(name).collect();
    names.dedup();
    match (people, names.is_empty()) {
        (_, true) => format!("{people} people at one screen"),
        (1, false) => format!("against {}", names.join(" and ")),
        _ => names.join(" and "),
    }
}

/// The list item of a game at its table; `last` is true for the first listed one.
pub(super) fn item(view: &GameView, last: bool) -> Item {
    let text = match (&view.status.ending, view.flag_falls()) {
        (Some(_), _) => "See how it ended",
        (None, Some(_)) => "Continue (clock runs)",
        (None, None) if last => CONTINUE,
        (None, None) => "Continue",
    };
    Item::new(text, game_and_round(view.position.as_ref()))
}
