//! The server: it accepts connections itself, because `russh` would end at the first one that cannot be accepted, and
//! because the number of connections is limited here. Each second it looks after all connections.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use russh::keys::PrivateKey;
use russh::server::run_stream;
use rustix::fs::Mode;
use rustix::net::sockopt::set_socket_send_buffer_size;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedReceiver;

use super::archives::Archives;
use super::connection::Connection;
use super::disconnect::Disconnects;
use super::error::ServeError;
use super::gate::Gate;
use super::handler::Visitor;
use super::log::{Log, Rotation};
use super::open::Open;
use super::player::Who;
use super::settings::{Settings, SettingsError};
use super::signals::{self, Order};
use super::socket::Socket;
use super::wire::Wire;
use super::{host_key, metrics, operator, protocol};
use crate::club::table_service::TroubleHook;
use crate::club::{Club, ClubError};
use crate::config;
use crate::config::engines::EngineRow;
use crate::files;
use crate::games::Registry;
use crate::players::Opponents;
use crate::players::thinking_slots::ThinkingSlots;
use crate::session::table::Workers;
use crate::task;
use crate::tui::host::facts::Facts;
use crate::tui::world::Shared;

/// How often the server looks after its connections.
const LOOK: Duration = Duration::from_secs(1);

/// After an error of the system, such as too many open files, nobody is accepted for this time.
const BREATH: Duration = Duration::from_millis(200);

/// What the system keeps of the output of a connection that is slow: with more, a key would be answered late.
const SEND_BUFFER: usize = 32 * 1024;

/// What somebody who is banned is told.
pub(super) const BANNED: &str = "The operator of this server does not let you in.";

/// What `serve` is asked for.
#[derive(Clone, Debug)]
pub struct Serve {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder of the server.
    pub data: PathBuf,
    /// The file with the settings.
    pub config: Option<PathBuf>,
    /// The games.
    pub games: Registry,
}

/// What all connections share.
pub(super) struct Server {
    pub(super) data: PathBuf,
    pub(super) club: Arc<Club>,
    pub(super) games: Registry,
    pub(super) engines: Vec<EngineRow>,
    pub(super) pool: ThinkingSlots,
    /// The threads that serve the tables of single play.
    pub(super) workers: Workers,
    pub(super) shared: Shared,
    pub(super) log: Log,
    pub(super) counts: Counts,
    /// The places for exchanges of keys.
    pub(super) exchanges: Arc<Semaphore>,
    pub(super) archives: Arc<Archives>,
    key: PrivateKey,
    settings: RwLock<Arc<Settings>>,
    pub(super) gate: Mutex<Gate>,
    disconnects: Disconnects,
    pub(super) connections: Mutex<BTreeMap<u64, Arc<Connection>>>,
    pub(super) count: AtomicU64,
    /// Connections that were refused since the log has told it.
    pub(super) turned_away: AtomicU64,
    pub(super) clients: Arc<AtomicUsize>,
}

/// What has happened since the start.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) logins: AtomicU64,
    /// Connections and requests that were refused.
    pub(super) refused: AtomicU64,
    /// Reports of players about others.
    pub(super) reports: AtomicU64,
    /// Members who were removed because they never did anything, as far as the log knows.
    pub(super) removed: AtomicU64,
}

/// A client that runs, until it is dropped.
pub(super) struct Alive(Arc<AtomicUsize>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// The settings as they are now.
    pub(super) fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.settings.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts a client until the result is dropped.
    pub(super) fn count_client(&self) -> Alive {
        self.clients.fetch_add(1, Ordering::SeqCst);
        Alive(Arc::clone(&self.clients))
    }

    pub(super) fn logged_in(&self, connection: &Connection, who: &Who) {
        connection.set_who(who.clone());
        self.counts.logins.fetch_add(1, Ordering::Relaxed);
        let (session, address, key) = (connection.number, connection.address, who.short());
        self.log.note("login", &[("session", &session), ("address", &address), ("key", &key)]);
    }

    pub(super) fn opened(&self, connection: &Connection, wire: &Arc<Wire>, facts: &Facts, size: (u16, u16)) {
        connection.set_wire(Arc::clone(wire));
        let size = format!("{}x{}", size.0, size.1);
        let fields: [(&str, &dyn Display); 3] =
            [("session", &connection.number), ("term", &facts.term), ("size", &size)];
        self.log.note("open", &fields);
    }

    /// Counts a request of this connection that is refused, and tells the first of a kind. Returns how many there are.
    pub(super) fn refused(&self, connection: &Connection, what: &'static str) -> u64 {
        self.counts.refused.fetch_add(1, Ordering::Relaxed);
        let (first, all) = connection.refused(what);
        if first {
            self.log.note("refused", &[("session", &connection.number), ("what", &what)]);
        }
        all
    }

    pub(super) fn failed(&self, connection: &Connection, error: &dyn Display) {
        self.log.note("failed", &[("session", &connection.number), ("error", error)]);
    }

    pub(super) fn closed(&self, connection: &Connection, error: Option<&russh::Error>) {
        lock(&self.connections).remove(&connection.number);
        lock(&self.gate).leave(connection.number);
        if let Some(wire) = connection.wire() {
            wire.hang_up();
        }
        let seconds = connection.since.elapsed().as_secs();
        let key = connection.who().map_or("none".to_owned(), |who| who.short());
        let reason = connection.reason().unwrap_or("lost");
        let mut fields: Vec<(&str, &dyn Display)> = vec![
            ("session", &connection.number),
            ("address", &connection.address),
            ("key", &key),
            ("seconds", &seconds),
            ("reason", &reason),
        ];
        // The end of a line is an error for `russh`, but not for anybody else.
        if let Some(error) = error.filter(|error| !matches!(error, russh::Error::IO(_) | russh::Error::Disconnect))
        {
            fields.push(("error", error));
        }
        self.log.note("close", &fields);
        for (what, more) in connection.more_refused() {
            self.log.note("refused", &[("session", &connection.number), ("what", &what), ("more", &more)]);
        }
    }

    /// Takes a connection that was accepted, if there is room for it.
    fn welcome(self: &Arc<Self>, stream: TcpStream, address: SocketAddr) {
        let address = address.ip().to_canonical();
        let number = match self.let_in(address) {
            Ok(number) => number,
            Err(why) => return self.disconnects.tell(stream, why.to_string()),
        };
        let _ = stream.set_nodelay(true);
        let _ = set_socket_send_buffer_size(&stream, SEND_BUFFER);
        let doubled = stream.into_std().and_then(|stream| Ok((stream.try_clone()?, TcpStream::from_std(stream)?)));
        let (socket, stream) = match doubled {
            Ok(both) => both,
            Err(error) => {
                lock(&self.gate).leave(number);
                self.log.note("failed", &[("address", &address), ("error", &error)]);
                return;
            }
        };
        let connection = Arc::new(Connection::new(number, address, socket));
        lock(&self.connections).insert(number, Arc::clone(&connection));
        self.check_bans_again(&connection);
        let mut open = Open::new(Arc::clone(self), Arc::clone(&connection));
        let server = Arc::clone(self);
        tokio::spawn(async move {
            let config = protocol::config(&server.key, &server.settings().limits);
            let socket = Socket::new(stream, Arc::clone(&server), Arc::clone(&connection), &config);
            let visitor = Visitor::new(server, connection);
            let ended = match run_stream(config, socket, visitor).await {
                Ok(running) => running.await,
                Err(error) => Err(error),
            };
            open.ends(ended.err());
        });
    }

    /// Removes the folders of members who are gone.
    pub(super) fn sweep(&self) {
        if let Err(error) = self.club.sweep() {
            self.log.note("failed", &[("error", &error)]);
        }
    }

    /// All connections, by their numbers.
    pub(super) fn all(&self) -> Vec<Arc<Connection>> {
        lock(&self.connections).values().cloned().collect()
    }

    /// Looks after all connections.
    pub(super) fn look(&self) {
        let (settings, now) = (self.settings(), Instant::now());
        for connection in self.all() {
            if let Some(what) = connection.look(&settings.limits, now) {
                self.log.note(what, &[("session", &connection.number), ("address", &connection.address)]);
            }
        }
        for (whose, words) in self.club.take_dismissed() {
            for connection in self.all().iter().filter(|connection| connection.is(whose)) {
                connection.end(&words, "account");
            }
        }
        self.log_reports();
        self.club.reached.note_all("thinking.total_memory", self.pool.memory().1);
        self.log_removed_members();
        for (limit, count) in self.club.reached.news(now) {
            self.log.note("limit", &[("what", &limit), ("count", &count)]);
        }
        let refused = self.turned_away.swap(0, Ordering::Relaxed);
        if refused > 0 {
            self.log.note("refused", &[("what", &"connections"), ("count", &refused)]);
        }
    }

    /// Reads the settings again; if they cannot be used, the old ones stay.
    fn reload(&self, path: Option<&PathBuf>) {
        let read = |path: &PathBuf| {
            let settings = Settings::read(path)?;
            let rules = settings.talk_rules()?;
            Ok::<_, SettingsError>((settings, rules))
        };
        match path.map(read) {
            Some(Ok((settings, rules))) => {
                self.club.set_talk_rules(rules);
                self.club.tables.set_grace(Duration::from_secs(settings.limits.grace_seconds));
                self.club.tables.set_most_tables(settings.limits.most_tables());
                self.club.tables.set_most_challenges(settings.limits.most_challenges());
                self.club.tables.set_keep(settings.keep.keep());
                self.club.set_tournament_limits(settings.tournament_limits());
                self.club.set_member_limits(settings.limits.members());
                *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
                self.log.note("settings", &[]);
            }
            Some(Err(error)) => self.log.note("failed", &[("error", &error)]),
            None => self.log.note("settings", &[("file", &"none")]),
        }
    }

    /// Accepts connections until the server has to end.
    async fn serve(self: &Arc<Self>, listener: TcpListener, mut orders: UnboundedReceiver<Order>, serve: &Serve) {
        let mut clock = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                order = orders.recv() => match order {
                    Some(Order::Reload) => self.reload(serve.config.as_ref()),
                    Some(Order::Stop) | None => break,
                },
                accepted = listener.accept() => match accepted {
                    Ok((stream, address)) => self.welcome(stream, address),
                    Err(error) => {
                        self.log.note("failed", &[("what", &"accept"), ("error", &error)]);
                        tokio::time::sleep(BREATH).await;
                    }
                },
                _ = clock.tick() => self.look(),
            }
        }
        drop(listener);
        self.stop().await;
    }
}

/// Each connection takes two files, and a client some more, so as many are allowed as the system permits.
fn raise_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// Runs the server until it is told to end. `ready` is told the address and the fingerprint of the host key.
pub fn run(serve: &Serve, log: Log, ready: impl FnOnce(SocketAddr, &str)) -> Result<(), ServeError> {
    let settings = serve.config.as_deref().map_or_else(|| Ok(Settings::default()), Settings::read)?;
    let engines: Result<Vec<EngineRow>, SettingsError> = settings.engines();
    let engines = engines?;
    let rules = settings.talk_rules()?;
    let folder = |error| ServeError::Folder { path: serve.data.clone(), error };
    // Whatever is written here, its owner alone can read it.
    umask(Mode::RWXG | Mode::RWXO);
    files::make_folder(&serve.data).map_err(folder)?;
    let key = host_key::load(&serve.data)?;
    let fingerprint = host_key::fingerprint(&key);
    raise_files();
    // The first server of a folder is the only one.
    let socket = operator::bind(&serve.data)?;
    if let Some(path) = &settings.log.file {
        let file =
            Rotation::open(path, &settings.log).map_err(|error| ServeError::Log { path: path.clone(), error })?;
        log.move_to(file);
    }
    let grace = Duration::from_secs(settings.limits.grace_seconds);
    let tournaments = settings.tournament_limits();
    let (games, thinking) = (serve.games.clone(), &settings.thinking);
    let pool = ThinkingSlots::shared(thinking.places(), thinking.engines).with_memory(thinking.total_memory);
    let (resources, engines_at_tables) = (settings.thinking.most(), Vec::new());
    let pace = Duration::from_millis(config::Play::default().pause_ms);
    let opponents = Opponents { games, resources, pool: pool.clone(), engines: engines_at_tables, pace };
    let club = Club::open(&serve.data, &opponents)?;
    // One more than all exchanges of keys can take.
    let threads = task::processors().clamp(2, 4);
    club.set_talk_rules(rules);
    let server = Arc::new(Server {
        data: serve.data.clone(),
        club,
        games: serve.games.clone(),
        engines,
        pool,
        workers: Workers::default(),
        shared: Shared::new(&serve.games),
        log,
        exchanges: Arc::new(Semaphore::new(threads - 1)),
        key,
        settings: RwLock::new(Arc::new(settings)),
        gate: Mutex::default(),
        disconnects: Disconnects::default(),
        connections: Mutex::default(),
        count: AtomicU64::new(0),
        turned_away: AtomicU64::new(0),
        counts: Counts::default(),
        archives: Arc::default(),
        clients: Arc::default(),
    });
    server.sweep();
    server.club.tables.set_grace(grace);
    server.club.tables.set_most_tables(server.settings().limits.most_tables());
    server.club.tables.set_most_challenges(server.settings().limits.most_challenges());
    server.club.tables.set_keep(server.settings().keep.keep());
    server.club.set_tournament_limits(tournaments);
    server.club.set_member_limits(server.settings().limits.members());
    let weak = Arc::downgrade(&server);
    let tell = move |error: &ClubError| {
        if let Some(server) = weak.upgrade() {
            server.log.note("failed", &[("what", &"tournaments"), ("error", error)]);
        }
    };
    server.club.keep_tournaments(tell).map_err(ServeError::System)?;
    let weak = Arc::downgrade(&server);
    let tell: TroubleHook = Arc::new(move |trouble| {
        if let Some(server) = weak.upgrade() {
            server.tell_trouble(trouble);
        }
    });
    server.club.tables.on_trouble(&tell);
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name("connections")
        .enable_io()
        .enable_time()
        .build()
        .map_err(ServeError::System)?;
    let orders = signals::orders().map_err(ServeError::System)?;
    runtime.block_on(async {
        let listening = TcpListener::bind(serve.listen).await;
        let listener = listening.map_err(|error| ServeError::Listen { address: serve.listen, error })?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        server.log.note("start", &[("address", &address), ("host_key", &fingerprint)]);
        let _socket = operator::listen(&server, socket, address, &fingerprint);
        if let Some(at) = server.settings().metrics.listen {
            let listening = TcpListener::bind(at).await;
            let listener = listening.map_err(|error| ServeError::Listen { address: at, error })?;
            let at = listener.local_addr().map_err(ServeError::System)?;
            server.log.note("metrics", &[("address", &at)]);
            tokio::spawn(metrics::serve(Arc::clone(&server), listener));
        }
        ready(address, &fingerprint);
        server.serve(listener, orders, serve).await;
        Ok::<(), ServeError>(())
    })?;
    runtime.shutdown_background();
    Ok(())
}
