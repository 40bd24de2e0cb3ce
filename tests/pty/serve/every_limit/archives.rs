//! The limits of archives, with real members who do not read.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::serve::club::{By, Club};
use crate::support::PATIENCE;

/// A member with a file that is larger than all that is on its way to somebody who does not read.
fn with_large_file(club: &Club, name: &str) -> PathBuf {
    let key = club.key_of("ed25519", name);
    let before: BTreeSet<PathBuf> = club.folders().collect();
    let mut session = club.login(&key);
    session.expect("Play now");
    session.send("\x03");
    assert!(session.ended().success());
    let new = club.folders().find(|folder| !before.contains(folder)).expect("the folder of the member");
    let file = File::create(new.join("large.txt")).expect("a file");
    file.set_len(60 << 20).expect("room");
    key
}

/// One archive of a member is sent at a time, and two in all.
pub(super) fn number(club: &Club) {
    let [one, two, three] = ["one", "two", "three"].map(|name| with_large_file(club, name));
    let mut first = club.unread_archive(&one);
    let refused = |key: &Path, told: &str| {
        let output = club.ssh(By::Key(key), &["player@127.0.0.1", "archive"]);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && words.contains(told), "{words}");
    };
    refused(&one, "another one of yours is being sent");
    let mut second = club.unread_archive(&two);
    refused(&three, "the server sends as many archives as it can");
    club.logged("event=limit what=archives_per_member count=1");
    club.logged("event=limit what=archives count=1");
    // Who is not read any more takes no place.
    for unread in [&mut first, &mut second] {
        unread.kill().expect("it runs");
        unread.wait().expect("it ends");
    }
    let end = Instant::now() + PATIENCE;
    while !club.ssh(By::Key(&three), &["player@127.0.0.1", "archive"]).status.success() {
        assert!(Instant::now() < end, "the places are still taken:\n{}", club.log());
        thread::sleep(Duration::from_millis(50));
    }
}

/// Who takes nothing of an archive makes the server hold nothing of it, and is cut.
pub(super) fn stuck(club: &Club) {
    let key = with_large_file(club, "one");
    let before = club.peak_memory();
    let mut unread = club.unread_archive(&key);
    club.logged("event=stuck session=2");
    unread.wait().expect("the server ends it");
    club.logged("event=limit what=archive_stalled_seconds count=1");
    let grown = club.peak_memory() - before;
    assert!(grown < 8 << 20, "{grown} bytes more");
}
