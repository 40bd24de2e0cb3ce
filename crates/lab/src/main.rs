//! Runs the laboratory.

use std::process::ExitCode;

use heterodox_games::Registry;

fn main() -> ExitCode {
    heterodox_lab::cli::run(std::env::args_os(), Registry::default())
}
