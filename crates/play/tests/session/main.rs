//! Games that are killed, shared between programs, and kept on bad disks; and games at tables.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/mod.rs"]
mod support;

mod advice;
mod coach;
mod crashes;
mod disks;
mod linear;
mod lines;
mod sharing;
mod tables;
