//! The whole program with one game more: `cargo run --example chess -- play chess`.

use std::process::ExitCode;

use heterodox::engine::makers::add;
use heterodox::games::Registry;

#[path = "../tests/chess/game/mod.rs"]
mod game;

fn main() -> ExitCode {
    let games = add::<game::Chess>(Registry::default()).expect("its data fit the kernel");
    heterodox::cli::run(std::env::args_os(), games)
}
