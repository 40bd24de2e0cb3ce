//! What one connection can send without end: the log does not grow by it, others do not wait, and the connection ends.

use russh::Error;

use super::club::{By, Club};
use super::raw::Raw;

/// The lines of the log about this.
fn lines(club: &Club, what: &str) -> usize {
    club.log().lines().filter(|line| line.contains(what)).count()
}

#[test]
fn who_asks_again_and_again_for_what_is_refused_is_told_once_and_closed() {
    let Some(club) = Club::start("") else { return };
    let key = club.key();
    let ports: Vec<String> = (1..=30).map(|port| format!("{}:localhost:9", 20_000 + port)).collect();
    let mut line: Vec<&str> = ports.iter().flat_map(|port| ["-R", port]).collect();
    line.extend(["-N", "player@127.0.0.1"]);
    let output = club.ssh(By::Key(&key), &line);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(255), "{told}");
    assert!(told.contains("what this server does not do"), "{told}");
    club.logged("event=refused session=1 what=forward more=19");
    assert_eq!(lines(&club, "event=refused"), 2, "{}", club.log());
    assert_eq!(lines(&club, "reason=requests"), 1, "{}", club.log());
    let status = String::from_utf8(club.operate(&["status"]).stdout).expect("text");
    assert!(status.contains("Refused: 20\n") && status.contains("Limit reached: refused_requests 1\n"), "{status}");
}

#[test]
fn a_guest_at_the_board_is_told_and_who_goes_on_is_cut() {
    let Some(club) = Club::start("[limits]\nrefused_requests = 5\n") else { return };
    let ask = |raw: &Raw| raw.runtime.block_on(raw.line.tcpip_forward("localhost", 9));
    let raw = Raw::guest(club.port);
    let mut channel = raw.terminal();
    for _ in 0..5 {
        assert!(matches!(ask(&raw), Err(Error::RequestDenied)));
    }
    raw.expect(&mut channel, "what this server does not do");
    // Another one does not wait for the words.
    let raw = Raw::guest(club.port);
    let _channel = raw.terminal();
    let answered = (0..1000).take_while(|_| matches!(ask(&raw), Err(Error::RequestDenied))).count();
    assert!(answered <= 5, "{answered} requests were answered");
    raw.ended();
    club.logged("event=refused session=2 what=forward more=");
    assert_eq!(lines(&club, "event=refused session=2"), 2, "{}", club.log());
}
