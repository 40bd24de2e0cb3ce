//! What needs the program, or all of its members: games that are killed, shared between programs and kept on bad disks,
//! the library, lines for pipes, other engines.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/chart.rs"]
mod chart;
#[path = "../../crates/play/tests/session/tables/people.rs"]
mod people;
#[path = "../support/saved.rs"]
mod saved;
#[path = "../support/mod.rs"]
mod support;

mod crashes;
mod disks;
mod engines;
mod folders;
mod game_files;
mod inspect;
mod leftovers;
mod library;
mod linear;
mod lines;
mod other_programs;
mod protocol;
mod release;
mod saved_games;
mod sharing;
mod site_games;
mod tables;
mod upgrade;
mod version;
