//! Other engines at the board, in a real terminal: they play, they fail, and they end with the
//! program.

mod support;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, test_kill_process};
use support::{Folder, PATIENCE, Session, program};

/// Writes down its number, answers, and heeds neither `quit` nor the end of its input.
const RUDE: &str = "echo $$ > \"$HOME/number\"; trap '' TERM HUP INT
    while :; do read -r word rest || sleep 1; case $word in uci) echo uciok;; isready) echo readyok;;
    go) echo 'info depth 3 score cp 12 nodes 5 pv e7e5'; echo MOVE;; esac; word=; done";

/// A home with this engine in its settings.
fn home(script: &str, more: &str) -> Folder {
    let home = Folder::new("engines");
    fs::create_dir_all(home.path().join("config")).expect("a folder");
    fs::write(home.path().join("rude"), script).expect("a file");
    let file = home.path().join("rude").display().to_string();
    let text = format!("[[engine]]\nname = \"rude\"\ncommand = [\"/bin/sh\", {file:?}]\n{more}\n");
    fs::write(home.path().join("config/config.toml"), text).expect("a file");
    home
}

fn play(home: &Folder) -> Session {
    let command = program(home.path()).args(["play", "sanctuary", "--seat", "black=engine:rude"]);
    let session = Session::start(command, (80, 24));
    session.expect("pieces can move");
    session.send("me2e4\r");
    session
}

/// The number of the engine that was started last.
fn number(home: &Path) -> Pid {
    let text = fs::read_to_string(home.join("number")).expect("it has been started");
    text.trim().parse().ok().and_then(Pid::from_raw).expect("a number")
}

fn wait_until_gone(engine: Pid) {
    let end = Instant::now() + PATIENCE;
    // One that nobody has counted yet is as gone as any.
    let is_dead = || {
        let state = fs::read_to_string(format!("/proc/{}/stat", engine.as_raw_nonzero()));
        test_kill_process(engine).is_err() || state.is_ok_and(|state| state.contains(") Z "))
    };
    while !is_dead() {
        assert!(Instant::now() < end, "the engine still runs");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_engine_plays_and_ends_with_the_program() {
    for signal in [None, Some(Signal::TERM), Some(Signal::HUP)] {
        let home = home(&RUDE.replace("MOVE", "bestmove e7e5"), "");
        let mut session = play(&home);
        session.expect("e5 ◄");
        let engine = number(home.path());
        match signal {
            None => session.send("\x03"),
            Some(signal) => session.signal(signal),
        }
        session.ended();
        assert_eq!(session.left_changed(), [""; 0]);
        wait_until_gone(engine);
    }
}

#[test]
fn an_engine_that_fails_stops_the_game_and_it_can_go_on() {
    let home = home(&RUDE.replace("MOVE", "bestmove e7e4"), "");
    let mut session = play(&home);
    session.expect("engine rude: played e7e4, which is not legal");
    // What stopped it stays to be read.
    session.send("\x1b[A\x1b[A");
    thread::sleep(Duration::from_millis(800));
    session.expect("engine rude: played e7e4, which is not legal");
    // Taken back, it is the person's turn, and the engine is asked again after the next move.
    session.send("u");
    session.expect("pieces can move");
    session.send("me2e3\r");
    session.expect("engine rude: played e7e4, which is not legal");
    session.send("\x03");
    session.ended();
    // An engine that is no longer there is told of by its name.
    fs::write(home.path().join("config/config.toml"), "").expect("a file");
    let mut session = Session::start(program(home.path()).args(["resume"]), (80, 24));
    session.expect("there is no engine rude in the settings");
    session.send("u");
    session.expect("pieces can move");
    session.send("\x03");
    session.ended();
}

#[test]
fn an_engine_that_fails_loses_where_that_is_wanted() {
    let home = home(&RUDE.replace("echo MOVE", "exit"), "on_failure = \"lose\"");
    let mut session = play(&home);
    session.expect("White wins: Black has failed");
    session.expect("engine rude: it has ended");
    session.send("u");
    session.expect("pieces can move");
    session.send("\x03");
    session.ended();
}
