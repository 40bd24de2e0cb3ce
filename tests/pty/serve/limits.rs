//! The limits, each reached once.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use rustix::process::Signal;

use super::club::{By, Club};
use crate::support::PATIENCE;

/// Reads until the server closes the connection.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let mut bytes = [0; 4096];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

#[test]
fn who_does_not_log_in_is_cut_and_players_are_not() {
    let settings = "[limits]\nlogin_seconds = 2\nper_address = 50\nnew_per_minute = 100\n";
    let Some(club) = Club::start(settings) else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    let connect = || TcpStream::connect(("127.0.0.1", club.port)).expect("a connection");
    let silent: Vec<TcpStream> = (0..15).map(|_| connect()).collect();
    // These say who they are, and then nothing.
    let begun: Vec<TcpStream> = (0..15).map(|_| connect()).collect();
    for mut stream in &begun {
        stream.write_all(b"SSH-2.0-test\r\n").expect("it takes a line");
    }
    assert!(silent.iter().chain(&begun).all(is_closed));
    club.logged("event=deadline");
    session.send("\r");
    session.expect("Enter pick");
}

#[test]
fn an_address_has_a_number_of_connections() {
    let Some(club) = Club::start("[limits]\nper_address = 2\n") else { return };
    let connect = || TcpStream::connect(("127.0.0.1", club.port)).expect("a connection");
    let _two = [connect(), connect()];
    assert!(is_closed(&connect()));
    club.logged("what=connections count=1");
}

#[test]
fn a_storm_of_sizes_ends_at_the_last_one_and_large_ones_are_clamped() {
    let Some(club) = Club::start("[limits]\ncolumns = 100\nrows = 30\n") else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    for step in 0..30 {
        session.resize(70 + step, 20 + step % 5);
    }
    session.resize(160, 50);
    session.wait("the last size", |screen| {
        let lines: Vec<&str> = screen.lines().collect();
        // The footer is the last line of the largest screen.
        lines.get(29).is_some_and(|line| line.contains("keys")) && lines.iter().all(|line| line.len() < 500)
    });
    session.send("\r");
    session.expect("Enter pick");
}

#[test]
fn a_flood_of_input_is_cut_and_the_session_lives() {
    let Some(club) = Club::start("") else { return };
    let session = club.login(club.key());
    session.expect("Play now");
    session.send(b"\x1b[B\x1b[A".repeat(20_000));
    // What comes too fast is dropped, and on a slow line the rest of the flood may still be coming.
    session.insist("?", "the help", |screen| screen.contains("╭ Keys"));
}

#[test]
fn settings_are_read_again() {
    let Some(club) = Club::start("") else { return };
    let mut guest = club.enter(By::Nothing, &[]);
    guest.expect("Play now");
    std::fs::write(club.at("serve.toml"), "guests = 1\n").expect("a file");
    club.signal(Signal::HUP);
    club.logged("serve.toml:1: invalid type");
    std::fs::write(club.at("serve.toml"), "guests = false\n").expect("a file");
    club.signal(Signal::HUP);
    club.logged("event=settings");
    let refused = club.ssh(By::Nothing, &["-T", "player@127.0.0.1"]);
    assert_eq!(refused.status.code(), Some(255));
    guest.send("\x03");
    assert_eq!(guest.ended().code(), Some(0));
}
