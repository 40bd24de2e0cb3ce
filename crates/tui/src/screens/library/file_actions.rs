//! Deleting games to the trash, and restoring them.

use std::collections::HashMap;
use std::sync::Arc;

use thiserror::Error;

use super::Library;
use super::job::{Job, counted};
use crate::action::Action;
use crate::dialogs::confirm::Confirm;
use crate::message::Message;
use crate::record::store::{GameEntry, Trashed};
use crate::screen::Transition;
use crate::world::World;

/// A file holds games that are not to be deleted.
#[derive(Debug, Error)]
#[error(
    "{file} holds {count} games that can only be deleted together: mark all of them, or import the file to give each game its own"
)]
struct Together {
    file: String,
    count: usize,
}

/// The files of these games. It is an error if a file also holds other games, because they would be deleted
/// too.
fn files(games: &[GameEntry]) -> Result<Vec<String>, Together> {
    let mut meant: HashMap<&str, usize> = HashMap::new();
    for game in games {
        *meant.entry(&game.file).or_default() += 1;
    }
    match games.iter().find(|game| meant[game.file.as_str()] < game.among) {
        None => Ok(meant.into_keys().map(str::to_owned).collect()),
        Some(game) => Err(Together { file: game.file.clone(), count: game.among }),
    }
}

impl Library {
    /// Deletes the marked games, or the selected one. A single game can be restored by a key, so only several
    /// games need confirmation (if enabled in the settings).
    pub(super) fn delete(&mut self, world: &World) -> Transition {
        let meant = self.listing.meant();
        if meant.len() < 2 || !world.client.config.input.confirm {
            return self.put_away(world);
        }
        let question = format!("Move {} games to the trash?", meant.len());
        Transition::push(Box::new(Confirm::new(question, Action::Delete)))
    }

    pub(super) fn put_away(&mut self, world: &World) -> Transition {
        let Some(store) = &self.store else { return Transition::Same };
        match files(&self.listing.meant()) {
            Ok(files) => {
                self.job = Some(Job::put_away(store.clone(), files, Arc::clone(&world.client.waker)));
                self.say(None)
            }
            Err(problem) => self.say(Message::warning(problem)),
        }
    }

    /// Reports the deleted files and removes their games from the list.
    pub(super) fn gone(&mut self, gone: Vec<Trashed>, problems: &[String], world: &World) {
        let names: Vec<String> = gone.iter().map(|trashed| trashed.file.clone()).collect();
        self.message = Some(counted(&names, "in the trash", problems));
        if !gone.is_empty() {
            self.trashed.push(gone);
            self.listing.remove(&names.into_iter().collect());
            self.look(world);
        }
    }

    /// Explains why an action is unavailable, if the reason is not obvious.
    pub(super) fn refuse(&mut self, action: Action) -> Transition {
        if action == Action::Restore && self.trashed.is_empty() && self.job.is_none() {
            return self.say(Message::warning("Nothing has been deleted since you opened this list."));
        }
        Transition::Same
    }

    /// Restores the files of the latest deletion.
    pub(super) fn restore(&mut self, world: &World) -> Transition {
        let (Some(store), Some(gone)) = (&self.store, self.trashed.pop()) else { return Transition::Same };
        self.job = Some(Job::restore(store.clone(), gone, Arc::clone(&world.client.waker)));
        self.say(None)
    }
}
