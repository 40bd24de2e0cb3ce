//! Games of files over a real `ssh`: those of the operator's folder, and those that members send.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use heterodox::games::shelf;
use rustix::process::Signal;

use super::club::{By, Club};
use super::lobby::SETTINGS;
use crate::hostile_file::hostile;
use crate::support::Session;

/// The text of a game with this id and title, in which Knights move so.
fn text(id: &str, title: &str, knight: &str) -> String {
    let chess = shelf::named("chess").expect("it is on the shelf").text;
    let named =
        chess.replacen("\"chess\"", &format!("\"{id}\""), 1).replacen("\"Chess\"", &format!("\"{title}\""), 1);
    named.replacen("move = \"N\"", &format!("move = \"{knight}\""), 1)
}

/// Writes a file of the operator.
fn write(club: &Club, name: &str, text: &str) {
    let folder = club.at("data/variants");
    fs::create_dir_all(&folder).expect("room");
    fs::write(folder.join(name), text).expect("room");
}

/// What the operator reads of the folder.
fn listed(club: &Club) -> String {
    let told = club.operate(&["variants"]);
    assert!(told.status.success(), "{told:?}");
    String::from_utf8_lossy(&told.stdout).into_owned()
}

/// The archive of a player as one text: its files are not compressed.
fn archive(club: &Club, key: &Path) -> String {
    let told = club.ssh(By::Key(key), &["player@127.0.0.1", "archive"]);
    assert!(told.status.success(), "{told:?}");
    String::from_utf8_lossy(&told.stdout).into_owned()
}

/// Chooses a game of a file in the form of a new table.
fn choose_game(session: &Session, typed: &str, title: &str) {
    session.choose("New table");
    session.expect("open the table");
    session.send("\x1b[B\r");
    session.expect("filter:");
    session.send(typed);
    session.expect(title);
    session.settle();
    session.send("\r");
    session.wait("the form", |screen| screen.contains(title) && screen.contains("open the table"));
}

/// Plays these moves in turn.
fn play(players: [&Session; 2], before: usize, moves: &[&str]) {
    for (at, text) in moves.iter().enumerate() {
        let ply = before + at;
        players[ply % 2].send(format!("m{text}\r"));
        for session in players {
            let seen = format!("─ {} ─╮", ply + 1);
            session.wait("the move", |screen| screen.contains(&seen) || screen.contains("N rematch"));
        }
    }
}

#[test]
fn two_play_a_whole_game_of_a_file_that_changes_meanwhile() {
    let Some(club) = Club::start(SETTINGS) else { return };
    write(&club, "mine.toml", &text("clubchess", "Club Chess", "N"));
    write(&club, "wrong.toml", &text("wrongchess", "Wrong Chess", "NX"));
    let first = listed(&club);
    assert!(
        first.lines().any(|line| line.starts_with("mine.toml clubchess ") && line.ends_with(" Club Chess")),
        "{first}"
    );
    assert!(first.contains("wrong.toml:12: piece.N.move is \"NX\": no atom X"), "{first}");
    club.logged("event=failed what=variant error=");
    club.logged("event=variants games=1 mistakes=1");

    let one = club.login(club.key());
    choose_game(&one, "club", "Club Chess");
    one.send("\x1b[A\r");
    one.expect("Close the table");
    let second = club.key_of("ed25519", "second");
    let other = club.login(&second);
    other.choose("Club Chess, no clock, casual");
    other.expect("Enter sits here");
    other.send("\r");
    for session in [&one, &other] {
        session.expect("White to move");
    }
    // A Knight that leaps on is a rule of the file that comes later.
    play([&one, &other], 0, &["f2f3", "e7e5"]);
    write(&club, "mine.toml", &text("clubchess", "Club Chess", "NN"));
    club.signal(Signal::HUP);
    club.logged("event=settings");
    let changed = listed(&club);
    assert_ne!(changed.lines().next(), first.lines().next(), "the digest is another one");
    drop((one, other));
    fs::remove_file(club.at("data/variants/mine.toml")).expect("it is there");
    let club = club.again(SETTINGS);
    assert!(!listed(&club).contains("clubchess"));
    let (one, other) = (club.login(club.key()), club.login(&second));
    for session in [&one, &other] {
        session.wait("the game", |screen| screen.contains("─ 2 ─╮"));
    }
    one.send("mb1d5\r");
    one.expect("The Knight does not go from b1 to d5");
    one.send("\x1b");
    one.wait("the board", |screen| !screen.contains("move: b1d5"));
    play([&one, &other], 2, &["g2g4", "d8h4"]);
    for session in [&one, &other] {
        session.expect("N rematch");
        session.expect("Black wins");
    }
    // They review it together by the rules of then, and take it home.
    one.send("J");
    one.expect("you lead");
    other.expect("J joins in");
    other.send("J");
    other.expect("4 of 4");
    one.send("\x1b[D");
    other.expect("3 of 4");
    let home = archive(&club, &club.key());
    assert!(
        home.contains("[Variant \"Club Chess\"]") && home.contains("[VariantFile \"") && home.contains("Qh4#"),
        "{home}"
    );
}

/// Sends something to a command.
fn send(club: &Club, by: By<'_>, command: &str, sent: &[u8]) -> Output {
    let mut child = club.command(by, &["player@127.0.0.1", command]).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    // The server may have refused already.
    let _ = input.write_all(sent);
    drop(input);
    child.wait_with_output().expect("it ends")
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

const FROM_MEMBERS: &str = "[limits]\nper_address = 8\nnew_per_minute = 1000\n[variants]\nfrom_members = true\nper_member = 2\nper_day = 6\n";

#[test]
fn members_send_games_and_play_them_with_whom_they_ask() {
    let Some(club) = Club::start(FROM_MEMBERS) else { return };
    let (key, second) = (club.key(), club.key_of("ed25519", "second"));
    let own = By::Key(&key);
    let mine = text("annchess", "Chess of Ann", "NN");
    let added = send(&club, own, "variant add", mine.as_bytes());
    let answered = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(added.status.success() && answered(&added).starts_with("annchess "), "{added:?}");
    assert!(answered(&added).ends_with(" Chess of Ann\n"), "{added:?}");
    for (sent, why) in [
        (text("bad", "Bad", "NX").into_bytes(), "variant:12: piece.N.move is \"NX\": no atom X"),
        (text("holywar", "Mine", "NN").into_bytes(), "There is a game with the id \"holywar\" already, Holywar"),
        (text("capablanca", "Mine", "NN").into_bytes(), "There is a game with the id \"capablanca\" already"),
        (vec![b'#'; 70_000], "The file is longer than 64 KB."),
        (vec![0xff; 10], "The file is no text in UTF-8."),
    ] {
        let refused = send(&club, own, "variant add", &sent);
        assert!(!refused.status.success() && told(&refused).contains(why), "{why}: {refused:?}");
    }
    let second_game = send(&club, own, "variant add", text("anntwo", "Two", "N").as_bytes());
    assert!(second_game.status.success(), "{second_game:?}");
    // A sixth file that was read is the last one of the day.
    let often = send(&club, own, "variant add", mine.as_bytes());
    assert!(often.status.success(), "it takes its own place: {often:?}");
    let often = send(&club, own, "variant add", mine.as_bytes());
    assert!(told(&often).contains("You have sent 6 files in a day"), "{often:?}");
    let list = answered(&send(&club, own, "variant list", b""));
    assert!(list.lines().count() == 2 && list.contains("annchess ") && list.contains("anntwo "), "{list}");
    assert_eq!(answered(&send(&club, own, "variant show annchess", b"")), mine);
    assert!(send(&club, own, "variant remove anntwo", b"").status.success());
    assert!(told(&send(&club, own, "variant remove anntwo", b"")).contains("You have no game anntwo"));
    assert!(told(&send(&club, own, "variant", b"")).contains("variant add < mine.toml"));
    assert_eq!(answered(&send(&club, By::Key(&second), "variant list", b"")), "");

    // It is played at a private table, which the other one finds by its code only.
    let one = club.login(&key);
    choose_game(&one, "ann", "Chess of Ann");
    one.wait("private and not rated", |screen| !screen.contains("Rated") || screen.contains("no"));
    one.send("\x1b[A\r");
    one.expect("the code ");
    let shown = one.text();
    let code = shown.split("the code ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a code").to_owned();
    let other = club.login(&second);
    other.expect("Play now");
    assert!(!other.text().contains("Chess of Ann"), "{}", other.text());
    other.choose("Join by code");
    other.send(format!("{code}\r"));
    other.expect("Enter sits here");
    other.send("\r");
    for session in [&one, &other] {
        session.expect("White to move");
    }
    play([&one, &other], 0, &["b1d5"]);
    assert!(archive(&club, &key).contains("Chess of Ann"), "the file goes home too");
}

#[test]
fn a_server_takes_no_games_of_members_unless_its_operator_wants_them() {
    let Some(club) = Club::start("[variants]\nshelf = false\n") else { return };
    let refused = send(&club, By::Key(&club.key()), "variant add", text("mine", "Mine", "NN").as_bytes());
    assert!(!refused.status.success() && told(&refused).contains("takes no games of members"), "{refused:?}");
    // Without files there is no list of them.
    let session = club.login(club.key());
    session.choose("New table");
    session.expect("open the table");
    session.send("\x1b[B");
    session.settle();
    assert!(!session.text().contains("more games"), "{}", session.text());
}

/// The chosen row of a list.
fn chosen(session: &Session) -> Option<usize> {
    session.text().lines().position(|line| line.contains('▌'))
}

/// How many keys a player presses, each after the answer to the one before, until this is so. Other news on the screen is no
/// answer: two keys at once would take each other back.
fn presses(session: &Session, mut done: impl FnMut() -> bool) -> usize {
    let mut count = 0;
    while !done() {
        let (before, row) = (session.count(), chosen(session));
        session.send(if count % 2 == 0 { "\x1b[B" } else { "\x1b[A" });
        session.watch(|| session.count() > before && chosen(session) != row);
        count += 1;
    }
    count
}

/// How long keys are pressed to be counted.
const A_WHILE: Duration = Duration::from_secs(4);

/// Of the keys that are answered in a time, at least one in so many is answered while others do something hostile. Other tests
/// take processors too, as it comes.
const SHARE: usize = 20;

/// Somebody presses keys while a hostile file is read. If a key waited for the file, it would be the only one.
#[test]
fn a_hostile_file_costs_others_no_key() {
    let Some(club) = Club::start(FROM_MEMBERS) else { return };
    let one = club.login(club.key());
    one.expect("Play now");
    let key = club.key_of("ed25519", "second");
    let mut child = club.command(By::Key(&key), &["player@127.0.0.1", "variant add"]).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(hostile("hostile").as_bytes()).expect("it is sent");
    let began = Instant::now();
    let with = presses(&one, || child.try_wait().expect("it can be asked").is_some());
    let time = began.elapsed();
    let output = child.wait_with_output().expect("it has ended");
    assert!(output.status.success(), "{output:?}");
    let began = Instant::now();
    let without = presses(&one, || began.elapsed() >= time);
    println!("{with} keys in {time:?}, {without} in the same time without");
    assert!(with * SHARE >= without, "{with} keys in {time:?}, and {without} in the same time without");
}

/// The same while such a game is played: its member plays the computer, which thinks in it.
#[test]
fn a_hostile_game_costs_others_no_key() {
    let Some(club) = Club::start(FROM_MEMBERS) else { return };
    let second = club.key_of("ed25519", "second");
    let added = send(&club, By::Key(&second), "variant add", hostile("hostile").as_bytes());
    assert!(added.status.success(), "{added:?}");
    let one = club.login(club.key());
    one.expect("Play now");
    let for_a_while = || {
        let began = Instant::now();
        presses(&one, || began.elapsed() >= A_WHILE)
    };
    let without = for_a_while();
    let other = club.login(&second);
    choose_game(&other, "hostile", "Hostile");
    let settled = |keys: &str| {
        other.send(keys);
        other.settle();
    };
    // The second seat is under the opening and the first one.
    settled("\x1b[B\x1b[B\x1b[B\x1b[C");
    assert!(other.text().contains("computer"), "{}", other.text());
    settled("\x1b[H\r");
    let with = for_a_while();
    other.expect("to move");
    println!("{with} keys while it is played, {without} without, in {A_WHILE:?}");
    assert!(with * SHARE >= without, "{with} keys while it is played, {without} without, in {A_WHILE:?}");
}
