//! The results of the user in the saved games, read in the background: how strong they are, and which level to try next.

use std::path::Path;
use std::sync::Arc;

use super::Client;
use crate::games::Registry;
use crate::players::computer::{level_character, level_name};
use crate::record::store::{GameEntry, Store};
use crate::rules::spec::Spec;
use crate::session::archive::store;
use crate::session::puzzles::progress::Progress;
use crate::session::strength::{PuzzleRating, Strength};
use crate::task::Task;

/// What is known about how the user plays.
#[derive(Default)]
pub struct Known {
    /// The saved games.
    pub games: Vec<GameEntry>,
    pub(crate) puzzles: Progress,
}

impl Known {
    /// How strong the user is at the puzzles of a game.
    pub fn at_puzzles(&self, spec: &Spec) -> Option<PuzzleRating> {
        PuzzleRating::of(&self.puzzles, spec)
    }

    fn read(store: Option<&Store>, folder: Option<&Path>) -> Known {
        let games = store.map(|store| store.list().games).unwrap_or_default();
        // Without these results it is only less sure which level fits.
        let puzzles = folder.and_then(|folder| Progress::read(folder).ok()).unwrap_or_default();
        Known { games, puzzles }
    }
}

/// What is known, on its way.
pub type Results = Task<Known>;

/// The store of the saved games, if this client may use it.
fn saved(client: &Client) -> Option<Store> {
    let data = client.games_dir().and(client.paths.as_ref()).map(|paths| paths.data_dir.as_path())?;
    Some(store(data, Registry::clone(&client.games)))
}

/// Begins to read the saved games and the results at puzzles.
pub fn begin(client: &Client) -> Option<Results> {
    let (store, folder) = (saved(client)?, client.puzzles_folder());
    let read = move |_: &_| Known::read(Some(&store), folder.as_deref());
    Some(Task::start("results", Arc::clone(&client.waker), read, |_| Known::default()))
}

/// The level that is about as strong as the user in a game, for clients that can wait for it.
pub fn my_level(spec: &Spec, client: &Client) -> u8 {
    let known = Known::read(saved(client).as_ref(), client.puzzles_folder().as_deref());
    Strength::of(&known.games, spec, None).level(known.at_puzzles(spec))
}

/// Which level to try next, in a sentence.
pub fn suggestion(level: u8) -> String {
    format!("Your results suggest level {level}, {}: it {}.", level_name(level), level_character(level))
}
