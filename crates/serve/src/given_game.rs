//! A finished game as PGN: `ssh HOST game/NUMBER`.

use std::io;
use std::sync::Arc;

use super::connection::Connection;
use super::player::Who;
use super::player_client::{FAILED, FINE, SetupError, find, settle};
use super::server::Server;
use super::wire::Wire;
use crate::club::ClubError;
use crate::club::store::TableKey;
use crate::task;

/// Sends a game, and ends the channel.
pub(super) fn start(
    server: Arc<Server>,
    connection: Arc<Connection>,
    who: Who,
    wire: Arc<Wire>,
    key: TableKey,
) -> io::Result<()> {
    let alive = server.count_client();
    task::spawn("game", move || {
        let _alive = alive;
        connection.note_reason("game");
        let found = task::contain(|| game(&server, &connection, &who, key));
        let sent = match found {
            Ok(Ok(Some(text))) => wire.write(text.as_bytes()).is_ok(),
            Ok(Ok(None)) => {
                let _ = wire.complain(&format!("There is no finished game {} that you can read.\n", key.0));
                false
            }
            Ok(Err(error)) => {
                let (words, reason) = error.words();
                if reason == "failed" {
                    server.failed(&connection, &error);
                }
                let _ = wire.complain(&format!("{words}\n"));
                false
            }
            Err(_) => false,
        };
        wire.finish(if sent { FINE } else { FAILED });
    })?;
    Ok(())
}

/// The game, if this player may read it.
fn game(server: &Server, connection: &Connection, who: &Who, key: TableKey) -> Result<Option<String>, SetupError> {
    let player = find(&server.club, &server.data, connection, who)?;
    settle(&server.club, connection, who, &player.member)?;
    Ok(server.club.tables.finished_pgn(&player.member, key).map_err(ClubError::from)?)
}
