//! Two people with a game, each at some server.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use heterodox::club::store::TableKey;
use heterodox::rules::zobrist::mix;

use super::servers::{SERVERS, Servers};
use crate::serve::kills::{Course, count};
use crate::support::{PATIENCE, Session};

/// Two people with a game, each at some server.
pub(super) struct Pair {
    pub(super) keys: [PathBuf; 2],
    pub(super) key: TableKey,
    pub(super) course: Course,
    pub(super) sessions: [Session; 2],
    /// How many moves their screens have shown.
    pub(super) shown: usize,
}

impl Pair {
    /// Waits until both screens show so many moves. Whose connection has ended comes back at another server.
    pub(super) fn wait_for(&mut self, servers: &Servers, plies: usize, seed: u64) {
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
}
