//! `heterodox serve` with a real `ssh`: who gets in, what is refused, what is kept, and how it ends. The tests are
//! skipped with a line where there is no `ssh`.

mod accounts;
mod cells;
mod club;
mod door;
mod elsewhere;
mod every_limit;
#[cfg(feature = "cluster")]
mod failover;
mod floods;
#[cfg(target_os = "linux")]
mod full_disk;
mod hostile;
mod invitations;
mod kills;
mod limits;
mod lobby;
mod log;
mod messages;
mod moderation;
#[cfg(feature = "cluster")]
mod nodes;
mod operation;
mod packets;
mod pages;
mod places;
mod plain_terminals;
mod raw;
mod refusals;
mod slow;
mod together;
mod troubles;
mod two_servers;
mod variants;
mod weak_keys;

use std::path::PathBuf;

use heterodox::games::GAMES;
use heterodox::rules::variant::Opening;
use rustix::process::Signal;

use club::{By, Club};

use crate::support::Session;

/// Goes from the lobby, which is the first screen, to that of single play.
fn go_home(session: &Session) {
    session.expect("Play now");
    session.send("q");
    session.expect("New game");
}

/// Starts a game against the computer from the home screen: the game that is this many places to the right.
fn start_game(session: &Session, right: usize) {
    go_home(session);
    session.send("\r");
    session.expect("Take-backs");
    session.send("\x1b[B");
    session.send("\x1b[C".repeat(right));
    session.settle();
    session.send("\x1b[A\r");
    session.wait("the game", |screen| screen.contains("Enter pick") && !screen.contains("Take-backs"));
}

/// Types a move, and waits until the computer has answered.
fn move_and_wait(session: &Session, text: &str) {
    session.send(format!("m{text}\r"));
    // The panel of moves counts them; with four seats the title counts the rounds.
    session.wait("the answer of the computer", |screen| screen.contains("─ 2 ─╮") || screen.contains("round 2"));
}

#[test]
fn every_game_is_played_against_the_computer() {
    let Some(club) = Club::start("[limits]\nper_address = 8\n") else { return };
    for (at, game) in GAMES.iter().enumerate() {
        let mut session = club.login(club.key_of("ed25519", game.spec().id));
        start_game(&session, at);
        let start = game.begin(Opening::Start).expect("the start");
        move_and_wait(&session, &start.display(start.legal()[0]));
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0), "{}", game.spec().id);
        assert_eq!(session.left_changed(), [""; 0]);
        let words = session.after_leaving().unwrap_or_default();
        assert!(words.contains(game.spec().title) && words.contains("log in again"), "{words}");
    }
    let kept = club.kept();
    assert_eq!(
        kept.iter().filter(|path| path.extension().is_some_and(|end| end == "journal")).count(),
        4,
        "{kept:?}"
    );
}

/// The folders of players that have something in them.
fn folders(club: &Club) -> usize {
    let first = |path: &PathBuf| path.components().next().map(|part| part.as_os_str().to_owned());
    club.kept().iter().filter_map(first).collect::<std::collections::BTreeSet<_>>().len()
}

#[test]
fn a_cut_line_or_a_killed_server_costs_no_move() {
    let Some(club) = Club::start("") else { return };
    let mut session = club.login(club.key());
    start_game(&session, 2);
    move_and_wait(&session, "e4");
    session.kill();
    club.logged("reason=lost");

    let continued = |club: &Club| {
        let session = club.login(club.key());
        go_home(&session);
        session.expect("Continue");
        session.send("\r");
        session.wait("the move", |screen| screen.contains("e4") && screen.contains("─ 2 ─╮"));
        session
    };
    let session = continued(&club);
    // `again` kills the server.
    let club = club.again("");
    drop(session);
    let mut session = continued(&club);
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
}

#[test]
fn every_key_has_files_of_its_own_and_a_guest_has_none() {
    let Some(club) = Club::start("") else { return };
    let rsa = club.key_of("rsa", "rsa");
    for key in [club.key(), rsa] {
        let mut session = club.login(key);
        // The other key's game is not there.
        session.expect("Play now");
        assert!(!session.text().contains("Continue"), "{}", session.text());
        start_game(&session, 2);
        move_and_wait(&session, "e4");
        session.send("\x03");
        assert_eq!(session.ended().code(), Some(0));
    }
    assert_eq!(folders(&club), 2);
    let before = club.kept();
    let mut guest = club.enter(By::Nothing, &[]);
    start_game(&guest, 2);
    move_and_wait(&guest, "e4");
    guest.send("\x03");
    guest.wait("the question about the game that is not saved", |screen| {
        screen.contains("Not saved") || guest.has_ended()
    });
    let _ = guest.try_send("\r");
    assert_eq!(guest.ended().code(), Some(0));
    assert_eq!(club.kept(), before);
    club.logged("key=guest");
}

#[test]
fn a_server_that_ends_tells_its_players_and_saves() {
    let Some(mut club) = Club::start("") else { return };
    let mut session = club.login(club.key());
    start_game(&session, 2);
    // The edges of the window have the ground of the theme until then.
    session.send("\x1b]11;rgb:1234/5678/9abc\x1b\\\x1b[?62c");
    session.watch(|| String::from_utf8_lossy(&session.bytes()).contains("\x1b]11;#"));
    move_and_wait(&session, "e4");
    club.signal(Signal::TERM);
    assert_eq!(session.ended().code(), Some(0));
    assert_eq!(session.left_changed(), [""; 0]);
    let words = session.after_leaving().unwrap_or_default();
    assert!(words.contains("The server is going down. Your games are saved."), "{words}");
    assert_eq!(club.ended().code(), Some(0));
    assert!(club.log().contains("event=stopped clients=0"), "{}", club.log());
    assert_eq!(club.kept().iter().filter(|path| path.extension().is_some_and(|end| end == "journal")).count(), 1);
    // Nothing that was typed is in the log.
    let log = club.log();
    assert!(!log.split([' ', '=', '\n']).any(|word| word == "e4"), "{log}");
}
