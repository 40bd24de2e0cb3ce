//! The server as a process of its own, and what the system knows of it.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::database;
use super::player::Fault;

/// Limits that no scenario reaches.
const LIMITS: &str = "connections = 5000\nper_address = 5000\nnew_per_minute = 100000\nlogin_seconds = 60\n";

/// What every scenario needs: its players come from one address, and all at once.
const CROWD: &str =
    "kept_for_members = 0\nlogging_in = 5000\nnew_members_per_network = 5000\nnew_members_per_day = 5000\n";

/// A server that runs, in a folder that goes with it.
pub(crate) struct Server {
    child: Child,
    /// Where it listens.
    pub(crate) port: u16,
    folder: TempDir,
}

/// A new folder.
pub(crate) fn folder() -> Result<TempDir, Fault> {
    let folder = TempDir::with_prefix("heterodox-load-")?;
    // The server wants a folder that nobody else can read.
    heterodox::files::make_folder(&folder.path().join("data"))?;
    Ok(folder)
}

impl Server {
    /// Starts the server in this folder; `limits` replaces the usual ones.
    pub(crate) fn start(folder: TempDir, limits: Option<&str>) -> Result<Server, Fault> {
        let database = database::address(&folder.path().join("data"))?;
        let database = database.map(|address| format!("database = {address:?}\n")).unwrap_or_default();
        Server::run(folder, &database, limits.unwrap_or(LIMITS))
    }

    /// Starts one of several servers of the club in this database.
    pub(crate) fn start_node(folder: TempDir, database: &str) -> Result<Server, Fault> {
        let node = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        Server::run(folder, &format!("database = {database:?}\nnode = \"{node}\"\n"), LIMITS)
    }

    fn run(folder: TempDir, settings: &str, limits: &str) -> Result<Server, Fault> {
        let at = |name: &str| folder.path().join(name);
        fs::write(at("serve.toml"), format!("{settings}[limits]\n{CROWD}{limits}"))?;
        let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(at("data"))
            .arg("--config")
            .arg(at("serve.toml"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(at("log"))?)
            .spawn()?;
        let told = child.stdout.take().map(BufReader::new);
        let port = told.into_iter().flat_map(BufReader::lines).map_while(Result::ok).find_map(|line| {
            let address = line.strip_prefix("Listening on 127.0.0.1:")?;
            address.parse().ok()
        });
        let Some(port) = port else {
            let _ = (child.kill(), child.wait());
            return Err(Fault::NoServer { log: fs::read_to_string(at("log")).unwrap_or_default() });
        };
        Ok(Server { child, port, folder })
    }

    /// The folder of the server.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What it has logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// What it tells its operator.
    pub(crate) fn status(&self) -> Result<String, Fault> {
        let mut ask = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        let told = ask.args(["serve", "status", "--data"]).arg(self.data()).stdin(Stdio::null()).output()?;
        Ok(String::from_utf8_lossy(&told.stdout).into_owned())
    }

    /// The memory that it holds, in KiB.
    pub(crate) fn memory(&self) -> Result<f64, Fault> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.ok_or(Fault::Unreadable { what: "the memory of the server" })
    }

    /// The time that it has had a processor.
    pub(crate) fn processor(&self) -> Result<Duration, Fault> {
        // In ticks of a hundredth of a second, the 14th and the 15th field; the second has the name in parentheses.
        let text = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields = text.rsplit_once(')').map(|(_, rest)| rest.split_whitespace());
        let ticks: Vec<i64> = fields.into_iter().flatten().filter_map(|field| field.parse().ok()).collect();
        // The first of these fields, the state, is no number.
        match ticks.get(10..12) {
            Some(&[user, system]) => Ok(Duration::from_millis(10 * (user + system).unsigned_abs())),
            _ => Err(Fault::Unreadable { what: "the processor time of the server" }),
        }
    }

    /// Ends it as a power cut would; its folder remains.
    pub(crate) fn kill(mut self) -> TempDir {
        let _ = (self.child.kill(), self.child.wait());
        let empty = TempDir::with_prefix("heterodox-load-").expect("a folder");
        std::mem::replace(&mut self.folder, empty)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}

/// Measures the share of a core that a server takes, from now on.
pub(crate) struct Usage {
    since: Instant,
    before: Duration,
}

impl Usage {
    pub(crate) fn new(server: &Server) -> Result<Usage, Fault> {
        Ok(Usage { since: Instant::now(), before: server.processor()? })
    }

    /// The share since then, in hundredths.
    pub(crate) fn percent(&self, server: &Server) -> Result<f64, Fault> {
        let used = server.processor()?.saturating_sub(self.before);
        Ok(100.0 * used.as_secs_f64() / self.since.elapsed().as_secs_f64())
    }
}
