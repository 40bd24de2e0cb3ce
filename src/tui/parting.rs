//! The words about a game that is left: how to return to it, and what is lost of it.

use crate::session::driver::Loss;
use crate::session::table::GameView;

/// Describes what is lost of a game.
pub fn lost_words(view: &GameView, loss: &Loss) -> String {
    let (position, words, why) = (&view.position, loss.words(), &loss.why);
    format!("{}: {words}: {why}. Position: {}", position.spec().title, position.fen())
}

/// The message printed after the program ends: how to return to the game, and its FEN. `here` says whether the user
/// can run the program on this machine; the others log in again.
pub fn farewell(view: &GameView, here: bool) -> Option<String> {
    let name = view.status.path.as_ref()?;
    let id = name.file_stem()?.to_string_lossy().into_owned();
    let (title, fen) = (view.position.spec().title, view.position.fen());
    if !here {
        let state = match &view.status.ending {
            Some(ending) => format!("{title}: {}", ending.words),
            None => format!("{title} is saved: log in again to continue it."),
        };
        return Some(format!("{state}\n{fen}"));
    }
    Some(match &view.status.ending {
        Some(ending) => format!("{title}: {}\nTo review it: heterodox review {id}\n{fen}", ending.words),
        None => format!("{title} is saved. To continue: heterodox resume {id}\n{fen}"),
    })
}
