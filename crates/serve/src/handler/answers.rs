//! Commands on a channel without a terminal: what the server answers itself.

use std::sync::Arc;
use std::time::Instant;

use russh::ChannelId;
use russh::server::Session;
use tokio::runtime::Handle;

use super::{Done, Visitor};
use crate::command::{Command, USAGE};
use crate::flow::Flow;
use crate::games::file::MOST_BYTES;
use crate::player::Who;
use crate::player_client;
use crate::sent_games::VariantCommand;
use crate::window::Window;
use crate::wire::Wire;
use crate::{given_game, messages};

/// A file that is being sent, as far as it has come: one byte more than there may be says that it is too long.
#[derive(Default)]
pub(super) struct Sending(Vec<u8>);

impl Sending {
    pub(super) fn take(&mut self, data: &[u8]) {
        let room = (MOST_BYTES + 1).saturating_sub(self.0.len());
        self.0.extend_from_slice(&data[..data.len().min(room)]);
    }
}

impl Visitor {
    /// Answers a command.
    pub(super) fn answer(&mut self, channel: ChannelId, command: Command, session: &mut Session) -> Done {
        if self.window.is_some() {
            return Self::turn_away(session, channel, command.refusal_of_terminal());
        }
        match command {
            Command::Usage => Self::turn_away(session, channel, USAGE),
            // Its end tells that the file is whole. Until then nothing runs, so the deadline of a login counts.
            Command::Variant(VariantCommand::Add) => {
                session.channel_success(channel)?;
                self.sending = Some(Sending::default());
                Ok(())
            }
            Command::Variant(command) => self.start(channel, session, |visitor, who, wire| {
                player_client::start_variant(
                    Arc::clone(&visitor.server),
                    Arc::clone(&visitor.connection),
                    who,
                    wire,
                    command,
                    Vec::new(),
                )
            }),
            Command::Game(key) => self.start(channel, session, |visitor, who, wire| {
                let (server, connection) = (Arc::clone(&visitor.server), Arc::clone(&visitor.connection));
                given_game::start(server, connection, who, wire, key)
            }),
            Command::Stop(code) => self.start(channel, session, |visitor, _, wire| {
                let (server, connection) = (Arc::clone(&visitor.server), Arc::clone(&visitor.connection));
                messages::start_stop(server, connection, wire, code)
            }),
            Command::Archive => self.start(channel, session, |visitor, who, wire| {
                player_client::start_archive(
                    Arc::clone(&visitor.server),
                    Arc::clone(&visitor.connection),
                    who,
                    wire,
                )
            }),
        }
    }

    /// A file was sent to its end.
    pub(super) fn received(&mut self, channel: ChannelId, sending: Sending, session: &mut Session) -> Done {
        self.start(channel, session, |visitor, who, wire| {
            let (server, connection) = (Arc::clone(&visitor.server), Arc::clone(&visitor.connection));
            player_client::start_variant(server, connection, who, wire, VariantCommand::Add, sending.0)
        })
    }

    /// Starts what writes to this channel.
    fn start(
        &mut self,
        channel: ChannelId,
        session: &mut Session,
        start: impl FnOnce(&Visitor, Who, Arc<Wire>) -> std::io::Result<()>,
    ) -> Done {
        let write = self.channel.as_mut().filter(|(own, _)| *own == channel).and_then(|(_, write)| write.take());
        let (Some(write), Some(who)) = (write, self.who.clone()) else {
            self.refuse("exec", session)?;
            return session.channel_failure(channel);
        };
        session.channel_success(channel)?;
        let settings = self.server.settings();
        let limits = &settings.limits;
        let flow = Flow::new(limits.input_bytes, Instant::now());
        let size = (limits.columns, limits.rows);
        let window = Window { size, cell: None };
        let wire = Arc::new(Wire::new(Handle::current(), write, window, size, flow).for_archive());
        self.connection.set_wire(Arc::clone(&wire));
        self.wire = Some(Arc::clone(&wire));
        if let Err(error) = start(self, who, wire) {
            self.server.failed(&self.connection, &error);
            session.exit_status_request(channel, 1)?;
            session.close(channel)?;
        }
        Ok(())
    }
}
