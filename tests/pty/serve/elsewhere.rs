//! The engines that an operator lists may run on another machine: somebody who logs in plays one of them.

use std::fs;

use super::club::Club;
use super::go_home;
use crate::sshd::elsewhere::{Elsewhere, moves};
use crate::support::Session;

/// Presses a key until this is so.
fn press_until(session: &Session, key: &str, what: &str, so: impl Fn(&str) -> bool) {
    for _ in 0..20 {
        if so(&session.text()) {
            return;
        }
        let before = session.text();
        session.send(key);
        session.wait("what the key changes", |screen| screen != before);
        session.settle();
    }
    panic!("{what} is not reached:\n{}", session.text());
}

/// Starts a game of Sanctuary Chess against the engine with this name, from the lobby.
pub(super) fn play_engine(session: &Session, name: &str) {
    go_home(session);
    session.send("\r");
    session.expect("Take-backs");
    let on = |row: String| move |screen: &str| screen.lines().any(|line| line.contains('▌') && line.contains(&row));
    press_until(session, "\x1b[B", "the game", on("Game".to_owned()));
    press_until(session, "\x1b[C", "the game", on("Sanctuary Chess".to_owned()));
    press_until(session, "\x1b[B", "the second seat", on("Black".to_owned()));
    // The engines come before the first player, and after the last.
    press_until(session, "\x1b[D", "the engine", on(format!("engine, {name}")));
    session.send("\x1b[H\r");
    session.wait("the game", |screen| screen.contains("Enter pick") && !screen.contains("Take-backs"));
}

#[test]
fn somebody_who_logs_in_plays_an_engine_on_another_machine() {
    let Some(elsewhere) = Elsewhere::start() else { return };
    let file = elsewhere.0.folder.path().join("engines.toml");
    fs::write(&file, elsewhere.settings()).expect("a file");
    let Some(mut club) = Club::start(&format!("engines = {:?}\n", file.display().to_string())) else { return };
    let session = club.login(club.key());
    play_engine(&session, "box");
    session.send("ma2a3\r");
    moves(&session, 2);
    session.expect("box");
    elsewhere.cut();
    session.send("mb2b3\r");
    session.expect("engine box: it has ended");
    session.send("x");
    moves(&session, 4);
    // The engine ends with the server, also where the server is killed.
    assert_eq!(elsewhere.lines().len(), 1);
    club.stop();
    elsewhere.wait_until_left();
}
