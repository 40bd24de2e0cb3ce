//! The games of files that a server offers: those of its folder, those that members have sent, and the shelf. All its
//! clients share them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::{OwnGame, learn_only};
use crate::games::Registry;
use crate::games::shelf::{self, Book};
use crate::rules::variant::Variant as _;

/// The games of files that are offered now.
#[derive(Debug, Default)]
pub struct OfferedGames {
    state: RwLock<State>,
    /// How often something has changed.
    changes: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// Are the games of the shelf offered?
    shelf: bool,
    /// The files of the folder.
    folder: Vec<OwnGame>,
    /// Those that members have sent, by the names of their identities.
    members: BTreeMap<String, Vec<OwnGame>>,
}

impl OfferedGames {
    fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, State> {
        self.changes.fetch_add(1, Ordering::Relaxed);
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that is another one when something has changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Reads the folder again. From now on these games know its games, and no others of files.
    pub fn read(&self, folder: &Path, games: &Registry) {
        let found = learn_only(folder, games);
        self.change().folder = found;
    }

    /// The files of the folder, with what is wrong in them.
    pub fn folder(&self) -> Vec<OwnGame> {
        self.state().folder.clone()
    }

    /// Says whether the games of the shelf are offered.
    pub fn offer_shelf(&self, is_offered: bool) {
        self.change().shelf = is_offered;
    }

    /// The games of the shelf that are offered. A file of the folder stands in the place of one with the same id.
    pub fn shelf(&self) -> Vec<&'static Book> {
        let state = self.state();
        let ids = state.folder.iter().filter_map(|own| own.game.as_ref().ok()).map(|game| game.spec().id);
        let replaced: Vec<&str> = ids.collect();
        let is_free = |book: &&Book| !replaced.contains(&book.id);
        if state.shelf { shelf::all().iter().filter(is_free).collect() } else { Vec::new() }
    }

    /// The files that a member has sent.
    pub fn of_member(&self, who: &str) -> Vec<OwnGame> {
        self.state().members.get(who).cloned().unwrap_or_default()
    }

    /// No files of members are offered any more.
    pub fn clear_members(&self) {
        self.change().members.clear();
    }

    /// These are the files of a member from now on.
    pub fn set_of_member(&self, who: &str, games: Vec<OwnGame>) {
        if games.is_empty() {
            self.change().members.remove(who);
        } else {
            self.change().members.insert(who.to_owned(), games);
        }
    }
}
