//! Other engines at the board, in a real terminal: they play, they fail, and they end with the
//! program.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::app::{keys, shown};
use crate::support::{Folder, PATIENCE, Session, program};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::config::file::read;
use heterodox::engine::uci_client::EngineCommand;
use heterodox::games::{GAMES, built_in};
use heterodox::players::Opponents;
use heterodox::players::external::ExternalEngine;
use heterodox::session::driver::Match;
use heterodox::session::referee::TableCommand;
use heterodox::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox::tui::input::Input;
use rustix::process::{Pid, Signal, test_kill_process};

/// Writes down its number, answers, and heeds neither `quit` nor the end of its input; after a
/// minute it leaves all the same, in case a test fails.
const RUDE: &str = "echo $$ > \"$HOME/number\"; trap '' TERM HUP INT
    n=0; while [ $n -lt 60 ]; do n=$((n + 1)); read -r word rest || sleep 1; case $word in uci) echo uciok;; isready) echo readyok;;
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
    number_in(&home.join("number"))
}

/// The number of a process, from the file where it was written down.
fn number_in(file: &Path) -> Pid {
    let text = fs::read_to_string(file).expect("it has been started");
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
        session.expect("e5");
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
fn an_engine_and_its_children_end_with_a_program_that_is_killed() {
    let script = RUDE.replace("MOVE", "bestmove e7e5");
    let home = home(&format!("sleep 600 & echo $! > \"$HOME/child\"\n{script}"), "");
    let mut session = play(&home);
    session.expect("e5");
    let (engine, child) = (number(home.path()), number_in(&home.path().join("child")));
    session.signal(Signal::KILL);
    session.ended();
    wait_until_gone(engine);
    wait_until_gone(child);
}

#[test]
fn an_engine_that_fails_stops_the_game_and_it_can_go_on() {
    let home = home(&RUDE.replace("MOVE", "bestmove e7e4"), "");
    let mut session = play(&home);
    session.expect("engine rude: played e7e4, which is not legal");
    session.expect("x: try again,");
    session.expect("T: take over, u: take back.");
    // What stopped it stays to be read.
    session.send("\x1b[A\x1b[A");
    session.rest();
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
    // Its seat can be taken, and stays taken.
    session.send("T");
    session.expect("Black · human");
    session.expect("pieces can move");
    session.send("me7e6\r");
    session.expect("e6");
    session.send("\x03");
    session.ended();
    let mut session = Session::start(program(home.path()).args(["resume"]), (80, 24));
    session.expect("e6");
    session.expect("Black · human");
    session.send("\x03");
    session.ended();
}

#[test]
fn an_engine_that_fails_loses_where_that_is_wanted() {
    let home = home(&RUDE.replace("echo MOVE", "exit"), "on_failure = \"lose\"");
    let mut session = play(&home);
    session.expect("Black has failed.");
    session.expect("engine rude: it has ended");
    session.send("u");
    session.expect("pieces can move");
    session.send("\x03");
    session.ended();
}

#[test]
fn this_program_is_such_an_engine_itself() {
    for game in GAMES {
        let spec = game.spec();
        let short = ClockSetup { start: Duration::from_secs(10), increment: Duration::ZERO, each_move: false };
        for clock in [None, Some(short)] {
            let mut setup = MatchSetup::against_computer(built_in(spec.id).expect("a game"), 1);
            setup.seats.fill(SeatKind::Engine("own".to_owned()));
            setup.clock = clock;
            let command = vec![env!("CARGO_BIN_EXE_heterodox").to_owned(), "engine".to_owned()];
            let command = EngineCommand { name: "own".to_owned(), command, options: Vec::new() };
            let engine =
                ExternalEngine { command, loses: false, think: Duration::from_millis(20), patience: PATIENCE };
            let opponents = Opponents { engines: vec![engine], ..Opponents::default() };
            let mut played = Match::start(setup, None, &opponents, Arc::new(|| ())).expect("a game");
            played.order(TableCommand::Pace(Duration::ZERO), Instant::now());
            let end = Instant::now() + PATIENCE;
            while played.view().lines().len() < 2 * spec.seats.len() {
                played.poll(Instant::now());
                assert!(played.view().failure().is_none(), "{}: {:?}", spec.id, played.view().failure());
                assert!(Instant::now() < end, "{}: it is silent", spec.id);
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

#[test]
fn the_form_of_a_new_game_seats_engines_that_play_it() {
    let [first, .., other] = GAMES else { panic!("there are games") };
    let (first, other) = (first.spec(), other.spec());
    let mut world = bare_world("classic", "256", "unicode", (80, 24));
    let engines = [("all", String::new()), ("one", format!("games = [\"{}\"]\n", first.id))];
    let rows = engines.map(|(name, games)| format!("[[engine]]\nname = \"{name}\"\ncommand = \"x\"\n{games}"));
    let (config, warnings) = read(&rows.concat(), "c.toml");
    assert_eq!((config.engines.len(), warnings.len()), (2, 0));
    world.client.config = config;
    let mut app = scripted(None, world, "", "Enter Down Down Down Left").expect("keys");
    assert!(shown(&app).contains("engine, one"), "{}", shown(&app));
    // One that does not play another game makes room.
    keys(&mut app, "Up Up Left");
    assert!(shown(&app).contains(other.title) && !shown(&app).contains("engine, one"), "{}", shown(&app));
    keys(&mut app, "Down Down");
    for (typed, told) in [
        ("engine:none", "there is no engine none in the settings".to_owned()),
        ("engine:one", format!("engine one does not play {}, but {}", other.id, first.id)),
    ] {
        keys(&mut app, "Enter");
        app.input(&Input::Paste(typed.to_owned()), Instant::now());
        keys(&mut app, "Enter");
        assert!(shown(&app).contains(&told), "{}", shown(&app));
        keys(&mut app, "Esc");
    }
    keys(&mut app, "Enter");
    app.input(&Input::Paste("engine:all".to_owned()), Instant::now());
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("engine, all"), "{}", shown(&app));
    // Gone from the settings, it cannot begin.
    app.world.client.config.engines.clear();
    keys(&mut app, "Up Up Up Enter");
    assert!(shown(&app).contains("there is no engine all in the settings"), "{}", shown(&app));
}

#[test]
fn what_is_wrong_with_an_engine_is_told_with_its_line() {
    let home = home("", "games = [\"go\"]\nthink = 3");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.env("HETERODOX_CONFIG", home.path().join("config")).env("HETERODOX_DATA", home.path().join("data"));
        command.args(arguments).output().expect("it runs")
    };
    let checked = run(&["config", "--check"]);
    let told = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!(checked.status.code(), Some(1));
    assert!(told.contains("config.toml:1: engine.games: there is no game \"go\""), "{told}");
    assert!(told.contains("config.toml:5: engine.think: unknown option"), "{told}");
    for (who, words) in [("none", "there is no engine none"), ("rude", "does not play")] {
        let played = run(&["play", GAMES[0].spec().id, "--seat", &format!("white=engine:{who}")]);
        let told = String::from_utf8_lossy(&played.stderr).into_owned();
        assert!(played.status.code() == Some(2) && told.contains(words), "{told}");
    }
}
