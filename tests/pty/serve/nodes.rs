//! Three servers share a club: people come to their tables from each of them, and whatever happens to a server, to its way
//! to the database or to the database itself, no move that was shown is lost.

mod pair;
mod ratings;
mod servers;

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use heterodox::rules::zobrist::mix;
use rustix::process::Signal;

use self::pair::Pair;
use self::ratings::replay;
use self::servers::{SERVERS, Servers};
use super::club::{By, done};
use super::failover::Cluster;
use super::kills::{Course, count};
use crate::proxy::Proxy;
use crate::support::{PATIENCE, Session};

/// How long a server is stopped: longer than the others wait for a sign of it.
const STOPPED: Duration = Duration::from_secs(13);

/// After how many rounds the games end and others begin.
const GAME: usize = 8;

/// How many rounds something is killed, stopped or cut.
fn rounds() -> usize {
    std::env::var("HETERODOX_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(4)
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
    let mut pair = Pair { people: [1, 2], keys, key, course: Course::start(), sessions: [one, other], shown: 0 };
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
    let people = |pair: usize| [2 * pair as i64 + 1, 2 * pair as i64 + 2];
    let meet = |servers: &Servers, pair: usize| {
        Pair::meet(servers, people(pair), [keys[2 * pair].clone(), keys[2 * pair + 1].clone()], pair)
    };
    let mut pairs: Vec<Pair> = (0..2).map(|pair| meet(&servers, pair)).collect();
    let (rounds, mut games) = (rounds(), 0);
    for round in 0..rounds {
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
        if (round + 1) % GAME == 0 || round + 1 == rounds {
            games += 1;
            for (at, pair) in pairs.iter_mut().enumerate() {
                pair.end(&servers, seed + 20);
                if round + 1 < rounds {
                    *pair = meet(&servers, at);
                }
            }
        }
    }
    for pair in &pairs {
        replay(&servers, pair.people, games);
    }
}
