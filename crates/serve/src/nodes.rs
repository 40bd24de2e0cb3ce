//! Several servers of one club: who wants to a table of another server is led there. This server keeps the connection of
//! `ssh`, and sends on what is typed and drawn; the client runs beside the table.

mod entrance;
mod journey;
mod pipe;

use std::io;

pub(super) use entrance::listen;
pub(super) use journey::{Arrived, Traveller, travel};

/// What goes wrong on the way to another server.
fn failed(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}
