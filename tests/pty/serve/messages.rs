//! A member who is away is told by message, with a real `ssh` and a page on this machine: the address is confirmed, a server
//! that is killed loses nothing, and the code of a message ends them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::club::{By, Club, told};
use crate::support::PATIENCE;

/// What is posted to a page.
fn posted(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
    let (mut head, mut length) = (String::new(), 0);
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).is_ok_and(|count| count > 0) {
        if let Some(number) = head.lines().last().and_then(|last| last.strip_prefix("Content-Length: ")) {
            length = number.parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    String::from_utf8_lossy(&body).into_owned()
}

/// A page that takes everything: its port, and what is posted there.
fn page() -> (u16, Receiver<String>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    let port = listener.local_addr().expect("an address").port();
    let (tell, heard) = channel();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = tell.send(posted(&mut stream));
        }
    });
    (port, heard)
}

#[test]
fn who_is_away_is_told_once_also_by_the_next_server() {
    let (port, heard) = page();
    let next = || heard.recv_timeout(PATIENCE).expect("a message");
    let settings = format!(
        "public_address = \"play.example.org\"\n[messages]\nprivate = true\nhosts = [\"127.0.0.1:{port}\"]\n"
    );
    let Some(club) = Club::start(&settings) else { return };
    let (key, second) = (club.key(), club.key_of("ed25519", "second"));
    let mut one = club.login(&key);
    one.expect("Play now");
    one.choose("Account");
    one.choose("Address");
    one.expect("Address: ");
    one.send(format!("http://127.0.0.1:{port}/secret-topic\r"));
    one.expect("A code is on its way");
    let words = next();
    let (_, code) = words.split_once("The code is ").expect("a code");
    one.choose("Type the code");
    one.expect("Code: ");
    one.send(format!("{}\r", &code[..9]));
    one.expect("You are told at this address");
    one.send("\x03");
    one.ended();
    let other = club.login(&second);
    other.expect("Play now");
    other.choose("Challenge somebody");
    other.send("player-1\r");
    other.expect("Clock");
    other.send("\x1b[H\r");
    other.expect("player-1 is away");
    // The server is killed before it has told it, and the next one tells it once.
    let club = club.again(&settings);
    drop(other);
    let words = next();
    assert!(words.starts_with("player-2 challenges you: "), "{words}");
    assert_eq!(words.lines().count(), 4, "{words}");
    let (_, stop) = words.trim_end().rsplit_once("ssh play.example.org stop ").expect("a code");
    let stopped = club.ssh(By::Key(&second), &["player@127.0.0.1", "stop", stop]);
    assert!(String::from_utf8_lossy(&stopped.stdout).contains("no more messages"), "{}", told(&stopped));
    let again = club.ssh(By::Key(&second), &["player@127.0.0.1", "stop", stop]);
    assert!(!again.status.success() && told(&again).contains("there are no messages with this code"));
    let mut one = club.login(&key);
    one.expect("challenges you");
    one.choose("Account");
    one.expect("Messages while you are away");
    assert!(!one.text().contains("127.0.0.1"), "{}", one.text());
    one.send("\x03");
    one.ended();
    assert!(heard.try_recv().is_err(), "it was told once");
    let log = club.log();
    assert!(log.contains("event=message number=") && log.contains(&format!("to=127.0.0.1:{port}")), "{log}");
    for secret in ["secret-topic", &code[..9], stop] {
        assert!(!log.contains(secret), "{log}");
    }
}
