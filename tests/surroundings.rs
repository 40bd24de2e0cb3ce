//! The program among others: started by a shell, inside tmux, on terminals that show little or are
//! none, and when it fails itself.

mod support;

use std::time::Duration;

use support::{Folder, Session, program};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn a_fault_of_the_program_leaves_the_terminal_as_it_was() {
    let home = Folder::new("panic");
    let command = program(home.path()).args(["play", "sanctuary", "--seat", "black=human"]);
    let mut session = Session::start(command.env("HETERODOX_FAULT", "draw"), SIZE);
    let status = session.ended();
    assert!(!status.success());
    assert_eq!(session.left_changed(), [""; 0]);
    assert!(session.is_cooked());
    session.expect("This is a fault of the program; the game is kept.");
}

#[test]
fn a_shell_can_put_it_to_sleep() {
    let home = Folder::new("sleep");
    let run = format!("{} play sanctuary --seat black=human", env!("CARGO_BIN_EXE_heterodox"));
    let shell = pty_process::blocking::Command::new("bash")
        .args(["--norc", "--noprofile", "-i"])
        .env_clear()
        .env("PATH", std::env::var("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
        .env("PS1", "shell> ")
        .env("HOME", home.path())
        .env("HETERODOX_CONFIG", home.path().join("config"))
        .env("HETERODOX_DATA", home.path().join("data"));
    let session = Session::start(shell, SIZE);
    session.expect("shell> ");
    session.send(format!("{run}\r"));
    session.expect("White to move");
    session.send("\x1a");
    session.expect("Stopped");
    // The shell's own prompt takes pastes.
    let left =
        |session: &Session| session.left_changed().into_iter().filter(|&mode| mode != "paste").collect::<Vec<_>>();
    assert_eq!(left(&session), [""; 0]);
    session.send("fg\r");
    session.wait("the board again", |screen| screen.contains("White to move") && screen.contains("? keys"));
    assert!(session.on_alternate_screen());
    session.send("\x03");
    session.wait("the shell", |screen| screen.contains("resume"));
    assert_eq!(left(&session), [""; 0]);
    session.send("exit\r");
}

/// Does a text set any colour?
fn is_coloured(text: &str) -> bool {
    let styles = text.split("\x1b[").skip(1).filter_map(|rest| {
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != ';')?;
        rest[end..].starts_with('m').then(|| &rest[..end])
    });
    let colour = |code: &str| code.parse().is_ok_and(|code: u8| matches!(code, 30..=38 | 40..=48 | 90..=107));
    styles.flat_map(|codes| codes.split(';')).any(colour)
}

#[test]
fn terminals_that_show_little_are_served_too() {
    for (name, value, ascii, colours) in [
        ("NO_COLOR", "1", false, false),
        ("TERM", "vt100", false, false),
        ("TERM", "linux", false, true),
        ("LANG", "C", true, true),
    ] {
        let home = Folder::new("plain");
        let command = program(home.path()).args(["play", "blackholes", "--seat", "black=human"]).env(name, value);
        let session = Session::start(command, SIZE);
        session.expect("White to move");
        session.send("\t\r");
        session.settle();
        let bytes = session.bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(text.is_ascii(), ascii, "{name}={value}");
        assert_eq!(is_coloured(&text), colours, "{name}={value}");
        // The cursor is to be seen by its shape.
        assert!(session.text().contains('['), "{name}={value}");
    }
}

#[test]
fn without_a_terminal_it_says_what_is_missing() {
    let home = Folder::new("dumb");
    for (term, told) in [("dumb", "TERM=dumb says"), ("unknown", "TERM=unknown says"), ("", "TERM is not set")] {
        let mut session = Session::start(program(home.path()).env("TERM", term), SIZE);
        assert_eq!(session.ended().code(), Some(2));
        session.expect(told);
        assert!(!session.bytes().contains(&0x1b));
    }
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_heterodox")).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("ssh -t"));
}

#[test]
fn inside_tmux() {
    let known = std::process::Command::new("tmux").arg("-V").output();
    if known.is_err() {
        println!("skipped: there is no tmux");
        return;
    }
    let home = Folder::new("tmux");
    let socket = home.path().join("socket");
    let tmux = |arguments: &[&str]| {
        let output = std::process::Command::new("tmux")
            .arg("-S")
            .arg(&socket)
            .args(arguments)
            .env("HETERODOX_CONFIG", home.path().join("config"))
            .env("HETERODOX_DATA", home.path().join("data"))
            .env("LANG", "C.UTF-8")
            .output()
            .expect("tmux runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let run = format!("{} play sanctuary --seat black=human", env!("CARGO_BIN_EXE_heterodox"));
    tmux(&["-u", "-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", &run]);
    let shows = |text: &str| {
        let end = std::time::Instant::now() + support::PATIENCE;
        while !tmux(&["capture-pane", "-p"]).contains(text) {
            assert!(std::time::Instant::now() < end, "waited for {text} in:\n{}", tmux(&["capture-pane", "-p"]));
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    shows("White to move");
    tmux(&["send-keys", "m", "e", "4", "Enter"]);
    shows("Black to move");
    tmux(&["send-keys", "C-c"]);
    tmux(&["kill-server"]);
}
