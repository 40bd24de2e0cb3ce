//! The program over pipes, in a real terminal and through a real sshd.

#[path = "../support/decode.rs"]
mod decode;
#[path = "../support/emulator.rs"]
mod emulator;
#[cfg(feature = "serve")]
#[path = "../support/hostile_file.rs"]
mod hostile_file;
#[path = "../support/pieces.rs"]
mod pieces_shown;
#[cfg(feature = "serve")]
#[path = "../support/proxy.rs"]
mod proxy;
#[path = "../support/mod.rs"]
mod support;

mod answers;
mod coach;
mod commands;
// What is not built for tests only cannot be made to fail.
#[cfg(debug_assertions)]
mod contained;
mod edges;
mod lessons;
mod motion;
mod multiplexers;
mod pictures;
mod puzzles;
mod reviews;
#[cfg(feature = "serve")]
mod serve;
mod sharing;
mod signals;
mod sshd;
mod surroundings;
mod terminal;
mod time_zones;
mod xterm;
