//! The program: reads the arguments, runs one command, and reports an error in one line.

use std::process::ExitCode;

fn main() -> ExitCode {
    heterodox::cli::run(std::env::args_os(), heterodox::games::Registry::default())
}
