//! Accounts: what is kept of a player can be taken away with one command, and no other command is answered.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::club::{By, Club};
use super::{go_home, move_and_wait, start_game};
use crate::support::Session;

/// The names in an archive.
fn names(archive: &[u8]) -> Vec<String> {
    let tar = Command::new("tar").arg("-t").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut tar = tar.expect("there is tar");
    tar.stdin.take().expect("a pipe").write_all(archive).expect("it reads");
    let output = tar.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("names").lines().map(str::to_owned).collect()
}

/// Logs in, plays a move against the computer, and logs out.
fn leave_a_game(club: &Club, key: &Path) {
    let mut session = club.login(key);
    start_game(&session, 2);
    move_and_wait(&session, "e4");
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
}

#[test]
fn an_archive_is_all_that_a_command_can_ask_for() {
    let Some(club) = Club::start("") else { return };
    let key = club.key();
    leave_a_game(&club, &key);
    let archive = club.ssh(By::Key(&key), &["player@127.0.0.1", "archive"]);
    assert!(archive.status.success(), "{}", String::from_utf8_lossy(&archive.stderr));
    let names = names(&archive.stdout);
    assert!(names.contains(&"heterodox/account.txt".to_owned()), "{names:?}");
    assert!(names.iter().any(|name| name.ends_with(".journal")), "{names:?}");
    club.logged("reason=archive");
    // Any other word is refused, and so is a second one.
    for words in
        [&["id"][..], &["archive", "x"], &["Archive"], &["archive;id"], &["archive "], &["./archive"], &[""]]
    {
        let mut line = vec!["player@127.0.0.1"];
        line.extend(words);
        if words == [""] {
            line = vec!["player@127.0.0.1", " "];
        }
        let refused = club.ssh(By::Key(&key), &line);
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{words:?}");
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(told.contains("exec request failed"), "{words:?}: {told}");
    }
    // A terminal is no place for it.
    let terminal = club.ssh(By::Key(&key), &["-tt", "player@127.0.0.1", "archive"]);
    assert_eq!(terminal.status.code(), Some(2));
    assert!(!terminal.stdout.windows(5).any(|part| part == b"ustar"));
}

/// Opens the screen of the account from the first screen.
fn open_account(session: &Session) {
    go_home(session);
    session.choose("Account");
    session.expect("Codes for a lost key");
}

/// Chooses a name; the screen then says this.
fn rename(session: &Session, name: &str, told: &str) {
    session.send("\x1b[H");
    session.choose("Name");
    session.expect("New name: ");
    session.send(format!("{name}\r"));
    session.expect(told);
    if session.text().contains("New name: ") {
        close_field(session, "New name: ");
    }
}

/// Closes a text field that has kept a text that was refused.
fn close_field(session: &Session, label: &str) {
    session.send("\x1b");
    session.wait("the closed field", |screen| !screen.contains(label));
}

#[test]
fn two_keys_have_two_names_and_a_code_makes_them_one() {
    let Some(club) = Club::start("") else { return };
    let (key, other) = (club.key(), club.key_of("ed25519", "other"));
    let first = club.login(&key);
    open_account(&first);
    rename(&first, "Ann", "Your name was changed.");
    let mut second = club.login(&other);
    open_account(&second);
    second.expect("player-");
    rename(&second, "ANN", "Somebody has this name");
    rename(&second, "A\u{202e}nn", "cannot be in a name");
    // The key of the second session has nothing, so it can become a key of the first.
    first.choose("Add another key");
    first.expect("The code is");
    let text = first.text();
    let code = text.split("The code is").nth(1).and_then(|rest| rest.split("and is").next()).expect("a code");
    second.choose("Type a code");
    second.expect("Code: ");
    second.send(format!("{}\r", code.trim()));
    assert_eq!(second.ended().code(), Some(0));
    let words = second.after_leaving().unwrap_or_default();
    assert!(words.contains("Your key belongs to Ann now. Log in again."), "{words}");
    let again = club.login(&other);
    open_account(&again);
    again.expect("Ann");
    // What is kept is one account with two keys, and one folder.
    let archive = club.ssh(By::Key(&key), &["player@127.0.0.1", "archive"]);
    let text = String::from_utf8_lossy(&archive.stdout).into_owned();
    assert_eq!(text.matches("Key: SHA256:").count(), 2, "{text}");
    let log = club.log();
    assert!(!log.contains(code.trim()) && !log.contains("Ann"), "{log}");
}

#[test]
fn a_deleted_account_is_gone_with_its_folder() {
    let Some(club) = Club::start("") else { return };
    let key = club.key();
    leave_a_game(&club, &key);
    assert!(!club.kept().is_empty());
    let mut session = club.login(&key);
    open_account(&session);
    session.choose("Delete the account");
    session.send("somebody\r");
    session.expect("nothing was deleted");
    // The field keeps the text, so that it can be corrected.
    session.send("\x15");
    session.send("player-1\r");
    assert_eq!(session.ended().code(), Some(0));
    let words = session.after_leaving().unwrap_or_default();
    assert!(words.contains("Your account was deleted."), "{words}");
    assert_eq!(club.kept(), [""; 0].map(PathBuf::from));
    let session = club.login(&key);
    open_account(&session);
    session.expect("player-2");
}

/// Many new keys come from one address as fast as they can.
#[test]
fn a_crowd_of_new_keys_makes_ten_members_and_keeps_nobody_out() {
    let Some(club) = Club::start("[limits]\nnew_per_minute = 1000\n") else { return };
    let keys: Vec<_> = (0..25).map(|number| club.key_of("ed25519", &format!("key-{number}"))).collect();
    // An archive is the fastest way to become a member.
    let sent = |key: &PathBuf| club.ssh(By::Key(key), &["player@127.0.0.1", "archive"]).status.success();
    assert_eq!(keys.iter().filter(|key| sent(key)).count(), 10);
    let status = String::from_utf8(club.operate(&["status"]).stdout).expect("text");
    assert!(status.contains("Members: 10\n") && status.contains("new_members_per_network 15\n"), "{status}");
    let guest = club.login(&keys[24]);
    guest.expect("You play as a guest.");
    guest.expect("guest-26");
    let member = club.login(&keys[0]);
    member.expect("player-1");
}
