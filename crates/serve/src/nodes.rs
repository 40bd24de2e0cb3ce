//! Several servers of one club: who wants to a table of another server is led there. This server keeps the connection of
//! `ssh`, and sends on what is typed and drawn; the client runs beside the table.

mod entrance;
mod journey;
mod pipe;

use std::io;
use std::time::Duration;

pub(super) use entrance::listen;
pub(super) use journey::{Arrived, Traveller, travel};

/// How often each end of a connection between two servers has to say that it is there.
const SIGN: Duration = Duration::from_secs(2);

/// How many of these signs may be missing.
const MISSED: usize = 3;

/// What goes wrong on the way to another server.
fn failed(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}
