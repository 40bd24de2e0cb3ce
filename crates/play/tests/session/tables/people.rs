//! What tests of tables have in common: wakers, setups, patience.

// The tests of the program use a part of this.
#![allow(dead_code)]

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use heterodox_games::{GAMES, built_in};
use heterodox_play::session::driver::Notify;
use heterodox_play::session::setup::{MatchSetup, SeatKind};

/// How long anything may take before a test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

pub(crate) fn silent() -> Notify {
    Arc::new(|| {})
}

/// A waker, and what it was called for.
pub(crate) fn bell() -> (Notify, Receiver<()>) {
    let (sender, rings) = channel();
    let sender = std::sync::Mutex::new(sender);
    let ring = move || {
        let _ = sender.lock().expect("no panic").send(());
    };
    (Arc::new(ring), rings)
}

pub(crate) fn people(game: &str) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    setup
}

/// The game with so many seats.
pub(crate) fn game_for(seats: usize) -> &'static str {
    GAMES.iter().map(|game| game.spec()).find(|spec| spec.seats.len() == seats).expect("one has").id
}

pub(crate) fn until(what: &str, so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
