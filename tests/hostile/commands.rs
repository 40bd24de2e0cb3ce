//! Every command there is, with hostile bytes at every place an argument can stand, and in every
//! variable of the environment.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Arg, Command};

use crate::probe::{EVIL, SHOWN, command, evils, fed, harmless, home, piped, seen, shown, words, write};
use crate::support::program;

/// For each command, arguments with which it is done soon. A new command must be added here.
const SOON: &[(&str, &[(&str, &str)])] = &[
    ("home", &[]),
    ("play", &[("game", "sanctuary")]),
    ("resume", &[("id", "none")]),
    ("games", &[]),
    ("export", &[("id", "none")]),
    ("import", &[("files", "none.pgn")]),
    ("config", &[]),
    ("themes", &[]),
    ("completions", &[("shell", "bash")]),
    ("man", &[("command", "play")]),
    ("picture", &[("game", "sanctuary")]),
    ("review", &[("game", "none")]),
    ("perft", &[("game", "sanctuary"), ("depth", "1")]),
    ("inspect", &[("game", "sanctuary")]),
    ("rules", &[("game", "sanctuary")]),
    ("shelf", &[("game", "chess")]),
    ("new", &[("file", "none")]),
    ("check", &[("game", "sanctuary"), ("games", "1")]),
    ("convert", &[("file", "none.ini"), ("depth", "1")]),
    (
        "study",
        &[
            ("game", "chess"),
            ("games", "1"),
            ("level", "1"),
            ("setup", "none"),
            ("record", "none/none.pgn"),
            ("svg", "none/none.svg"),
        ],
    ),
    ("puzzles", &[("game", "sanctuary"), ("theme", "none")]),
    ("puzzles make", &[("files", "none.pgn")]),
    #[cfg(feature = "serve")]
    ("serve", &[("listen", "none")]),
    #[cfg(feature = "serve")]
    ("serve status", &[]),
    #[cfg(feature = "serve")]
    ("serve players", &[]),
    #[cfg(feature = "serve")]
    ("serve variants", &[]),
    #[cfg(feature = "serve")]
    ("serve tables", &[]),
    #[cfg(feature = "serve")]
    ("serve bans", &[]),
    #[cfg(feature = "serve")]
    ("serve reports", &[]),
    #[cfg(feature = "serve")]
    ("serve close", &[("what", "none")]),
    #[cfg(feature = "serve")]
    ("serve rename", &[("who", "none")]),
    #[cfg(feature = "serve")]
    ("serve kick", &[("who", "none")]),
    #[cfg(feature = "serve")]
    ("serve ban", &[("who", "none")]),
    #[cfg(feature = "serve")]
    ("serve unban", &[("who", "none")]),
    #[cfg(feature = "serve")]
    ("serve say", &[("text", "none")]),
    #[cfg(feature = "serve")]
    ("serve prune", &[]),
    #[cfg(feature = "serve")]
    ("serve backup", &[("file", "none")]),
    ("serve import", &[("to", "none")]),
    ("lessons", &[("game", "sanctuary")]),
    ("engine", &[]),
    ("match", &[]),
    ("help", &[]),
];

/// Every command with its own, by their names from outside.
fn all(command: &Command, path: &str, found: &mut Vec<(String, Command)>) {
    for inner in command.get_subcommands() {
        let path = format!("{path} {}", inner.get_name()).trim_start().to_owned();
        if !path.contains("help ") && !path.ends_with(" help") {
            found.push((path.clone(), inner.clone()));
            all(inner, &path, found);
        }
    }
}

/// The command with its arguments for soon, this one said so instead.
fn line(path: &str, command: &Command, at: Option<(&Arg, &OsStr)>) -> Vec<OsString> {
    let soon = SOON.iter().find(|(known, _)| *known == path);
    let (_, soon) = soon.unwrap_or_else(|| panic!("{path} is a new command: add it to SOON"));
    let mut line: Vec<OsString> = path.split(' ').map(OsString::from).collect();
    let mut places = Vec::new();
    for arg in command.get_arguments() {
        let value = match at {
            Some((other, evil)) if other.get_id() == arg.get_id() => evil.to_owned(),
            _ => match soon.iter().find(|(id, _)| arg.get_id() == id) {
                Some((_, value)) => OsString::from(value),
                None => continue,
            },
        };
        match arg.get_long() {
            Some(long) if arg.get_action().takes_values() => {
                line.extend([OsString::from(format!("--{long}")), value]);
            }
            Some(long) => {
                let mut flag = OsString::from(format!("--{long}="));
                flag.push(value);
                line.push(flag);
            }
            None => places.push((arg.get_index(), value)),
        }
    }
    places.sort();
    line.extend(places.into_iter().map(|(_, value)| value));
    line
}

fn lines() -> Vec<Vec<OsString>> {
    let mut definition = heterodox::cli::definition();
    definition.build();
    let mut commands = vec![];
    all(&definition, "", &mut commands);
    assert!(commands.len() >= 20, "{} commands", commands.len());
    let mut lines = Vec::new();
    for evil in evils() {
        let mut flag = OsString::from("--");
        flag.push(&evil);
        lines.extend([vec![evil.clone()], vec![flag.clone()]]);
        for (path, command) in &commands {
            for arg in command.get_arguments() {
                lines.push(line(path, command, Some((arg, &evil))));
            }
            for more in [&evil, &flag] {
                let mut line = line(path, command, None);
                line.push(more.clone());
                lines.push(line);
            }
        }
    }
    lines
}

#[test]
fn arguments_of_every_command_are_shown_with_escapes() {
    let home = home();
    let lines = lines();
    let told = lines.iter().filter(|line| piped(home.path(), line, b"").contains("\\x1b]0;EVIL\\x07b")).count();
    assert!(told * 2 > lines.len(), "{told} of {} were told", lines.len());
}

#[test]
fn arguments_of_every_command_are_harmless_in_a_terminal() {
    let home = home();
    for line in lines().iter().filter(|line| line.iter().all(|word| word.to_str().is_some())) {
        shown(home.path(), line);
    }
}

#[test]
fn help_and_papers_are_as_they_were() {
    let home = home();
    for line in [&["--help"][..], &["help", "play"], &["man", "play"], &["config", "--print"], &["rules", "armies"]]
    {
        let (pipe, terminal) = (piped(home.path(), &words(line), b""), shown(home.path(), &words(line)));
        assert!(pipe.len() > 100 && !pipe.contains("\\x") && !pipe.contains("\\u{"), "{line:?}");
        assert!(terminal.len() > 100 && !terminal.contains("\\x"), "{line:?}");
    }
}

#[test]
fn variables_of_the_environment_are_shown_with_escapes() {
    let home = home();
    let path = home.path().join(EVIL);
    std::fs::create_dir_all(path.join("themes")).expect("a folder");
    write(&path, "config.toml", "[look]\ntheme = 1\nnone = 2\n");
    write(&path.join("themes"), "a.toml", "none = 1\n");
    let mut told = 0;
    for evil in evils() {
        for name in [
            "TERM",
            "COLORTERM",
            "NO_COLOR",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "SSH_TTY",
            "PAGER",
            "HETERODOX_FAULT",
            "HOME",
        ] {
            for line in [&["--version"][..], &["rules", "holywar"], &["play", "sanctuary"], &["games"]] {
                let said = with(home.path(), name, &evil, line);
                told += usize::from(said.contains("\\x1b]0;EVIL"));
            }
        }
    }
    assert!(told > 0, "TERM is told");
    for name in ["HETERODOX_CONFIG", "HETERODOX_DATA"] {
        for line in [
            &["--version"][..],
            &["config", "--check"],
            &["themes"],
            &["games"],
            &["export", "none"],
            &["import", "none"],
            &["resume"],
        ] {
            let said = with(home.path(), name, path.as_os_str(), line);
            let is_settings = name == "HETERODOX_CONFIG" && matches!(line[0], "config" | "themes" | "--version");
            assert!(!is_settings || said.contains(SHOWN), "{line:?}: {said}");
            seen(program(home.path()).current_dir(home.path()).env(name, &path).args(line), name);
        }
    }
    // A home whose name is no text has games too.
    let [_, mut odd] = evils();
    odd.push("home");
    let odd = home.path().join(odd);
    let folder = odd.join(".local/share/heterodox/games");
    std::fs::create_dir_all(&folder).expect("a folder");
    write(&folder, "20260101-000000-sanctuary-0001.pgn", "[Variant \"Sanctuary Chess\"]\n\n1. e4 e5 *\n");
    for line in [&["games", "--json"][..], &["games"], &["export", "2026"], &["--version"], &["config", "--check"]]
    {
        let mut command = command(home.path());
        command.env_remove("HETERODOX_CONFIG").env_remove("HETERODOX_DATA").env("HOME", &odd).args(line);
        let output = fed(command, b"");
        let said = harmless(&output.stdout, "home") + &harmless(&output.stderr, "home");
        assert!(output.status.success() && !said.contains("panicked"), "{line:?}: {said}");
        assert!(line[0] != "--version" || said.contains("/z\\xff\\xfe\\xc3a\\x1b]0;EVIL"), "{said}");
    }
    // Where the file is is told to programs byte by byte, and to people so that they can read it.
    let mut pipes = command(home.path());
    pipes.env("HETERODOX_CONFIG", &path).args(["config", "--path"]);
    let output = fed(pipes, b"");
    assert_eq!(output.stdout, format!("{}/config.toml\n", path.display()).as_bytes());
    let terminal = program(home.path()).env("HETERODOX_CONFIG", &path).args(["config", "--path"]);
    assert!(seen(terminal, "config --path").contains(SHOWN));
}

/// What it says over pipes with this variable.
fn with(home: &Path, name: &str, value: &OsStr, line: &[&str]) -> String {
    let mut command = command(home);
    command.env(name, value).args(line);
    let output = fed(command, b"");
    harmless(&output.stdout, name) + &harmless(&output.stderr, name)
}
