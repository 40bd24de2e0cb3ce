//! Signs in the lobby: who is idle, new lines of talk, tournaments that can be joined, friends who come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use heterodox::club::attention::IDLE;
use heterodox::club::store::Store;
use heterodox::club::talk::{Room, Said};
use heterodox::club::tournament::{Form, Plan};
use heterodox::club::{Club, DATABASE};
use heterodox::players::Opponents;

use crate::app::{keys, shown, wait};
use crate::folder::Folder;
use crate::lobby::{Evening, choose, go_to};

const SIZE: (u16, u16) = (80, 40);

/// The row that begins with these words.
fn row(text: &str, words: &str) -> Option<String> {
    let bare = |line: &str| line.trim_start_matches([' ', '▌']).trim_end().to_owned();
    text.lines().map(bare).find(|line| line.starts_with(words))
}

#[test]
fn who_presses_no_key_for_some_minutes_is_marked() {
    let folder = Folder::new("signs-idle");
    let store = Store::open(&folder.path().join(DATABASE)).expect("a store");
    let seconds = Arc::new(AtomicU64::new(1_790_000_000));
    let own = Arc::clone(&seconds);
    let time = move || SystemTime::UNIX_EPOCH + Duration::from_secs(own.load(Ordering::SeqCst));
    let club = Club::on_at(store, folder.path(), &Opponents::default(), Arc::new(time)).expect("a club");
    let evening = Evening { folder, club };
    let mut ann = evening.client(1, SIZE, "unicode");
    let ben = evening.visit(2);
    evening.club.tables.tick();
    wait(&mut ann, "would play", true);
    seconds.fetch_add(IDLE.as_secs(), Ordering::SeqCst);
    evening.club.tables.tick();
    wait(&mut ann, "idle", true);
    assert!(row(&shown(&ann), "Ben").is_some_and(|row| row.ends_with("idle")), "{}", shown(&ann));
    ben.key_presses().note();
    evening.club.tables.tick();
    wait(&mut ann, "idle", false);
    assert!(row(&shown(&ann), "Ben").is_some_and(|row| row.ends_with("would play")), "{}", shown(&ann));
}

#[test]
fn lines_that_were_not_read_are_counted_until_the_talk_is_opened() {
    let evening = Evening::new("signs-talk");
    let ben = evening.member(2);
    let say = |text: &str, minute: u64| {
        let now = SystemTime::now() + Duration::from_secs(60 * minute);
        evening.club.say(Room::Lobby, &ben, Said::Text(text), now).expect("it is said");
    };
    say("before", 1);
    let mut ann = evening.client(1, SIZE, "unicode");
    assert!(!shown(&ann).contains("new line"), "{}", shown(&ann));
    say("one", 2);
    wait(&mut ann, "1 new line", true);
    // A key takes the line away, and not the sign.
    keys(&mut ann, "Down");
    assert!(!shown(&ann).contains("Ben: one") && shown(&ann).contains("1 new line"), "{}", shown(&ann));
    choose(&mut ann, "Ladders");
    say("two", 3);
    say("three", 4);
    keys(&mut ann, "q");
    wait(&mut ann, "3 new lines", true);
    keys(&mut ann, "'");
    say("four", 5);
    wait(&mut ann, "four", true);
    keys(&mut ann, "Esc");
    assert!(!shown(&ann).contains("new line"), "{}", shown(&ann));
}

#[test]
fn a_tournament_that_can_be_joined_is_new_until_the_list_was_opened() {
    let evening = Evening::new("signs-tournament");
    let plan = || Plan {
        form: Form::RoundRobin,
        game: "sanctuary".to_owned(),
        file: None,
        preset: None,
        clock: Some("3+2".to_owned()),
        rated: false,
        seats: 2,
    };
    let make =
        || evening.club.make_tournament(&evening.member(2), plan(), SystemTime::now()).expect("a tournament");
    make();
    let mut ann = evening.client(1, SIZE, "unicode");
    let value = |text: &str| row(text, "Tournaments").expect("the row")["Tournaments".len()..].trim().to_owned();
    assert_eq!(value(&shown(&ann)), "1 open", "{}", shown(&ann));
    make();
    wait(&mut ann, "2 open", true);
    assert_eq!(value(&shown(&ann)), "2 open · new", "{}", shown(&ann));
    choose(&mut ann, "Tournaments");
    keys(&mut ann, "q");
    assert_eq!(value(&shown(&ann)), "2 open", "{}", shown(&ann));
}

#[test]
fn a_friend_who_comes_is_told_once_and_listed_first() {
    let evening = Evening::new("signs-friend");
    let mut ann = evening.client(1, SIZE, "unicode");
    let (_zoe, cleo) = (evening.visit(4), evening.visit(3));
    wait(&mut ann, "Cleo", true);
    choose(&mut ann, "Cleo");
    assert!(row(&shown(&ann), "Friend").is_some_and(|row| row.ends_with("no")), "{}", shown(&ann));
    go_to(&mut ann, "Friend");
    keys(&mut ann, "Enter");
    assert!(row(&shown(&ann), "Friend").is_some_and(|row| row.ends_with("yes")), "{}", shown(&ann));
    assert!(shown(&ann).contains("tells you when Cleo comes"), "{}", shown(&ann));
    keys(&mut ann, "q");
    wait(&mut ann, "friend, would play", true);
    assert!(!shown(&ann).contains("Your friend Cleo"), "she was here before: {}", shown(&ann));
    drop(cleo);
    wait(&mut ann, "friend, would play", false);
    let _ben = evening.visit(2);
    wait(&mut ann, "Ben", true);
    assert!(!shown(&ann).contains("Your friend"), "{}", shown(&ann));
    let _cleo = evening.visit(3);
    wait(&mut ann, "Your friend Cleo is here.", true);
    let text = shown(&ann);
    let at = |words: &str| text.lines().position(|line| line.contains(words)).expect("a row");
    assert!(at("friend, would play") < at("Ben"), "{text}");
    keys(&mut ann, "Down");
    assert!(!shown(&ann).contains("Your friend"), "{}", shown(&ann));
    // A member who is not a friend any more is not told.
    choose(&mut ann, "Cleo");
    go_to(&mut ann, "Friend");
    keys(&mut ann, "Enter q");
    wait(&mut ann, "friend, would play", false);
}
