//! What the server cannot do is in its log, and on the screens of those whom it concerns.

use std::fs;

use super::club::Club;
use super::lobby::{GAME, SETTINGS, meet, play};

#[test]
fn a_game_that_cannot_be_written_is_told_to_its_player_and_to_the_operator() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let [one, other] = meet(&club);
    play([&one, &other], 0..3);
    // Where the games of both players should be, there is a file.
    let folders: Vec<_> = fs::read_dir(club.at("data/players")).expect("folders").flatten().collect();
    let theirs = folders.iter().map(|folder| folder.path().join("games"));
    let theirs: Vec<_> = theirs.inspect(|games| drop(fs::remove_dir_all(games))).collect();
    for games in &theirs {
        fs::write(games, "").expect("a file");
    }
    assert_eq!(theirs.len(), 2);
    play([&one, &other], 3..GAME.len());
    for session in [&one, &other] {
        session.expect("Your game cannot be written to your folder now.");
    }
    club.logged("event=failed what=save table=1 error=");
    for games in &theirs {
        fs::remove_file(games).expect("it is there");
    }
    // The server tries again by the time that the next tick has come.
    let written = |games: &std::path::PathBuf| fs::read_dir(games).is_ok_and(|files| files.count() == 1);
    one.watch(|| theirs.iter().all(written));
    club.logged("event=mended what=save table=1");
    let log = club.log();
    assert_eq!(log.matches("event=failed what=save").count(), 2, "{log}");
    // No moves are logged. A part of a key may look like one, so whole words are compared.
    let mut words = log.split(|letter: char| !letter.is_ascii_alphanumeric());
    assert!(words.all(|word| word != "e3a7"), "{log}");
}
