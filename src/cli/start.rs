//! What the full-screen client and the linear one begin with.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::client::Client;
use crate::engine::uci_client::leave_all;
use crate::escape;
use crate::fault::Fault;
use crate::games::Registry;
use crate::paths::Paths;
use crate::session::archive;
use crate::session::setup::MatchSetup;
use crate::tui::host::facts::Facts;
use crate::tui::world::{Setup, World};
use crate::zone::Zone;

/// A variable of the environment.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The world of the user who runs this program.
pub(super) fn world(facts: Facts, games: Registry) -> World {
    let (paths, fault) = (Paths::find(variable), Fault::of(variable("HETERODOX_FAULT").as_deref()));
    World::new(Setup { paths, fault, zone: Zone::of_system(), ..Setup::new(facts, games) })
}

/// The first screen to show.
pub(super) enum First {
    /// The start screen.
    Home,
    /// A new game.
    Play(Box<MatchSetup>),
    /// A game to continue: the one with this name, or the last.
    Resume(Option<String>),
    /// A game to review, and its number in the file.
    Review(String, usize),
}

/// Ends all external engines when it is dropped, also after an error or a panic.
pub(super) struct Engines;

impl Drop for Engines {
    fn drop(&mut self) {
        leave_all();
    }
}

/// The folder of games.
pub(super) fn games_folder(client: &Client) -> Result<PathBuf, Failure> {
    client.games_dir().ok_or_else(|| Failure::Failed("no home folder was found".to_owned()))
}

/// The error for a folder without unfinished games.
pub(super) fn none_at_all(folder: &Path) -> Failure {
    Failure::Failed(format!("there is no game to continue in {}", escape::path(folder)))
}

/// The error for a game that cannot be continued: it is over, or it does not exist.
pub(super) fn none_to_resume(folder: &Path, id: &str) -> Failure {
    Failure::Usage(match archive::find(folder, id) {
        Some(path) => format!("{} is over: use `heterodox review {id}`", escape::path(&path)),
        None => format!("there is no game \"{id}\" in {}", escape::path(folder)),
    })
}
