//! What one connection can send without end: the log does not grow by it, others do not wait, and the connection ends.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use russh::{Error, kex};

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
    club.logged("reason=requests");
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
    let (mut screen, _keys) = raw.terminal();
    for _ in 0..5 {
        assert!(matches!(ask(&raw), Err(Error::RequestDenied)));
    }
    raw.expect(&mut screen, "what this server does not do");
    // Another one does not wait for the words.
    let raw = Raw::guest(club.port);
    let _terminal = raw.terminal();
    let answered = (0..1000).take_while(|_| matches!(ask(&raw), Err(Error::RequestDenied))).count();
    assert!(answered <= 5, "{answered} requests were answered");
    raw.ended();
    club.logged("event=refused session=2 what=forward more=");
    assert_eq!(lines(&club, "event=refused session=2"), 2, "{}", club.log());
}

/// Ends the flood, also when the test fails.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// While sizes come as fast as the line takes them, frames are drawn, and far fewer than there are sizes.
#[test]
fn a_flood_of_sizes_is_drawn_now_and_then() {
    const LEAST: u32 = 8;
    let Some(club) = Club::start("") else { return };
    let raw = Raw::guest(club.port);
    let (mut screen, keys) = raw.terminal();
    let (sent, stop) = (AtomicU32::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::SeqCst) {
                let number = sent.fetch_add(1, Ordering::SeqCst);
                raw.runtime.block_on(keys.window_change(60 + number % 100, 24, 0, 0)).expect("it is open");
                // The client writes and reads only when there is nothing more to send for a moment. On a busy machine
                // each of these heaps may be drawn before the next one comes.
                if number % 64 == 0 {
                    thread::sleep(Duration::from_millis(1));
                }
            }
        });
        let _end = End(&stop);
        let mut drawn = 0;
        while drawn < 3 || sent.load(Ordering::SeqCst) < LEAST * drawn {
            raw.expect(&mut screen, "Play now");
            drawn += 1;
            assert!(drawn < 1000, "{drawn} frames of {sent:?} sizes");
        }
    });
    // The last one counts.
    raw.runtime.block_on(keys.window_change(100, 30, 0, 0)).expect("it is open");
    raw.expect(&mut screen, "\x1b[30;");
}

/// A client that has ended leaves a line behind on which nothing more is done.
#[test]
fn a_line_whose_client_has_ended_is_closed() {
    let Some(club) = Club::start("") else { return };
    let raw = Raw::guest(club.port);
    let (_screen, keys) = raw.terminal();
    raw.runtime.block_on(keys.data_bytes(&b"\x03"[..])).expect("it is open");
    raw.ended();
    club.logged("reason=left");
}

/// Exchanges keys once more; false if the connection is over first.
fn exchange(raw: &Raw) -> bool {
    let before = raw.exchanges();
    raw.runtime.block_on(raw.line.rekey_soon()).is_ok() && raw.exchanged_again(before)
}

#[test]
fn exchanges_of_keys_are_those_that_cost_little() {
    let Some(club) = Club::start("[limits]\nper_address = 9\n") else { return };
    for offered in [kex::MLKEM768X25519_SHA256, kex::CURVE25519, kex::CURVE25519_PRE_RFC_8731, kex::DH_G14_SHA256] {
        assert!(Raw::connect(club.port, &[offered]).is_ok(), "{offered:?}");
    }
    let costly =
        [kex::DH_GEX_SHA256, kex::DH_G15_SHA512, kex::DH_G16_SHA512, kex::DH_G17_SHA512, kex::DH_G18_SHA512];
    for refused in costly {
        assert!(Raw::connect(club.port, &[refused]).is_err(), "{refused:?}");
    }
    let key = club.key();
    let output =
        club.ssh(By::Key(&key), &["-o", "KexAlgorithms=diffie-hellman-group18-sha512", "player@127.0.0.1"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("no matching key exchange method found. Their offer: mlkem768x25519-sha256,curve"),
        "{told}"
    );
}

#[test]
fn who_exchanges_keys_again_at_once_is_told_and_cut() {
    let Some(club) = Club::start("[limits]\nexchange_seconds = 3600\n") else { return };
    // At the board: the words are shown, and the exchange after that is the end.
    let key = club.key();
    let mut session = club.login(&key);
    session.expect("Play now");
    session.send("\x1b\r~R");
    session.expect("exchanges keys again too often");
    session.ended();
    club.logged("event=refused session=1 what=exchange");
    club.logged("reason=exchange");
    // Four of them, again and again, before and after a terminal is there.
    let guests = [(); 4].map(|()| Raw::guest(club.port));
    let _terminals = [guests[0].terminal(), guests[1].terminal()];
    thread::scope(|scope| {
        for raw in &guests {
            scope.spawn(|| {
                while exchange(raw) {}
                raw.ended();
                assert!(raw.exchanges() <= 2, "{} exchanges", raw.exchanges());
            });
        }
    });
    for session in 2..=5 {
        club.logged(&format!("event=refused session={session} what=exchange"));
    }
    assert_eq!(lines(&club, "event=refused"), 5, "{}", club.log());
}

#[test]
fn keys_are_exchanged_again_after_a_while() {
    let Some(club) = Club::start("[limits]\nexchange_seconds = 1\n") else { return };
    let raw = Raw::guest(club.port);
    let (mut screen, keys) = raw.terminal();
    for _ in 0..2 {
        thread::sleep(Duration::from_millis(1100));
        assert!(exchange(&raw), "{}", club.log());
        raw.runtime.block_on(keys.window_change(90, 30, 0, 0)).expect("it is open");
        raw.expect(&mut screen, "Play now");
    }
    assert_eq!(raw.exchanges(), 3);
    // On a slow machine one may take its time, and the next one comes after a while too.
    assert!((0..100).any(|_| !exchange(&raw)), "{} exchanges", raw.exchanges());
    club.logged("event=refused session=1 what=exchange");
}
