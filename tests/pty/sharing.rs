//! The clipboard, reports of the focus and notes on the desktop, as bytes on a real terminal.

use std::fs;

use crate::decode::copied;
use crate::support::{Folder, Session, faults, program};
use heterodox::games::GAMES;
use heterodox::rules::variant::Opening;
use pty_process::blocking::Command;
use rustix::process::Signal;

const SIZE: (u16, u16) = (100, 40);

/// A game with these settings for sounds.
fn game(home: &Folder, game: &str, notify: &str) -> Command {
    let folder = home.path().join("config");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("config.toml"), format!("[sound]\nnotify = \"{notify}\"\n")).expect("room");
    program(home.path()).args(["play", game])
}

fn people(home: &Folder, name: &str) -> Command {
    let spec = GAMES.iter().map(|game| game.spec()).find(|spec| spec.id == name).expect("a game");
    spec.seats
        .iter()
        .fold(game(home, name, "off"), |command, seat| command.args(["--seat", &format!("{}=human", seat.name)]))
}

#[test]
fn the_clipboard_holds_the_position_exactly() {
    for variant in GAMES {
        let spec = variant.spec();
        let home = Folder::new("clipboard");
        let mut session = Session::start(people(&home, spec.id), SIZE);
        session.expect("? keys");
        session.send("Y");
        session.expect("copy the position");
        session.send("f");
        session.expect("sent to the clipboard");
        let bytes = String::from_utf8_lossy(&session.bytes()).into_owned();
        let fen = variant.begin(Opening::Start).expect("the start").fen();
        assert_eq!(copied(&bytes, "\x1b]52;c;"), [fen], "{}", spec.id);
        assert!(!bytes.contains("\x1bPtmux"));
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0));
        session.assert_given_back("after copying");
    }
}

#[test]
fn in_tmux_it_is_sent_to_tmux_and_through_it() {
    let home = Folder::new("clipboard-tmux");
    let command = people(&home, "sanctuary").env("TERM", "tmux-256color").env("TMUX", "/tmp/none,1,0");
    let mut session = Session::start(command, SIZE);
    session.expect("? keys");
    session.send("Yf");
    session.expect("sent to the clipboard");
    session.send("\x03");
    session.ended();
    let bytes = String::from_utf8_lossy(&session.bytes()).into_owned();
    let fen = GAMES.iter().find(|game| game.spec().id == "sanctuary").expect("a game");
    let fen = fen.begin(Opening::Start).expect("the start").fen();
    assert_eq!(copied(&bytes, "\x1bPtmux;\x1b\x1b]52;c;"), std::slice::from_ref(&fen));
    assert_eq!(copied(&bytes, "\x1b]52;c;"), [fen.clone(), fen], "one for tmux, one through it");
}

#[test]
fn nothing_is_sent_where_it_would_not_be_understood() {
    for term in ["linux", "screen"] {
        let home = Folder::new("clipboard-none");
        let session = Session::start(people(&home, "sanctuary").env("TERM", term), SIZE);
        session.expect("? keys");
        session.send("Yf");
        session.expect("Select the text with the mouse");
        session.send("q");
        session.wait("the board", |screen| screen.contains("? keys"));
        assert!(!String::from_utf8_lossy(&session.bytes()).contains("\x1b]52"), "{term}");
    }
}

#[test]
fn the_desktop_is_told_only_while_the_window_has_no_focus() {
    for (focus, term, wanted) in [
        ("", "xterm-256color", ""),
        ("\x1b[O\x1b[I", "xterm-256color", ""),
        ("\x1b[O", "xterm-256color", "\x1b]777;notify;Heterodox;Sanctuary Chess: it is your turn\x07"),
        ("\x1b[I\x1b[O", "xterm-kitty", "\x1b]9;Sanctuary Chess: it is your turn\x07"),
    ] {
        let home = Folder::new("notes");
        let mut session = Session::start(game(&home, "sanctuary", "desktop").env("TERM", term), SIZE);
        session.expect("? keys");
        session.send(focus);
        session.send("me4\r");
        session.wait("an answer", |screen| screen.contains("move 2"));
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0));
        let bytes = String::from_utf8_lossy(&session.bytes()).into_owned();
        assert!(bytes.contains("\x1b[?1004h"));
        let notes = bytes.matches("\x1b]777;").count() + bytes.matches("\x1b]9;").count();
        assert_eq!(notes, usize::from(!wanted.is_empty()), "{focus:?}");
        assert!(bytes.contains(wanted), "{focus:?}");
        session.assert_given_back("after a note");
    }
}

#[test]
fn reports_of_the_focus_end_with_the_program() {
    let home = Folder::new("focus-off");
    let session = Session::start(game(&home, "sanctuary", "off"), SIZE);
    session.expect("? keys");
    assert!(!String::from_utf8_lossy(&session.bytes()).contains("\x1b[?1004h"), "nobody asked for them");
    drop(session);
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let home = Folder::new("focus-signal");
        let mut session = Session::start(game(&home, "sanctuary", "desktop"), SIZE);
        session.expect("? keys");
        assert_eq!(session.left_changed().last(), Some(&"focus"));
        session.signal(signal);
        session.ended();
        session.assert_given_back(&format!("{signal:?}"));
    }
    for &fault in faults(&["draw", "frame:thread", "frame:abort"]) {
        let home = Folder::new("focus-fault");
        let command = game(&home, "sanctuary", "desktop").env("HETERODOX_FAULT", fault);
        let mut session = Session::start(command, SIZE);
        session.ended();
        assert!(String::from_utf8_lossy(&session.bytes()).contains("\x1b[?1004h"), "{fault}");
        session.assert_given_back(fault);
    }
}
