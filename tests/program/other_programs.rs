//! Programs that know nothing of this one play with its engine: a match runner, through an adapter for UCI, and a UCI library.
//! Both know the rules and refuse what is not legal.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::Folder;
use heterodox::games::Registry;
use heterodox::record::pgn::Reader;

/// Where Debian has programs that are games.
const GAMES: &str = "/usr/games";
/// The longest time for a game of the runner: a few seconds, but not on a machine with much else to do.
const PATIENCE: &str = "300";

fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain([GAMES.into()]).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Is this there? It must be where the variable `needed` is set.
fn is_there(there: bool, name: &str, needed: &str) -> bool {
    assert!(there || std::env::var_os(needed).is_none(), "{name} is needed and missing");
    if !there {
        println!("skipped: there is no {name}");
    }
    there
}

/// The game that the runner has kept, and what it said.
fn matched(folder: &Path, variant: &str, adapter: &str) -> (String, String) {
    let engine = folder.join("engine");
    let script = format!("#!/bin/sh\nexec '{}' engine\n", env!("CARGO_BIN_EXE_heterodox"));
    fs::write(&engine, script).expect("room");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let at = |name: &str| folder.join(name).display().to_string();
    let first = format!("{adapter} {}", at("engine"));
    let (kept, said) = (folder.join(format!("{variant}.pgn")), folder.join(format!("{variant}.log")));
    let other = found("fairy-stockfish").expect("it is there").display().to_string();
    let mut command = Command::new("timeout");
    command.args([PATIENCE, "xvfb-run", "-a", "xboard", "-mode", "TwoMachines", "-matchGames", "1"]);
    command.args(["-variant", variant, "-depth", "2", "-testClaims", "true", "-adjudicateDrawMoves", "30"]);
    command.args([
        "-popupMoveErrors",
        "false",
        "-popupExitMessage",
        "false",
        "-saveGameFile",
        &at(&format!("{variant}.pgn")),
    ]);
    command.args(["-fcp", &first, "-scp", &other]);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{path}:{GAMES}")).env("HOME", folder);
    command.env("HETERODOX_DATA", folder.join("data")).env("HETERODOX_CONFIG", folder.join("config"));
    let log = File::create(&said).expect("room");
    command.stdin(Stdio::null()).stdout(log.try_clone().expect("a file")).stderr(log);
    let _ = command.status().expect("it starts");
    (fs::read_to_string(kept).unwrap_or_default(), fs::read_to_string(said).unwrap_or_default())
}

#[test]
#[ignore = "takes a minute, and programs of others"]
fn a_match_runner_plays_chess_and_three_relatives() {
    for name in ["xboard", "uci2wb", "xvfb-run", "fairy-stockfish", "timeout"] {
        if !is_there(found(name).is_some(), name, "HETERODOX_NEED_OTHER_PROGRAMS") {
            return;
        }
    }
    let adapter = found("uci2wb").expect("it is there").display().to_string();
    let folder = Folder::new("runner");
    for variant in ["normal", "crazyhouse", "capablanca", "xiangqi"] {
        let adapter = if variant == "xiangqi" { format!("{adapter} -c") } else { adapter.clone() };
        let (game, said) = matched(folder.path(), variant, &adapter);
        assert!(game.contains("[White \"Heterodox "), "{variant}: {game}\n{said}");
        let end = game.rsplit('{').next().unwrap_or_default();
        let wrong = ["llegal", "orfeit", "exit", "claim", "resign", "time"];
        assert!(!wrong.iter().any(|word| end.contains(word)), "{variant}: {game}\n{said}");
        let result = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| game.trim_end().ends_with(result));
        assert!(result && game.contains("10. "), "{variant}: {game}\n{said}");
        // The runner has words of its own for the pieces of Xiangqi.
        if variant != "xiangqi" {
            let games = Registry::default();
            let read = Reader::new(game.as_bytes()).of(&games).flatten().next().expect("a game");
            assert!(read.problems.is_empty() && read.game.is_some(), "{variant}: {:?}\n{game}", read.problems);
        }
    }
}

#[test]
#[ignore = "takes a minute, and programs of others"]
fn a_library_plays_chess_and_all_relatives_that_it_knows() {
    let imported =
        Command::new("python3").args(["-c", "import chess.engine, pyffish"]).stderr(Stdio::null()).status();
    let imported = imported.is_ok_and(|status| status.success());
    if !is_there(imported, "python-chess or pyffish", "HETERODOX_NEED_PYTHON_CHESS") {
        return;
    }
    let folder = Folder::new("library");
    let at = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/other_programs").join(name);
    let mut command = Command::new("python3");
    command.arg(at("library.py")).arg(env!("CARGO_BIN_EXE_heterodox")).arg(at("crossing.ini"));
    command.env("HOME", folder.path()).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("HETERODOX_DATA", folder.join("data")).env("HETERODOX_CONFIG", folder.join("config"));
    let output = command.stdin(Stdio::null()).output().expect("it starts");
    let (games, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{games}\n{wrong}");
    let names: Vec<&str> = games.lines().filter_map(|line| line.split(' ').next()).collect();
    let known = [
        "chess",
        "chess",
        "crazyhouse",
        "3check",
        "kingofthehill",
        "antichess",
        "atomic",
        "horde",
        "racingkings",
        "capablanca",
        "xiangqi",
        "crossing",
    ];
    assert_eq!(names, known, "{games}\n{wrong}");
}
