//! The proof that the kernel is open: chess, which this package does not know, written against its
//! public API alone, counted, held against another program, searched, played by keys and kept.

#[path = "../support/app.rs"]
mod app;
mod cozy;
mod docs;
mod game;
mod keys;
mod perft;
mod rules;
mod search;
mod strange;

use heterodox::engine::makers::add;
use heterodox::games::{Registry, find, install};
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;

use game::Chess;

/// Settles that there are two games more. Each test may come first.
fn add_games() {
    let all = add::<Chess>(Registry::default()).and_then(add::<strange::Hunt>).expect("their data fit the kernel");
    // One of the tests of this process was first.
    let _ = install(all);
}

/// A position of chess, found by its name as everywhere.
fn position(fen: Option<&str>) -> Box<dyn Position> {
    add_games();
    let chess = find("chess").expect("it was added");
    chess.begin(fen.map_or(Opening::Start, Opening::Fen)).unwrap_or_else(|error| panic!("{error}"))
}
