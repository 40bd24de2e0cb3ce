//! Pictures of pieces in a real terminal: the right ones on the right squares, sent again when they may be lost,
//! deleted however the program ends, and replaced by a run after one that was killed.

use crate::emulator::Emulator;
use crate::pieces_shown::assert_board;
use crate::support::{Folder, Session, faults, program};
use heterodox::games::built_in;
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;
use heterodox::tui::board::layout::Regions;
use heterodox::tui::board::map::{Drawing, Wish};
use heterodox::tui::depth::Depth;
use heterodox::tui::pieces::piece_style::PieceStyle;
use heterodox::tui::theme::Themes;
use heterodox::tui::view::View;
use pty_process::blocking::Command;
use ratatui::layout::Rect;
use rustix::process::Signal;

const SIZE: (u16, u16) = (120, 40);
const ANSWER: &str = "\x1bP>|kitty(0.46.2)\x1b\\\x1b[>1;4000;46c\x1b[?62;52;c";

fn game(home: &Folder, id: &str) -> Command {
    let command = program(home.path()).env("TERM", "xterm-kitty").env("COLORTERM", "truecolor");
    let seats = built_in(id).expect("a game").spec().seats.iter();
    seats
        .fold(command.args(["play", id]), |command, seat| command.args(["--seat", &format!("{}=human", seat.name)]))
}

/// Answers a program that has drawn its first frame, and waits for its pictures.
fn answer(session: &Session) {
    session.wait("the board", |screen| screen.contains(" to ") && screen.contains("? keys"));
    assert!(!told(session).contains("\x1b_G"), "the terminal has not named itself");
    session.send(ANSWER);
    session.watch(|| told(session).contains("\x1b_Ga=T"));
    session.settle();
    assert!(!session.text().contains("kitty"), "{}", session.text());
}

fn start(home: &Folder) -> Session {
    let session = Session::start(game(home, "sanctuary"), SIZE);
    answer(&session);
    session
}

fn told(session: &Session) -> String {
    String::from_utf8_lossy(&session.bytes()).into_owned()
}

fn seen(session: &Session) -> Emulator {
    let mut terminal = Emulator::new(SIZE.0, SIZE.1);
    terminal.feed(&session.bytes());
    terminal
}

/// The numbers of the pictures that were sent.
fn sent(told: &str) -> Vec<String> {
    let number = |part: &str| part.split(',').find_map(|key| key.strip_prefix("i=")).map(str::to_owned);
    let mut numbers: Vec<String> = told.split("\x1b_Ga=T").skip(1).filter_map(number).collect();
    numbers.sort();
    numbers
}

/// Fails unless the terminal shows this position.
fn assert_shown(terminal: &Emulator, position: &dyn Position, theme: &str, what: &str) {
    let spec = position.spec();
    let wish = Wish::of(spec, Drawing { piece_style: PieceStyle::Pictures, depth: Depth::True, cell: None });
    let area = Rect::new(0, 0, SIZE.0, SIZE.1);
    let layout = Regions::of(area, position.geometry(), spec.seats.len(), View::FIRST, wish).expect("it fits");
    let theme = Themes::load(None).named(theme, Depth::True);
    assert_board(terminal, &layout.board, position, &theme, what);
}

const OPENINGS: [(&str, &str); 4] = [
    ("holywar", "K@d2 C@a8 B@c2"),
    ("blackholes", "b1c3 b8c6 H@b1 c6b4"),
    ("sanctuary", "e2e4 e7e5"),
    ("armies", "sc3sd3 yb2ya2"),
];

#[test]
fn every_square_shows_its_piece() {
    for (id, moves) in OPENINGS {
        let home = Folder::new("squares");
        let session = Session::start(game(&home, id), SIZE);
        answer(&session);
        let mut position = built_in(id).expect("a game").begin(Opening::Start).expect("it begins");
        for text in moves.split_whitespace() {
            assert_shown(&seen(&session), position.as_ref(), "slate", &format!("{id} before {text}"));
            let mv = position.read(text).expect("a move");
            position.play(mv).expect("it is legal");
            session.send(format!("m{text}\r"));
            let turn = format!("{} to ", position.spec().seat(position.turn()).name);
            session.wait(&turn, |screen| screen.lines().next().unwrap_or_default().contains(&turn));
            // The move is in motion for a moment.
            session.rest();
        }
        assert_shown(&seen(&session), position.as_ref(), "slate", id);
    }
}

#[test]
fn pictures_are_deleted_however_it_ends() {
    let home = Folder::new("pictures");
    for end in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::INT), Some(Signal::SEGV)] {
        let mut session = start(&home);
        match end {
            None => session.send("\x03"),
            Some(signal) => session.signal(signal),
        }
        assert_deleted(&mut session, &format!("{end:?}"));
    }
    for fault in faults(&["panic", "thread", "abort", "stack"]) {
        let fault = format!("pictures:{fault}");
        let mut session = Session::start(game(&home, "sanctuary").env("HETERODOX_FAULT", &fault), SIZE);
        session.expect("? keys");
        session.send(ANSWER);
        assert_deleted(&mut session, &fault);
    }
}

fn assert_deleted(session: &mut Session, what: &str) {
    session.ended();
    let told = told(session);
    let (deleted, left) = (told.rfind("\x1b_Ga=d,d=R,x="), told.rfind("\x1b[?1049l"));
    assert!(deleted.is_some() && deleted < left, "{what}: {deleted:?} {left:?}");
    assert!(!told.contains("d=A") && !told.contains("d=a"), "{what}: only its own are deleted");
    assert!(!sent(&told).is_empty(), "{what}");
    session.assert_given_back(what);
    assert!(seen(session).pictures.is_empty(), "{what}: pictures are left");
}

#[test]
fn a_terminal_without_ranges_is_told_each_number() {
    let home = Folder::new("numbers");
    let mut session = Session::start(game(&home, "sanctuary"), SIZE);
    session.expect("? keys");
    session.send("\x1bP>|ghostty 1.3.1\x1b\\\x1b[?62;22c");
    session.watch(|| told(&session).contains("\x1b_Ga=T"));
    session.settle();
    session.signal(Signal::TERM);
    session.ended();
    let told = told(&session);
    assert!(told.contains("\x1b_Ga=d,d=I,i=") && !told.contains("d=R") && !told.contains("d=A"));
    assert!(seen(&session).pictures.is_empty(), "pictures are left");
}

#[test]
fn a_run_after_one_that_was_killed_shows_its_own_pictures() {
    let home = Folder::new("replaced");
    let mut killed = start(&home);
    let numbers = sent(&told(&killed));
    killed.kill();
    // One terminal has seen both: what the first has left is still there.
    let mut terminal = seen(&killed);
    assert!(!terminal.pictures.is_empty() && !numbers.is_empty());
    // The next one has other colours.
    let folder = home.path().join("config");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("config.toml"), "[look]\ntheme = \"midnight\"\n").expect("room");
    let mut next = start(&home);
    assert_eq!(sent(&told(&next)), numbers, "the same numbers");
    terminal.feed(&next.bytes());
    let position = built_in("sanctuary").expect("a game").begin(Opening::Start).expect("it begins");
    assert_shown(&terminal, position.as_ref(), "midnight", "after a killed one");
    next.send("\x03");
    next.ended();
}

#[test]
fn pictures_are_sent_again_when_the_terminal_may_have_lost_them() {
    let home = Folder::new("again");
    let run = format!("{} play sanctuary --seat white=human --seat black=human", env!("CARGO_BIN_EXE_heterodox"));
    let shell = Command::new("bash").args(["--norc", "--noprofile", "-i"]).env_clear();
    let shell = shell.env("PATH", std::env::var("PATH").unwrap_or_default()).env("HOME", home.path());
    let shell = shell.env("TERM", "xterm-kitty").env("COLORTERM", "truecolor").env("LANG", "C.UTF-8");
    let shell = shell.env("HETERODOX_CONFIG", home.path().join("config"));
    let shell = shell.env("HETERODOX_DATA", home.path().join("data")).env("PS1", "shell> ");
    let session = Session::start(shell, SIZE);
    session.expect("shell> ");
    session.send(format!("{run}\r"));
    answer(&session);
    let first = sent(&told(&session));
    let again = |from: usize, what: &str| {
        let sent_since = || sent(&session.written_since(from));
        session.watch(|| sent_since().len() >= first.len());
        session.settle();
        assert_eq!(sent_since(), first, "{what}");
        // A frame of its own: all cells are drawn, and a terminal that has lost all before shows the board.
        let mut terminal = Emulator::new(SIZE.0, SIZE.1);
        terminal.feed(session.written_since(from).as_bytes());
        let position = built_in("sanctuary").expect("a game").begin(Opening::Start).expect("it begins");
        assert_shown(&terminal, position.as_ref(), "slate", what);
    };
    let from = session.count();
    session.send("\x0c");
    again(from, "Ctrl-L");
    let from = session.count();
    session.send("\x1a");
    session.watch(|| session.written_since(from).contains("Stopped"));
    let written = session.written_since(from);
    assert!(
        written.find("\x1b_Ga=d,d=R,x=") < written.find("\x1b[?1049l"),
        "the shell has its terminal without them"
    );
    session.prompted();
    let from = session.count();
    session.send("fg\r");
    again(from, "after fg");
    session.send("\x03");
    session.prompted();
    session.send("exit\r");
}
