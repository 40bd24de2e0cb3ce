//! Places to think over a real `ssh`: whoever keeps the only place busy makes the computers of others wait, which costs
//! them no time.

use super::club::Club;
use super::start_game;

#[test]
fn a_computer_waits_for_its_place_and_says_so() {
    let Some(club) = Club::start("[thinking]\nplaces = 1\npositions = 4000000000\n") else { return };
    let [greedy, modest] = ["greedy", "modest"].map(|key| club.login(club.key_of("ed25519", key)));
    // A hint of that many positions ends when nobody wants it.
    start_game(&greedy, 2);
    greedy.send("H");
    greedy.settle();
    start_game(&modest, 2);
    modest.send("me4\r");
    modest.expect("Black waits until it can think");
    greedy.send("\x03");
    modest.wait("the answer of the computer", |screen| screen.contains("─ 2 ─╮"));
}
