//! A slow game with a real `ssh`: conditional moves are made, the server is killed, and the answer is played at once.

use super::club::Club;
use super::lobby::{GAME, SETTINGS, choose_sanctuary};

#[test]
fn a_conditional_move_is_played_after_the_server_was_killed() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let one = club.login(club.key());
    choose_sanctuary(&one);
    // Down to the clock, and to its last value.
    one.send("\x1b[B\x1b[B\x1b[B\x1b[B\x1b[D");
    one.expect("7 days");
    one.send("\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A\r");
    one.expect("Close the table");
    let other = club.login(club.key_of("ed25519", "second"));
    other.choose("Sanctuary Chess, 7 days");
    other.expect("Enter sits here");
    other.send("\r");
    other.expect("White to move");
    // The second player expects the first two moves of the other.
    other.send("P");
    other.expect("conditional moves");
    for (ply, text) in GAME.iter().enumerate().take(4) {
        other.send(format!("m{text}\r"));
        other.expect(if ply % 2 == 0 { "play your answer" } else { "Kept: if" });
    }
    drop((one, other));
    let club = club.again(SETTINGS);
    let one = club.login(club.key());
    for ply in [0, 2] {
        if ply == 0 {
            one.choose("Sanctuary Chess:");
        }
        one.expect("White to move");
        one.send(format!("m{}\r", GAME[ply]));
        one.expect(&format!("{}?", &GAME[ply][2..]));
        one.send("y");
        let seen = format!("─ {} ─╮", ply + 2);
        one.wait("the answer", |screen| screen.contains(&seen));
    }
    // The second player is told at the next login what was played.
    let other = club.login(club.key_of("ed25519", "second"));
    other.choose("Sanctuary Chess:");
    other.expect("Played at once: ");
    other.expect("White to move");
}
