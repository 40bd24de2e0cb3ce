//! What tests of tables have in common: wakers, setups, patience.

// The tests of the program use a part of this.
#![allow(dead_code)]

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use heterodox_games::{GAMES, built_in};
use heterodox_play::players::Opponents;
use heterodox_play::session::driver::Notify;
use heterodox_play::session::setup::{MatchSetup, SeatKind};
use heterodox_play::session::table::command::SeatCommand;
use heterodox_play::session::table::{Identity, Tables};

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

/// Lets computers play four moves at another table, which is watched: time enough for computers elsewhere to move.
pub(crate) fn others_play() {
    let mut setup = people(game_for(2));
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Computer(1));
    let host = Identity::local();
    let tables = Tables::new(silent());
    let table = tables.start(setup, &host, None, &Opponents::default()).expect("a table");
    let seat = table.handle(&host);
    let _eyes = seat.subscribe(silent());
    // The game may be over already.
    let _ = seat.command(SeatCommand::Pace(Duration::from_millis(20)));
    until("others play", || table.newest().lines.len() >= 4);
}
