//! People review their finished game together, each with a real `ssh`.

use super::club::{By, Club};
use super::lobby::{GAME, SETTINGS, meet, play};

#[test]
fn the_screens_of_the_others_follow_the_leader() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let [mut one, other] = meet(&club);
    play([&one, &other], 0..2);
    let watcher = club.enter(By::Nothing, &[]);
    watcher.choose(": Sanctuary Chess");
    watcher.expect("live");
    play([&one, &other], 2..GAME.len());
    one.send("J");
    one.expect("you lead");
    for session in [&other, &watcher] {
        session.expect("J joins in");
        session.send("J");
        session.expect("leads");
        session.expect("7 of 7");
    }
    // Two moves back: the left arrow key.
    one.send("\x1b[D\x1b[D");
    for session in [&one, &other, &watcher] {
        session.expect("5 of 7");
    }
    // The watcher goes another way and comes back, while the leader goes on.
    watcher.send("\x1b[D");
    watcher.expect("4 of 7");
    one.send("\x1b[C");
    other.expect("6 of 7");
    watcher.expect("own way");
    watcher.expect("4 of 7");
    watcher.send("J");
    watcher.expect("6 of 7");
    // The line of the leader is lost, and the next one leads.
    one.kill();
    other.expect("you lead");
    other.send("\x1b[D");
    watcher.expect("5 of 7");
}
