//! The default background of a real terminal, which its edges have: it is the ground of the theme while the program runs,
//! and what the terminal said before it was changed at any end. Terminals that do not say it keep theirs.

use crate::support::{Folder, Session, faults, program};
use pty_process::blocking::Command;
use rustix::process::Signal;

const SIZE: (u16, u16) = (120, 40);
/// A terminal with sixels, which does not say how large its cells are. Its colour is no other terminal's.
const ANSWER: &str = "\x1b]11;rgb:1234/5678/9abc\x1b\\\x1bP>|foot(1.21.0)\x1b\\\x1b[>1;12100;0c\x1b[?62;4;22c";
/// The ground of the first theme, one step of blue away: texts must not have the default ground where sixels may be below.
const SET: &str = "\x1b]11;#171b25\x07";
const BACK: &str = "\x1b]11;rgb:1234/5678/9abc\x07";

fn game(home: &Folder) -> Command {
    let command = program(home.path()).env("TERM", "foot").env("COLORTERM", "truecolor");
    command.args(["play", "sanctuary", "--seat", "White=human", "--seat", "Black=human"])
}

fn told(session: &Session) -> String {
    String::from_utf8_lossy(&session.bytes()).into_owned()
}

/// A program whose terminal has answered.
fn start(command: Command, answer: &str) -> Session {
    let session = Session::start(command, SIZE);
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    assert!(!told(&session).contains("\x1b]11;#"), "the terminal has not answered yet");
    session.send(answer);
    session
}

fn changed(home: &Folder, fault: &str) -> Session {
    let session = start(game(home).env("HETERODOX_FAULT", fault), ANSWER);
    session.watch(|| told(&session).contains(SET));
    session
}

fn assert_back(session: &mut Session, what: &str) {
    session.ended();
    let told = told(session);
    let (set, back, left) = (told.rfind(SET), told.rfind(BACK), told.rfind("\x1b[?1049l"));
    assert!(set.is_some() && set < back && back < left, "{what}: {set:?} {back:?} {left:?}");
    assert_eq!(told.matches(SET).count(), 1, "{what}: it is set once");
    session.assert_given_back(what);
}

#[test]
fn it_is_given_back_however_the_program_ends() {
    let home = Folder::new("edges");
    for end in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::INT), Some(Signal::SEGV)] {
        let mut session = changed(&home, "");
        match end {
            None => session.send("\x03"),
            Some(signal) => session.signal(signal),
        }
        assert_back(&mut session, &format!("{end:?}"));
    }
    for fault in faults(&["panic", "thread", "abort", "stack"]) {
        let mut session = changed(&home, &format!("edges:{fault}"));
        assert_back(&mut session, fault);
    }
}

#[test]
fn terminals_that_do_not_say_it_and_themes_without_a_ground_keep_it() {
    let name = "\x1bP>|foot(1.21.0)\x1b\\\x1b[?62;4;22c";
    let unsaid = format!("\x1b]11;?\x07{name}");
    let tmux = "\x1b]11;rgb:1234/5678/9abc\x1b\\\x1bP>|tmux 3.5a\x1b\\\x1b[?1;2;4c";
    for (what, answer, theme, no_color) in [
        ("silence", name, "slate", ""),
        ("an echo", &unsaid, "slate", ""),
        ("tmux", tmux, "slate", ""),
        ("a theme with the ground of the terminal", ANSWER, "classic", ""),
        ("no colours", "", "slate", "1"),
    ] {
        let home = Folder::new("no-edges");
        let folder = home.path().join("config");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("config.toml"), format!("[look]\ntheme = \"{theme}\"\n")).expect("room");
        let mut session = start(game(&home).env("NO_COLOR", no_color), answer);
        // What comes after the answer is seen after it.
        session.send("md2d4\r");
        session.expect("Black to move");
        session.settle();
        session.send("\x03");
        session.ended();
        let told = told(&session);
        let asked = told.contains("\x1b]11;?\x07");
        assert_eq!(asked, no_color.is_empty(), "{what}");
        assert!(!told.replace("\x1b]11;?\x07", "").contains("\x1b]11"), "{what}");
        session.assert_given_back(what);
    }
}

#[test]
fn the_shell_has_its_own_while_the_program_is_suspended() {
    let home = Folder::new("edges-shell");
    let run = format!("{} play sanctuary --seat white=human --seat black=human", env!("CARGO_BIN_EXE_heterodox"));
    let shell = Command::new("bash").args(["--norc", "--noprofile", "-i"]).env_clear();
    let shell = shell.env("PATH", std::env::var("PATH").unwrap_or_default()).env("HOME", home.path());
    let shell = shell.env("TERM", "foot").env("COLORTERM", "truecolor").env("LANG", "C.UTF-8");
    let shell = shell.env("HETERODOX_CONFIG", home.path().join("config"));
    let shell = shell.env("HETERODOX_DATA", home.path().join("data")).env("PS1", "shell> ");
    let mut session = Session::start(shell, SIZE);
    session.expect("shell> ");
    session.send(format!("{run}\r"));
    session.expect("? keys");
    session.send(ANSWER);
    session.watch(|| told(&session).contains(SET));
    session.settle();
    let from = session.count();
    session.send("\x1a");
    // The shell asks again only after it has said that the program stands.
    let asks = |from| {
        let written = session.written_since(from);
        written.rfind("shell> ").is_some_and(|at| written.find("Stopped").is_some_and(|stopped| stopped < at))
    };
    session.watch(|| asks(from));
    let written = session.written_since(from);
    assert!(written.find(BACK).is_some_and(|back| Some(back) < written.find("\x1b[?1049l")), "{written:?}");
    let from = session.count();
    session.send("fg\r");
    session.watch(|| session.written_since(from).contains(SET));
    session.settle();
    let from = session.count();
    session.send("\x03");
    session.watch(|| session.written_since(from).contains("shell> "));
    let written = session.written_since(from);
    assert!(written.contains(BACK) && !written.contains(SET), "{written:?}");
    session.send("exit\r");
    session.ended();
}
