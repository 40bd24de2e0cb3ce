//! What people on one server share, without any terminal: members, tables of people, talk, ratings.
#![cfg(feature = "serve")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/app.rs"]
mod app;

mod accounts;
mod archives;
mod arrivals;
mod keep;
mod panel;
mod ratings;
mod table_service;
mod talk;
mod tournaments;

use std::sync::Arc;

use heterodox::club::Club;
use heterodox::players::Opponents;
use support::Folder;

/// A new club in a folder of its own.
fn club(name: &str) -> (Folder, Arc<Club>) {
    let folder = Folder::new(name);
    let club = opened(&folder);
    (folder, club)
}

/// The club of a folder, as after a restart.
fn opened(folder: &Folder) -> Arc<Club> {
    Club::open(folder.path(), &Opponents::default()).expect("a club")
}
