//! Where other servers of the club come in. They show the host key, which all of them have; everybody else is refused.

use std::io;
use std::net::Shutdown;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use russh::keys::PublicKey;
use russh::server::{Auth, ChannelOpenHandle, Config, Handler, Msg, Session, VerifiedPublicKey, run_stream};
use russh::{Channel, ChannelId, ChannelWriteHalf, MethodKind, MethodSet, Sig};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::journey::{HAS_MOVED, destination};
use super::{MISSED, SIGN};
use crate::card::Card;
use crate::channel_host::ChannelHost;
use crate::connection::Connection;
use crate::destination::Destination;
use crate::flow::Flow;
use crate::handler::facts;
use crate::open::Open;
use crate::player_client::FAILED;
use crate::server::{Server, lock};
use crate::stay::{self, Start};
use crate::window::Window;
use crate::wire::Wire;

/// After an error of the system nobody is accepted for this time.
const BREATH: Duration = Duration::from_millis(200);

/// How many may be on their way in at the same time: nobody but the other servers comes here.
const MOST: usize = 64;

/// How long another server may take to say whose session it sends.
const LOGIN: Duration = Duration::from_secs(5);

type Done = Result<(), russh::Error>;

/// Lets in the other servers until the runtime ends.
pub(crate) async fn listen(server: Arc<Server>, listener: TcpListener) {
    let coming = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = Arc::clone(&coming).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let server = Arc::clone(&server);
                tokio::spawn(async move {
                    if let Err(error) = welcome(Arc::clone(&server), stream, place).await {
                        server.log.note("failed", &[("what", &"node"), ("error", &error)]);
                    }
                });
            }
            Err(error) => {
                server.log.note("failed", &[("what", &"node"), ("error", &error)]);
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

fn config(server: &Server) -> Arc<Config> {
    Arc::new(Config {
        methods: MethodSet::from(&[MethodKind::PublicKey][..]),
        keys: vec![server.key.clone()],
        auth_rejection_time: Duration::from_secs(1),
        auth_rejection_time_initial: Some(Duration::ZERO),
        max_auth_attempts: 1,
        inactivity_timeout: None,
        keepalive_interval: Some(SIGN),
        keepalive_max: MISSED,
        window_size: 64 * 1024,
        event_buffer_size: 4,
        channel_buffer_size: 4,
        ..Config::default()
    })
}

/// A session that another server sends, as `russh` asks it.
struct Guest {
    server: Arc<Server>,
    /// The place among those who are on their way in, until it is known whose session it is.
    coming: Option<OwnedSemaphorePermit>,
    channel: Option<ChannelWriteHalf<Msg>>,
    wire: Option<Arc<Wire>>,
    /// The connection, until it ends.
    open: Option<Open>,
    /// Is it known whose session it is?
    known: Arc<AtomicBool>,
}

/// Serves a connection to its end. One that does not say in time whose session it sends is cut.
async fn welcome(server: Arc<Server>, stream: TcpStream, place: OwnedSemaphorePermit) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let stream = stream.into_std()?;
    let (socket, stream) = (stream.try_clone()?, TcpStream::from_std(stream)?);
    let (config, known) = (config(&server), Arc::new(AtomicBool::new(false)));
    let is_known = Arc::clone(&known);
    tokio::spawn(async move {
        tokio::time::sleep(LOGIN).await;
        if !is_known.load(Ordering::SeqCst) {
            let _ = socket.shutdown(Shutdown::Both);
        }
    });
    let guest = Guest { server, coming: Some(place), channel: None, wire: None, open: None, known };
    // How a session ends is in its own line of the log.
    if let Ok(running) = run_stream(config, stream, guest).await {
        let _ = running.await;
    }
    Ok(())
}

impl Guest {
    fn is_of_club(&self, key: &PublicKey) -> bool {
        self.server.key.public_key().key_data() == key.key_data()
    }

    /// Starts the client of this session.
    fn start(&mut self, card: &Card, channel: ChannelId, session: &mut Session) -> Done {
        let (Some(write), server) = (self.channel.take(), Arc::clone(&self.server)) else {
            return session.channel_failure(channel);
        };
        let Ok(number) = server.next_number() else { return session.channel_failure(channel) };
        let connection = Arc::new(Connection::led(number, card));
        lock(&server.connections).insert(number, Arc::clone(&connection));
        self.open = Some(Open::new(Arc::clone(&server), Arc::clone(&connection)));
        session.channel_success(channel)?;
        let (who, facts, window) = (card.who(), facts(&card.variables), card.window());
        server.logged_in(&connection, &who);
        let settings = server.settings();
        let limits = &settings.limits;
        let flow = Flow::new(limits.input_bytes, Instant::now());
        let wire = Wire::new(Handle::current(), write, window, (limits.columns, limits.rows), flow);
        let wire = Arc::new(wire.led_by_another());
        server.opened(&connection, &wire, &facts, window.size);
        self.wire = Some(Arc::clone(&wire));
        self.coming = None;
        self.known.store(true, Ordering::SeqCst);
        let host = ChannelHost::new(facts, Arc::clone(&wire));
        if card.has_moved {
            wire.notice(HAS_MOVED);
        }
        let destination = card.table.map_or(Destination::Lobby, |table| destination(table, card.code.clone()));
        let start = Start { who, destination, variables: card.variables.clone() };
        if let Err(error) = stay::start(server, connection, start, host, wire) {
            self.server.log.note("failed", &[("session", &number), ("error", &error)]);
            session.exit_status_request(channel, FAILED)?;
            session.close(channel)?;
        }
        Ok(())
    }
}

impl Handler for Guest {
    type Error = russh::Error;

    async fn auth_publickey(&mut self, _user: &str, key: VerifiedPublicKey<'_>) -> Result<Auth, Self::Error> {
        if self.is_of_club(key.public_key) {
            return Ok(Auth::Accept);
        }
        self.server.log.note("refused", &[("what", &"node")]);
        Ok(Auth::reject())
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _session: &mut Session,
    ) -> Done {
        if self.channel.is_none() && self.wire.is_none() {
            self.channel = Some(channel.split().1);
            reply.accept().await;
        }
        Ok(())
    }

    async fn exec_request(&mut self, channel: ChannelId, data: &[u8], session: &mut Session) -> Done {
        match Card::parse(data) {
            Some(card) => self.start(&card, channel, session),
            None => session.channel_failure(channel),
        }
    }

    async fn data(&mut self, _channel: ChannelId, data: &[u8], _session: &mut Session) -> Done {
        if let Some(wire) = &self.wire {
            wire.input(data);
        }
        Ok(())
    }

    async fn window_change_request(
        &mut self,
        _channel: ChannelId,
        columns: u32,
        rows: u32,
        width: u32,
        height: u32,
        _session: &mut Session,
    ) -> Done {
        if let Some(wire) = &self.wire {
            wire.resize(Window::new((columns, rows), (width, height)));
        }
        Ok(())
    }

    /// The other server ends the session in order.
    async fn signal(&mut self, _channel: ChannelId, _signal: Sig, _session: &mut Session) -> Done {
        if let Some(wire) = &self.wire {
            wire.end("");
        }
        Ok(())
    }

    async fn channel_close(&mut self, _channel: ChannelId, _session: &mut Session) -> Done {
        if let Some(wire) = &self.wire {
            wire.hang_up();
        }
        Ok(())
    }
}
