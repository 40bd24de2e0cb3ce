//! The words about a game that is left: how to return to it, and what is lost of it.

use crate::session::driver::Loss;
use crate::session::table::GameView;

/// Describes what is lost of a game.
pub fn lost_words(view: &GameView, loss: &Loss) -> String {
    let (position, words, why) = (&view.position, loss.words(), &loss.why);
    format!("{}: {words}: {why}. Position: {}", position.spec().title, position.fen())
}

/// Whether nothing has happened in a game: its journal is deleted when it is left, so nobody can return to it.
pub fn is_untouched(view: &GameView) -> bool {
    view.status.ending.is_none() && view.position.acts().is_empty() && !view.status.can_redo
}

/// The message printed after the program ends: how to return to the game. `here` says whether the user can run the
/// program on this machine; the others log in again.
pub fn exit_message(view: &GameView, here: bool) -> Option<String> {
    let name = view.status.path.as_ref().filter(|_| !is_untouched(view))?;
    let id = name.file_stem()?.to_string_lossy().into_owned();
    let title = view.position.spec().title;
    Some(match (&view.status.ending, here) {
        (Some(ending), true) => format!("{title}: {}\nTo review it: heterodox review {id}", ending.words),
        (Some(ending), false) => format!("{title}: {}", ending.words),
        (None, true) => format!("{title} is saved. To continue: heterodox resume {id}"),
        (None, false) => format!("{title} is saved: log in again to continue it."),
    })
}
