//! Games that are killed, shared between programs, and kept on bad disks.

#[path = "../support/mod.rs"]
mod support;

mod crashes;
mod disks;
mod linear;
mod lines;
mod sharing;
