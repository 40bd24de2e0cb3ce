//! The name before the `@` says where somebody comes out: at a private table by its code, at a game to watch, in a game
//! against the computer. Each with a real `ssh`.

use super::club::{By, Club};
use super::lobby::{SETTINGS, choose_sanctuary, meet, play};

/// The line that a table shows for others, without `ssh`: its words are the port and the name.
fn invitation(screen: &str) -> Option<String> {
    let line = screen.lines().find(|line| line.contains("Others come with"))?;
    line.split_whitespace().find_map(|word| word.strip_suffix("@127.0.0.1")).map(str::to_owned)
}

#[test]
fn a_new_key_sits_at_a_private_table_with_one_line() {
    let Some(club) = Club::start(SETTINGS) else { return };
    let one = club.login(club.key());
    choose_sanctuary(&one);
    one.choose("Private, with a code");
    one.wait("the choice", |screen| {
        screen.lines().any(|line| line.contains("Private, with") && line.contains("yes"))
    });
    one.choose("open the table");
    one.expect("Invite");
    let name = invitation(&one.text()).unwrap_or_else(|| panic!("a line:\n{}", one.text()));
    assert!(one.text().contains(&format!("ssh -p {} {name}@127.0.0.1", club.port)), "{}", one.text());
    assert!(name.len() == 9 && name.contains('-'), "{name}");
    // The line is copied.
    one.choose("Invite");
    one.wait("the message", |screen| {
        screen.contains("The line was sent") || screen.contains("The line is not copied")
    });
    // A wrong code says so, and leads to the lobby.
    let wrong = club.enter_as("zzzz-zzzz", By::Nothing, &[]);
    wrong.expect("No table has the code zzzz-zzzz");
    wrong.expect("Play now");
    // Capital letters do not matter.
    let other = club.enter_as(&name.to_uppercase(), By::Key(&club.key_of("ed25519", "second")), &[]);
    for session in [&one, &other] {
        session.expect("White to move");
    }
    play([&one, &other], 0..2);
    // Who has the code watches when no seat is free.
    let watcher = club.enter_as(&name, By::Nothing, &[]);
    watcher.expect("─ 2 ─╮");
}

#[test]
fn codes_cannot_be_guessed() {
    let Some(club) = Club::start("[limits]\nper_address = 30\nnew_per_minute = 5000\n") else { return };
    for _ in 0..10 {
        club.enter_as("aaaa-aaaa", By::Nothing, &[]).expect("No table has the code aaaa-aaaa");
    }
    let refused = club.enter_as("aaaa-aaab", By::Nothing, &[]);
    refused.expect("Too many wrong codes came from your address");
    refused.expect("Play now");
}

#[test]
fn games_are_watched_and_played_by_the_name_before_the_host() {
    let Some(club) = Club::start("[limits]\nper_address = 20\n") else { return };
    let [one, other] = meet(&club);
    play([&one, &other], 0..2);
    for name in ["watch+1", "watch+player-2"] {
        let watcher = club.enter_as(name, By::Nothing, &[]);
        watcher.expect("─ 2 ─╮");
    }
    for (name, words) in [
        ("watch+99", "There is no table 99 that you can see."),
        ("watch+nobody", "There is nobody with the name nobody."),
    ] {
        let lost = club.enter_as(name, By::Nothing, &[]);
        lost.expect(words);
        lost.expect("Play now");
    }
    let third = club.key_of("ed25519", "third");
    club.enter_as("play", By::Key(&third), &[]).expect("piece");
    club.enter_as("watch+player-3", By::Nothing, &[]).expect("player-3 plays no game now that you can watch.");
}
