//! The club's store is on three database servers that fail over by themselves. The first one is killed, and then the machine of
//! the next one, while two people play: they read it, the clocks stand, and no move that was shown is lost.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use heterodox::club::store::Store;
use heterodox::club::store::server::Server;
use rustix::process::{Pid, Signal, kill_process};

use super::club::Club;
use super::kills::{Course, SETTINGS, clock_of, count, prepare_in, stored};
use crate::support::{PATIENCE, Session};

/// What people read while the store is being replaced, and afterwards.
const AWAY: &str = "store is being replaced";
const BACK: &str = "store is back";

/// How long that may be when a server is killed, and when its machine is: the lease of a first server is 20 seconds.
const SERVER: Duration = Duration::from_secs(5);
const MACHINE: Duration = Duration::from_secs(25);

/// The database servers of the test.
pub(super) struct Cluster {
    pub(super) address: String,
    folder: PathBuf,
}

impl Cluster {
    pub(super) fn find() -> Option<Cluster> {
        let find = |name: &str| std::env::var(name).ok();
        let found = find("HETERODOX_TEST_CLUSTER").zip(find("HETERODOX_TEST_CLUSTER_FOLDER"));
        if found.is_none() {
            println!("skipped: there are no three database servers");
        }
        found.map(|(address, folder)| Cluster { address, folder: folder.into() })
    }

    fn store(&self, club: &Club) -> Arc<Store> {
        let server = Server::new(&self.address).expect("an address");
        Arc::new(Store::open_from(server, &club.at("data").join("club.db")).expect("a store"))
    }

    /// Asks the server that takes writes now; nothing while there is none.
    fn ask(&self, sql: &str) -> String {
        let address = format!("{}?target_session_attrs=read-write", self.address);
        let asked = Command::new("psql").args(["-qAtc", sql, &address]).output().expect("psql");
        String::from_utf8_lossy(&asked.stdout).trim().to_owned()
    }

    /// The folder of the server that takes writes now, once both others follow it and one of them has all that it has.
    pub(super) fn first(&self) -> PathBuf {
        let follow = "SELECT count(*) = 2 AND bool_or(sync_state = 'sync') FROM pg_stat_replication";
        let end = Instant::now() + PATIENCE;
        while self.ask(follow) != "t" {
            assert!(Instant::now() < end, "no other server follows");
            thread::sleep(Duration::from_millis(200));
        }
        // Which one has all is told to the others by the next round of Patroni.
        thread::sleep(Duration::from_secs(4));
        self.folder.join(self.ask("SELECT inet_server_port()"))
    }

    /// Kills the process whose number stands in this file.
    pub(super) fn kill(file: PathBuf) {
        let text = fs::read_to_string(file).expect("a number");
        let number = text.split_whitespace().next().and_then(|number| number.parse().ok()).and_then(Pid::from_raw);
        kill_process(number.expect("a number"), Signal::KILL).expect("it is killed");
    }
}

/// Both read that the store goes, and that it is back in this time.
fn both_read(players: &[Session; 2], most: Duration) {
    for player in players {
        player.expect(AWAY);
    }
    let begun = Instant::now();
    for player in players {
        player.wait("the return", |screen| screen.contains(BACK));
    }
    // The tests beside this one take time too.
    assert!(begun.elapsed() <= most + Duration::from_secs(5), "{:?}", begun.elapsed());
    println!("the store was away for {:?} as the players see it", begun.elapsed());
}

#[test]
fn no_move_that_was_shown_is_lost_when_the_store_is_replaced() {
    let Some(cluster) = Cluster::find() else { return };
    let settings = format!("database = {:?}\n{SETTINGS}", cluster.address);
    let Some(mut club) = Club::start(&settings) else { return };
    let keys = [club.key(), club.key_of("ed25519", "second")];
    for key in &keys {
        club.login(key).expect("Play now");
    }
    club.stop();
    let server = Server::new(&cluster.address).expect("an address");
    let kept =
        prepare_in(Store::open_from(server, &club.at("data").join("club.db")).expect("a store"), &club.at("data"));
    club = club.again(&settings);
    let players = [&keys[0], &keys[1]].map(|key| club.login(key));
    for player in &players {
        player.wait("the game", |screen| count(screen) == Some(0) && screen.contains("piece"));
    }
    let mut course = Course::start();
    let play = |course: &mut Course| {
        for _ in 0..3 {
            course.play(&players);
            let plies = course.typed.len();
            for player in &players {
                player.wait("the move", |screen| count(screen) == Some(plies));
            }
        }
    };
    play(&mut course);
    for (ends, most) in [(&["data/postmaster.pid"][..], SERVER), (&["patroni.pid", "data/postmaster.pid"], MACHINE)]
    {
        let first = cluster.first();
        let before = clock_of(&players[0].text(), "player-2").expect("a clock");
        for end in ends {
            Cluster::kill(first.join(end));
        }
        // A move that is typed now waits.
        course.play(&players);
        both_read(&players, most);
        let plies = course.typed.len();
        for player in &players {
            player.wait("the move", |screen| count(screen) == Some(plies));
        }
        let after = clock_of(&players[0].text(), "player-2").expect("a clock");
        assert!(before.saturating_sub(after) < Duration::from_secs(20), "{before:?}, {after:?}");
        play(&mut course);
        assert_eq!(stored(&cluster.store(&club), kept.game).0, course.typed);
    }
}
