//! The results of the user in the saved games, read in the background: how strong they are, and which level to try next.

use std::sync::Arc;

use super::world::World;
use crate::games::Registry;
use crate::players::computer::{level_character, level_name};
use crate::record::store::{GameEntry, Store};
use crate::rules::spec::Spec;
use crate::session::archive::store;
use crate::session::strength::{PuzzleRating, Strength};
use crate::task::Task;

/// The saved games on their way.
pub type Results = Task<Vec<GameEntry>>;

/// The store of the saved games, if this client may use it.
fn saved(world: &World) -> Option<Store> {
    let data = world.games_dir().and(world.paths.as_ref()).map(|paths| paths.data_dir.as_path())?;
    Some(store(data, Registry::clone(&world.games)))
}

/// Begins to read the saved games.
pub fn begin(world: &World) -> Option<Results> {
    let store = saved(world)?;
    Some(Task::start("results", Arc::clone(&world.waker), move |_| store.list().games, |_| Vec::new()))
}

/// How strong the user is at the puzzles of a game. Nothing is known yet.
pub const fn puzzles(_: &Spec) -> Option<PuzzleRating> {
    None
}

/// The level that is about as strong as the user in a game, for clients that can wait for it.
pub fn my_level(spec: &Spec, world: &World) -> u8 {
    let games = saved(world).map(|store| store.list().games).unwrap_or_default();
    Strength::of(&games, spec, None).level(puzzles(spec))
}

/// Which level to try next, in a sentence.
pub fn suggestion(level: u8) -> String {
    format!("Your results suggest level {level}, {}: it {}.", level_name(level), level_character(level))
}
