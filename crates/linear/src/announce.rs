//! What happens at the table, in sentences.

use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::history::Line;
use crate::session::referee::Ending;
use crate::session::table::GameView;
use crate::session::table::events::Happened;
use crate::session::telling::played;
use crate::session::telling::sentence;

/// A line of the history as a sentence for this seat.
pub(super) fn line(view: &GameView, line: &Line, you: Option<Side>) -> String {
    let position = view.position.as_ref();
    let move_words = if line.is_move { played(position, line.ply, you) } else { None };
    match move_words {
        Some(words) => format!("{words}."),
        None if line.is_move => format!("{}: {}.", position.spec().seat(line.side).name, line.text),
        None => sentence(&line.text),
    }
}

/// What each seat gets: `White 1, Black 0`.
pub(super) fn shares(position: &dyn Position, ending: &Ending) -> String {
    let spec = position.spec();
    let all: Vec<String> =
        spec.sides().map(|side| format!("{} {}", spec.seat(side).name, ending.shares[side])).collect();
    all.join(", ")
}

/// The end of the game.
pub(super) fn ending(position: &dyn Position, ending: &Ending) -> String {
    format!("The game is over: {} {}.", sentence(&ending.words), shares(position, ending))
}

/// An event as a sentence for this seat; none if it is not worth one.
pub(super) fn event(view: &GameView, what: &Happened, you: Option<Side>) -> Option<String> {
    let position = view.position.as_ref();
    let name = |side| position.spec().seat(side).name;
    Some(match what {
        Happened::Line(added) => line(view, added, you),
        Happened::TakenBack(1) => "The last move was taken back.".to_owned(),
        Happened::TakenBack(count) => format!("The last {count} moves were taken back."),
        Happened::Offered(side) => {
            format!(
                "{} offers a draw. To accept it, type draw; to decline it, type decline or a move.",
                name(*side)
            )
        }
        Happened::Claimed(side) => {
            format!("{} claims the game. To agree, type claim; a move by another seat declines it.", name(*side))
        }
        Happened::Ended(end) => {
            format!("{} Type again for the same game, new for another, or quit.", ending(position, end))
        }
        Happened::Announced(words) => words.clone(),
        Happened::Sat(side, who) => format!("{who} plays {}.", name(*side)),
        Happened::Came(_) | Happened::Went(_) => return None,
    })
}
