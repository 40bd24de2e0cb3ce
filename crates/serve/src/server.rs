//! What all connections of the server share, and what it does with all of them.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use russh::keys::PrivateKey;
use tokio::sync::Semaphore;

use super::archives::Archives;
use super::connection::Connection;
use super::disconnect::Disconnects;
use super::error::ServeError;
use super::gate::Gate;
use super::log::Log;
use super::messages;
use super::player::Who;
use super::sent_files::SentFiles;
use super::settings::{PublicAddress, Settings, SettingsError};
use super::signals;
use super::wire::Wire;
use crate::club::store::Store;
use crate::club::table_service::TroubleHook;
use crate::club::{Club, ClubError};
use crate::config;
use crate::config::engines::EngineRow;
use crate::game_file::OfferedGames;
use crate::games::Registry;
use crate::players::Opponents;
use crate::players::thinking_slots::ThinkingSlots;
use crate::session::table::Workers;
use crate::tui::host::facts::Facts;
use crate::tui::world::Shared;

/// What somebody who is banned is told.
pub(super) const BANNED: &str = "The operator of this server does not let you in.";

/// The name of the folder of games in that of the server.
pub(super) const VARIANTS: &str = "variants";

/// What `serve` is asked for.
#[derive(Clone, Debug)]
pub struct Serve {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder of the server.
    pub data: PathBuf,
    /// The address of the club's database; without one it is a file in the folder.
    pub database: Option<String>,
    /// Where the other servers of the club reach this one, if several share the database.
    pub node: Option<SocketAddr>,
    /// Where the pages for browsers are served, if anywhere.
    pub web: Option<SocketAddr>,
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
    /// The games of files that are offered.
    pub(super) offered: Arc<OfferedGames>,
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
    pub(super) sent_files: SentFiles,
    pub(super) key: PrivateKey,
    settings: RwLock<Arc<Settings>>,
    pub(super) gate: Mutex<Gate>,
    pub(super) disconnects: Disconnects,
    pub(super) connections: Mutex<BTreeMap<u64, Arc<Connection>>>,
    pub(super) count: AtomicU64,
    /// The places of readers of pages, so far.
    pub(super) readers: AtomicU64,
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
    /// Opens the club in the store of the server, with the engines and the rules of the talk that the settings name.
    /// `exchanges` is how many exchanges of keys there may be at the same time.
    pub(super) fn open(
        serve: &Serve,
        settings: Settings,
        store: Store,
        key: PrivateKey,
        log: Log,
        exchanges: usize,
    ) -> Result<Arc<Server>, ServeError> {
        let (engines, rules) = (settings.engines()?, settings.talk_rules()?);
        let (games, thinking) = (serve.games.clone(), &settings.thinking);
        let pool = ThinkingSlots::shared(thinking.places(), thinking.engines).with_memory(thinking.total_memory);
        let (resources, engines_at_tables) = (thinking.most(), Vec::new());
        let pace = Duration::from_millis(config::Play::default().pause_ms);
        let opponents = Opponents { games, resources, pool: pool.clone(), engines: engines_at_tables, pace };
        // Games in progress carry their files; what names a game is read after its folder.
        let offered = Arc::new(OfferedGames::default());
        offered.offer_shelf(settings.variants.shelf);
        offered.read(&serve.data.join(VARIANTS), &serve.games);
        let club = Club::on(store, &serve.data, &opponents)?;
        club.set_talk_rules(rules);
        let server = Arc::new(Server {
            data: serve.data.clone(),
            club,
            games: serve.games.clone(),
            offered,
            engines,
            pool,
            workers: Workers::default(),
            shared: Shared::new(&serve.games),
            log,
            exchanges: Arc::new(Semaphore::new(exchanges)),
            key,
            settings: RwLock::new(Arc::new(settings)),
            gate: Mutex::default(),
            disconnects: Disconnects::default(),
            connections: Mutex::default(),
            count: AtomicU64::new(0),
            readers: AtomicU64::new(0),
            turned_away: AtomicU64::new(0),
            counts: Counts::default(),
            archives: Arc::default(),
            sent_files: SentFiles::default(),
            clients: Arc::default(),
        });
        server.sweep();
        server.hand_limits(&server.settings());
        server.keep_watch()?;
        Ok(server)
    }

    /// Tells the log what goes wrong in tournaments and at tables.
    fn keep_watch(self: &Arc<Self>) -> Result<(), ServeError> {
        let weak = Arc::downgrade(self);
        let tell = move |error: &ClubError| {
            if let Some(server) = weak.upgrade() {
                server.log.note("failed", &[("what", &"tournaments"), ("error", error)]);
            }
        };
        self.club.keep_tournaments(tell).map_err(ServeError::System)?;
        let weak = Arc::downgrade(self);
        let tell: TroubleHook = Arc::new(move |trouble| {
            if let Some(server) = weak.upgrade() {
                server.tell_trouble(trouble);
            }
        });
        self.club.tables.on_trouble(&tell);
        messages::keep(Arc::downgrade(self)).map_err(ServeError::System)?;
        let weak = Arc::downgrade(self);
        let tell = move |error: &ClubError| {
            if let Some(server) = weak.upgrade() {
                server.log.note("failed", &[("what", &"node"), ("error", error)]);
            }
        };
        self.club.keep_nodes(tell, signals::stop).map_err(ServeError::System)
    }

    /// The settings as they are now.
    pub(super) fn settings(&self) -> Arc<Settings> {
        Arc::clone(&self.settings.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The name and the port by which others reach the club, as far as is known.
    pub(super) fn public_address(&self, connection: &Connection) -> Option<(String, u16)> {
        let local = || connection.local().map(PublicAddress::from);
        let public = self.settings().public_address.clone();
        let known = public.or_else(local).map(|PublicAddress { host, port }| (host, port));
        known.or_else(|| connection.public())
    }

    /// The number of the next connection. Where several servers share the club no other one has it, because guests are
    /// known by it.
    pub(super) fn next_number(&self) -> Result<u64, ClubError> {
        let shared = self.club.guest_number()?;
        Ok(shared.unwrap_or_else(|| self.count.load(Ordering::Relaxed) + 1))
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
        self.do_orders();
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

    /// Hands the limits of these settings to the club.
    fn hand_limits(&self, settings: &Settings) {
        let tables = &self.club.tables;
        tables.set_grace(Duration::from_secs(settings.limits.grace_seconds));
        tables.set_most_tables(settings.limits.most_tables());
        tables.set_most_challenges(settings.limits.most_challenges());
        tables.set_keep(settings.keep.keep());
        self.club.set_tournament_limits(settings.tournament_limits());
        self.club.set_member_limits(settings.limits.members());
        self.club.set_outbox_rules(settings.messages.rules());
    }

    /// Reads the settings again; if they cannot be used, the old ones stay.
    pub(super) fn reload(&self, path: Option<&PathBuf>) {
        let read = |path: &PathBuf| {
            let settings = Settings::read(path)?;
            let rules = settings.talk_rules()?;
            Ok::<_, SettingsError>((settings, rules))
        };
        match path.map(read) {
            Some(Ok((settings, rules))) => {
                self.club.set_talk_rules(rules);
                self.hand_limits(&settings);
                *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
                self.log.note("settings", &[]);
            }
            Some(Err(error)) => self.log.note("failed", &[("error", &error)]),
            None => self.log.note("settings", &[("file", &"none")]),
        }
    }
}
