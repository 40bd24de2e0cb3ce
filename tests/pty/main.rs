//! The program over pipes, in a real terminal and through a real sshd.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod multiplexers;
mod reviews;
mod sshd;
mod surroundings;
mod terminal;
