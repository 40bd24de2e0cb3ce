//! A database server, or several of which one is the first: the way to it, and whether it answers.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr as _;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use thiserror::Error;
use tokio::runtime::Runtime;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::sql::postgres::{Session, failed};
use super::sql::{Connection, SqlError, params};

/// How long to wait for a host.
const CONNECT: Duration = Duration::from_secs(2);

/// After which time a host that does not confirm what was sent is taken for gone.
const SILENT: Duration = Duration::from_secs(4);

/// How often somebody tries to reach a server that is away.
const AGAIN: Duration = Duration::from_millis(200);

/// Why an address of a database is none.
#[derive(Debug, Error)]
pub enum AddressError {
    /// It cannot be read.
    #[error("the address of the database cannot be read: {0}")]
    Unreadable(String),
    /// It names no host.
    #[error("the address of the database names no host: expected postgres://USER@HOST/DATABASE")]
    NoHost,
    /// The system gives no thread.
    #[error("the connections to the database cannot be made: {0}")]
    Runtime(std::io::Error),
    /// The certificates of the system cannot be used.
    #[error("the certificates of the system cannot be used: {0}")]
    Certificates(String),
}

/// A database server.
pub struct Server {
    /// One for each host: all are tried at once, because one that was stopped takes connections and never answers.
    hosts: Vec<Config>,
    /// Where the connections live. It ends without waiting, because it may be dropped in a task of another one.
    runtime: Option<Runtime>,
    tls: Option<MakeRustlsConnect>,
    state: Mutex<State>,
}

/// Whether the server answers.
#[derive(Debug, Default)]
struct State {
    /// Since when it does not.
    away: Option<Instant>,
    /// When it was last tried.
    tried: Option<Instant>,
    /// How far its clock is ahead of the one of this machine, in milliseconds.
    ahead: i64,
}

impl fmt::Debug for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<&[Host]> = self.hosts.iter().map(Config::get_hosts).collect();
        out.debug_struct("Server").field("hosts", &hosts).finish_non_exhaustive()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A client of one host. The task that serves its connection ends with it.
async fn client(config: Config, tls: Option<MakeRustlsConnect>) -> Result<Client, tokio_postgres::Error> {
    if let Some(tls) = tls {
        let (client, driver) = config.connect(tls).await?;
        tokio::spawn(driver);
        return Ok(client);
    }
    let (client, driver) = config.connect(NoTls).await?;
    tokio::spawn(driver);
    Ok(client)
}

/// What somebody has to know first: that a host refuses, and not that another one does not answer.
fn worse(one: SqlError, other: SqlError) -> SqlError {
    if one.is_away() { other } else { one }
}

/// The same for each host alone.
fn each_host(all: &Config) -> Vec<Config> {
    let ports = all.get_ports();
    let port = |at: usize| ports.get(at).or(ports.first()).copied();
    let one = |(at, host): (usize, &Host)| {
        let mut config = Config::new();
        match host {
            Host::Tcp(name) => config.host(name),
            #[cfg(unix)]
            Host::Unix(path) => config.host_path(path),
        };
        port(at).map(|port| config.port(port));
        all.get_hostaddrs().get(at).map(|address| config.hostaddr(*address));
        all.get_user().map(|user| config.user(user));
        all.get_password().map(|password| config.password(password));
        all.get_dbname().map(|name| config.dbname(name));
        all.get_options().map(|options| config.options(options));
        config.ssl_mode(all.get_ssl_mode()).ssl_negotiation(all.get_ssl_negotiation());
        config.channel_binding(all.get_channel_binding());
        config.target_session_attrs(TargetSessionAttrs::ReadWrite).application_name("heterodox");
        config.connect_timeout(CONNECT).tcp_user_timeout(SILENT).keepalives_idle(SILENT);
        config
    };
    all.get_hosts().iter().enumerate().map(one).collect()
}

/// Is a host on this machine?
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// A way that is encrypted, to a server that the certificates of the system vouch for.
fn tls() -> Result<MakeRustlsConnect, AddressError> {
    let failed = |error: rustls::Error| AddressError::Certificates(error.to_string());
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(failed)?.with_root_certificates(roots).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

impl Server {
    /// From an address, such as `postgres://heterodox@one,two,three/club`. What leaves this machine is encrypted, unless
    /// the address says `sslmode=disable`.
    pub fn new(address: &str) -> Result<Server, AddressError> {
        let mut config = Config::from_str(address).map_err(|error| AddressError::Unreadable(error.to_string()))?;
        if config.get_hosts().is_empty() {
            return Err(AddressError::NoHost);
        }
        let encrypted = if address.contains("sslmode=") {
            config.get_ssl_mode() != SslMode::Disable
        } else {
            !config.get_hosts().iter().all(is_here)
        };
        config.ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable });
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = Some(runtime.map_err(AddressError::Runtime)?);
        let tls = encrypted.then(tls).transpose()?;
        Ok(Server { hosts: each_host(&config), runtime, tls, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection. While the server is away somebody tries it now and then, and the others hear at once that it is.
    pub(super) fn connect(&self) -> Result<Connection, SqlError> {
        {
            let mut state = self.state();
            let now = Instant::now();
            if state.away.is_some() && state.tried.is_some_and(|tried| now.duration_since(tried) < AGAIN) {
                return Err(SqlError::Away("it does not answer".to_owned()));
            }
            state.tried = Some(now);
        }
        let connected = self.session();
        let mut state = self.state();
        state.tried = Some(Instant::now());
        match &connected {
            Ok(_) => state.away = None,
            Err(error) if error.is_away() => _ = state.away.get_or_insert_with(Instant::now),
            // It answers, though it refuses: too many connections, for example.
            Err(_) => {}
        }
        connected.map(Connection::from)
    }

    fn session(&self) -> Result<Session, SqlError> {
        let gone = || SqlError::Away("the connections were ended".to_owned());
        let runtime = self.runtime.as_ref().ok_or_else(gone)?;
        let (send, receive) = channel();
        for config in self.hosts.iter().cloned() {
            let (tls, send) = (self.tls.clone(), send.clone());
            runtime.spawn(async move {
                let client = tokio::time::timeout(CONNECT, client(config, tls)).await;
                let _ = send.send(client);
            });
        }
        drop(send);
        // The first one that takes writes is the one. The others are closed.
        let mut why = SqlError::Away("no host answers".to_owned());
        for client in receive {
            match client {
                Ok(Ok(client)) => return Ok(Session::new(client)),
                Ok(Err(error)) => why = worse(why, failed(&error)),
                Err(_) => {}
            }
        }
        Err(why)
    }

    /// Notes that the server does not answer.
    pub(super) fn note_away(&self) {
        let _ = self.state().away.get_or_insert_with(Instant::now);
    }

    /// Since when the server does not answer; `None` if it does.
    pub(super) fn away(&self) -> Option<Instant> {
        self.state().away
    }

    /// Asks the server for its time, by which deadlines count. A server that tells it is not away.
    pub(super) fn ask_time(&self, connection: &Connection) -> Result<(), SqlError> {
        let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
        let (before, asked) = (SystemTime::now(), Instant::now());
        let theirs: i64 = connection.one(sql, params![], |row| row.get(0))?;
        let ours = before + asked.elapsed() / 2;
        let ours = ours.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let mut state = self.state();
        (state.ahead, state.away) = (theirs - ours, None);
        Ok(())
    }

    /// The time of the server.
    pub(super) fn time(&self) -> SystemTime {
        let (now, ahead) = (SystemTime::now(), self.state().ahead);
        let far = Duration::from_millis(ahead.unsigned_abs());
        if ahead < 0 { now - far } else { now + far }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaves_the_machine_is_encrypted() {
        let is_encrypted = |address: &str| Server::new(address).expect("an address").tls.is_some();
        assert!(is_encrypted("postgres://heterodox@one.example,two.example:5433/club"));
        assert!(is_encrypted("postgres://heterodox@127.0.0.1,one.example/club"));
        assert!(is_encrypted("postgres://heterodox@localhost/club?sslmode=require"));
        assert!(!is_encrypted("postgres://heterodox@one.example/club?sslmode=disable"));
        assert!(!is_encrypted("postgres://heterodox@localhost,127.0.0.2/club"));
        assert!(!is_encrypted("host=/run/postgresql dbname=club"));
    }

    #[test]
    fn an_address_that_is_none_says_why() {
        let why = |address: &str| Server::new(address).expect_err("no address").to_string();
        assert!(why("postgres://a@b:x/c").contains("cannot be read"));
        assert!(why("dbname=club").contains("names no host"));
    }

    #[test]
    fn a_server_that_takes_connections_and_says_nothing_is_away() {
        // The system takes them, as for a server that was stopped.
        let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("postgres://a@{}/b", silent.local_addr().expect("a port"));
        let server = Server::new(&address).expect("an address");
        let begun = Instant::now();
        assert!(server.connect().expect_err("no answer").is_away());
        assert!(server.away().is_some() && begun.elapsed() >= CONNECT);
    }

    #[test]
    fn nobody_waits_for_a_server_that_is_away() {
        // A port of this machine at which nobody listens.
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = format!("postgres://a@127.0.0.1:{}/b", port.expect("a port").port());
        let server = Server::new(&address).expect("an address");
        assert!(server.away().is_none());
        assert!(server.connect().expect_err("nobody is there").is_away());
        assert!(server.away().is_some());
        let again = server.connect().expect_err("nobody is there").to_string();
        assert!(again.contains("it does not answer"), "{again}");
    }
}
