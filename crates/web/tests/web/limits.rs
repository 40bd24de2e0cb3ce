//! Bounds: of headers, connections and requests; for whom proxies ask.

use std::io::{Read as _, Write as _};
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::served::{Served, read, until};

#[test]
fn headers_that_are_too_large_or_too_many_are_refused() {
    let served = Served::new(64, false);
    let with =
        |headers: &str| read(&served.raw(format!("GET / HTTP/1.1\r\nHost: x\r\n{headers}\r\n").as_bytes())).status;
    assert_eq!(with(&format!("X-Large: {}\r\n", "x".repeat(20_000))), 431);
    assert_eq!(with(&"X-Other: y\r\n".repeat(100)), 431);
    assert_eq!(read(&served.raw(b"nonsense\r\n\r\n")).status, 400);
    until("all places are free", || served.open.load(Ordering::SeqCst) == 0);
}

#[test]
fn slow_headers_end() {
    let served = Served::new(64, false);
    let mut stream = served.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").expect("sent");
    let mut answer = Vec::new();
    // It ends by itself: whether with an answer is not important.
    let _ = stream.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200"));
    until("the place is free", || served.open.load(Ordering::SeqCst) == 0);
}

#[test]
fn connections_that_ask_for_nothing_keep_nobody_out_for_long() {
    let served = Served::new(8, false);
    let idle: Vec<_> = (0..8).map(|_| served.connect()).collect();
    until("all places are taken", || served.open.load(Ordering::SeqCst) == 8);
    let refused = (0..200).map(|_| served.raw(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    for answer in refused {
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 503"), "{}", String::from_utf8_lossy(&answer));
    }
    until("they were cut", || served.open.load(Ordering::SeqCst) == 0);
    assert_eq!(served.get("/").status, 200);
    drop(idle);
}

#[test]
fn a_body_is_not_read_and_nothing_follows_it() {
    let served = Served::new(64, false);
    let mut stream = served.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nsome").expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it ends though most of the body is missing");
    let answer = read(&answer);
    assert_eq!((answer.status, answer.header("connection")), (200, Some("close")));
}

#[test]
fn only_reading_is_allowed() {
    let served = Served::new(64, false);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let answer = served.ask(method, "/", "Content-Length: 0\r\n");
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn proxies_are_believed_only_if_they_are_named() {
    let full = "X-Forwarded-For: 192.0.2.66\r\n";
    let (direct, proxied) = (Served::new(64, false), Served::new(64, true));
    assert_eq!(direct.ask("GET", "/", full).status, 200);
    assert_eq!(proxied.ask("GET", "/", full).status, 503);
    assert_eq!(proxied.ask("GET", "/", "X-Forwarded-For: 192.0.2.66, 192.0.2.1\r\n").status, 200);
    until("its places are free", || proxied.open.load(Ordering::SeqCst) == 0);
    std::thread::sleep(Duration::from_millis(1));
}
