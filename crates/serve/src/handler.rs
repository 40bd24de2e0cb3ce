//! The requests of one connection: who it is, and one terminal. Everything else is refused: other programs, files, forwarded
//! ports, agents, windows of X11 and further channels.

mod answers;

use std::sync::Arc;
use std::time::Instant;

use russh::keys::HashAlg;
use russh::server::{Auth, ChannelOpenHandle, Handler, Msg, PublicKeyOffer, Response, Session, VerifiedPublicKey};
use russh::{Channel, ChannelId, ChannelOpenFailure, ChannelWriteHalf, Disconnect, Pty, Sig};
use tokio::runtime::Handle;

use super::channel_host::ChannelHost;
use super::command::Command;
use super::connection::Connection;
use super::destination::Destination;
use super::flow::Flow;
use super::player::Who;
use super::protocol::{refused, told, weakness};
use super::server::Server;
use super::stay::{self, Start};
use super::window::Window;
use super::wire::Wire;
use crate::tui::host::facts::Facts;
use answers::Sending;

/// The variables that a client may set: what they say is about the terminal.
const VARIABLES: [&str; 7] = ["LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "STY"];

/// What somebody is told who asks again and again for what there is not.
const TOO_MANY: &str = "Your ssh asks again and again for what this server does not do, such as forwarded ports, agents, \
                        files or commands. The connection is closed.";

/// The longest name of a terminal.
const LONGEST_TERM: usize = 64;

/// One connection, as `russh` asks it.
pub(super) struct Visitor {
    pub(super) server: Arc<Server>,
    pub(super) connection: Arc<Connection>,
    who: Option<Who>,
    /// Where the name before the `@` leads.
    destination: Destination,
    /// Why a key is not taken, for its owner.
    weakness: Option<String>,
    channel: Option<(ChannelId, Option<ChannelWriteHalf<Msg>>)>,
    variables: Vec<(String, String)>,
    pub(super) window: Option<Window>,
    wire: Option<Arc<Wire>>,
    /// A file that is being sent.
    sending: Option<Sending>,
}

/// What is known about the terminal. Over a line without a locale, UTF-8 is what nearly all have.
pub(super) fn facts(variables: &[(String, String)]) -> Facts {
    let of = |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let has_locale = ["LANG", "LC_ALL", "LC_CTYPE"].into_iter().any(|name| of(name).is_some());
    Facts::of(|name| match name {
        "SSH_TTY" => Some("channel".to_owned()),
        "LANG" if !has_locale => Some("C.UTF-8".to_owned()),
        _ => of(name),
    })
}

pub(super) type Done = Result<(), russh::Error>;

impl Visitor {
    pub(super) fn new(server: Arc<Server>, connection: Arc<Connection>) -> Visitor {
        let (variables, weakness, sending) = (Vec::new(), None, None);
        let (who, channel, window, wire) = (None, None, None, None);
        let destination = Destination::Lobby;
        Visitor { server, connection, who, destination, weakness, channel, variables, window, wire, sending }
    }

    fn is_own(&self, channel: ChannelId) -> bool {
        self.channel.as_ref().is_some_and(|(own, _)| *own == channel)
    }

    /// Counts a request that is refused. After many of them the connection ends with words for its user; what then still
    /// comes ends it at once.
    fn refuse(&self, what: &'static str, session: &mut Session) -> Done {
        let most = self.server.settings().limits.refused_requests;
        let all = self.server.refused(&self.connection, what);
        if all < most {
            return Ok(());
        }
        if self.connection.is_ending() {
            return Err(russh::Error::Disconnect);
        }
        self.server.club.reached.note("refused_requests");
        if self.wire.is_some() {
            self.connection.end(TOO_MANY, "requests");
            return Ok(());
        }
        self.connection.must_end("requests");
        session.disconnect(Disconnect::ByApplication, TOO_MANY, "")
    }

    /// Ends a channel on which no client runs, with words for its user.
    pub(super) fn turn_away(session: &mut Session, channel: ChannelId, words: &str) -> Done {
        session.channel_success(channel)?;
        session.extended_data(channel, 1, format!("{words}\r\n").into_bytes())?;
        session.exit_status_request(channel, 2)?;
        session.eof(channel)?;
        session.close(channel)
    }
}

impl Handler for Visitor {
    type Error = russh::Error;

    async fn authentication_banner(&mut self) -> Result<Option<String>, Self::Error> {
        let banner = self.server.settings().banner.clone();
        Ok((!banner.is_empty()).then(|| format!("{banner}\r\n")))
    }

    /// Refused, so that the client offers its keys.
    async fn auth_none(&mut self, _user: &str) -> Result<Auth, Self::Error> {
        Ok(refused())
    }

    async fn auth_password(&mut self, _user: &str, _password: &str) -> Result<Auth, Self::Error> {
        Ok(refused())
    }

    async fn auth_publickey_offered(
        &mut self,
        _user: &str,
        offer: PublicKeyOffer<'_>,
    ) -> Result<Auth, Self::Error> {
        let Some(words) = weakness(&offer) else { return Ok(Auth::Accept) };
        self.server.refused(&self.connection, "weak-key");
        self.weakness = Some(words);
        Ok(refused())
    }

    async fn auth_publickey(&mut self, user: &str, key: VerifiedPublicKey<'_>) -> Result<Auth, Self::Error> {
        let Some(digest) = key.public_key.fingerprint(HashAlg::Sha256).sha256() else { return Ok(refused()) };
        self.who = Some(Who::Key(digest));
        self.destination = Destination::of(user);
        Ok(Auth::Accept)
    }

    /// Without a prompt: a guest is asked for nothing. Whose key is too weak is told so, and is no guest: they mean an account.
    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        user: &str,
        _submethods: &str,
        response: Option<Response<'a>>,
    ) -> Result<Auth, Self::Error> {
        if let Some(words) = &self.weakness {
            return Ok(told(words, response.is_some()));
        }
        if !self.server.settings().guests {
            return Ok(refused());
        }
        self.who = Some(Who::Guest(self.connection.number));
        self.destination = Destination::of(user);
        Ok(Auth::Accept)
    }

    async fn auth_succeeded(&mut self, session: &mut Session) -> Done {
        let Some(who) = &self.who else { return Ok(()) };
        match self.server.give_place(&self.connection, who).await {
            Ok(()) => {
                self.server.logged_in(&self.connection, who);
                Ok(())
            }
            Err(why) => session.disconnect(Disconnect::TooManyConnections, &why.to_string(), ""),
        }
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        session: &mut Session,
    ) -> Done {
        if self.channel.is_some() {
            self.refuse("channel", session)?;
            reply.reject(ChannelOpenFailure::AdministrativelyProhibited).await;
            return Ok(());
        }
        let id = channel.id();
        let (_, write) = channel.split();
        self.channel = Some((id, Some(write)));
        reply.accept().await;
        Ok(())
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        term: &str,
        columns: u32,
        rows: u32,
        width: u32,
        height: u32,
        _modes: &[(Pty, u32)],
        session: &mut Session,
    ) -> Done {
        if !self.is_own(channel) || self.window.is_some() || term.len() > LONGEST_TERM {
            self.refuse("terminal", session)?;
            return session.channel_failure(channel);
        }
        self.variables.push(("TERM".to_owned(), term.to_owned()));
        self.window = Some(Window::new((columns, rows), (width, height)));
        session.channel_success(channel)
    }

    async fn env_request(&mut self, channel: ChannelId, name: &str, value: &str, session: &mut Session) -> Done {
        let limits = &self.server.settings().limits;
        let short = name.len() + value.len() <= limits.variable_bytes;
        let room = self.variables.len() < limits.variables;
        if !self.is_own(channel) || !short || !room || !VARIABLES.contains(&name) {
            // Each `ssh` offers many variables before its client starts, and none after that.
            if self.wire.is_some() {
                self.refuse("variable", session)?;
            }
            return session.channel_failure(channel);
        }
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        session.channel_success(channel)
    }

    async fn shell_request(&mut self, channel: ChannelId, session: &mut Session) -> Done {
        let write = self.channel.as_mut().filter(|(own, _)| *own == channel).and_then(|(_, write)| write.take());
        let (Some(write), Some(who)) = (write, self.who.clone()) else {
            self.refuse("shell", session)?;
            return session.channel_failure(channel);
        };
        let facts = facts(&self.variables);
        if let Some(why) = facts.why_not(true).filter(|_| self.window.is_some()) {
            return Self::turn_away(session, channel, &why);
        }
        let Some(window) = self.window else {
            let words = "This needs a terminal: connect with `ssh -t`.";
            return Self::turn_away(session, channel, words);
        };
        session.channel_success(channel)?;
        let settings = self.server.settings();
        let limits = &settings.limits;
        let flow = Flow::new(limits.input_bytes, Instant::now());
        let wire = Arc::new(Wire::new(Handle::current(), write, window, (limits.columns, limits.rows), flow));
        self.server.opened(&self.connection, &wire, &facts, window.size);
        let host = ChannelHost::new(facts, Arc::clone(&wire));
        self.wire = Some(Arc::clone(&wire));
        let (server, connection) = (Arc::clone(&self.server), Arc::clone(&self.connection));
        let start = Start { who, destination: self.destination.clone(), variables: self.variables.clone() };
        if let Err(error) = stay::start(server, connection, start, host, wire) {
            self.server.failed(&self.connection, &error);
            let words = format!("The server cannot start your client: {error}\r\n");
            session.data(channel, words.into_bytes())?;
            session.exit_status_request(channel, 1)?;
            session.close(channel)?;
        }
        Ok(())
    }

    async fn data(&mut self, _channel: ChannelId, data: &[u8], _session: &mut Session) -> Done {
        if let Some(sending) = &mut self.sending {
            sending.take(data);
        } else if let Some(wire) = &self.wire {
            wire.input(data);
        }
        Ok(())
    }

    async fn window_change_request(
        &mut self,
        channel: ChannelId,
        columns: u32,
        rows: u32,
        width: u32,
        height: u32,
        session: &mut Session,
    ) -> Done {
        match &self.wire {
            Some(wire) => {
                wire.resize(Window::new((columns, rows), (width, height)));
                session.channel_success(channel)
            }
            None => session.channel_failure(channel),
        }
    }

    async fn channel_close(&mut self, _channel: ChannelId, _session: &mut Session) -> Done {
        if let Some(wire) = &self.wire {
            wire.hang_up();
        }
        Ok(())
    }

    async fn channel_eof(&mut self, channel: ChannelId, session: &mut Session) -> Done {
        if let Some(sending) = self.sending.take() {
            return self.received(channel, sending, session);
        }
        // An archive asks for nothing, so its input may end before it begins.
        if let Some(wire) = self.wire.as_ref().filter(|_| self.window.is_some()) {
            wire.hang_up();
        }
        Ok(())
    }

    async fn signal(&mut self, _channel: ChannelId, _signal: Sig, _session: &mut Session) -> Done {
        Ok(())
    }

    /// No command is run. A few words are answered by the server itself.
    async fn exec_request(&mut self, channel: ChannelId, data: &[u8], session: &mut Session) -> Done {
        if let Some(command) = Command::parse(data) {
            return self.answer(channel, command, session);
        }
        self.refuse("exec", session)?;
        session.channel_failure(channel)
    }

    async fn subsystem_request(&mut self, channel: ChannelId, _name: &str, session: &mut Session) -> Done {
        self.refuse("subsystem", session)?;
        session.channel_failure(channel)
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _single: bool,
        _protocol: &str,
        _cookie: &str,
        _screen: u32,
        session: &mut Session,
    ) -> Done {
        self.refuse("x11", session)?;
        session.channel_failure(channel)
    }

    async fn agent_request(&mut self, _channel: ChannelId, session: &mut Session) -> Result<bool, Self::Error> {
        self.refuse("agent", session)?;
        Ok(false)
    }

    async fn tcpip_forward(
        &mut self,
        _to: &str,
        _port: &mut u32,
        session: &mut Session,
    ) -> Result<bool, Self::Error> {
        self.refuse("forward", session)?;
        Ok(false)
    }

    async fn cancel_tcpip_forward(
        &mut self,
        _to: &str,
        _port: u32,
        session: &mut Session,
    ) -> Result<bool, Self::Error> {
        self.refuse("forward", session)?;
        Ok(false)
    }

    async fn streamlocal_forward(&mut self, _path: &str, session: &mut Session) -> Result<bool, Self::Error> {
        self.refuse("forward", session)?;
        Ok(false)
    }

    async fn cancel_streamlocal_forward(
        &mut self,
        _path: &str,
        session: &mut Session,
    ) -> Result<bool, Self::Error> {
        self.refuse("forward", session)?;
        Ok(false)
    }

    async fn channel_open_direct_tcpip(
        &mut self,
        _channel: Channel<Msg>,
        _host: &str,
        _port: u32,
        _from: &str,
        _from_port: u32,
        reply: ChannelOpenHandle,
        session: &mut Session,
    ) -> Done {
        self.refuse("forward", session)?;
        reply.reject(ChannelOpenFailure::AdministrativelyProhibited).await;
        Ok(())
    }

    async fn channel_open_direct_streamlocal(
        &mut self,
        _channel: Channel<Msg>,
        _path: &str,
        reply: ChannelOpenHandle,
        session: &mut Session,
    ) -> Done {
        self.refuse("forward", session)?;
        reply.reject(ChannelOpenFailure::AdministrativelyProhibited).await;
        Ok(())
    }
}
