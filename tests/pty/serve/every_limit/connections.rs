//! The limits of a connection that has no terminal, and of those who come for the first time.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use rustix::process::Signal;

use super::in_one_line;
use crate::serve::club::{By, Club};
use crate::serve::raw::Raw;
use crate::support::PATIENCE;

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    stream
}

/// Is this connection closed by the server?
fn is_closed(mut stream: &TcpStream) -> bool {
    let mut bytes = [0; 1024];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

/// One connection is taken, and the next one is closed with a word.
pub(super) fn full(club: &Club) {
    let mut first = connect(club.port);
    let mut bytes = [0; 8];
    first.read_exact(&mut bytes).expect("the server says who it is");
    assert_eq!(&bytes, b"SSH-2.0-");
    let mut told = Vec::new();
    connect(club.port).read_to_end(&mut told).expect("the server closes it");
    let told = String::from_utf8_lossy(&told);
    assert!(
        ["connections from your address", "Your address has made many"].iter().any(|words| told.contains(words))
    );
    club.logged("event=refused what=connections count=1");
}

/// One player is here, and the next connection is refused.
pub(super) fn taken(club: &Club) {
    let session = club.login(club.key());
    session.expect("Play now");
    let mut told = Vec::new();
    connect(club.port).read_to_end(&mut told).expect("the server closes it");
    assert!(String::from_utf8_lossy(&told).contains("The server is full."));
    club.logged("event=limit what=connections count=1");
}

/// The only place that is not kept for members is taken, so another guest has to go after the login.
pub(super) fn kept(club: &Club) {
    let guest = club.enter(By::Nothing, &[]);
    guest.expect("Play now");
    let mut second = club.enter(By::Nothing, &[]);
    second.expect("The server is full");
    assert_eq!(second.ended().code(), Some(255));
    club.logged("event=limit what=kept_for_members count=1");
}

/// Of two that do not log in the first is cut.
pub(super) fn crowded(club: &Club) {
    let first = connect(club.port);
    let mut second = connect(club.port);
    assert!(is_closed(&first));
    second.read_exact(&mut [0; 8]).expect("the server says who it is");
    club.logged("reason=crowded");
    club.logged("event=limit what=logging_in count=1");
}

/// Who does not log in is cut at the deadline.
pub(super) fn late(club: &Club) {
    let mut stream = connect(club.port);
    stream.write_all(b"SSH-2.0-test\r\n").expect("it takes a line");
    assert!(is_closed(&stream));
    club.logged("event=deadline session=1");
}

/// The second attempt is the last.
pub(super) fn attempts(club: &Club) {
    std::fs::write(club.at("serve.toml"), "guests = false\n[limits]\nlogin_attempts = 2\n").expect("a file");
    club.signal(Signal::HUP);
    club.logged("event=settings");
    let output = club.ssh(By::Nothing, &["-T", "player@127.0.0.1"]);
    assert_eq!(output.status.code(), Some(255));
    assert!(!club.log().contains("event=login"), "{}", club.log());
}

/// The first request that is refused is the last.
pub(super) fn requests(club: &Club) {
    let raw = Raw::guest(club.port);
    let _ = raw.runtime.block_on(raw.line.tcpip_forward("localhost", 9));
    raw.ended();
    club.logged("reason=requests");
}

/// Keys are exchanged once.
pub(super) fn exchange(club: &Club) {
    let raw = Raw::guest(club.port);
    let _ = raw.runtime.block_on(raw.line.rekey_soon());
    raw.ended();
    club.logged("reason=exchange");
}

/// One becomes a member. The next is a guest and reads why, and nobody at all where guests may not play.
pub(super) fn newcomers(club: &Club, words: &str, setting: &str) {
    let member = club.login(club.key());
    member.expect("Play now");
    let guest = club.login(club.key_of("ed25519", "second"));
    guest.expect("You play as a guest.");
    guest.expect("guest-2");
    assert!(in_one_line(&guest.text()).contains(words), "{}", guest.text());
    club.logged(&format!("event=limit what={setting} count=1"));
    let only = format!("guests = false\n[limits]\n{setting} = 1\n");
    std::fs::write(club.at("serve.toml"), only).expect("a file");
    club.signal(Signal::HUP);
    club.logged("event=settings");
    let mut third = club.login(club.key_of("ed25519", "third"));
    third.wait("the reason", |screen| in_one_line(screen).contains(words));
    assert_eq!(third.ended().code(), Some(1));
    let again = club.login(club.key());
    again.expect("player-1");
}

/// What comes too fast waits on the line, whatever it is, and is heard then.
pub(super) fn pace(club: &Club) {
    let raw = Raw::guest(club.port);
    let (mut screen, keys) = raw.terminal();
    for size in 0..500 {
        raw.runtime.block_on(keys.window_change(80 + size % 2, 24, 0, 0)).expect("it is open");
    }
    raw.runtime.block_on(keys.window_change(100, 30, 0, 0)).expect("it is open");
    raw.expect(&mut screen, "\x1b[30;");
    club.logged("event=limit what=line_bytes");
}
