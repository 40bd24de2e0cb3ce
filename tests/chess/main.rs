//! The proof that the kernel is open: chess, which this package does not know, written against its
//! public API alone, counted, held against another program, searched, played by keys and kept.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/chart.rs"]
mod chart;
mod cozy;
mod docs;
#[path = "../support/folder.rs"]
mod folder;
mod game;
mod keys;
mod perft;
mod puzzles;
mod rules;
mod search;
mod strange;
mod tall;
mod two_registries;

use std::sync::LazyLock;

use heterodox::engine::makers::add;
use heterodox::games::Registry;
use heterodox::players::assistant::Assistant;
use heterodox::rules::position::Position;
use heterodox::rules::variant::{Opening, Variant};
use heterodox::tui::world::World;

use game::Chess;

/// The built-in games and two more.
fn games() -> Registry {
    add::<Chess>(Registry::default()).and_then(add::<strange::Hunt>).expect("their data fit the kernel")
}

/// A world with these games.
fn give(world: &mut World, games: Registry) {
    (world.client.assistant, world.client.games) = (Assistant::new(games.clone()), games);
}

/// A position of chess, found by its name as everywhere.
fn position(fen: Option<&str>) -> Box<dyn Position> {
    // A registry looks through all the data of a game that is added.
    static CHESS: LazyLock<&dyn Variant> = LazyLock::new(|| games().find("chess").expect("it was added"));
    CHESS.begin(fen.map_or(Opening::Start, Opening::Fen)).unwrap_or_else(|error| panic!("{error}"))
}
