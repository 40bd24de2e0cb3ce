//! The program among others: started by a shell, inside tmux, on terminals that show little or are
//! none, and when it fails itself.

use std::time::Duration;

use crate::support::{Folder, Session, program};

const SIZE: (u16, u16) = (80, 24);

#[test]
#[cfg(debug_assertions)]
fn a_fault_of_the_program_leaves_the_terminal_as_it_was() {
    let home = Folder::new("panic");
    let command = program(home.path()).args(["play", "sanctuary", "--seat", "black=human"]);
    let mut session = Session::start(command.env("HETERODOX_FAULT", "draw"), SIZE);
    let status = session.ended();
    assert!(!status.success());
    assert_eq!(session.left_changed(), [""; 0]);
    assert!(session.is_cooked());
    session.expect("This is a bug in the program; your game is saved.");
}

/// A shell for people, with jobs.
fn bash(home: &std::path::Path) -> pty_process::blocking::Command {
    pty_process::blocking::Command::new("bash")
        .args(["--norc", "--noprofile", "-i"])
        .env_clear()
        .env("PATH", std::env::var("PATH").unwrap_or_default())
        .env("TERM", "xterm-256color")
        .env("LANG", "C.UTF-8")
        .env("PS1", "shell> ")
        .env("HOME", home)
        .env("HETERODOX_CONFIG", home.join("config"))
        .env("HETERODOX_DATA", home.join("data"))
}

/// Brings the program to the front, and waits until it has the terminal again and has drawn. What it drew before may be
/// on the screen all the time.
fn to_the_front(session: &Session) {
    let from = session.count();
    session.send("fg\r");
    session.watch(|| {
        let written = session.written_since(from);
        written.rsplit_once("\x1b[?1049h").is_some_and(|(_, after)| after.contains("\x1b[?2026l"))
    });
}

#[test]
fn asleep_it_draws_nothing_and_awake_it_draws_everything() {
    let home = Folder::new("asleep");
    let session = Session::start(bash(home.path()), SIZE);
    session.expect("shell> ");
    session.send(format!("{} play sanctuary --seat black=human\r", env!("CARGO_BIN_EXE_heterodox")));
    let board = |screen: &str| screen.contains("White to move") && screen.contains("? keys");
    for round in 0..if std::env::var_os("HETERODOX_THOROUGH").is_some() { 100 } else { 10 } {
        session.wait("the board", board);
        assert!(session.on_alternate_screen());
        let from = session.count();
        let keys = session.flood(b"\x0c");
        session.watch(|| session.count() > from + 10_000);
        let game = session.child_of_child();
        drop(keys);
        // By a key, by a signal, and by the one that cannot be handled.
        match round % 3 {
            0 => session.send("\x1a"),
            1 => rustix::process::kill_process(game, rustix::process::Signal::TSTP).expect("it runs"),
            _ => rustix::process::kill_process(game, rustix::process::Signal::STOP).expect("it runs"),
        }
        session.watch(|| session.written_since(from).contains("Stopped"));
        let written = session.written_since(from);
        if round % 3 != 2 {
            let (_, after) = written.split_once("\x1b[?1049l").expect("it was left");
            assert!(!after.contains("\x1b[?2026h"), "round {round}: drawn after it was left: {after:?}");
        }
        to_the_front(&session);
    }
    session.wait("the board", board);
    // In the background it stops again, and can be ended there.
    session.send("\x1a");
    let from = session.count();
    session.watch(|| session.written_since(from).contains("Stopped"));
    session.prompted();
    session.send("clear; bg; until jobs | grep -q Stopped; do sleep 0.1; done; echo looked\r");
    session.wait("the stopped job", |screen| screen.contains("\nlooked"));
    let game = session.child_of_child();
    session.send("kill %1\r");
    session.watch(|| rustix::process::test_kill_process(game).is_err());
    session.insist("\r", "the end of the job", |screen| screen.contains("Exit 143"));
    session.send("exit\r");
}

#[test]
fn without_an_alternate_screen_the_picture_is_clean_and_so_is_what_comes_after() {
    let home = Folder::new("plain-screen");
    let mut session =
        Session::start(program(home.path()).args(["play", "sanctuary", "--seat", "black=human"]), SIZE);
    session.expect("? keys");
    session.settle();
    let drawn = session.bytes().len();
    session.send("\x03");
    session.ended();
    // A terminal that knows no other screen, with the shell's text all over it.
    let bytes = String::from_utf8(session.bytes()).expect("text");
    let plain = |text: &str| text.replace("\x1b[?1049h", "").replace("\x1b[?1049l", "");
    let mut screen = vt100::Parser::new(SIZE.1, SIZE.0, 0);
    screen.process("shell text ".repeat(200).as_bytes());
    screen.process(plain(&bytes[..drawn]).as_bytes());
    let shown = screen.screen().contents();
    assert!(shown.contains("White to move") && !shown.contains("shell text"), "{shown}");
    screen.process(plain(&bytes[drawn..]).as_bytes());
    let shown = screen.screen().contents();
    assert!(!shown.contains('│') && shown.starts_with(shown.trim_start()), "{shown}");
}

#[test]
fn a_shell_can_put_it_to_sleep() {
    let home = Folder::new("sleep");
    let run = format!("{} play sanctuary --seat black=human", env!("CARGO_BIN_EXE_heterodox"));
    let shell = bash(home.path());
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
    to_the_front(&session);
    session.wait("the board again", |screen| screen.contains("White to move") && screen.contains("? keys"));
    assert!(session.on_alternate_screen());
    // A game in which nothing has happened is not offered again.
    session.send("me4\r");
    session.expect("Black to move");
    session.send("\x03");
    session.wait("the shell", |screen| screen.contains("resume"));
    assert_eq!(left(&session), [""; 0]);
    session.send("exit\r");
}

#[test]
fn a_window_that_was_resized_meanwhile_is_seen() {
    let home = Folder::new("resized-meanwhile");
    let session = Session::start(bash(home.path()), SIZE);
    session.expect("shell> ");
    session.send(format!("{} play sanctuary --seat black=human\r", env!("CARGO_BIN_EXE_heterodox")));
    let board = |screen: &str| screen.contains("White to move") && screen.contains("? keys");
    session.wait("the board", board);
    for (signal, (columns, rows)) in
        [(rustix::process::Signal::STOP, (100, 32)), (rustix::process::Signal::TSTP, (80, 24))]
    {
        let from = session.count();
        rustix::process::kill_process(session.child_of_child(), signal).expect("it runs");
        session.watch(|| session.written_since(from).contains("Stopped"));
        session.resize(columns, rows);
        to_the_front(&session);
        session.wait("the keys in the last row", |screen| {
            board(screen) && screen.lines().nth(usize::from(rows) - 1).is_some_and(|row| row.contains("? keys"))
        });
    }
    session.send("\x03");
    session.expect("shell> ");
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
        // The cursor is to be seen by its shape.
        session.wait("the cursor", |screen| screen.contains('['));
        session.settle();
        let bytes = session.bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(text.is_ascii(), ascii, "{name}={value}");
        assert_eq!(is_coloured(&text), colours, "{name}={value}");
    }
}

#[test]
fn without_a_terminal_it_says_what_is_missing() {
    let home = Folder::new("dumb");
    // A game is played in lines there; a review cannot be.
    for (term, told) in [("dumb", "TERM=dumb says"), ("unknown", "TERM=unknown says"), ("", "TERM is not set")] {
        let mut session = Session::start(program(home.path()).args(["review", "x"]).env("TERM", term), SIZE);
        assert_eq!(session.ended().code(), Some(2));
        session.expect(told);
        assert!(!session.bytes().contains(&0x1b));
    }
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_heterodox")).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("ssh -t"));
}

/// In a container, the session and the process group may be from outside: they have no number there.
#[test]
fn in_a_namespace_of_its_own_it_does_the_same() {
    let home = Folder::new("namespace");
    let inside = |line: &str| {
        let mut command = std::process::Command::new("unshare");
        command.args(["-r", "-p", "-f", "--mount-proc", "sh", "-c", line, env!("CARGO_BIN_EXE_heterodox")]);
        command.env("HETERODOX_CONFIG", home.path().join("config")).env("HETERODOX_DATA", home.path().join("data"));
        command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        command
    };
    let numbers = inside("cut -d' ' -f5,6 /proc/self/stat").output();
    if !numbers.is_ok_and(|output| output.stdout == b"0 0\n") {
        println!("skipped: this system gives no namespaces");
        return;
    }
    let output = inside("\"$0\" review x; exit $?").stdin(std::process::Stdio::null()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    // A terminal has a session of its own, whose numbers are from outside too.
    let mut session = Session::start(inside("\"$0\" play sanctuary --seat black=human; exit $?").into(), SIZE);
    session.expect("White to move");
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
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
        let end = std::time::Instant::now() + crate::support::PATIENCE;
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
