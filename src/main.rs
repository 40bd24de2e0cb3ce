//! The program: reads the arguments, runs one command, says in one line what went wrong.

use std::process::ExitCode;

fn main() -> ExitCode {
    heterodox::cli::run(std::env::args_os())
}
