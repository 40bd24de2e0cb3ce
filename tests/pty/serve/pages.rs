//! The pages of a server for browsers: they are off unless the settings say where, and their readers are counted with all
//! others of their address.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use super::club::Club;
use crate::support::PATIENCE;

/// The port of the pages, as the log tells it.
fn port(club: &Club) -> u16 {
    club.logged("event=web address=127.0.0.1:");
    let log = club.log();
    let (_, rest) = log.split_once("event=web address=127.0.0.1:").expect("it was logged");
    rest.split(|letter: char| !letter.is_ascii_digit()).next().and_then(|port| port.parse().ok()).expect("a port")
}

/// The answer to this path.
fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let _ = write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn readers_are_counted_with_the_terminals_of_their_address() {
    let settings =
        "public_address = \"chess.example.org\"\n[web]\nlisten = \"127.0.0.1:0\"\n[limits]\nper_address = 2\n";
    let Some(club) = Club::start(settings) else { return };
    let port = port(&club);
    let front = get(port, "/");
    assert!(front.starts_with("HTTP/1.1 200") && front.contains("ssh chess.example.org"), "{front}");
    let session = club.login(club.key());
    session.expect("Play now");
    // The connection of the terminal, and one that only waits.
    let waiting = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    let end = Instant::now() + PATIENCE;
    while !get(port, "/").starts_with("HTTP/1.1 503") {
        assert!(Instant::now() < end, "a third connection is refused");
    }
    drop(waiting);
    while !get(port, "/rules").starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < end, "there is room again");
    }
    club.logged("what=connections");
}
