//! Two people with a game, each at some server.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use heterodox::club::member::MemberId;
use heterodox::club::ratings::least_moves;
use heterodox::club::store::TableKey;
use heterodox::club::table_service::Seat;
use heterodox::rules::zobrist::mix;

use super::servers::{SERVERS, Servers};
use crate::serve::club::By;
use crate::serve::kills::{Course, count};
use crate::support::{PATIENCE, Session};

/// A move that is not shown after this time is typed again: a server that has lost the table refuses it.
const AGAIN: Duration = Duration::from_secs(10);

/// Two people with a game, each at some server and from an address of their own.
pub(super) struct Pair {
    /// Their numbers in the store.
    pub(super) people: [i64; 2],
    pub(super) keys: [PathBuf; 2],
    pub(super) key: TableKey,
    pub(super) course: Course,
    pub(super) sessions: [Session; 2],
    /// How many moves their screens have shown.
    pub(super) shown: usize,
}

/// Logs in from the address of this person: two of one address are not rated.
pub(super) fn come(servers: &Servers, server: usize, person: i64, key: &Path) -> Session {
    servers.club(server).enter(By::Key(key), &["-b", &format!("127.0.0.{}", 10 + person)])
}

impl Pair {
    /// A new game of two people, who come to it at servers from this one on.
    pub(super) fn meet(servers: &Servers, people: [i64; 2], keys: [PathBuf; 2], first: usize) -> Pair {
        let key = servers.open_game(people);
        let sessions = [0, 1].map(|at| come(servers, (first + at) % SERVERS, people[at], &keys[at]));
        for session in &sessions {
            session.wait("the game", |screen| count(screen).is_some() || screen.contains("Your games"));
            if count(&session.text()).is_none() {
                session.send("\x1b[H\r");
            }
        }
        let mut pair = Pair { people, keys, key, course: Course::start(), sessions, shown: 0 };
        pair.wait_for(servers, 0, 1);
        pair
    }

    /// Waits until both screens show so many moves. Whose connection has ended comes back at another server.
    pub(super) fn wait_for(&mut self, servers: &Servers, plies: usize, seed: u64) {
        let (end, mut typed) = (Instant::now() + PATIENCE, Instant::now());
        for at in 0..2 {
            loop {
                let screen = self.sessions[at].text();
                let shown = count(&screen);
                if shown == Some(plies) && !self.sessions[at].has_ended() {
                    break;
                }
                assert!(Instant::now() < end, "{plies} moves at the screen of player {at}:\n{screen}");
                if self.sessions[at].has_ended() {
                    let running: Vec<usize> =
                        (0..SERVERS).filter(|server| !servers.ended.contains(server)).collect();
                    let at_server = running[mix(seed + at as u64) as usize % running.len()];
                    self.sessions[at] = come(servers, at_server, self.people[at], &self.keys[at]);
                    typed = Instant::now();
                } else if typed.elapsed() > AGAIN && self.is_missing(servers, plies) {
                    let mover = &self.sessions[(plies - 1) % 2];
                    mover.send("\x1b");
                    // What comes at once after it would be a key with Alt.
                    thread::sleep(Duration::from_millis(300));
                    mover.send(self.course.last());
                    typed = Instant::now();
                }
                thread::sleep(Duration::from_millis(50));
            }
        }
        self.shown = self.shown.max(plies);
    }

    /// Does the player of the last move see the board without it, and has no server stored it?
    fn is_missing(&self, servers: &Servers, plies: usize) -> bool {
        let (is_typed, before) = (plies == self.course.typed.len(), plies.checked_sub(1));
        let mover = before.filter(|_| is_typed).map(|before| &self.sessions[before % 2]);
        mover.is_some_and(|mover| count(&mover.text()) == before && servers.moves(self.key).len() == plies - 1)
    }

    /// Types the next move.
    pub(super) fn play(&mut self) {
        let text = self.course.next();
        self.sessions[(self.course.typed.len() - 1) % 2].send(text);
    }

    /// The stored moves are those that were typed, as far as they go, and all that were shown are there.
    pub(super) fn look(&mut self, servers: &Servers) -> usize {
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

    /// Plays until the game can be rated, then White resigns. Its end is stored, and each seat has its person.
    pub(super) fn end(&mut self, servers: &Servers, seed: u64) {
        while self.course.typed.len() < least_moves(2) {
            self.play();
            let plies = self.course.typed.len();
            self.wait_for(servers, plies, seed);
        }
        self.sessions[0].send("Ry");
        self.sessions[0].expect("White resigned.");
        let end = Instant::now() + PATIENCE;
        while servers.ask(|store| Ok(store.finished_table(self.key)?)).is_none() {
            assert!(Instant::now() < end, "the end is stored");
            thread::sleep(Duration::from_millis(50));
        }
        let row = servers.ask(|store| Ok(store.table(self.key)?)).expect("a table");
        let people: Vec<_> = row.seats.iter().filter_map(Seat::person).collect();
        assert_eq!(people, self.people.map(MemberId::Member), "each seat has its person");
    }
}
