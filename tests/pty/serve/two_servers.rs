//! Two servers on one folder, each with both players of a game: what a screen has shown is stored, and there is one history.

use std::fs;

use super::club::{Club, told};
use super::kills::{Course, SETTINGS, count, prepare, store, stored};

#[test]
fn a_server_that_was_replaced_shows_no_move_and_says_so() {
    let Some(mut club) = Club::start(SETTINGS) else { return };
    let keys = [club.key(), club.key_of("ed25519", "second")];
    for key in &keys {
        club.login(key).expect("Play now");
    }
    club.stop();
    let kept = prepare(&club.at("data"));
    let mut first = club.again(SETTINGS);
    let mut course = Course::start();
    let old = [&keys[0], &keys[1]].map(|key| first.login(key));
    for player in &old {
        player.wait("the game", |screen| count(screen) == Some(0) && screen.contains("piece"));
    }
    course.play(&old);
    for player in &old {
        player.wait("the move", |screen| count(screen) == Some(1));
    }
    let refused = first.operate(&["--listen", "127.0.0.1:0"]);
    assert!(told(&refused).contains("another server uses this folder"), "{}", told(&refused));
    // Somebody removes the file that the system has locked, and starts a second server all the same.
    fs::remove_file(first.at("data/club.lock")).expect("a lock");
    let second = first.beside(SETTINGS);
    let new = [&keys[0], &keys[1]].map(|key| second.login(key));
    for player in &new {
        player.wait("the stored move", |screen| count(screen) == Some(1) && screen.contains("piece"));
    }
    // A move at the server that was replaced: nobody sees it.
    course.play(&old);
    course.cut(1);
    for player in &old {
        player.expect("This table has moved to another server.");
        assert!(!matches!(count(&player.text()), Some(2..)), "{}", player.text());
    }
    for plies in 2..=4 {
        course.play(&new);
        for player in &new {
            player.wait("the move", |screen| count(screen) == Some(plies));
        }
    }
    first.stop();
    course.play(&new);
    new[0].wait("the move", |screen| count(screen) == Some(5));
    assert_eq!(stored(&store(&second), kept.game).0, course.typed);
}
