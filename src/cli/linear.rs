//! The linear client on standard input and output, for `--linear` and for terminals that cannot move a cursor.

use std::io::{self, IsTerminal as _};

use super::signals::leave_when_told;
use super::start::{Engines, First, games_folder, none_at_all, none_to_resume, world};
use super::{Failure, Outcome, out};
use crate::games::Registry;
use crate::linear::{self, LineInput, LineOutput};
use crate::record::journal;
use crate::tui::host::facts::Facts;
use crate::tui::world::World;

/// Is the terminal one of lines, so that nothing else can be done on it?
pub(super) fn is_needed(facts: &Facts) -> bool {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // An editor that runs programs in a window of its own says so, with or without a terminal.
    facts.term == "dumb" || facts.is_dumb() && is_terminal
}

/// Runs the linear client until its user leaves.
pub(super) fn open(first: First, facts: Facts, games: Registry) -> Outcome {
    // The variable declared first is dropped last: by then no game with an engine is left.
    let _engines = Engines;
    let World { client: own, glyphs, notices, .. } = world(facts, games);
    let first = match first {
        First::Home => linear::First::Menu,
        First::Play(setup) => linear::First::Play(setup),
        First::Resume(id) => {
            let folder = games_folder(&own)?;
            let path = match &id {
                Some(id) => journal::find(&folder, id).ok_or_else(|| none_to_resume(&folder, id))?,
                None => journal::unfinished(&folder).ok_or_else(|| none_at_all(&folder))?,
            };
            linear::First::Resume(path)
        }
        First::Review(name, _) => {
            let words = format!(
                "a review needs a terminal with a cursor: `heterodox export {name}` writes the game as text"
            );
            return Err(Failure::Usage(words));
        }
    };
    let input = LineInput::new(io::stdin()).map_err(Failure::failed)?;
    leave_when_told(input.leaver()).map_err(Failure::failed)?;
    let out = LineOutput::new(out::words(), Box::new(move |text| glyphs.plain(text)));
    let ended = linear::run(own, &notices, first, input, out).map_err(Failure::failed)?;
    if let Some(error) = ended.failure.filter(|_| ended.losses.is_empty()) {
        return Err(Failure::Io(error));
    }
    if ended.losses.is_empty() { Ok(()) } else { Err(Failure::Failed(ended.losses.join("\nheterodox: "))) }
}
