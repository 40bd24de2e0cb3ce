//! Pictures of pieces in a real terminal: they are deleted however the program ends, and a run after one that was
//! killed sends its own under the same numbers.

use crate::support::{Folder, Session, program};
use rustix::process::Signal;

const ANSWER: &str = "\x1bP>|kitty(0.46.2)\x1b\\\x1b[>1;4000;46c\x1b[?62;52;c";

fn start(home: &Folder) -> Session {
    let command = program(home.path()).env("TERM", "xterm-kitty").env("COLORTERM", "truecolor");
    let command = command.args(["play", "sanctuary", "--seat", "White=human", "--seat", "Black=human"]);
    let session = Session::start(command, (120, 40));
    session.expect("White to move");
    assert!(!told(&session).contains("\x1b_G"), "the terminal has not named itself");
    session.send(ANSWER);
    session.watch(|| told(&session).contains("\x1b_Ga=T"));
    session.settle();
    assert!(!session.text().contains("kitty"), "{}", session.text());
    session
}

fn told(session: &Session) -> String {
    String::from_utf8_lossy(&session.bytes()).into_owned()
}

/// The numbers of the pictures that were sent.
fn sent(session: &Session) -> Vec<String> {
    let told = told(session);
    let number = |part: &str| part.split(',').find_map(|key| key.strip_prefix("i=")).map(str::to_owned);
    let mut numbers: Vec<String> = told.split("\x1b_Ga=T").skip(1).filter_map(number).collect();
    numbers.sort();
    numbers
}

#[test]
fn pictures_are_deleted_also_by_a_signal() {
    let home = Folder::new("pictures");
    for end in [None, Some(Signal::TERM), Some(Signal::HUP), Some(Signal::SEGV)] {
        let mut session = start(&home);
        match end {
            None => session.send("\x03"),
            Some(signal) => session.signal(signal),
        }
        session.ended();
        let told = told(&session);
        let (deleted, left) = (told.rfind("\x1b_Ga=d,d=R,x="), told.rfind("\x1b[?1049l"));
        assert!(deleted.is_some() && deleted < left, "{end:?}: {deleted:?} {left:?}");
        session.assert_given_back(&format!("{end:?}"));
    }
}

#[test]
fn a_run_after_one_that_was_killed_replaces_its_pictures() {
    let home = Folder::new("replaced");
    let mut killed = start(&home);
    let numbers = sent(&killed);
    killed.kill();
    let mut next = start(&home);
    assert!(!numbers.is_empty() && sent(&next) == numbers, "{numbers:?}");
    next.send("\x03");
    next.ended();
}
