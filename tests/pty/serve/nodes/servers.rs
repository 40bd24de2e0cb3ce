//! Three servers of a club, and their ways to the database.

use std::error::Error;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use heterodox::club::Club as Members;
use heterodox::club::member::Member;
use heterodox::club::store::server::Server;
use heterodox::club::store::{Store, TableKey};
use heterodox::club::table_service::Terms;
use heterodox::players::Opponents;
use heterodox::rules::side::Side;
use heterodox::session::setup::ClockSetup;

use crate::proxy::Proxy;
use crate::serve::club::{Clock, Club};
use crate::serve::failover::Cluster;
use crate::serve::kills::{SETTINGS, game, try_stored};
use crate::support::{Folder, PATIENCE};

/// How many servers there are.
pub(super) const SERVERS: usize = 3;

/// How long a way to the database is cut, or swallows all answers.
const CUT: Duration = Duration::from_secs(6);

/// A port that nobody uses now.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("it listens").port()
}

/// The servers of the test, and their database.
pub(super) struct Servers {
    pub(super) clubs: Vec<Option<Club>>,
    /// Those that have ended and stay so.
    pub(super) ended: Vec<usize>,
    pub(super) settings: Vec<String>,
    /// Each server has a way of its own to each host of the database.
    ways: Vec<Vec<Proxy>>,
    /// The way to the database that nothing happens to.
    address: String,
    /// Where the files of the members are.
    shared: Folder,
}

/// The database for a test: on the three servers that fail over, on one server, or none.
fn database(name: &str) -> Option<String> {
    if let Some(cluster) = Cluster::find() {
        return Some(cluster.address);
    }
    let Ok(server) = std::env::var("HETERODOX_TEST_DATABASE") else {
        println!("skipped: there is no database server");
        return None;
    };
    let name = format!("{name}_{}", std::process::id());
    let mut made = Command::new("psql");
    made.args(["-qAtc", &format!("CREATE DATABASE {name}"), &format!("{server}/postgres")]);
    assert!(made.status().expect("psql").success(), "a database");
    Some(format!("{server}/{name}"))
}

/// The same address, with a way for each host.
fn by_ways(address: &str) -> (String, Vec<Proxy>) {
    let (user, rest) = address.split_once('@').expect("a user");
    let (hosts, name) = rest.split_once('/').expect("a name");
    let port = |host: &str| host.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port");
    let ways: Vec<Proxy> = hosts.split(',').map(|host| Proxy::start(port(host), Duration::ZERO)).collect();
    let hosts: Vec<String> = ways.iter().map(|way| format!("127.0.0.1:{}", way.port)).collect();
    (format!("{user}@{}/{name}", hosts.join(",")), ways)
}

impl Servers {
    pub(super) fn start(name: &str) -> Option<Servers> {
        let address = database(name)?;
        let shared = Folder::new("nodes-shared");
        let (mut clubs, mut settings, mut all_ways): (Vec<Option<Club>>, _, _) =
            (Vec::new(), Vec::new(), Vec::new());
        for number in 0..SERVERS {
            let (own, ways) = by_ways(&address);
            let folder = Folder::new(&format!("node-{number}"));
            let data = folder.path().join("data");
            DirBuilder::new().recursive(true).mode(0o700).create(&data).expect("a folder");
            symlink(shared.path(), data.join("players")).expect("a link");
            if let Some(Some(first)) = clubs.first() {
                fs::copy(first.at("data/host_key"), data.join("host_key")).expect("the host key");
            }
            settings.push(format!("database = {own:?}\nnode = \"127.0.0.1:{}\"\n{SETTINGS}", free_port()));
            all_ways.push(ways);
            // Nothing depends on the clocks of the machines.
            let clock = if number == 1 { Clock::Fast } else { Clock::Right };
            let club = Club::open_at(folder, &settings[number], clock);
            clubs.push(Some(club));
        }
        Some(Servers { clubs, ended: Vec::new(), settings, ways: all_ways, address, shared })
    }

    pub(super) fn club(&self, number: usize) -> &Club {
        self.clubs[number].as_ref().expect("it runs")
    }

    /// Asks the store until it answers: it may be being replaced.
    pub(super) fn ask<T>(&self, read: impl Fn(&Arc<Store>) -> Result<T, Box<dyn Error>>) -> T {
        let end = Instant::now() + PATIENCE;
        let open = || {
            let server = Server::new(&self.address)?;
            read(&Arc::new(Store::open_from(server, &self.shared.path().join("club.db"))?))
        };
        loop {
            match open() {
                Ok(told) => return told,
                Err(error) => assert!(Instant::now() < end, "{error}"),
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// The address of the server that has a table.
    pub(super) fn place(&self, key: TableKey) -> Option<String> {
        let place = self.ask(|store| Ok(store.place_of(key, (store.time())())?));
        place.flatten().map(|node| node.address)
    }

    /// The moves of a table that are stored.
    pub(super) fn moves(&self, key: TableKey) -> Vec<String> {
        self.ask(|store| try_stored(store, key)).0
    }

    /// The same server again, after it has ended or been killed.
    pub(super) fn again(&mut self, number: usize) {
        let club = self.clubs[number].take().expect("it runs");
        self.clubs[number] = Some(club.again(&self.settings[number]));
    }

    /// Asks for a session with this key where only the other servers come in.
    pub(super) fn knock(&self, number: usize, key: &Path) -> String {
        let port =
            self.settings[number].split_once("node = \"127.0.0.1:").and_then(|(_, rest)| rest.split_once('"'));
        let mut ssh = Command::new("ssh");
        ssh.args(["-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]);
        ssh.args(["-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "-p", port.expect("a port").0, "-i"]).arg(key);
        let ran = ssh.args(["node@127.0.0.1", "{}"]).env_remove("SSH_AUTH_SOCK").output().expect("it starts");
        assert!(!ran.status.success());
        String::from_utf8_lossy(&ran.stderr).into_owned()
    }

    /// Does this to the ways of a server to the database, and takes it back.
    pub(super) fn for_a_while(&self, number: usize, change: fn(&Proxy, bool)) {
        for on in [true, false] {
            for way in &self.ways[number] {
                change(way, on);
            }
            if on {
                thread::sleep(CUT);
            }
        }
    }

    /// Makes a game of two members while the servers run, at a server that leaves at once, so one of them takes it.
    pub(super) fn open_game(&self, people: [i64; 2]) -> TableKey {
        let folder = Folder::new("nodes-maker");
        let server = Server::new(&self.address).expect("an address");
        let store = Store::open_from(server, &folder.path().join("club.db")).expect("a store");
        store.enter_node("maker", None, (store.time())()).expect("a store").expect("nobody has the address");
        let members = Members::on(store, folder.path(), &Opponents::default()).expect("a club");
        let [one, other] = people.map(|number| members.store.member(number).expect("a store").expect("a member"));
        let _here = [&one, &other].map(|who: &Member| members.enter(who.clone()));
        let clock = ClockSetup::read("30+20").expect("a clock");
        let terms = Terms { clock, rated: true, ..Terms::new(game()) };
        let key = members.tables.open_table(&one, &terms).expect("a table");
        members.tables.sit(&other, key, Side::new(1), None).expect("it is free");
        members.leave_nodes().expect("it leaves");
        key
    }
}
