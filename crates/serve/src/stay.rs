//! The stay of a session in the club: its client runs here, or at the servers of its tables, until its user leaves.

use std::io;
use std::sync::Arc;

use super::channel_host::ChannelHost;
use super::connection::Connection;
use super::destination::Destination;
use super::nodes::{Arrived, Traveller, travel};
use super::player::Who;
use super::player_client::{FAILED, FINE, play};
use super::server::Server;
use super::wire::Wire;
use crate::task;
use crate::tui::host::Host as _;

/// What a session begins with.
pub(super) struct Start {
    pub(super) who: Who,
    pub(super) destination: Destination,
    /// What is known of the terminal.
    pub(super) variables: Vec<(String, String)>,
}

pub(super) fn start(
    server: Arc<Server>,
    connection: Arc<Connection>,
    start: Start,
    mut host: ChannelHost,
    wire: Arc<Wire>,
) -> io::Result<()> {
    let alive = server.count_client();
    task::spawn("client", move || {
        let _alive = alive;
        let done = task::contain(|| stay(&server, &connection, &start, &mut host, &wire));
        wire.finish(done.unwrap_or(FAILED));
    })?;
    Ok(())
}

/// Runs the client, here or at the servers of its tables, until its user leaves.
fn stay(
    server: &Arc<Server>,
    connection: &Connection,
    start: &Start,
    host: &mut ChannelHost,
    wire: &Arc<Wire>,
) -> u32 {
    let mut destination = start.destination.clone();
    loop {
        let status = play(server, connection, (&start.who, destination), host, wire);
        let Some(errand) = wire.take_errand() else { return status };
        if wire.is_led() {
            wire.send_back(&errand);
            return FINE;
        }
        let member = connection.member();
        let traveller = Traveller { server, connection, start, member: member.as_ref() };
        match travel(&traveller, errand, host, wire) {
            Arrived::Left(status) => {
                connection.note_reason(if wire.is_cut() { "lost" } else { "left" });
                if let Some(words) = wire.take_words().filter(|words| !words.is_empty()) {
                    host.say(&words);
                }
                return status;
            }
            Arrived::Here(next) => destination = next,
        }
    }
}
