//! Three servers share a club: people come to their tables from each of them, and whatever happens to a server, to its way
//! to the database or to the database itself, no move that was shown is lost.

use std::error::Error;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use heterodox::club::Club as Members;
use heterodox::club::member::Member;
use heterodox::club::store::server::Server;
use heterodox::club::store::{Store, TableKey};
use heterodox::club::table_service::{Seat, Terms};
use heterodox::players::Opponents;
use heterodox::rules::side::Side;
use heterodox::rules::zobrist::mix;
use heterodox::session::setup::ClockSetup;
use rustix::process::Signal;

use super::club::{By, Club, done};
use super::failover::Cluster;
use super::kills::{Course, SETTINGS, count, game, try_stored};
use crate::proxy::Proxy;
use crate::support::{Folder, PATIENCE, Session};

/// How many servers there are.
const SERVERS: usize = 3;

/// How long a server is stopped: longer than the others wait for a sign of it.
const STOPPED: Duration = Duration::from_secs(13);

/// How long a way to the database is cut, or swallows all answers.
const CUT: Duration = Duration::from_secs(6);

/// How many rounds something is killed, stopped or cut.
fn rounds() -> usize {
    std::env::var("HETERODOX_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(4)
}

/// A port that nobody uses now.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("it listens").port()
}

/// The servers of the test, and their database.
struct Servers {
    clubs: Vec<Option<Club>>,
    /// Those that have ended and stay so.
    ended: Vec<usize>,
    settings: Vec<String>,
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
    fn start(name: &str) -> Option<Servers> {
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
            let club = Club::open(folder, &settings[number]);
            clubs.push(Some(club));
        }
        Some(Servers { clubs, ended: Vec::new(), settings, ways: all_ways, address, shared })
    }

    fn club(&self, number: usize) -> &Club {
        self.clubs[number].as_ref().expect("it runs")
    }

    /// Asks the store until it answers: it may be being replaced.
    fn ask<T>(&self, read: impl Fn(&Arc<Store>) -> Result<T, Box<dyn Error>>) -> T {
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
    fn place(&self, key: TableKey) -> Option<String> {
        let place = self.ask(|store| Ok(store.place_of(key, (store.time())())?));
        place.flatten().map(|node| node.address)
    }

    /// The moves of a table that are stored.
    fn moves(&self, key: TableKey) -> Vec<String> {
        self.ask(|store| try_stored(store, key)).0
    }

    /// The same server again, after it has ended or been killed.
    fn again(&mut self, number: usize) {
        let club = self.clubs[number].take().expect("it runs");
        self.clubs[number] = Some(club.again(&self.settings[number]));
    }

    /// Asks for a session with this key where only the other servers come in.
    fn knock(&self, number: usize, key: &Path) -> String {
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
    fn for_a_while(&self, number: usize, change: fn(&Proxy, bool)) {
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
    fn open_game(&self, people: [i64; 2]) -> TableKey {
        let folder = Folder::new("nodes-maker");
        let server = Server::new(&self.address).expect("an address");
        let store = Store::open_from(server, &folder.path().join("club.db")).expect("a store");
        store.enter_node("maker", None, (store.time())()).expect("a store").expect("nobody has the address");
        let members = Members::on(store, folder.path(), &Opponents::default()).expect("a club");
        let [one, other] = people.map(|number| members.store.member(number).expect("a store").expect("a member"));
        let _here = [&one, &other].map(|who: &Member| members.enter(who.clone()));
        let clock = ClockSetup::read("30+20").expect("a clock");
        let terms = Terms { clock, ..Terms::new(game()) };
        let key = members.tables.open_table(&one, &terms).expect("a table");
        members.tables.sit(&other, key, Side::new(1), None).expect("it is free");
        members.leave_nodes().expect("it leaves");
        key
    }
}

/// Two people with a game, each at some server.
struct Pair {
    keys: [PathBuf; 2],
    key: TableKey,
    course: Course,
    sessions: [Session; 2],
    /// How many moves their screens have shown.
    shown: usize,
}

impl Pair {
    /// Waits until both screens show so many moves. Whose connection has ended comes back at another server.
    fn wait_for(&mut self, servers: &Servers, plies: usize, seed: u64) {
        let end = Instant::now() + PATIENCE;
        for at in 0..2 {
            loop {
                let screen = self.sessions[at].text();
                if count(&screen) == Some(plies) && !self.sessions[at].has_ended() {
                    break;
                }
                assert!(Instant::now() < end, "{plies} moves at the screen of player {at}:\n{screen}");
                if self.sessions[at].has_ended() {
                    let running: Vec<usize> =
                        (0..SERVERS).filter(|server| !servers.ended.contains(server)).collect();
                    let at_server = running[mix(seed + at as u64) as usize % running.len()];
                    self.sessions[at] = servers.club(at_server).login(&self.keys[at]);
                }
                thread::sleep(Duration::from_millis(50));
            }
        }
        self.shown = self.shown.max(plies);
    }

    /// Types the next move.
    fn play(&mut self) {
        let text = self.course.next();
        self.sessions[(self.course.typed.len() - 1) % 2].send(text);
    }

    /// The stored moves are those that were typed, as far as they go, and all that were shown are there.
    fn look(&mut self, servers: &Servers) -> usize {
        let moves = servers.moves(self.key);
        let typed = &self.course.typed;
        assert!(
            self.shown <= moves.len() && moves.len() <= typed.len(),
            "{} moves were shown and {} typed, but {} are stored",
            self.shown,
            typed.len(),
            moves.len()
        );
        self.course.cut(moves.len());
        assert_eq!(moves, self.course.typed, "one history");
        moves.len()
    }
}

/// What happens to one of the servers, or to the database.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    Kill,
    End,
    Stop,
    Cut,
    Swallow,
    KillDatabase,
}

const TROUBLES: [Trouble; 6] =
    [Trouble::Kill, Trouble::Stop, Trouble::End, Trouble::Cut, Trouble::Swallow, Trouble::KillDatabase];

/// Makes the trouble. What it takes away is back when this returns.
fn make(trouble: Trouble, number: usize, servers: &mut Servers, cluster: Option<&Cluster>) {
    match (trouble, cluster) {
        (Trouble::KillDatabase, Some(cluster)) => Cluster::kill(cluster.first().join("data/postmaster.pid")),
        (Trouble::Kill | Trouble::KillDatabase, _) => {
            servers.clubs[number].as_mut().expect("it runs").stop();
            thread::sleep(Duration::from_millis(500));
            servers.again(number);
        }
        (Trouble::End, _) => {
            servers.club(number).signal(Signal::TERM);
            servers.clubs[number].as_mut().expect("it runs").ended();
            servers.again(number);
        }
        (Trouble::Stop, _) => {
            servers.club(number).signal(Signal::STOP);
            thread::sleep(STOPPED);
            servers.club(number).signal(Signal::CONT);
        }
        (Trouble::Cut, _) => servers.for_a_while(number, Proxy::cut),
        (Trouble::Swallow, _) => servers.for_a_while(number, Proxy::freeze),
    }
}

#[test]
fn people_come_to_their_table_from_every_server_and_stay_when_one_ends() {
    let Some(mut servers) = Servers::start("nodes_way") else { return };
    let keys = [servers.club(0).key(), servers.club(0).key_of("ed25519", "second")];
    let one = servers.club(0).login(&keys[0]);
    one.expect("Play now");
    let other = servers.club(1).login(&keys[1]);
    other.wait("both", |screen| screen.contains("player-1") && screen.contains("2 are here"));
    let key = servers.open_game([1, 2]);
    // Each is led to the board, at whichever server it is.
    let mut pair = Pair { keys, key, course: Course::start(), sessions: [one, other], shown: 0 };
    let end = Instant::now() + PATIENCE;
    while servers.place(key).is_none() {
        assert!(Instant::now() < end, "no server takes the table");
        thread::sleep(Duration::from_millis(50));
    }
    for session in &pair.sessions {
        session.wait("the game in the list", |screen| screen.contains("Your games"));
        session.send("\x1b[H\r");
    }
    pair.wait_for(&servers, 0, 0);
    for plies in 1..=4 {
        pair.play();
        pair.wait_for(&servers, plies, 0);
    }
    // A guest of the third server watches, wherever the game is.
    let guest = servers.club(2).enter_as(&format!("watch+{}", key.0), By::Nothing, &[]);
    guest.wait("the game", |screen| count(screen) == Some(4));
    // Nobody comes in where servers do without the host key.
    let told = servers.knock(0, &pair.keys[0]);
    assert!(told.contains("Disconnected from"), "{told}");
    // Its server ends: both come back to their move at once, by themselves if their own server is another one.
    let owner = servers.place(key).expect("a server");
    let number = servers.settings.iter().position(|settings| settings.contains(&owner)).expect("one of them");
    let told = done(&servers.club((number + 1) % SERVERS).operate(&["status"]));
    assert!(told.contains(&format!("Other server: {owner}")), "{told}");
    servers.club(number).signal(Signal::TERM);
    servers.clubs[number].as_mut().expect("it runs").ended();
    servers.ended.push(number);
    pair.wait_for(&servers, 4, 7);
    for plies in 5..=6 {
        pair.play();
        pair.wait_for(&servers, plies, 7);
    }
    assert_eq!(pair.look(&servers), 6);
    // What is said at one is read at the other, and the operator reaches all.
    let at = (number + 1) % SERVERS;
    done(&servers.club(at).operate(&["say", "good evening"]));
    for session in &pair.sessions {
        session.expect("good evening");
    }
}

#[test]
fn no_move_that_was_shown_is_lost_whatever_happens_to_one_of_three_servers() {
    let Some(mut servers) = Servers::start("nodes_chaos") else { return };
    let cluster = Cluster::find();
    let names = ["key", "second", "third", "fourth"];
    let keys: Vec<PathBuf> = names.iter().map(|name| servers.club(0).key_of("ed25519", name)).collect();
    for (at, key) in keys.iter().enumerate() {
        servers.club(at % SERVERS).login(key).expect("Play now");
    }
    let mut pairs: Vec<Pair> = (0..2)
        .map(|pair: usize| {
            let people = [2 * pair as i64 + 1, 2 * pair as i64 + 2];
            let key = servers.open_game(people);
            let keys = [keys[2 * pair].clone(), keys[2 * pair + 1].clone()];
            let sessions = [0, 1].map(|at| servers.club((pair + at) % SERVERS).login(&keys[at]));
            Pair { keys, key, course: Course::start(), sessions, shown: 0 }
        })
        .collect();
    for pair in &mut pairs {
        for session in &pair.sessions {
            session.wait("the game", |screen| count(screen).is_some() || screen.contains("Your games"));
            if count(&session.text()).is_none() {
                session.send("\x1b[H\r");
            }
        }
        pair.wait_for(&servers, 0, 1);
    }
    for round in 0..rounds() {
        let seed = 100 * round as u64;
        for pair in &mut pairs {
            pair.play();
            let plies = pair.course.typed.len();
            pair.wait_for(&servers, plies, seed);
            // One more, and the trouble comes before, while or after it is stored and shown.
            pair.play();
        }
        thread::sleep(Duration::from_millis(mix(seed) % 40));
        let (trouble, number) = (TROUBLES[round % TROUBLES.len()], mix(seed + 1) as usize % SERVERS);
        println!("round {round}: {trouble:?} of server {number}");
        make(trouble, number, &mut servers, cluster.as_ref());
        for pair in &mut pairs {
            // What the screens show at the end is stored.
            let end = Instant::now() + PATIENCE;
            loop {
                let is_placed = servers.place(pair.key).is_some();
                let plies = servers.moves(pair.key).len();
                let all = pair.sessions.iter().all(|session| count(&session.text()) == Some(plies));
                let ended = pair.sessions.iter().any(Session::has_ended);
                if is_placed && (all || ended) {
                    break;
                }
                assert!(Instant::now() < end, "{}", pair.sessions[0].text());
                thread::sleep(Duration::from_millis(100));
            }
            let plies = pair.look(&servers);
            pair.wait_for(&servers, plies, seed + 10);
            assert_eq!(pair.look(&servers), plies);
        }
    }
    // The games end, and their ends are stored.
    for pair in &pairs {
        pair.sessions[0].send("Ry");
        pair.sessions[0].expect("White resigned.");
    }
    for pair in &pairs {
        let end = Instant::now() + PATIENCE;
        while servers.ask(|store| Ok(store.finished_table(pair.key)?)).is_none() {
            assert!(Instant::now() < end, "the end is stored");
            thread::sleep(Duration::from_millis(50));
        }
        let row = servers.ask(|store| Ok(store.table(pair.key)?)).expect("a table");
        let people: Vec<_> = row.seats.iter().filter_map(Seat::person).collect();
        assert_eq!(people.len(), 2, "each seat has one person: {people:?}");
    }
}
