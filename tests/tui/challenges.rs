//! Challenges and rematches on the screens: who is away, who refuses, who withdraws, and who is taken along.

use std::time::{Duration, Instant};

use heterodox::club::member::Member;
use heterodox::ssh::screens::club::Entered;
use heterodox::tui::app::App;

use crate::app::{keys, shown, wait};
use crate::lobby::{Evening, choose, chosen, game};

const SIZE: (u16, u16) = (80, 24);

/// Types a text.
fn type_text(app: &mut App, text: &str) {
    let letters: Vec<String> = text.chars().map(String::from).collect();
    keys(app, &letters.join(" "));
}

/// The last row of the screen.
fn footer(app: &App) -> String {
    shown(app).lines().last().unwrap_or_default().to_owned()
}

/// Challenges this member by name.
fn challenge(app: &mut App, name: &str) {
    choose(app, "Challenge somebody");
    type_text(app, name);
    keys(app, "Enter");
    assert!(shown(app).contains("Start"), "{}", shown(app));
    keys(app, "Home Enter");
}

#[test]
fn a_challenge_is_a_line_that_waits_for_a_key() {
    let evening = Evening::new("lobby-challenge");
    let mut apps = vec![evening.client(1, (80, 24), "unicode"), evening.client(2, (80, 24), "unicode")];
    // Ben plays against the computer meanwhile.
    keys(&mut apps[1], "Home Enter");
    wait(&mut apps[0], "2 are here", true);
    // His page, and there the first row.
    choose(&mut apps[0], "Ben");
    keys(&mut apps[0], "Enter Enter");
    wait(&mut apps[1], "It waits in the lobby.", true);
    assert!(shown(&apps[1]).contains("Ann challenges you"), "{}", shown(&apps[1]));
    keys(&mut apps[1], "q");
    wait(&mut apps[1], "Ann challenges you: Holywar, no clock, casual.", true);
    assert!(shown(&apps[1]).contains("y play  d refuse"), "{}", shown(&apps[1]));
    keys(&mut apps[1], "y");
    for app in &mut apps {
        wait(app, "to ", true);
    }
    // A challenge by name, which is refused.
    let mut third = evening.client(3, (80, 24), "unicode");
    choose(&mut third, "Challenge somebody");
    keys(&mut third, "a n n Enter Enter");
    keys(&mut apps[0], "q");
    wait(&mut apps[0], "Cleo challenges you", true);
    keys(&mut apps[0], "d");
    assert!(!shown(&apps[0]).contains("Cleo challenges you"), "{}", shown(&apps[0]));
}

#[test]
fn a_challenge_waits_for_a_member_who_is_away() {
    let evening = Evening::new("challenge-away");
    evening.member(2);
    let mut ann = evening.client(1, SIZE, "unicode");
    choose(&mut ann, "Challenge somebody");
    type_text(&mut ann, "nobody");
    // The keys of the lobby are off while a name is typed.
    assert_eq!(footer(&ann).trim(), "Enter challenge  Esc close");
    keys(&mut ann, "Enter");
    assert!(shown(&ann).contains("There is no member with this name."), "{}", shown(&ann));
    keys(&mut ann, "Esc");
    challenge(&mut ann, "BEN");
    assert!(shown(&ann).contains("Ben is away. The challenge waits for two weeks."), "{}", shown(&ann));
    assert!(shown(&ann).contains("You challenge Ben: Holywar, no clock, casual"), "{}", shown(&ann));
    // Ben comes later, and Ann is in the lobby then: both are at the table.
    let mut ben = evening.client(2, SIZE, "unicode");
    assert!(shown(&ben).contains("Ann challenges you: Holywar, no clock, casual."), "{}", shown(&ben));
    assert!(footer(&ben).contains("y play  d refuse"), "{}", shown(&ben));
    keys(&mut ben, "y");
    for app in [&mut ann, &mut ben] {
        wait(app, "· move 1", true);
    }
}

#[test]
fn the_challenger_hears_how_a_challenge_was_answered() {
    let evening = Evening::new("challenge-answers");
    evening.member(2);
    let mut ann = evening.client(1, SIZE, "unicode");
    challenge(&mut ann, "ben");
    challenge(&mut ann, "ben");
    drop(ann);
    let mut ben = evening.client(2, SIZE, "unicode");
    keys(&mut ben, "d");
    // The second one is next; it is accepted.
    assert!(shown(&ben).contains("Ann challenges you"), "{}", shown(&ben));
    keys(&mut ben, "y");
    assert!(shown(&ben).contains("when all its players are here"), "{}", shown(&ben));
    let mut ann = evening.client(1, SIZE, "unicode");
    assert!(shown(&ann).contains("Ben declines your challenge"), "{}", shown(&ann));
    choose(&mut ann, "Ben declines");
    assert!(!shown(&ann).contains("Ben declines"), "{}", shown(&ann));
    wait(&mut ben, "· move 1", true);
    choose(&mut ann, "Ben accepts");
    wait(&mut ann, "· move 1", true);
    keys(&mut ann, "q");
    assert!(!shown(&ann).contains("Ben accepts"), "{}", shown(&ann));
}

#[test]
fn a_challenge_is_withdrawn_and_one_to_everybody_is_taken_by_the_first() {
    let evening = Evening::new("challenge-withdrawn");
    let mut apps: Vec<App> = (1..=3).map(|key| evening.client(key, SIZE, "unicode")).collect();
    challenge(&mut apps[0], "ben");
    wait(&mut apps[1], "Ann challenges you", true);
    choose(&mut apps[0], "You challenge Ben");
    assert!(!shown(&apps[0]).contains("You challenge"), "{}", shown(&apps[0]));
    wait(&mut apps[1], "Ann challenges you", false);
    challenge(&mut apps[0], "");
    for app in &mut apps[1..] {
        wait(app, "Ann challenges everybody", true);
        // The keys for a challenge of one's own do nothing here.
        assert!(!footer(app).contains("refuse"), "{}", shown(app));
    }
    choose(&mut apps[2], "Ann challenges everybody");
    wait(&mut apps[1], "Ann challenges everybody", false);
    for at in [0, 2] {
        wait(&mut apps[at], "· move 1", true);
    }
}

#[test]
fn a_challenge_that_is_declined_while_the_challenger_plays_is_told_once() {
    let evening = Evening::new("challenge-told");
    let mut apps = [evening.client(1, SIZE, "unicode"), evening.client(2, SIZE, "unicode")];
    challenge(&mut apps[0], "ben");
    choose(&mut apps[0], "Play now");
    wait(&mut apps[1], "Ann challenges you", true);
    keys(&mut apps[1], "d");
    wait(&mut apps[0], "Ben declines your challenge", true);
    evening.club.notifier.notify_all();
    keys(&mut apps[0], "Down");
    apps[0].wake(Instant::now() + Duration::from_secs(1));
    keys(&mut apps[0], "Esc");
    assert!(!shown(&apps[0]).contains("Ben declines your challenge"), "{}", shown(&apps[0]));
}

#[test]
fn guests_and_blocked_members_are_refused_in_words() {
    let evening = Evening::new("challenge-refused");
    let (ann, ben) = (evening.member(1), evening.member(2));
    let guest_visit = evening.club.enter(Member::guest(7));
    let mut app = evening.client(1, SIZE, "unicode");
    challenge(&mut app, "guest-7");
    assert!(shown(&app).contains("Guests cannot be challenged: open a table"), "{}", shown(&app));
    keys(&mut app, "Esc");
    evening.club.block(ben.id, ann.id, true).expect("blocked");
    challenge(&mut app, "ben");
    assert!(shown(&app).contains("Ben does not take challenges from you."), "{}", shown(&app));
    drop(app);
    let mut app = evening.client(1, SIZE, "unicode");
    app.world.club = Some(Box::new(Entered(guest_visit)));
    choose(&mut app, "Challenge somebody");
    assert!(shown(&app).contains("Only members can play by challenge: log in with a key."), "{}", shown(&app));
}

#[test]
fn a_rematch_takes_along_everybody_who_is_still_there() {
    let evening = Evening::new("rematch-all");
    let mut apps = game(&evening, (120, 40), "unicode");
    let mut watcher = evening.client(3, (120, 40), "unicode");
    choose(&mut watcher, "Ann – Ben");
    keys(&mut apps[1], "R y");
    for app in apps.iter_mut().chain([&mut watcher]) {
        wait(app, "Ben", true);
        wait(app, "The end", true);
    }
    assert!(footer(&apps[0]).contains("N rematch") && !shown(&apps[0]).contains("restart"), "{}", shown(&apps[0]));
    // What is on the line of the other is not in the way of the wish.
    apps[1].notice("The server is restarted at ten.".to_owned());
    keys(&mut apps[0], "N");
    assert!(shown(&apps[0]).contains("You have asked for a rematch"), "{}", shown(&apps[0]));
    wait(&mut apps[1], "Ann wants a rematch: N agrees.", true);
    wait(&mut watcher, "Ann wants a rematch.", true);
    keys(&mut watcher, "N");
    assert!(shown(&watcher).contains("Only the players can play again."), "{}", shown(&watcher));
    // Ann looks at the game; she is told there, and comes along when she is back.
    keys(&mut apps[0], "V");
    keys(&mut apps[1], "N");
    wait(&mut apps[1], "White to move", true);
    wait(&mut watcher, "live", true);
    wait(&mut apps[0], "The rematch has begun", true);
    keys(&mut apps[0], "q");
    wait(&mut apps[0], "White to move", true);
    // Each plays the other side now.
    assert!(shown(&watcher).contains("White · Ben"), "{}", shown(&watcher));
}

#[test]
fn who_leaves_takes_no_part_in_a_rematch() {
    let evening = Evening::new("rematch-left");
    let mut apps = game(&evening, SIZE, "unicode");
    keys(&mut apps[1], "R y");
    for app in &mut apps {
        wait(app, "The end", true);
    }
    keys(&mut apps[0], "N");
    wait(&mut apps[1], "Ann wants a rematch", true);
    keys(&mut apps[0], "q");
    wait(&mut apps[1], "Ann wants a rematch", false);
    keys(&mut apps[1], "N");
    wait(&mut apps[1], "You want a rematch, but Ann has left.", true);
    // Ann is in the lobby, and no game has begun.
    assert!(chosen(&apps[0]).contains("Play now"), "{}", shown(&apps[0]));
}
