//! Where the log goes: no session waits for it, and a file of it does not grow without end.

use std::fs;
use std::io::Read as _;
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Instant;

use rustix::process::Signal;

use super::club::Club;
use crate::support::{Folder, PATIENCE};

/// Many more events than a pipe that nobody reads takes, and nobody waits.
#[test]
fn a_log_that_nobody_reads_holds_nobody_up() {
    // Without an `ssh` there is nothing to test with.
    let Some(_) = Club::start("") else { return };
    let settings = "[limits]\nconnections = 5000\nper_address = 5000\nnew_per_minute = 100000\n";
    let mut club = Club::open_with(Folder::new("serve"), settings, Stdio::piped());
    // A pipe takes 64 KB, and each of these is about 100 bytes.
    for _ in 0..2200 {
        drop(TcpStream::connect(("127.0.0.1", club.port)).expect("it is taken"));
    }
    let session = club.login(club.key());
    session.expect("Play now");
    session.send("?");
    session.expect("╭ Keys");
    let end = Instant::now() + PATIENCE;
    loop {
        let status = String::from_utf8(club.operate(&["status"]).stdout).expect("text");
        let lost =
            status.lines().find_map(|line| line.strip_prefix("Lost lines of the log: ")).expect("it is told");
        if lost.parse::<usize>().is_ok_and(|lost| lost > 100) {
            break;
        }
        // The last connections may not have ended yet.
        assert!(Instant::now() < end, "{status}");
    }
    // It ends although nobody reads.
    club.signal(Signal::TERM);
    assert!(club.ended().success());
}

/// A file of the log is full after a few events, and two full ones are kept.
pub(super) fn rotated(club: &Club) {
    let file = club.at("rotated.log");
    let settings = format!(
        "[limits]\nper_address = 100\nnew_per_minute = 1000\n[log]\nfile = {:?}\nkilobytes = 1\nkept = 2\n",
        file.display().to_string()
    );
    let Some(mut club) = Club::start(&settings) else { return };
    for _ in 0..60 {
        drop(TcpStream::connect(("127.0.0.1", club.port)).expect("it is taken"));
    }
    // They are taken in their order.
    let mut last = TcpStream::connect(("127.0.0.1", club.port)).expect("it is taken");
    last.read_exact(&mut [0; 8]).expect("the server says who it is");
    club.signal(Signal::TERM);
    assert!(club.ended().success());
    let read = |number: &str| fs::read_to_string(format!("{}{number}", file.display())).unwrap_or_default();
    assert!(read("").lines().last().is_some_and(|line| line.contains("event=stopped")), "{}", read(""));
    for number in ["", ".1", ".2"] {
        let text = read(number);
        assert!((500..=1024).contains(&text.len()) || number.is_empty(), "{number}: {text}");
        assert!(text.len() <= 1024 && text.lines().all(|line| line.starts_with("time=")), "{number}: {text}");
    }
    assert!(!fs::exists(format!("{}.3", file.display())).expect("it can be asked"), "only two are kept");
    assert_eq!(club.log(), "", "nothing goes to standard error");
}
