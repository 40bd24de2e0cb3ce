//! The limits of challenges.

use crate::serve::club::Club;
use crate::serve::lobby::{challenge, challenge_all, challenge_to_another_game};

/// A member has a challenge to everybody and two in all, one waits for a member, and there are three on the server.
pub(super) fn number(club: &Club) {
    let [one, two, three] = ["one", "two", "three"].map(|name| {
        let session = club.login(club.key_of("ed25519", name));
        session.expect("Play now");
        session
    });
    challenge_all(&one);
    challenge(&one, "", "You have 1 open challenge to everybody");
    challenge(&one, "player-2", "The challenge waits for an answer.");
    challenge(&one, "player-3", "You have 2 open challenges");
    challenge(&three, "player-2", "Too many challenges wait for player-2");
    // Who asks for the same game as another one plays it at once.
    challenge_to_another_game(&two, "", 1, "The challenge waits for an answer.");
    challenge_to_another_game(&three, "", 2, "There are too many open challenges");
    club.logged("event=limit what=challenges_to_all count=1");
    club.logged("event=limit what=challenges_waiting count=1");
}
