//! People meet in the lobby, each with a real `ssh`: they play a whole game, a watcher comes and goes, a second terminal
//! takes the seat over, and a lost line costs nothing.

use std::time::{Duration, Instant};

use super::club::{By, Club, done, told};
use crate::support::{PATIENCE, Session};

/// A whole game of Sanctuary Chess.
pub(super) const GAME: [&str; 7] = ["d1e3", "d8e6", "e3a7", "e6a2", "a7b8", "a2c4", "a1a8"];

pub(super) const SETTINGS: &str = "[limits]\nper_address = 8\n";

/// Challenges the member with this name, or everybody if it is empty, and sees these words.
pub(super) fn challenge(session: &Session, name: &str, told: &str) {
    challenge_to_another_game(session, name, 0, told);
}

/// The same to a game so many places further in the list.
pub(super) fn challenge_to_another_game(session: &Session, name: &str, further: usize, told: &str) {
    session.choose("Challenge somebody");
    session.expect("Name (empty");
    session.send(format!("{name}\r"));
    session.expect("Rated");
    // Down to the game, so many to the right, and up again.
    session.send(format!("\x1b[B{}\x1b[A\r", "\x1b[C".repeat(further)));
    session.expect(told);
    // A refusal is read in the form.
    if session.text().contains("Rated") {
        session.send("\x1b");
    }
    session.expect("Play now");
}

/// Challenges everybody.
pub(super) fn challenge_all(session: &Session) {
    challenge(session, "", "The challenge waits for an answer.");
}

/// Opens the form of a new table and chooses Sanctuary Chess in it.
pub(super) fn choose_sanctuary(session: &Session) {
    session.choose("New table");
    session.expect("open the table");
    // Down to the game, two to the right.
    session.send("\x1b[B\x1b[C\x1b[C");
    session.expect("Sanctuary Chess");
}

/// The first player opens a table of Sanctuary Chess, and the second sits down. Both are at the board.
pub(super) fn meet(club: &Club) -> [Session; 2] {
    let one = club.login(club.key());
    choose_sanctuary(&one);
    one.send("\x1b[A\r");
    one.expect("Close the table");
    let other = club.login(club.key_of("ed25519", "second"));
    other.choose("Sanctuary Chess, no clock, casual");
    other.expect("Enter sits here");
    other.send("\r");
    for session in [&one, &other] {
        session.expect("White to move");
    }
    [one, other]
}

/// Plays these moves of the game, in turn, and waits each time until both have seen the move.
pub(super) fn play(players: [&Session; 2], plies: std::ops::Range<usize>) {
    for ply in plies {
        players[ply % 2].send(format!("m{}\r", GAME[ply]));
        for session in players {
            // The panel of moves counts them, until the panel of the end is there.
            let seen = format!("─ {} ─╮", ply + 1);
            session.wait("the move", |screen| screen.contains(&seen) || screen.contains("N rematch"));
        }
    }
}

#[test]
fn two_play_a_whole_game_and_a_watcher_comes_and_goes() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let [one, other] = meet(&club);
    play([&one, &other], 0..3);
    let mut watcher = club.enter(By::Nothing, &[]);
    watcher.choose(": Sanctuary Chess");
    watcher.expect("live");
    one.expect("Watching: guest-");
    watcher.send("b");
    watcher.expect("1 move behind");
    play([&one, &other], 3..5);
    watcher.expect("3 moves behind");
    watcher.send("\x03");
    assert_eq!(watcher.ended().code(), Some(0));
    play([&one, &other], 5..7);
    for session in [&one, &other] {
        session.expect("N rematch");
        session.expect("The end");
    }
    // Others fetch it by its number, once its end is stored.
    let third = club.key_of("ed25519", "third");
    let fetch = |number: &str| club.ssh(By::Key(&third), &["player@127.0.0.1", number]);
    let end = Instant::now() + PATIENCE;
    while !fetch("game/1").status.success() {
        assert!(Instant::now() < end, "{}", told(&fetch("game/1")));
        // Not so often that the address has made too many connections.
        std::thread::sleep(Duration::from_secs(3));
    }
    let game = done(&fetch("game/1"));
    assert!(game.contains("[White \"player-1\"]") && game.contains("[Result \"1-0\"]"), "{game}");
    let none = fetch("game/2");
    assert_eq!(none.status.code(), Some(1));
    assert!(told(&none).contains("There is no finished game 2 that you can read."), "{}", told(&none));
}

#[test]
fn a_second_login_takes_the_seat_over_and_a_lost_line_costs_nothing() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let [one, other] = meet(&club);
    play([&one, &other], 0..2);
    // The second login is at the same move at once, and the older terminal watches.
    let again = club.login(club.key());
    again.wait("the game", |screen| screen.contains("─ 2 ─╮"));
    one.expect("Enter takes the seat back here");
    play([&again, &other], 2..4);
    one.wait("the moves", |screen| screen.contains("─ 4 ─╮"));
    one.send("\r");
    one.expect("You are playing here again.");
    again.expect("Enter takes the seat back here");
    drop(again);
    // A line is lost; the other sees who is away, and until when.
    let mut other = other;
    other.kill();
    one.expect("(away");
    let other = club.login(club.key_of("ed25519", "second"));
    other.wait("the game", |screen| screen.contains("─ 4 ─╮"));
    one.wait("the return", |screen| !screen.contains("(away"));
    play([&one, &other], 4..7);
}

#[test]
fn a_game_of_people_is_where_it_was_after_the_server_was_killed() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let [one, other] = meet(&club);
    play([&one, &other], 0..3);
    drop((one, other));
    let club = club.again(SETTINGS);
    let (one, other) = (club.login(club.key()), club.login(club.key_of("ed25519", "second")));
    for session in [&one, &other] {
        session.wait("the game", |screen| screen.contains("─ 3 ─╮"));
    }
    play([&one, &other], 3..7);
}

#[test]
fn a_member_who_was_away_accepts_a_challenge_and_both_want_a_rematch() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let login = || club.login(club.key_of("ed25519", "second"));
    let other = login();
    other.expect("Play now");
    other.send("\x03");
    let mut other = other;
    assert_eq!(other.ended().code(), Some(0));
    let one = club.login(club.key());
    one.choose("Challenge somebody");
    one.expect("Name (empty: everybody): ");
    one.send("nobody\r");
    one.expect("There is no member with this name.");
    // The field keeps the text, so that it can be corrected.
    one.send("\x15player-1\r");
    one.expect("challenge player-1");
    one.send("\x1b[B\x1b[C\x1b[C");
    one.expect("Sanctuary Chess");
    one.send("\x1b[A\r");
    one.expect("player-1 is away. The challenge waits for two weeks.");
    let other = login();
    other.expect("player-2 challenges you: Sanctuary Chess, no clock, casual.");
    other.send("y");
    for session in [&one, &other] {
        session.expect("White to move");
    }
    play([&one, &other], 0..7);
    for session in [&one, &other] {
        session.expect("N rematch");
    }
    one.send("N");
    one.expect("You have asked for a rematch");
    other.expect("player-2 wants a rematch: N agrees.");
    other.send("N");
    // Each plays the other side now.
    for session in [&one, &other] {
        session.expect("White to move");
        session.expect("White · player-1");
    }
}
