//! What people on one server share, without any terminal: members, tables of people, talk, ratings.

#[path = "../../../../tests/support/folder.rs"]
mod folder;

mod accounts;
mod archives;
mod arrivals;
mod database;
mod event_log;
mod formats;
mod friends;
mod game_files;
mod keep;
#[cfg(feature = "cluster")]
mod moved_club;
mod nodes;
mod outbox;
mod ratings;
mod seek;
mod table_service;
mod talk;
mod tournaments;
mod two_servers;
mod woken;

use std::sync::Arc;

use folder::Folder;
use heterodox_club::Club;
use heterodox_play::players::Opponents;
use heterodox_play::record;

/// A new club in a folder of its own.
fn club(name: &str) -> (Folder, Arc<Club>) {
    let folder = Folder::new(name);
    let club = opened(&folder);
    (folder, club)
}

/// The club of a folder, as after a restart.
fn opened(folder: &Folder) -> Arc<Club> {
    database::open(folder.path(), &Opponents::default()).expect("a club")
}
