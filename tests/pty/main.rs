//! The program over pipes, in a real terminal and through a real sshd.

#[path = "../support/decode.rs"]
mod decode;
#[path = "../support/mod.rs"]
mod support;

mod commands;
mod multiplexers;
mod pictures;
mod reviews;
mod sharing;
mod sshd;
mod surroundings;
mod terminal;
