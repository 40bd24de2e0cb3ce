//! A server on a disk that is full: what is shown is stored, all are told what is not, and the last words are true.

use std::fs;

use rustix::process::{Pid, Resource, Rlimit, Signal, prlimit};

use super::club::Club;
use super::lobby::{GAME, SETTINGS, meet, play};

/// Lets no file of the server grow beyond this many bytes, as if the disk were full.
fn limit(club: &Club, bytes: Option<u64>) {
    let pid = Pid::from_raw(club.child.id() as i32).expect("a process");
    prlimit(Some(pid), Resource::Fsize, Rlimit { current: bytes, maximum: None }).expect("it is ours");
}

/// The disk is full for the database; the log of the server is shorter.
fn fill(club: &Club) {
    let length = fs::metadata(club.at("data/club.db-wal")).expect("a database").len();
    assert!(length > fs::metadata(club.at("log")).expect("a log").len() + 4096);
    limit(club, Some(length));
}

fn status(club: &Club) -> String {
    String::from_utf8(club.operate(&["status"]).stdout).expect("text")
}

#[test]
fn nothing_is_shown_that_is_not_stored_and_all_are_told() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let [one, other] = meet(&club);
    play([&one, &other], 0..2);
    fill(&club);
    one.send(format!("m{}\r", GAME[2]));
    for session in [&one, &other] {
        session.expect("NOT SAVED");
        session.expect("─ 2 ─╮");
    }
    club.logged("event=failed what=save table=1 error=\"1 move was not saved: ");
    let told = status(&club);
    assert!(told.contains("Cannot be done now: save table=1: 1 move was not saved: "), "{told}");
    // There is room again: the move is played, and the game goes on to its end.
    limit(&club, None);
    for session in [&one, &other] {
        session.wait("the move", |screen| screen.contains("─ 3 ─╮") && !screen.contains("NOT SAVED"));
    }
    club.logged("event=mended what=save table=1");
    assert!(!status(&club).contains("Cannot be done now"));
    play([&one, &other], 3..GAME.len());
    for session in [&one, &other] {
        session.expect("N rematch");
    }
}

#[test]
fn the_last_words_say_what_is_not_stored() {
    let Some(mut club) = Club::start(SETTINGS) else { return };
    let [mut one, other] = meet(&club);
    play([&one, &other], 0..2);
    fill(&club);
    one.send(format!("m{}\r", GAME[2]));
    other.expect("NOT SAVED");
    club.signal(Signal::TERM);
    one.ended();
    let words = one.after_leaving().unwrap_or_default();
    assert!(words.contains("The server is going down.") && !words.contains("Your games are saved."), "{words}");
    assert!(words.contains("Table 1: 1 move was not saved: "), "{words}");
    club.ended();
    let log = club.log();
    assert!(log.contains("event=lost what=save table=1 moves=1 error="), "{log}");
    // The game is where both have seen it.
    let club = club.again(SETTINGS);
    let (one, other) = (club.login(club.key()), club.login(club.key_of("ed25519", "second")));
    for session in [&one, &other] {
        session.wait("the game", |screen| screen.contains("─ 2 ─╮"));
    }
    play([&one, &other], 2..4);
}
